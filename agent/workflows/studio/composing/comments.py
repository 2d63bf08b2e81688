"""What a comment on a draft asks for, where rules can tell."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from agent.content_checks.reading import HAN_PER_WORD
from agent.text import content_words, fold, stem


@dataclass(frozen=True)
class Length:
    """Shorter or longer, or what `words` makes of it when the comment gives only a number."""

    is_shorter: bool | None
    words: int | None = None


@dataclass(frozen=True)
class Drop:
    """A paragraph or section: the n-th, counted from 1 or from the end, or the one about `about`."""

    unit: Literal["paragraph", "section"]
    number: int = 0
    about: str = ""


@dataclass(frozen=True)
class Without:
    what: str


@dataclass(frozen=True)
class Replace:
    old: str
    new: str


@dataclass(frozen=True)
class Mention:
    what: str


@dataclass(frozen=True)
class Opening:
    """Another opening, of a kind when the comment names one."""

    kind: Literal["", "question", "statement", "contrast"] = ""


@dataclass(frozen=True)
class Title:
    """Another title, or this one."""

    text: str = ""


@dataclass(frozen=True)
class Tags:
    is_more: bool | None
    number: int | None = None


@dataclass(frozen=True)
class Register:
    kind: Literal["formal", "plain"]


@dataclass(frozen=True)
class Scene:
    """Another picture."""


Wish = Length | Drop | Without | Replace | Mention | Opening | Title | Tags | Register | Scene


@dataclass(frozen=True)
class Understood:
    wishes: tuple[Wish, ...]
    rest: tuple[str, ...]
    """The parts of the comment that no rule takes up, in its own words."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_Q = r"[“\"'«‘「『]"
_E = r"[”\"'»’」』]"
_SAID = (
    rf"(?:{_Q}(?P<{{0}}>[^”\"»」』\n]{{{{1,200}}}}?){_E}|(?P<{{0}}2>[^\s,.;:“”\"«»]{{{{1,40}}}}))"
)
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "final": -1,
    "primer": 1, "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3,
    "tercera": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5, "ultimo": -1, "ultima": -1,
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "后": -1,
}  # fmt: skip
_ORDINAL = "first|second|third|fourth|fifth|sixth|last|final"
_ORDINAL_ES = "primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|[uú]ltim[oa]"
_DROP = r"(?:drop|remove|delete|cut|take out|leave out|get rid of|lose|skip)"
_DROP_ES = r"(?:quita|elimina|borra|suprime|saca)r?"
_DROP_ZH = "(?:删掉|删除|去掉|拿掉|不要)"
_OF_LENGTH = r"(?: to| than| under| below| about| around| at most| a| en| de| menos de| unas)*"


_NEXT = (
    r"(?=\s+(?:and|but|y|pero)\s+(?:\0|(?:make|keep|add|use|replace|change|cut|drop|remove|mention"
    r"|haz\w*|pon\w*|usa|cambia|quita|añade|menciona)\b)|\s*[.;,\n\0]|$)"
)
"""Where the next wish begins; one that was read already is blank."""


def _said(name: str) -> str:
    return _SAID.replace("{0}", name).replace("{{", "{").replace("}}", "}")


def _either(found: re.Match[str], name: str) -> str:
    return (found[name] or found[f"{name}2"] or "").strip()


def _number(found: re.Match[str]) -> int | None:
    return int(found["n"]) if found["n"] else None


def _drop(found: re.Match[str]) -> Wish:
    said = fold(found["nth"])
    number = int(said) if said.isdecimal() else _ORDINALS.get(said, _ORDINALS.get(said[:1], 0))
    unit = fold(found["unit"])
    is_section = unit.startswith(("section", "seccion", "apartado", "节", "部分", "小节"))
    return Drop("section" if is_section else "paragraph", number=number)


def _about(found: re.Match[str]) -> Wish:
    unit = fold(found["unit"])
    is_section = unit.startswith(("section", "seccion", "apartado", "部分", "一节", "小节", "part"))
    return Drop("section" if is_section else "paragraph", about=found["about"].strip(" “”\"'«»"))


def _tags(found: re.Match[str]) -> Wish:
    said = fold(found[0])
    number = re.search(r"\d{1,2}", said)
    has_less = re.search(r"fewer|less|menos|少|reduce|only|solo", said)
    has_more = re.search(r"more|mas\b|多|add", said)
    return Tags(
        is_more=False if has_less else True if has_more else None,
        number=int(number[0]) if number else None,
    )


def _opening(found: re.Match[str]) -> Wish:
    said = fold(found[0])
    if re.search(r"question|pregunta|问", said):
        return Opening("question")
    if re.search(r"statement|fact|figure|number|dato|afirmacion|事实|数字|陈述", said):
        return Opening("statement")
    return Opening("contrast" if re.search(r"contrast|contraste|对比", said) else "")


_RULES: tuple[tuple[str, Callable[[re.Match[str]], Wish]], ...] = (
    # Words for words
    (rf"(?:replace|change|swap)(?: the words?)? {_said('a')} (?:with|by|to|for|into) {_said('b')}",
     lambda m: Replace(_either(m, "a"), _either(m, "b"))),
    (rf"(?:use|say|write) {_said('b')} (?:instead of|rather than|not) {_said('a')}",
     lambda m: Replace(_either(m, "a"), _either(m, "b"))),
    (rf"(?:cambia|sustituye|reemplaza)r? {_said('a')} por {_said('b')}",
     lambda m: Replace(_either(m, "a"), _either(m, "b"))),
    (rf"(?:usa|pon|di|escribe) {_said('b')} en (?:lugar|vez) de {_said('a')}",
     lambda m: Replace(_either(m, "a"), _either(m, "b"))),
    (r"[把将](?P<a>[^，。；]{1,40}?)(?:改成|改为|换成|替换为|替换成)(?P<b>[^，。；]{1,40})",
     lambda m: Replace(m["a"].strip("“”\"'「」 "), m["b"].strip("“”\"'「」 "))),
    # Hashtags
    (r"(?:(?:use|with|add|give|only|just|reduce to) )?(?:more|fewer|less|only|just|exactly|\d{1,2})(?: \d{1,2})? hash ?tags|(?:add|reduce) (?:some |the )?hash ?tags(?: to \d{1,2})?",
     _tags),
    (r"(?:m[aá]s|menos|solo|\d{1,2})(?: \d{1,2})? (?:hashtags|etiquetas)", _tags),
    (r"(?:多|少|加|减)[^，。]{0,4}(?:标签|话题|hashtag)|(?:标签|话题)[^，。]{0,4}(?:多|少)|只?要? ?\d{1,2} ?个(?:标签|话题)", _tags),
    # Titles and openings
    (rf"(?:change|set) (?:the )?(?:title|headline) to {_Q}(?P<t>[^”\"»\n]{{3,120}}){_E}", lambda m: Title(m["t"])),
    (r"(?:another|a different|a new|a better|change the|other) (?:title|headline)|otro t[ií]tulo|cambia el t[ií]tulo|换[一个]{0,2}标题|[另改][^，。]{0,3}标题",
     lambda _: Title()),
    (r"(?:another|a different|a new|a better|stronger|change the|other|start with an?|open with an?|begin with an?)(?: \w+)? (?:hook|opening|opener|first line|question|statement|fact|figure|contrast|start|intro line)(?: (?:as|with) an? \w+)?|(?:question|statement|contrast) (?:hook|opening|opener)",
     _opening),
    (r"(?:otro|otra|cambia el|cambia la|empieza con una?) (?:gancho|inicio|apertura|comienzo|primera frase|pregunta|dato|afirmaci[oó]n|contraste)", _opening),
    (r"(?:换|改|另)[^，。]{0,4}(?:开头|开场|首句)|(?:用|以)(?:一个)?(?:问题|提问|数字|事实|对比)(?:来)?开头", _opening),
    # Paragraphs and sections
    (rf"{_DROP_ES} (?:el|la) (?P<nth>{_ORDINAL_ES}) (?P<unit>p[aá]rrafo|secci[oó]n|apartado)", _drop),
    (rf"{_DROP_ES} (?:el|la) (?P<unit>p[aá]rrafo|secci[oó]n|apartado|parte) (?P<nth>\d{{1,2}})\b", _drop),
    (rf"{_DROP_ES} (?:el|la) (?P<unit>p[aá]rrafo|secci[oó]n|apartado|parte) (?:sobre|de|acerca de|con)(?: el| la| los| las)? (?P<about>[^.;,\n]{{2,60}})", _about),
    (rf"{_DROP} (?:the )?(?P<nth>{_ORDINAL}) (?P<unit>paragraph|section|block)", _drop),
    (rf"{_DROP} (?P<unit>paragraph|section) (?P<nth>\d{{1,2}})\b", _drop),
    (rf"{_DROP} (?:the )?(?P<unit>paragraph|section|part|bit) (?:about|on|with|regarding|titled|called)(?: the)? (?P<about>[^.;,\n]{{2,60}})", _about),
    (rf"{_DROP_ZH}(?:第|最)(?P<nth>[一二两三四五六后\d])[个一]?(?P<unit>段落?|部分|小?节)", _drop),
    (rf"{_DROP_ZH}(?:关于|有关|讲)(?P<about>[^，。；]{{1,20}}?)的(?:那一?)?(?P<unit>段落?|部分|小?节)", _about),
    # Length
    (rf"(?:(?:make|keep|cut|shorten|trim|reduce|condense)(?: it| this| the (?:text|post|piece|caption))?)(?: down)?{_OF_LENGTH} (?P<n>\d{{2,4}}) words",
     lambda m: Length(is_shorter=True, words=_number(m))),
    (r"(?:at most|no more than|under|max(?:imum)?(?: of)?|up to) (?P<n>\d{2,4}) words", lambda m: Length(is_shorter=True, words=_number(m))),
    (r"(?:at least|no fewer than|more than|extend(?: it)? to|expand(?: it)? to) (?P<n>\d{2,4}) words", lambda m: Length(is_shorter=False, words=_number(m))),
    (r"(?:m[aá]ximo|menos de|no m[aá]s de|hasta) (?P<n>\d{2,4}) palabras", lambda m: Length(is_shorter=True, words=_number(m))),
    (r"(?:al menos|m[ií]nimo|m[aá]s de) (?P<n>\d{2,4}) palabras", lambda m: Length(is_shorter=False, words=_number(m))),
    (r"(?:缩短到|精简到|控制在|不超过|少于)(?P<n>\d{2,4})个?字", lambda m: Length(is_shorter=True, words=round(int(m["n"]) / HAN_PER_WORD))),
    (r"(?:扩展到|至少|不少于)(?P<n>\d{2,4})个?字", lambda m: Length(is_shorter=False, words=round(int(m["n"]) / HAN_PER_WORD))),
    (r"(?:\b(?:to|about|around|a|unas) )?(?P<n>\d{2,4}) (?:words|palabras)", lambda m: Length(is_shorter=None, words=_number(m))),
    (r"(?P<n>\d{2,4})个?字", lambda m: Length(is_shorter=None, words=round(int(m["n"]) / HAN_PER_WORD))),
    (r"(?:shorter|more concise|too long|shorten|condense|trim it|tighten|m[aá]s cort[oa]|m[aá]s breve|ac[oó]rt\w+|demasiado larg[oa]|短一?[点些]|缩短|精简|太长|简短)",
     lambda _: Length(is_shorter=True)),
    (r"(?:longer|more detail(?:ed|s)?|expand|extend it|too short|elaborate|m[aá]s larg[oa]|m[aá]s detalles?|ampl[ií]a\w*|长一?[点些]|更长|太短|详细[点些一]*|扩展|展开)",
     lambda _: Length(is_shorter=False)),
    # Register
    (r"(?:more |less |too )?(?:formal|informal|professional|serious|casual)(?:ly| tone)?|m[aá]s (?:formal|serio|profesional)|更?正式[一点些]*|更?专业[一点些]*",
     lambda m: Register("plain" if re.search("less|informal|casual|too formal", m[0].lower()) else "formal")),
    (r"(?:in )?(?:plainer|simpler|more simply|plain(?:er)? (?:language|words|english)|easier to read|less jargon)(?: (?:words|language|english))?|(?:m[aá]s (?:sencill[oa]|simple|claro)|更?(?:简单|通俗|口语)[一点些]*)",
     lambda _: Register("plain")),
    # Pictures
    (r"(?:another|a different|a new|other) (?:picture|scene|image|motif|subject|idea)|otra (?:imagen|escena|idea)|换(?:一[个张幅])?(?:图|画面|场景)",
     lambda _: Scene()),
    # What to leave out and what to put in
    (rf"(?:without|{_DROP}|don[’']t (?:use|mention|say)|do not (?:use|mention|say)|avoid|no)(?: (?:the|any|all|every|mentions? of|words?|sentences? (?:with|about)))* (?:{_Q}(?P<w>[^”\"»\n]{{1,80}}?){_E}|(?P<w2>[^.;,\n\0]{{2,50}}?)){_NEXT}",
     lambda m: Without(_either(m, "w"))),
    (rf"(?:sin|{_DROP_ES}|no (?:uses|menciones|digas)|evita)(?: (?:el|la|los|las|toda|todo|palabras?|menci[oó]n a))* (?:{_Q}(?P<w>[^”\"»\n]{{1,80}}?){_E}|(?P<w2>[^.;,\n\0]{{2,50}}?)){_NEXT}",
     lambda m: Without(_either(m, "w"))),
    (rf"(?:{_DROP_ZH}|别提|不提|不要提|不用)(?P<w>[^，。；\n\0]{{1,30}})", lambda m: Without(m["w"].strip("“”\"'「」 "))),
    (rf"(?:add|mention|include|talk about|say something (?:about|on)|more (?:about|on))(?: (?:the|something (?:about|on)|a (?:paragraph|section|sentence|line|point) (?:about|on)))* (?:{_Q}(?P<w>[^”\"»\n]{{1,80}}?){_E}|(?P<w2>[^.;,\n\0]{{2,60}}?)){_NEXT}",
     lambda m: Mention(_either(m, "w"))),
    (rf"(?:a[nñ]ade|menciona|incluye|habla de|m[aá]s sobre)(?: (?:el|la|los|las|algo sobre|una frase sobre))* (?:{_Q}(?P<w>[^”\"»\n]{{1,80}}?){_E}|(?P<w2>[^.;,\n\0]{{2,60}}?)){_NEXT}",
     lambda m: Mention(_either(m, "w"))),
    (r"(?:加上|加入|补充|提到|提一下|增加)(?P<w>[^，。；\n\0]{1,30})", lambda m: Mention(m["w"].strip("“”\"'「」 "))),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), read) for pattern, read in _RULES)
_SHOWN = (
    re.compile(
        rf"(?:\b(?:with|showing|con)\s+(?P<w>[^.;,\n\0]{{2,60}}?){_NEXT}"
        r"|加(?P<w2>[^，。；\n\0]{1,30}))",
        re.IGNORECASE,
    ),
    lambda found: Mention(_either(found, "w")),
)
_FRAMES = re.compile(
    r"\b(?:drop|remove|delete|cut|skip|without) the (?P<en>intro(?:duction)?|conclusion|ending)\b"
    r"|\b(?:quita|elimina) la (?P<es>introducci[oó]n|conclusi[oó]n)\b"
    r"|(?:删掉|去掉|不要)(?P<zh>引言|开头|结论|结尾|总结)",
    re.IGNORECASE,
)
_FILLER = _words("""
    please make keep bit little text post piece caption draft article version sound tone rewrite now
    try again much slightly somewhat thing good great nice blog linkedin instagram favor haz hazlo
    ponlo texto tono poco un 再
""")


_FILLER_STEMS = frozenset(map(stem, _FILLER))


def understood(comment: str, *, is_on_picture: bool = False) -> Understood:
    """The wishes in the order in which they stand."""
    left = comment
    found: list[tuple[int, Wish]] = []
    for match in _FRAMES.finditer(left):
        said = fold(match.group(match.lastgroup or "en"))
        is_first = said.startswith(("intro", "引", "开"))
        found.append((match.start(), Drop("section", about="<first>" if is_first else "<last>")))
    left = _FRAMES.sub(_blank, left)
    for pattern, read in (*_COMPILED, _SHOWN) if is_on_picture else _COMPILED:
        found += [(match.start(), read(match)) for match in pattern.finditer(left)]
        left = pattern.sub(_blank, left)
    found.sort(key=lambda each: each[0])
    wishes = tuple(dict.fromkeys(wish for _, wish in found))
    return Understood(wishes, tuple(_rest(left)))


def _blank(found: re.Match[str]) -> str:
    """The place keeps its length, so that the wishes keep their order."""
    return "\0" * len(found[0])


def _rest(left: str) -> Iterator[str]:
    for clause in re.split(r"[.;,!\n\0。；，！]+|\b(?:and|but|y|pero)\b|并且|而且", left):
        telling = [word for word in content_words(clause) if word not in _FILLER_STEMS]
        if telling:
            yield " ".join(clause.split())
