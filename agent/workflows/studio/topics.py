"""What a request is about, without the words that order it."""

import re

from agent.text import Language, content_words, fold
from agent.workflows.studio.wishes import title_in, without_title, without_wishes

_ABOUT = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"\b(?:about|on the (?:topic|subject) of|regarding|covering|sobre|acerca de)\b\s+",
        r"^[^:]{0,60}:\s+",
        r"\b(?:on|for|of|into|para|de)\b\s+",
    )
)
"""The plainest sign first."""
_ABOUT_HAN = re.compile(r"(?:关于|有关|主题是|介绍|讲讲)")
_MAKE = re.compile(
    r"\b(?:please|can|could|would|you|i|we|us|me|want|need|would like|like|to|now|then|also|and"
    r"|with|on|for|write|create|make|generate|draft|design|produce|prepare|compose|plan|give|do|turn|it|this"
    r"|that|same|into|an?|the|another|new|short|long|matching|some|one|two|three|\d+"
    r"|blog|posts?|articles?|linkedin|instagram|caption|image|picture|photo|illustration|banner"
    r"|strategy|content|calendar|research|report|month|week|weeks|of|facts|by|por favor|escrib\w+"
    r"|redact\w+|crea\w*|haz\w*|genera\w*|prepara\w*|quiero|necesito|un|una|el|la|los|las|y|con"
    r"|entrada|articulo|publicacion|imagen|foto|estrategia|contenido|calendario|investiga\w*)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:an? |the |my |our )?(?:content|blog|posts?|articles?|linkedin|instagram|captions?|images?"
    r"|pictures?|strategy|calendar|facts|contenido|entrada|articulo|publicacion|imagen)\b"
)
"""A rest that begins so still tells what to make."""
_ASKS = re.compile(r"(?:what|how|why|when|where|who|which)\b", re.IGNORECASE)
_MAKE_HAN = re.compile(
    r"(?:(?:instagram|ins|linked ?in|blog) ?(?=帖|文案|文章|博客|图|海报|$)"
    r"|的?(?:插画|插图|照片)$|请|帮我|给我|我想|我要|写|生成|制作|创建|做|设计"
    r"|(?<![水彩油漫壁字国动绘版插])画|制定|策划|准备|起草|研究|调研|一下|一[篇个条张份幅]"
    r"|博客文章|博客|博文|文章|领英|帖子|文案|图片|配图|海报|内容|策略|计划|介绍|和|并)",
    re.IGNORECASE,
)
_WORDS = """
as in from out more less shorter longer again instead version text texts copy keep now something
anything piece other please rather better de del al en para por sobre ahora mas menos corto corta
largo larga otra otro texto contenidos publicaciones entradas imagenes algo mejor su mi nuestro
nuestra me nos redes sociales
about regarding covering topic subject theme above them these those sobre acerca tema asunto ello
esto eso mismo misma
"""
_SMALL = frozenset(_WORDS.split())
_SMALL_HAN = frozenset("上述话题主同样配图把将给再又成变改换它这那个篇张条短长一点些的了吧")
"""What says how and not about what, when nothing else is left."""
LONGEST = 90


def topic_of(request: str, language: Language) -> str:
    """In the request's own words; empty where it names none ("write a LinkedIn post on it")."""
    # A title may be all that tells what a text is about.
    return _named(without_title(" ".join(request.split())), language) or title_in(request)


def _named(request: str, language: Language) -> str:
    line = without_wishes(request.rstrip(".!?。！？ "), language)
    if language == "zh":
        found = _ABOUT_HAN.split(line, maxsplit=1)[-1]
        rest = _MAKE_HAN.sub("", found).strip("的，。、 ：:“”\"'")
        return "" if set(rest) <= _SMALL_HAN else rest[:LONGEST]
    for sign in _ABOUT:
        for match in sign.finditer(line):
            rest = line[match.end() :].strip(" :,“”\"'")
            if _bare(rest) and not _ORDER.match(fold(rest)):
                return _first_clause(rest)[:LONGEST].strip()
    bare = _bare(line)
    return (line if bare and _ASKS.match(line) else " ".join(bare))[:LONGEST]


def _bare(text: str) -> list[str]:
    """The words that are left when those that order are gone."""
    kept = _MAKE.sub(" ", fold(text))
    words = re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", kept)
    return words if content_words(" ".join(words)) and not set(words) <= _SMALL else []


def _first_clause(text: str) -> str:
    """Up to where another wish begins ("and a picture", "with 5 hashtags")."""
    cut = re.search(
        r"[,;]?\s+(?:and|plus|then|with|y|con)\s+(?:also\s+|then\s+)?"
        r"(?:(?:write|make|create|draft|turn|escribe|haz|crea)\b|(?:an?|the|some|matching|un|una|\d+)\s+"
        r"(?:\w+\s+){0,2}(?:image|picture|photo|post|caption|article|blog|strategy|hashtags?|words"
        r"|imagen|foto|publicacion|palabras)\b)",
        text,
        re.IGNORECASE,
    )
    return text[: cut.start()] if cut else text
