"""Which sentences can be a claim: told as facts, whole by themselves, and no advertising."""

import re
from dataclasses import dataclass

from agent.content_checks.reading import HAN_PER_WORD, words_of
from agent.content_checks.reading import count as counted
from agent.text import HAN, Language, plain
from agent.workflows.studio.research import leaning

FEWEST_WORDS, MOST_WORDS = 6, 42
MOST_HAN = round(MOST_WORDS * HAN_PER_WORD) + 25
"""Characters; Chinese runs long where commas join what English would part."""


@dataclass(frozen=True)
class _Signs:
    """In one language. `leans` begins what needs the sentence before it; `drops` begins what

    loses nothing without it; `points` refers to another place; `speaks` is an author about
    themselves; `sells` is advertising or a page's own business.
    """

    leans: re.Pattern[str]
    drops: re.Pattern[str]
    points: re.Pattern[str]
    speaks: re.Pattern[str]
    sells: re.Pattern[str]


def _begin(*words: str) -> re.Pattern[str]:
    return re.compile(rf"^[\W_]*(?:{'|'.join(words)})\b", re.IGNORECASE)


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_EN = _Signs(
    leans=_begin(
        r"(?!it(?:['’]s| is| was| can be) (?!an?\b|the\b)\w+ (?:to|that|for)\b)(?:it|its"
        r"|it['’]\w+)",
        r"they|their|theirs|them|he|she|his|her|this|that|these|those|both|such|here|then|so"
        r"|and|but",
        r"or|yet|nor|also|besides|still|again|meanwhile|instead|otherwise|similarly|likewise|thus",
        r"hence|therefore|consequently|nevertheless|afterwards|either way|even (?:so|then)"
        r"|that said",
        r"an?other\b(?! than)|others?|either|neither|the (?:former|latter|same|others?|second"
        r"|third",
        r"fourth|next|following|above|rest|result|answer|reason|exception)",
        r"the (?:term|phrase|study|report|survey|authors?|process|trend)\b(?! (?:of|for|to"
        r"|that)\b)",
        r"one (?:reason|exception|example|more|of (?:them|these|those))|for (?:example|instance)",
        r"(?:some|many|most|several|few|all|none|each|any) (?:of (?:them|these|those|it)|are|is|do"
        r"|does|will|can|have|has|were|prefer|use|ask|offer|also|even|may)",
        r"in (?:this|that|such|these|those|other words|both|either)|(?:at|on|for|with|by|after"
        r"|before"
        r"|because of|despite|without|from|like|unlike|under|of) (?:this|that|these|those|it"
        r"|them|doing so)",
        r"as (?:a result|such)|if (?:so|not|it|they|this|that)|when (?:it|they|this)",
        r"(?:once|until|unless|while|although|though|because|since|as) (?:it|they|this|these)",
        r"(?:same|next|following) |not (?:so|always|only that)|(?:first|second"
        r"|third)(?:ly)? (?:comes|is)",
    ),
    drops=re.compile(
        r"^(?:however|moreover|furthermore|in addition|additionally|also|generally|in general"
        r"|finally"
        r"|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|of course|indeed|in fact|in short"
        r"|importantly|overall|ideally|remember),\s+",
        re.IGNORECASE,
    ),
    points=_any(
        "this",
        "these",
        "(?:in|at|on|for|from|by|during|after|before) that(?! (?:of|which))",
        "those(?! (?:who|that|which|in|of|with))",
        r"as (?:mentioned|noted|described|shown|explained|discussed|said|we saw)",
        r"see (?:below|above|also|section|chapter|figure|table)|the following|(?:listed|shown"
        r"|described)"
        r" (?:below|above)|in the previous|the (?:above|former|latter)|figure \d|table \d",
    ),
    speaks=re.compile(
        r"\b(?:[Ww]e|[Ww]e['’]\w+|[Oo]ur|[Oo]urs|[Uu]s|I|I['’]\w+|[Mm]y|[Mm]ine|me)\b"
    ),
    sells=_any(
        r"click|subscribe|sign ?up|log ?in to|sign in|newsletter|cookie (?:policy|settings|notice)",
        r"(?:use|uses|accept|manage) cookies|privacy policy|terms of (?:use|service)"
        r"|rights reserved",
        r"copyright|read more|learn more|find out more|contact (?:us|me|our|the author)",
        r"call (?:us|now|today)|get in touch|free (?:quote|consultation|trial|valuation|guide"
        r"|ebook)",
        r"download (?:the|our|your|a|now)|share (?:this|on)|follow us|sponsored|advertisement",
        r"discount code|coupon|promo|limited[- ]time|(?:buy|shop|order|act|book|apply) (?:now"
        r"|today)",
        r"don['’]?t miss|join (?:us|our|now)|enter your|javascript|skip to|affiliate"
        r"|award[- ]winning",
        r"world[- ]class|industry[- ]leading|number one|trusted by|(?:our|the best) (?:team"
        r"|experts?"
        r"|agents?|agency)|today only|best (?:price|deal)s?|special offer|guaranteed",
    ),
)
_ES = _Signs(
    leans=_begin(
        "este|esta|estos|estas|esto|ese|esa|esos|esas|eso|aquel|aquella|aquello|ello|él|ella|ellos",
        "ellas|su|sus|también|tampoco|además|pero|y|e|o|así|entonces|por ejemplo|por eso|por ello",
        "por (?:lo )?tanto|por esta|por este|por otro lado|en este|en esta|en estos|en estas"
        "|en ese",
        "en esa|en tal|en ambos|tras (?:esto|ello)|con (?:esto|ello|este|esta)|lo mismo|los mismos",
        "las mismas|otros?|otras?|ambos|ambas|dich[oa]s?|tal|tales|aquí|ahí|luego|después(?! de)",
        "el segundo|la segunda|el tercero|la tercera|el siguiente|la siguiente|en cambio"
        "|si no|si es",
        "aun así|de este modo|de esta|de ese modo|para ello|para esto|algunos son|algunas son"
        "|no obstante",
        "cuando (?:esto|este|esta)|a (?:este|esta|estos)|una de ellas|uno de ellos",
    ),
    drops=re.compile(
        r"^(?:sin embargo|en general|por último|finalmente|en primer lugar|en segundo lugar"
        r"|de hecho"
        r"|en resumen|idealmente|por supuesto|primero),\s+",
        re.IGNORECASE,
    ),
    points=_any(
        r"este (?:artículo|apartado|punto|caso|motivo|tipo|proceso)|esta (?:guía|página"
        r"|sección|forma)",
        r"como (?:hemos|se ha) (?:visto|dicho|mencionado)|(?:el|la|los|las) siguientes?"
        r"|a continuación",
        r"más (?:abajo|arriba)|anteriormente|véase|ver (?:tabla|figura)|estos|estas|dich[oa]s?",
    ),
    speaks=_any(
        r"nosotr[oa]s|nuestr[oa]s?|nos|yo|mi|mis|recomendamos|ofrecemos|ayudamos|somos|estamos"
        r"|tenemos"
        r"|hemos|podemos|queremos|vemos|sabemos|hacemos|trabajamos|creemos|explicamos|veremos|vamos"
        r"|te (?:contamos|ayudamos|explicamos)"
    ),
    sells=_any(
        r"haz clic|suscr[ií]bete|reg[ií]strate|cont[aá]cta(?:nos|me)|ll[aá]ma(?:nos|ya)|le[ea] más",
        r"leer más|política de (?:privacidad|cookies)|(?:usa|utiliza|aceptar?) cookies"
        r"|descarga (?:la|"
        r"el|nuestra|gratis)|newsletter|boletín|derechos reservados|aviso legal|s[ií]guenos",
        r"comparte (?:este|en)|reserva (?:ya|tu)|pide tu|solicita (?:tu|una cita|ya)"
        r"|código de descuento",
        r"inicia sesión|no te pierdas|oferta especial|publicidad|patrocinado|gratis"
        r"|garantizad[oa]s?",
    ),
)
_ZH = _Signs(
    leans=re.compile(
        r"^[\W_]*(?:这|那|它|他|她|其(?!中介)|此|该|因此|所以|但|而且|而|并且|并|同时|此外|另外|例如|比如|然后|否则|于是"
        r"|也|还|如此|上述|以上|以下|后者|前者|其次|再次|接下来|总之|相反|不过|另一|反之|即使如此|为此|对此|由此|随后|之后)"
    ),
    drops=re.compile(r"^(?:首先|最后|一般来说|通常来说|总的来说|其实|当然)[，,]\s*"),
    points=re.compile("本文|本站|上文|下文|如上|如下|前文|以下|上述|下表|下图|上表|上图|见[表图]"),
    speaks=re.compile("我们|我|咱|本公司|本店|小编|笔者|我司"),
    sells=re.compile(
        "点击|扫码|关注(?:我们|公众号)|公众号|订阅|联系我们|咨询(?:热线|电话)|免费|转发|点赞|下载(?:APP|链接|地址)"
        "|注册(?:账号|会员)|登录|版权|立即(?:购买|咨询|预约|报名|下载)|限时|优惠券|促销|加微信|客服|广告|赞助"
    ),
)
_SIGNS: dict[Language, _Signs] = {"en": _EN, "es": _ES, "zh": _ZH}

_REFERENCE = re.compile(r"\s?\[(?:\d{1,3}|edit|citation needed|note \d{1,2})\]", re.IGNORECASE)
_ADDRESS = re.compile(
    r"https?://|\bwww\.|\b[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:com|org|net|es|cn|uk)\b"
)
_ENDS = re.compile(r"[.。][\"”’»」』)）]*$")
_BEGINS = re.compile(rf"^[\"“‘«「『(（]?[A-ZÀ-ÝÑ\d{HAN}€£$]")
_PAIRS = (("(", ")"), ("（", "）"), ("“", "”"), ("«", "»"), ("「", "」"), ("[", "]"))
_CREDIT = re.compile(
    r"^(?:by|por|作者|来源|source|fuente|photo|foto|image|updated|published)\b", re.IGNORECASE
)


def said(sentence: str, language: Language) -> str:
    """What a sentence of a source says: without marks, and without a lead-in that links it."""
    bare = " ".join(_REFERENCE.sub("", plain(sentence)).split())
    rest = _SIGNS[language].drops.sub("", bare)
    return rest if rest == bare else rest[:1].upper() + rest[1:]


def flaw(text: str, language: Language) -> str:
    """Why this, as `said` gives it, cannot be a claim; empty for what can."""
    signs = _SIGNS[language]
    checks = (
        ("no whole sentence", not (_BEGINS.match(text) and _ENDS.search(text))),
        ("unbalanced", any(text.count(one) != text.count(other) for one, other in _PAIRS)),
        ("length", not _is_of_length(text, language)),
        ("leans on the sentence before", signs.leans.match(text)),
        ("points elsewhere", signs.points.search(text)),
        ("speaks of its author", signs.speaks.search(text)),
        ("advertises", signs.sells.search(text)),
        ("holds an address", _ADDRESS.search(text)),
        ("credit", _CREDIT.match(text)),
        ("no verb", language == "en" and leaning.is_fragment(text)),
        ("means what stands elsewhere", language == "en" and leaning.leans(text)),
    )
    return next((name for name, is_so in checks if is_so), "")


def _is_of_length(text: str, language: Language) -> bool:
    if language == "zh":
        return FEWEST_WORDS * HAN_PER_WORD <= len(text) <= MOST_HAN
    return FEWEST_WORDS <= counted(tuple(words_of(text))) <= MOST_WORDS
