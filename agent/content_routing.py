"""Which content a request asks for, by rules, in English, Spanish and Chinese."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from agent.text import fold


class ContentType(StrEnum):
    RESEARCH = "research"
    BLOG = "blog"
    LINKEDIN = "linkedin"
    INSTAGRAM = "instagram"
    IMAGE = "image"
    STRATEGY = "strategy"
    GENERAL = "general"


FOLLOW_UPS: dict[ContentType, tuple[ContentType, ...]] = {
    ContentType.RESEARCH: (ContentType.BLOG, ContentType.LINKEDIN, ContentType.IMAGE),
    ContentType.BLOG: (ContentType.LINKEDIN, ContentType.IMAGE, ContentType.INSTAGRAM),
    ContentType.LINKEDIN: (ContentType.IMAGE,),
    ContentType.INSTAGRAM: (ContentType.IMAGE,),
    ContentType.IMAGE: (),
    ContentType.STRATEGY: (ContentType.RESEARCH, ContentType.BLOG, ContentType.LINKEDIN),
    ContentType.GENERAL: (ContentType.RESEARCH,),
}
RESEARCHED = frozenset({ContentType.BLOG, ContentType.LINKEDIN, ContentType.STRATEGY})
ASK_BELOW = 0.6

Source = Literal["pattern", "keywords", "history", "default", "model", "user"]


class RoutingDecision(BaseModel):
    model_config = ConfigDict(frozen=True)

    content_type: ContentType
    confidence: float = Field(ge=0, le=1)
    reasoning: str
    requires_research: bool
    follow_up_types: tuple[ContentType, ...]
    source: Source


class Routing(BaseModel):
    """`queue` is what to make, in order. With `choices` the user is asked before anything is."""

    model_config = ConfigDict(frozen=True)

    queue: tuple[RoutingDecision, ...] = Field(min_length=1)
    choices: tuple[ContentType, ...] = ()


_NAMES = {
    # Instagram first: an Instagram post with a picture is one thing.
    ContentType.INSTAGRAM: r"\b(?:(?:publicacion(?:es)?|texto|posts?) (?:de|en|para)(?: una foto de)? )?(?:instagram|insta|ig)\b(?: (?:posts?|captions?|reels?|carousels?"
    r"|stor(?:y|ies)|image posts?|feed posts?|updates?))?|\bcaptions?\b|\breels?\b"
    r"|\bpie de foto\b|(?:ins|instagram) ?(?:帖子|文案|图文|贴文|动态|贴)",
    ContentType.LINKEDIN: r"\b(?:publicacion(?:es)? (?:de|en|para) )?linked ?in\b(?: (?:posts?|articles?|updates?|carousels?))?"
    r"|领英(?:的)?(?:帖子|文案|文章|动态|贴文)?|linkedin(?:帖子|文案|文章|动态|贴文)",
    ContentType.BLOG: r"\bblog(?:s|posts?|ging|ger|ear)?\b(?: (?:posts?|articles?|entr(?:y|ies)))?"
    r"|\b(?:long-?form |how-?to |seo )?articles?\b|\blisticles?\b|\bposts? for (?:[^\s.]+ ){1,2}blog\b|\blong[- ]?form (?:piece|post|content)\b"
    r"|\barticulos?\b(?: (?:de|para el) blog)?|\bentradas? (?:de|para|en el|del) (?:el |mi )?blog\b"
    r"|博客(?:文章|文|帖子)?|博文|文章",
    ContentType.IMAGE: r"\b(?:(?:hero|header|cover|featured|square|ai|banner|feed) )?"
    r"(?:images?|pictures?|illustrations?|graphics?|banners?|posters?|flyers?|infographics?"
    r"|thumbnails?|renderings?|visuals?|artworks?|logos?)\b|\b(?:photo(?:graph)?s?|pics?)\b"
    r"|\bimagen(?:es)?\b|\bdibujos?\b|\bilustracion(?:es)?\b|\bcarteles\b|\bcartel\b|\bfotos?\b|\binfografias?\b"
    r"|图片|配图|海报|插图|插画|封面图|照片|效果图|一张图|信息图|图像",
    ContentType.STRATEGY: r"\b(?:(?:content|marketing|social(?: media)?|editorial|brand|posting|digital"
    r"|publishing|campaign|launch|seo|email|linkedin|instagram|blog)[ -]){1,2}(?:strateg(?:y|ies)|plans?"
    r"|calendars?|campaigns?|roadmaps?|pillars?|schedules?)\b|\b(?:strategy|roadmap|campaign)\b"
    r"|\bwhat (?:topics )?should (?:i|we) (?:post|publish|share)\b|\bque (?:deberiamos|debo|debemos) publicar\b|(?:发|发布)些?什么|\bplan (?:for the (?:quarter|month|year)|semana a semana|mensual)\b"
    r"|\b\d+[ -](?:day|week|month) (?:content )?(?:plan|calendar|campaign)\b"
    r"|\b(?:weeks?|months?|quarter|year) of (?:content|posts)\b"
    r"|\b(?:estrategias?|plan(?:es)? (?:de (?:contenidos?|marketing|redes|comunicacion)|editorial)"
    r"|calendario (?:editorial|de (?:contenidos?|publicacion(?:es)?))|campaña|campana|hoja de ruta)\b"
    r"|(?:内容|营销|推广|品牌|社交媒体|发布)(?:策略|计划|规划|日历|方案|战略|排期)|策略|路线图|战略",
    ContentType.RESEARCH: r"\b(?:market |background |desk |industry )?research\b(?![- ](?:backed|based|driven))(?: (?:report|brief"
    r"|summary|paper))?|\binvestigate\b|\blook (?:up|into)\b|\bany (?:studies|data|stats)\b|\bcheck what\b|\bmarket (?:analysis|report|overview)\b"
    r"|\b(?:find|gather|collect|get|pull|dig up|give|compile|need|summari[sz]e)\b(?: [^\s.]+){0,4}? "
    r"(?:data|statistics|stats|figures|sources|studies|facts|evidence|numbers|trends)\b"
    r"|\b(?:analy[sz]e|compare) (?:[^\s.]+ ){0,3}(?:market|trends?|prices?|data|rates?|rents?)\b"
    r"|\binvestig(?:a|ar|acion|ame|ue)\b|\b(?:busca|buscar|recopila|reune|dame) (?:[^\s.]+ ){0,3}"
    r"(?:datos|estadisticas|fuentes|estudios|cifras|tendencias)\b|\banali[sz](?:a|ar) (?:[^\s.]+ ){0,3}"
    r"(?:mercado|tendencias|precios|datos)\b|\b(?:estudio|analisis|informe) de(?:l)? mercado\b"
    r"|(?:市场)?(?:研究|调研|调查)(?:报告)?|(?:查|找|搜集|收集|搜索|整理)[^。，]{0,8}(?:数据|资料|统计|趋势|来源|信息)"
    r"|查一下|查查|分析[^。，]{0,12}(?:市场|趋势|数据|行情|走势)|市场分析",
}
_MENTION = re.compile("|".join(f"(?P<{kind}>{names})" for kind, names in _NAMES.items()))
_MAKE = re.compile(
    r"\b(?:i['’]?d (?:like|love)|writ(?:e|ing)|creat(?:e|ing)|mak(?:e|ing)|generat(?:e|ing)|draft|design|produce|prepare"
    r"|compose|build|need|want|give me|develop|plan|put together|come up with|do|turn|convert"
    r"|repurpose|transform|rewrite|adapt|add|outline|lay out|map out|publish|get me|show me|draw|render"
    r"|escrib\w+|redact\w+|crea\w*|haz\w*|genera\w*|diseñ\w+|disen\w+|prepara\w*|necesito|quiero"
    r"|elabora\w*|dame|convierte\w*|desarrolla\w*|dibuja\w*|planifica\w*)\b"
    r"|写|生成|制作|创建|做|设计|画|来一|制定|策划|准备|需要|想要|给我|起草|配|撰写|编写|出一"
)
_ABOUT = re.compile(
    r"\b(?:about|on|regarding|covering|titled|explaining|called|comparing|why|how|what|which|showing"
    r"|sobre|acerca de|titulad[oa]|como|explicando|que|of|with|de|del|con)\b|关于|有关|讲|介绍|主题是"
)
_ALSO = re.compile(
    r"(?:\b(?:and|plus|then|also|with|followed by|as well as|along with|together with|y|e|mas|ademas"
    r"|luego|despues|tambien|junto con|con|or)\b|[,;+&]|和|以及|最后|再|然后|并|还要|加上|外加|接着|，|、)"
    r"[\s,]*(?:(?:then|also|please|luego|despues|tambien)\s+)?"
    r"(?:(?:an?|one|two|three|\d+|some|matching|the|un|una|unos|unas|dos|tres)\s+|[一两三几]?[篇个条张份]?)"
    r"(?:[^\s,.]{1,15}\s+){0,2}$"
)
_LISTED = re.compile(
    r"^\s*(?:,|/|\+|&|and|y|e|和|、|以及|与|及)\s*(?:an?|un|una|the|for|on|para|en)?\s*$"
)
_SOURCE = re.compile(
    r"\b(?:from|based on|using|out of|turn|convert|repurpose|transform|rewrite|adapt|instead of|not|no"
    r"|without|don['’]?t want|summari[sz]e|shorten|about|after reading|under|below|inside|to go with"
    r"|convierte|transforma|basad[oa] en|a partir de|sin|resume|adapta|acompañar|acompanar)\s+"
    r"(?:(?:an?|the|this|that|my|our|your|last|latest|previous|existing|above|el|la|este|esta|un|una|mi"
    r"|nuestro|nuestra|another|any|new|\w+['’]s)\s+){0,3}$"
    r"|\b(?:going to|i['’]?ll|will) write (?:(?:an?|the) )?$|\b(?:escribo yo|escribire) (?:(?:el|un|la|una) )?$|这张[^，。]{0,10}$|[为给]我们?的$|(?:把|将|根据|基于|不要|不是)(?:这|那|上|我)?[一个篇张份的们面]{0,3}$"
)
_PLACE = re.compile(
    r"\b(?:for|to accompany|to go (?:on|with)|on|in|para|en)\s+"
    r"(?:(?:an?|the|this|that|my|our|your|new|next|el|la|un|una|mi|nuestro|nuestra)\s+){0,3}$|(?:给|为|用于|用在)$"
)
_INTO = re.compile(
    r"\b(?:into|to|as|en|a|como)\s+(?:(?:an?|un|una|the)\s+)?(?:[^\s,.]{1,15}\s+)?$|成(?:一?[篇个条张份])?$"
)
_ADVICE = re.compile(
    r"\b(?:tips|advice|best practices) (?:for|on|about) \w+ing\b|\bhow (?:do|can|should) (?:i|we)\b"
    r"|\b(?:can|do) you (?:also )?\w+ (?=\w+ (?:too|as well))|consejos para \w+r\b"
)
_BY_USER = re.compile(r"\W*(?:我自己|我来)|\s+(?:too|as well)\b.*\?")
_CHANNEL = re.compile(r"^(?:our |the )?(?:instagram|insta|ig|linked ?in|blog|领英)$")
_ASKS_PLAN = re.compile(r"what|que |发")
_TURNS = re.compile(r"\b(?:turn|convert|repurpose|transform|adapt|convierte)|把|将|改")
_END = re.compile(r"[.!?。！？\n;；]")

_WEAK = {
    ContentType.RESEARCH: r"\b(?:trends?|statistics|data|average|median|latest|current|how much|prices?"
    r"|rates?|forecast|numbers|compare|tendencias|datos|precios?|cifras|evolucion|cuanto)\b"
    r"|数据|趋势|走势|均价|最新|行情|多少|统计",
    ContentType.BLOG: r"\b(?:guides?|tutorial|explainer|long|words|seo|headings?|guia|newsletter)\b|指南|攻略|长文",
    ContentType.LINKEDIN: r"\b(?:professional|network|thought leadership|b2b|profesional)\b|职场|专业人士",
    ContentType.INSTAGRAM: r"\b(?:hashtags?|stories|followers|emojis?|seguidores)\b|标签|粉丝",
    ContentType.IMAGE: r"\b(?:draw|render|watercolou?r|photorealistic|aspect ratio|16:9|9:16|dibuja)\b|画|渲染",
    ContentType.STRATEGY: r"\b(?:kpis?|pillars?|calendar|roadmap|channels?|quarter(?:ly)?|next (?:month|year)"
    r"|goals|objetivos|trimestre|canales)\b|指标|渠道|季度|支柱",
}
_QUESTIONS = re.compile(
    r"(?:\bwhat(?:['’]?s| is| are| was| were)\b[^.?]{0,40}\b(?:average|median|latest|current|trends?|rates?|prices?"
    r"|statistics|vacancy|typical cost|yields?|forecast|outlook)\b|\bhow (?:much|many|have|has|did|fast)\b"
    r"|\b(?:cuanto|cuantas|cuantos|cual es el precio|como (?:ha|han))\b|\bcuales son las tendencias\b"
    r"|(?:均价|房价|趋势|走势|利率|租金|数据)[^。]{0,12}(?:多少|怎么样|如何|是什么|怎样|有哪些))"
)
_DRAWN = re.compile(
    r"^\W*(?:please |can you )?(?:draw|render|paint|sketch|illustrate|visuali[sz]e|photograph|dibuja\w*|pinta)\b"
    r"|^(?:请|帮我|请帮我)?画"
)
_VAGUE = re.compile(
    r"^\W*(?:something|algo|(?:an? |una? )?(?:post|piece|text|publicacion|texto) (?:about|on|for|sobre|de|para))\b"
)
_ANY_POST = re.compile(
    r"\b(?:posts?|content|something|copy|social media|piece|write[ -]?up|text|a few lines|publicacion(?:es)?|algo"
    r"|contenidos?|redes sociales|texto|post)\b|帖子|文案|东西|内容|推文|一段|点什么|社交媒体"
)
_AGAIN = re.compile(
    r"^\W*(?:(?:please|now|ok|and|can you|could you|por favor|ahora|请|再)\W*)*(?:(?:make|rewrite|shorten|redo|again"
    r"|another|one more|try again|same|more|longer|shorter|add|change|remove|translate|improve|punchier"
    r"|otra|otro|mas|hazlo|hazla|acorta|alarga|cambia|repite|traduce|mejora)\b|短一点|长一点|再来|重写|换|改|翻译)"
)


class _Found(NamedTuple):
    kind: ContentType
    start: int
    end: int
    wanted: bool


def route(request: str, *, history: Sequence[ContentType] = ()) -> Routing:
    """`history` are the types made so far in the conversation, the latest last."""
    text = fold(request)
    found = _found(text)
    wanted = tuple(dict.fromkeys(one.kind for one in found if one.wanted))
    if wanted:
        reason = "The request asks for it by name."
        return Routing(
            queue=tuple(
                decision(kind, request, confidence=0.9, reasoning=reason, source="pattern")
                for kind in wanted
            )
        )
    if _DRAWN.search(text):
        return _one(ContentType.IMAGE, request, 0.9, "The request asks to draw.", "pattern")
    if history and _AGAIN.search(text) and len(text) < 120:
        return _one(history[-1], request, 0.6, "It goes on with the last piece.", "history")
    return _by_keywords(request, text, found)


def decision(
    kind: ContentType, request: str, *, confidence: float, reasoning: str, source: Source
) -> RoutingDecision:
    return RoutingDecision(
        content_type=kind,
        confidence=confidence,
        reasoning=reasoning,
        requires_research=kind in RESEARCHED and "research" not in request.casefold(),
        follow_up_types=FOLLOW_UPS[kind],
        source=source,
    )


def _one(
    kind: ContentType,
    request: str,
    confidence: float,
    reasoning: str,
    source: Source,
    *,
    choices: tuple[ContentType, ...] = (),
) -> Routing:
    made = decision(kind, request, confidence=confidence, reasoning=reasoning, source=source)
    return Routing(queue=(made,), choices=choices)


def _found(text: str) -> list[_Found]:
    found: list[_Found] = []
    for match in _MENTION.finditer(text):
        kind = ContentType(str(match.lastgroup))
        wanted = _is_wanted(text, match, found)
        found.append(_Found(kind, match.start(), match.end(), wanted))
    if any(one.wanted and one.kind is ContentType.STRATEGY for one in found):
        # The channels of a plan are no pieces to make.
        found = [
            one._replace(wanted=one.wanted and not _CHANNEL.match(text[one.start : one.end]))
            for one in found
        ]
    return found


def _is_wanted(text: str, match: re.Match[str], earlier: list[_Found]) -> bool:
    clause = _clause_before(text, match.start())
    previous = earlier[-1] if earlier and earlier[-1].end > match.start() - len(clause) else None
    since = clause[previous.end - match.start() + len(clause) :] if previous else clause
    if _ASKS_PLAN.match(match[0]) or (_INTO.search(since) and _TURNS.search(clause)):
        return True
    if _SOURCE.search(since) or _ADVICE.search(clause) or _BY_USER.match(text, match.end()):
        return False
    if previous and previous.wanted:
        if _LISTED.match(since) or _ALSO.search(since):
            return True
        if _PLACE.search(since) or _ABOUT.search(since) or not _MAKE.search(since):
            return False
    return _is_asked(match, clause, since)


def _is_asked(match: re.Match[str], clause: str, since: str) -> bool:
    made = list(_MAKE.finditer(clause))
    latest = clause[made[-1].end() :] if made else clause
    # In Chinese the subject stands before: "关于租房的博客".
    if _ABOUT.search(latest) and not latest.endswith("的"):
        return False
    if match.lastgroup == ContentType.RESEARCH:
        is_phrase = len(match[0]) > 9 or match[0].startswith("查")
        return is_phrase or _count(latest) <= 3 or _count(clause) <= 4
    # "3 LinkedIn posts" needs no verb.
    return bool(made) or _count(clause) <= 2 or bool(_PLACE.search(since))


def _count(text: str) -> int:
    return len(re.findall(r"\w+", text))


def _clause_before(text: str, at: int) -> str:
    start = 0
    for end in _END.finditer(text, 0, at):
        start = end.end()
    return text[start:at]


def _by_keywords(request: str, text: str, found: list[_Found]) -> Routing:
    if _QUESTIONS.search(text):
        reason = "The question is about figures or trends, which have to be looked up."
        return _one(ContentType.RESEARCH, request, 0.7, reason, "keywords")
    hits = {
        kind: len(re.findall(weak, text)) + sum(one.kind is kind for one in found)
        for kind, weak in _WEAK.items()
    }
    ranked = sorted((kind for kind in hits if hits[kind]), key=lambda kind: -hits[kind])
    makes = bool(_MAKE.search(text) or _VAGUE.search(text))
    placed = {one.kind for one in found if _PLACE.search(text[: one.start])}
    if makes and len(placed) == 1 and "?" not in text:
        return _one(placed.pop(), request, 0.7, "The request says where it goes.", "keywords")
    if makes and _ANY_POST.search(text) and not _ADVICE.search(text):
        posts = (ContentType.BLOG, ContentType.LINKEDIN, ContentType.INSTAGRAM)
        first = max(posts, key=lambda kind: hits[kind])
        reason = "It asks for a text without saying where it goes."
        return _one(first, request, 0.4, reason, "keywords", choices=posts)
    if not ranked or "?" in text or "？" in text or not makes:
        return _one(ContentType.GENERAL, request, 0.5, "Nothing asks for a type.", "default")
    best = ranked[0]
    confidence = round(min(0.8, 0.3 + 0.1 * hits[best]), 2)
    close = tuple(kind for kind in ranked if hits[kind] >= hits[best] - 1)
    asks = confidence < ASK_BELOW or len(close) > 1
    choices = (*close[:3], ContentType.GENERAL) if asks else ()
    reason = "Words of the request point to it."
    return _one(best, request, confidence, reason, "keywords", choices=choices)
