"""Wishes in a request that are no topic: ratio, look, tone, length, hashtags, readers, papers."""

import re

from agent.text import Language

_ONE_LOOK = (
    r"(?:watercolou?r|flat|vector(?:ial)?|3-?d|render(?:ed|ing)?|minimal(?:ist)?|sketch"
    r"|line[- ](?:art|drawing)|pencil(?: drawing)?|oil[- ]painting|vintage|retro"
    r"|photo(?:graph|graphic|realistic)?|cartoon|illustrat(?:ion|ed)|acuarela|minimalista"
    r"|fotogr[aá]fic[oa])"
)
_LOOK = rf"(?:{_ONE_LOOK}(?:\s+{_ONE_LOOK})*)"
_SHAPE = (
    r"(?:square|vertical|horizontal|landscape|portrait|wide(?:screen)?|cuadrad[oa]|apaisad[oa])"
)
_FORMAT = r"(?:aspect|format|ratio|orientation|formato|proporci[oó]n|orientaci[oó]n)"
_RATIO = (
    r"(?:(?:in|as|at|with|en|con)\s+)?"
    rf"(?:(?:an?|un|una|the|{_FORMAT})\s+)*\d{{1,2}}:\d{{1,2}}(?:\s+{_FORMAT})*"
)
_SHAPED = rf"(?:in|as|en)\s+(?:(?:an?|{_FORMAT})\s+)*{_SHAPE}(?:\s+{_FORMAT})?"
_LENGTH = (
    r"(?:(?:in|of|with|at|about|around|roughly|approximately|under|within|max(?:imum)?|at most"
    r"|up to|no more than|de|en|con|unas|m[aá]ximo)\s+)*"
    r"\d{2,5}(?:\s*(?:-|–|to|a)\s*\d{2,5})?[\s-](?:words?|characters?|palabras|caracteres)"
    r"(?:\s+(?:long|max(?:imum)?|at most|or less))?"
)
_HASHTAGS = (
    r"(?:(?:and|y|with(?:out)?|no|plus|con|sin|use|add|\d+|some|many|any|few|relevant|algunos)\s+)+"
    r"hashtags?"
)
_TONE = (
    r"(?:in|with|using|and|con|en|y)\s+(?:(?:an?|our|un|una)\s+)?(?:[\w-]+\s+){0,3}"
    r"(?:tone|tono)(?:\s+of\s+voice|\s+[\w-]+)?"
)
_STYLE = (
    rf"(?:in|with|as|con|en)\s+(?:(?:an?|un|una|the|estilo)\s+)*{_LOOK}"
    r"(?:\s+(?:style|look|estilo))?"
)
_READERS = (
    r"for\s+(?:(?:all|some|most)\s+(?:of\s+)?)?(?:our|my)\s+(?:[\w-]+\s+)?(?:followers?|clients?"
    r"|customers?|readers?|subscribers?|audience|fans|community|page|feed|profile)"
)
_LECTORES = (
    r"para\s+(?:todos\s+)?(?:nuestr[oa]s?|mis?)\s+(?:seguidores|clientes|lectores|suscriptores"
    r"|audiencia|comunidad|perfil)"
)
_PAPERS = (
    r"(?:documents?|files?|pdfs?|papers?|reports?|notes|texts?|attachments?|uploads?|documentos?"
    r"|archivos?|ficheros?|informes?|apuntes|textos?|adjuntos?)"
)
_SOURCE = (
    r"(?:based (?:up)?on|drawing on|according to|from|using|with|out of|basad[oa]s? en|a partir de"
    r"|seg[uú]n|usando|con|de)\s+"
    r"(?:(?:this|these|that|the|my|our|attached|uploaded|est[ea]|estos|el|los|mis?|nuestr[oa]s?)\s+)+"
    rf"(?:[\w-]+\s+)?{_PAPERS}(?:\s+(?:attached|uploaded|above|here|adjunt[oa]s?|subid[oa]s?))?"
)
_EMPTY = (
    r"(?:no|without|sin)\s+(?:any\s+)?(?:people|persons|text|words|letter(?:s|ing)|logos?|faces"
    r"|personas|gente|texto|letras|logotipos)"
)
_COURTESY = r"(?:please|thanks|thank you|por favor|gracias)"
_COLOURS = r"(?:[\w-]+\s+){1,2}(?:colou?rs|palette)(?!\s+and\b)"
_BARE_LOOK = (
    rf"(?:{_LOOK}|{_SHAPE}|(?:[\w-]+\s+){{1,2}}(?:tone|style)|(?:tono|estilo)\s+[\w-]+)"
    rf"(?:\s+(?:style|look|{_FORMAT}))?"
)
"""Only after a comma: without one it may be what it is about."""
_NEXT = (
    r"(?=\s*(?:$|[,;.)]|\b(?:about|on|for|of|and|with|in|sobre|acerca|para|de|y|con|en)\b"
    r"|\b(?:blog|post|article|caption|picture|image)\b))"
)
_AFTER = {
    r"(?:^|[\s,;(]+)": (
        _RATIO,
        _SHAPED,
        _LENGTH,
        _HASHTAGS,
        _TONE,
        _STYLE,
        _READERS,
        _LECTORES,
        _SOURCE,
    ),
    r"\s*[,;]\s*": (_BARE_LOOK, _EMPTY, _COLOURS, _COURTESY),
}
_WISHES = tuple(
    re.compile(rf"{before}{wish}\)?{_NEXT}", re.IGNORECASE)
    for before, wishes in _AFTER.items()
    for wish in wishes
)
_LOOKS_HAN = (
    "水彩|扁平|矢量|3D|三维|渲染|极简|简约|素描|线稿|铅笔|油画|复古|摄影|照片|插画|卡通|写实"
)
_TONES_HAN = "轻松|正式|专业|亲切|友好|活泼|温暖|幽默|口语化"
_WISHES_HAN = re.compile(
    r"[，,、；\s]*(?:"
    r"(?:比例|画幅|用|采用|以)?(?:为|是)?\d{1,2}[:：比]\d{1,2}(?:的?(?:比例|画幅|格式))?的?"
    r"|(?:大约|约|不超过|控制在)?\d{2,5}(?:[-到至]\d{2,5})?个?字(?:左右|以内|以下)?的?"
    r"|(?:带|加上?|附|要|配)?\d*个?(?:话题)?标签"
    rf"|(?:用|以|采用)?(?:{_TONES_HAN})的?(?:语气|口吻|风格)的?"
    rf"|(?:语气|口吻|风格)(?:要|是)?(?:{_TONES_HAN})(?:一?点)?的?"
    r"|(?:横版|竖版|方形|正方形)的?"
    rf"|(?:(?<=[，,、；\s])|用|以|采用)(?:{_LOOKS_HAN})+(?:风格?|画风|效果)?的?(?=$|[，,、；])"
    r"|(?:不要|没有|不带|无)(?:任何)?(?:人物?|文字|标志|人脸)(?=$|[，,、；])"
    r"|(?:根据|基于|按照?|参考|用)(?:这|我的?|我们的?|上传的?|附上的?|附件)*[个份篇些]?(?:文件|文档|资料|附件|报告|PDF)里?的?"
    r"|(?:给|为|面向)(?:我们|咱们)的?(?:粉丝|客户|读者|关注者|用户)们?的?"
    r")"
)


_TITLED = re.compile(
    r"[\s,;]*(?:\b(?:with|and|that|which|con|y|que)\s+)?(?:(?:the|an?|el|la|una?)\s+)?"
    r"\b(?:title|titled|headline|headed|text|says?|saying|reads?|reading|t[ií]tulo|titular|titulad[oa]|texto"
    r"|diga|dice)[\s:]+[“\"«](?P<title>[^“”\"«»]{2,60})[”\"»]"
    r"|[，,、\s]*(?:标题|题目|文字|写着)(?:为|是|叫|:|：)*[“\"「《](?P<han>[^“”\"「」《》]{2,60})[”\"」》]的?",
    re.IGNORECASE,
)


def title_in(request: str) -> str:
    """The title that a request wishes, in quotes; empty where it wishes none."""
    found = _TITLED.search(request)
    return " ".join((found["title"] or found["han"]).split()) if found else ""


def without_title(request: str) -> str:
    return _TITLED.sub("", request)


def without_wishes(line: str, language: Language) -> str:
    """A request in one line, with what only says how it is to be, or for whom, left out."""
    if language == "zh":
        return _WISHES_HAN.sub("", line).strip(" ，,、；")
    for wish in _WISHES:
        line = wish.sub(" ", line)
    return re.sub(r"\s+(?=[,;])", "", " ".join(line.split())).strip(" ,;")
