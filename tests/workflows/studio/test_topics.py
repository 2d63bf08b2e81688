"""What a request is about, without the words that order it."""

import pytest

from agent.text import language_of
from agent.workflows.studio.topics import LONGEST, topic_of
from agent.workflows.studio.wishes import title_in


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("Write a blog post about home staging tips", "home staging tips"),
        ("Blog post: how to price a house", "how to price a house"),
        ("Research closing costs", "closing costs"),
        ("Plan a month of content for first-time buyers", "first-time buyers"),
        ("Create an Instagram caption and a picture about curb appeal", "curb appeal"),
        ("a short blog for landlords about tenant screening", "tenant screening"),
        ("LinkedIn post about open houses, with 5 hashtags", "open houses"),
        ("Write about moving house and then an Instagram post", "moving house"),
        ("Research home inspections and write a blog post", "home inspections"),
        ("Escribe una entrada de blog sobre la puesta en escena", "la puesta en escena"),
        ("写一篇关于房屋布置的博客文章", "房屋布置"),
        ("Create an image about curb appeal, 16:9", "curb appeal"),
        ("Create an image about curb appeal, 3:4, line drawing", "curb appeal"),
        ("Create an image of a front garden in watercolour style", "a front garden"),
        ("A square photo of a front porch, minimalist look, please", "a front porch"),
        ("Generate an image: cosy bedroom at dusk, flat vector, 4:3", "cosy bedroom at dusk"),
        ("A picture for home staging tips, pencil sketch, portrait format", "home staging tips"),
        ("Illustration of moving day, 3D render, wide", "moving day"),
        ("Image about curb appeal in a vintage photo style, 3:4", "curb appeal"),
        ("Make an image of a house at sunset in landscape orientation", "a house at sunset"),
        ("Design a banner about mortgages, bold colours, 16:9", "mortgages"),
        ("An image of a hallway, without text", "a hallway"),
        ("Crea una imagen de un salón, estilo acuarela, por favor", "un salón"),
        ("Haz una foto de una terraza, sin personas, vertical", "una terraza"),
        ("生成一张现代客厅的图片，16:9，水彩风格", "现代客厅"),
        ("画一幅阳台花园的插画，竖版", "阳台花园"),
        ("Write about sofas, warm colours and rugs", "sofas, warm colours and rugs"),
        ("写一篇关于水彩画装饰客厅的文章", "水彩画装饰客厅"),
        ("写一篇关于极简风格客厅的文章", "极简风格客厅"),
        ("Write a LinkedIn post of 200 words on staging", "staging"),
        ("An 800-word blog post about closing costs in a friendly tone", "closing costs"),
        ("Instagram post about staging with 25 hashtags and a friendly tone", "staging"),
        ("something on staging for our followers", "staging"),
        ("Crea una imagen sobre una cocina luminosa, 16:9", "una cocina luminosa"),
        ("Un artículo sobre la hipoteca de 800 palabras con un tono cercano", "la hipoteca"),
        ("Una publicación sobre la hipoteca para nuestros seguidores", "la hipoteca"),
        ("制作一张关于厨房的图片，16:9", "厨房"),
        ("写一篇关于房屋布置的博客文章，800字，语气轻松", "房屋布置"),
        ("给我们的粉丝写一篇关于首付的帖子，带5个标签", "首付"),
        ("Blog post about 10 words that sell homes", "10 words that sell homes"),
        ("Write about setting the right tone in listings", "setting the right tone in listings"),
        ("Blog post about hashtags for estate agents", "hashtags for estate agents"),
        ("Write a post about living in a modern home", "living in a modern home"),
        ("帮我写一篇博客，介绍首次购房的步骤", "首次购房的步骤"),
        ("Write a blog post about balcony plants from this document", "balcony plants"),
        ("Using the attached PDF, write a post about balcony plants", "balcony plants"),
        ("Blog post about rents based on my market report", "rents"),
        ("Write about moving from the city", "moving from the city"),
        (
            "Blog post about what to learn from inspection reports",
            "what to learn from inspection reports",
        ),
        ("Un artículo sobre los balcones a partir de este documento", "los balcones"),
        ("根据这份文档写一篇关于阳台绿植的博客文章", "阳台绿植"),
        ("写一篇关于首次购房的Instagram帖子", "首次购房"),
        ("写一篇LinkedIn帖子，关于首付", "首付"),
        ("写一篇关于LinkedIn获客的博客文章", "LinkedIn获客"),
        ("What is a good headline length?", "What is a good headline length"),
        ("Create an image of a café terrace with the title “Año nuevo: 新家”", "a café terrace"),
        ("Crea una imagen de una cocina que diga «Nueva en venta»", "una cocina"),
        ("制作一张关于厨房的图片，标题为“新家”", "厨房"),
        ("Write a blog post titled “10 ways to stage a flat”", "10 ways to stage a flat"),
    ],
)
def test_what_it_is_about(request_: str, topic: str) -> None:
    assert topic_of(request_, language_of(request_)) == topic


@pytest.mark.parametrize(
    ("request_", "title"),
    [
        ("An image in 16:9 with the title “250.000 € · 新家”", "250.000 € · 新家"),
        ('A picture of a kitchen that says "Now for sale."', "Now for sale."),
        ("Crea una imagen titulada «Año nuevo»", "Año nuevo"),
        ("制作一张图片，标题为“新家”", "新家"),
        ("A post on “home staging” and its title", ""),
        ("A post on words like “cosy”", ""),
    ],
)
def test_a_title_is_said_in_quotes(request_: str, title: str) -> None:
    assert title_in(request_) == title


@pytest.mark.parametrize(
    "request_",
    [
        "Write a LinkedIn post on it",
        "Write a LinkedIn post about it",
        "Write a blog post about this topic",
        "Now an Instagram post about the same subject",
        "Escribe una publicación sobre ello",
        "Haz una publicación de LinkedIn sobre el mismo tema",
        "写一篇关于它的帖子",
        "写一篇关于这个话题的LinkedIn帖子",
        "Write a blog post from this document",
        "Now make it a LinkedIn post",
        "Make a picture for it",
        "turn it into a LinkedIn post",
        "Give me a content strategy",
        "Write something for our followers",
        "写一篇文章",
        "Now as a LinkedIn post",
        "one more",
        "Make it shorter, please",
        "Escribe una publicación de LinkedIn",
        "Haz una imagen para Instagram",
        "Ahora en LinkedIn",
        "把它改成领英帖子",
        "给它配一张图",
    ],
)
def test_an_order_alone_names_no_topic(request_: str) -> None:
    assert topic_of(request_, language_of(request_)) == ""


def test_a_topic_has_an_end() -> None:
    assert len(topic_of("Write a blog post about " + "homes and gardens " * 50, "en")) <= LONGEST
