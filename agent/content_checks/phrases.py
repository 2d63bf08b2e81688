"""The wording that tells a call to action, a placeholder or a section, in three languages."""

import re

_ASKS_ANYWHERE = (
    r"\b(?:contact us|get in touch|call (?:us|me|today|now)|book (?:an?|your|now) |sign up"
    r"|learn more"
    r"|find out more|read more|read the full|see how|let us know|let me know|follow (?:us|me|along)"
    r"|link in bio|(?:dm|message|send|tell|ask|drop|write to) (?:us|me)\b|speak to us|talk to us"
    r"|get your|claim your|start (?:today|now)|save this|share this|in the comments"
    r"|cont[aá]cta(?:nos|me)|ll[aá]ma(?:nos|me)|suscr[ií]bete|reg[ií]strate|escr[ií]be(?:nos|me)"
    r"|inf[oó]rmate|cu[eé]nta(?:nos|me)|d[ií]nos|s[ií]gue(?:nos|me)|enlace en la bio|[uú]nete"
    r"|ponte en contacto|p[oó]ngase en contacto|d[eé]ja(?:nos|me)|en los comentarios)\b"
    r"|(?:what|how|which|when|would|do|have|are) [^.!?\n]{0,60}\byou(?:r)?\b[^.!?\n]{0,80}\?"
    r"|¿[^?\n]{0,120}\b(?:t[uú]|te|tus?|usted|har[ií]as|crees|piensas|prefieres)\b[^?\n]{0,80}\?"
    r"|联系|预约|下载|关注|订阅|咨询|点击|留言|私信|评论区|转发|收藏|扫码|报名|致电|拨打|了解更多"
    r"|告诉我们|欢迎来|分享给"
)
# As imperatives they begin a sentence or a part of one; elsewhere they are mere verbs and nouns.
_ASKS_FIRST = (
    r"(?:^|[.!?:;,—–¡¿]|\b(?:and|or|please|then|today|y|o|por favor))[ \t\"'“*_]*"
    r"(?:contact|call|book|schedule|download|subscribe|register|request|visit|try|share|comment|join"
    r"|order|buy|reply|leave|tag|ask|explore|discover|compare|check|read|apply|reserve"
    r"|contacta|llama|reserva|descarga|solicita|pide|visita|descubre|comparte|comenta|guarda"
    r"|etiqueta|agenda|prueba|empieza|habla|lee|consulta|compara|reserve|solicite|llame|visite)\b"
)
CALL_TO_ACTION = re.compile(f"{_ASKS_ANYWHERE}|{_ASKS_FIRST}", re.IGNORECASE | re.MULTILINE)
PLACEHOLDER = re.compile(
    r"lorem ipsum|(?-i:\bTODO\b)|\bTBD\b|\bTKTK\b"
    r"|\[(?:insert|your|company|name|add|link|date|city|brand|placeholder"
    r"|inserta[r]?|tu|nombre|a[nñ]ade|enlace|fecha|ciudad|marca|插入|公司|你的|链接|名称)"
    r"[^\]\n]{0,60}\](?!\()|\{\{[^{}\n]{0,60}\}\}|\bX{2,}(?:\s?%|\b)|<(?:insert|your)[^>\n]{0,40}>"
    r"|（此处[^）\n]{0,30}）|【(?:插入|待补|填写)[^】\n]{0,30}】",
    re.IGNORECASE,
)
STRATEGY_SECTIONS: dict[str, re.Pattern[str]] = {
    "audience": re.compile(
        r"audience|personas?\b|target|audiencia|p[uú]blico|受众|用户|人群|客群", re.IGNORECASE
    ),
    "pillars": re.compile(r"pillars?|themes?\b|pilares|ejes|支柱|主题|内容方向", re.IGNORECASE),
    "mix": re.compile(r"\bmix\b|formats?\b|mezcla|formatos|组合|配比|占比", re.IGNORECASE),
    "channels": re.compile(r"channels?|platforms?|canales|plataformas|渠道|平台", re.IGNORECASE),
    "calendar": re.compile(
        r"calendar|schedule|calendario|日历|排期|计划表|发布计划", re.IGNORECASE
    ),
    "KPIs": re.compile(
        r"\bkpis?\b|metrics?|measur|m[eé]tricas|indicadores|指标|衡量", re.IGNORECASE
    ),
    "roadmap": re.compile(
        r"roadmap|timeline|phases?|hoja de ruta|fases|路线图|实施|阶段", re.IGNORECASE
    ),
}
