"""What a draft may name: it informs of a danger, forbids it or warns of it.

A request that names a crime mostly wants it. A draft that names one mostly tells of it, so in a
draft the sentence decides: one that tells passes, one that urges, offers or chooses does not.
"""

import re

from agent.guardrails.rules import Rule, sentence_around, words_of
from agent.guardrails.verdict import Category

_LAW = (
    words_of(
        r"laws?|(?:is|be) (?:it )?legal|not legal|legally (?:required|obliged|binding)|illegal(?:ly)?|unlawful\w*|lawful\w*"
        r"|courts?|judges?|tribunals?|sued?|suing|lawsuits?|liab(?:le|ility)|prosecut\w+|convict\w+|fine[sd]|penalt\w+"
        r"|prison|jail(?:ed)?|offen[cs]es?|felon(?:y|ies)|forbid(?:s|den)?|ban(?:s|ned)|prohibit\w*|outlaw\w*|barred"
        r"|breach\w*|statut\w+|regulat\w+|directives?|ombudsm[ae]n|the \w+ act|act of \d{4}|(?:housing|equality) act|\w*criminali[sz]\w+"
        r"|rights|compensation|off[\s-]limits|compliance|complaints?|not allowed to (?:refuse|reject|ask|turn|advertise)"
    ),
    words_of(
        r"ley(?:es)?|ilegal(?:es|mente)?|delitos?|prohib\w+|sancion\w*|multa\w*|tribunal(?:es)?|juez|jueces|juzgados?"
        r"|denunci\w+|demandas?|condena\w*|carcel|prision|obliga\w*|derechos?|castig\w+|constitucion|codigo penal"
        r"|normativa|reglamento|reclam\w+|indemniz\w+|no (?:puede|debe)n? (?:negar|rechaz|exclu|discrim)\w*"
    ),
    (
        "法律|法规|条例|违法|犯罪|犯法|刑|罪|罚(?!款全)|法院|法官|判决|判处|被判|起诉|诉讼|投诉|举报|追究|责任|权利|平等|合规|监管|民法典"
        "|政策|限购|户籍|为由|不得(?:以|因)|不能(?:以|因)"
    ),
)
_PROHIBITED = (
    words_of(r"(?:may|must|can|should) (?:not|never)|cannot|required|authorit(?:y|ies)"),
    words_of(r"no (?:puede|debe)n?"),
    "禁止|严禁|不得(?!不)|规定",
)
_FACTS = (
    words_of(
        r"stud(?:y|ies)|surveys? (?:of|found|shows?)|reports? (?:found|says?|shows?)|found that|figures|according to"
        r"|per ?cent|(?:one|two|three|four|\d) (?:in|out of) (?:every )?(?:two|three|four|five|six|ten|twenty|\d+)"
        r"|statistic\w*|census|research\w*|historians?|historically|for decades|redlin\w+|segregat\w+|until \d{4}|data"
    ),
    r"(?<!\d)\d{1,2}(?:[.,]\d+)? ?%",
    words_of(r"segun|estudios?|informes?|estadistic\w+|encuestas?|por ciento|decadas?|datos"),
    "调查|统计|报告|研究|数据|据|普查",
)
_PAST = (
    words_of(
        r"histor(?:y|ic)|centur(?:y|ies)|museum|memorial|formerly|used to be|once (?:known|a|the)"
        r"|(?:in|before|since|after|of|from) (?:the )?(?:early |late )?1[5-9]\d\ds?"
    ),
    words_of(r"histori\w+|siglos?|museo|años (?:\w+enta|veinte)"),
    "历史|世纪|年代|曾(?:经)?|博物馆|纪念",
)
_WARNINGS = (
    words_of(
        r"common(?!ly free| area| room| part| entrance)\w*|frequent\w*|typical(?:ly)?|rarely|cases? of|in (?:most|many|some) cases"
        r"|rising|(?:rose|fell) (?:to|by)|the number of|floods?|earthquakes?|wars?|victims?|warn\w*|beware|(?:red|sure|warning|tell-?tale) (?:flags?|signs?)|signs? of"
        r"|risk(?:s|y|ed|ing)?(?!-free| free)|danger(?:s|ous)?|hazard\w*|trap|careful|caution\w*|suspect\w*|suspicious"
        r"|protect(?:s|ed|ing|ion)?|prevent\w*|avoid(?:ing|s)?(?! (?:tax|inspect|disclos|detect|rent))|spot(?:s|ting)?"
        r"|recogni[sz]\w+|verif\w+|check (?:that|whether|the)|helplines?|shelters?|police|scam(?:s|mers?)?"
        r"|report(?:s|ed|ing)? (?:it|them|him|suspected|any|such)|fraud(?:s|sters?|ulent)?|thie(?:f|ves)|criminals?"
        r"|crimes?|burglars?|crooks?|gangs?|anti|against|combat\w*|fight(?:s|ing)?"
        r"|costs? (?:victims|consumers|buyers|the \w+|billions|millions|thousands)|stigma\w*|disclos(?:e|ed|es|ure)"
        r"|withdraw\w*|escap(?:e|ed)|worr(?:y|ies|ied)|poison control|known (?:as|for)|is (?:never|not) (?:worth|an? )"
        r"|(?:damages?|destroys?|erodes?|harms?) (?:the )?(?:trust|reputations?|confidence)"
    ),
    words_of(
        r"frecuentes?|habitual(?:es)?|comun(?:es)?|riesgos?|peligr\w+|estafa\w*|fraudes?|delincuentes?|ladron(?:es)?"
        r"|victimas?|casos?|puede (?:acabar|costar|ser|llevar|dar|causar)|provoca\w*|caus(?:a|an|o)|proteg\w+"
        r"|evit\w+|cuidado|desconfi\w+|nunca|alert\w+|policia|detect\w+|prevenir|prevencion|contra|sospech\w+|quien(?:es)?"
        r"|rechac\w+|no acepte\w*|exige\w*"
    ),
    (
        "常见|风险|危险|警惕|小心|当心|谨慎|核实|查验|识别|辨别|防(?:止|范|骗|盗)?|预防|避免|报警|警方|警察|公安|骗局|骗子|陷阱|受害"
        "|提醒|提示|切勿|请勿|导致|造成|损失|赔偿|属于|远离|拒绝(?:参与|支付)|打击|反(?:洗钱|诈|歧视)|不法分子|嫌疑|严重|隐患"
        "|维权|求助|热线|心理|发现|行为|手法|手段|套路|案件|有人|有些|不少|一些|部分|个别|某些|近年"
    ),
)
_ABOUT_BIAS = (
    words_of(
        r"discriminat\w+|protected (?:class\w*|characteristics?|groups?|by law)|fair[\s-]housing|civil rights|bias(?:ed)?"
        r"|prejudice\w*|stereotyp\w+|myths?|racis[mt]\w*|hate (?:crimes?|speech)|exempt\w*|equality|equal (?:treatment"
        r"|opportunit\w+)|wrong to|unfair\w*|(?:words|phrases?|wording)|(?:adverts?|ads?|listings?) (?:that|which|must|may|should)"
        r"|(?:some|many|most|few|other|several) (?:\w+ )?(?:landlords?|agents?|owners?|sellers?|banks?|lenders?|advertisers?"
        r"|brokers?)|(?:landlords?|agents?|banks?|lenders?|brokers?) who"
    ),
    words_of(
        r"(?:algun[oa]s|much[oa]s|ciert[oa]s) (?:propietarios|agentes|agencias|anuncios|caseros|bancos)|discrimina\w+|prejuicios?|racis\w+|igualdad|mitos?|crecieron|surgieron|llegaron"
    ),
    "歧视|偏见|刻板|无障碍|(?:有些|不少|部分|一些|个别|某些)(?:房东|业主|中介)|不对的|不公",
)
_CARE = (
    words_of(
        r"(?:households?|couples?|heirs?) (?:\w+ )?(?:has|have|had)|in the household"
        r"|without an adult|unaccompanied|unattended|unless supervised|without supervision|in the (?:pool|sauna|gym)"
    ),
    (
        r"^(?!.*(?:alquil|vend|vivienda|piso)).*(?<!\w)(?:piscina|parejas?|hogar(?:es)?|sin (?:un )?(?:adulto|vigilancia|supervision)|acompañad\w+"
        r"|enchufes?|ventanas?|balcon(?:es)?)(?!\w)"
    ),
    (
        "^(?!.*(?:[租卖售买]|业主|入住|谢绝)).*(?:关爱|方便|保护|看护|照顾|陪同|陪伴|监护|独自|单独|以免|摔|跌|靠近|接触|触碰|桑拿|温泉|泳池"
        "|爬楼|发愁|操心|担心|受伤|护栏|插座)"
    ),
)
_AS_SUBJECT = (
    r"^\W*\w+ing (?:[^\s,;]+ ){1,8}(?:is|are|can|may|will|carries|leads|costs|ends|means|remains|counts|voids|hurts)(?!\w)",
    r"^\W*\w+[aei]r (?:[^\s,;]+ ){1,8}(?:es|puede|constituye|supone|conlleva|acarrea|sale|anula)(?!\w)",
)
"""What is done is what the sentence speaks of, not what it asks for."""
_WHOEVER = words_of(r"whoever|anyone who|those who")
_ANIMALS = words_of(
    r"moths?|wasps?|ants?|bed ?bugs?|mice|mouse|rats?|pests?|weeds?|termites?|germs?|bacteria|mou?ld|mites?|cockroach\w*"
    r"|insects?|spores?|fleas?|slugs?|bees?|woodworm|foxes|moles?"
)
_TELLING = (*_LAW, *_PROHIBITED, *_FACTS, *_PAST, *_WARNINGS)
_TELLS: dict[Category, re.Pattern[str]] = {
    "discrimination": re.compile("|".join((*_LAW, *_FACTS, *_ABOUT_BIAS, *_CARE))),
    "illegal": re.compile("|".join((*_TELLING, *_AS_SUBJECT, _WHOEVER))),
    "violence": re.compile("|".join((*_TELLING, *_AS_SUBJECT, _ANIMALS))),
    "sexual": re.compile("|".join((*_LAW, *_PROHIBITED, *_PAST, *_WARNINGS))),
}
_REFUTES = re.compile(
    words_of(
        r"myths?|prejudice\w*|stereotyp\w+|false|untrue|hate (?:crimes?|speech)|racis[mt]\w*|offensive|slander\w*|no evidence"
        r"|contrary|wrong(?:ly)?|unlawful|illegal to|discriminat\w+|forbid\w*|fair[\s-]housing"
    )
)
"""Whoever speaks with contempt may well quote a figure or a law."""

_URGES = re.compile(
    "|".join(
        (
            (
                r"(?<!\w)how to (?!(?:spot|recogni|avoid|prevent|protect|report|detect|tell|check|identify|stop|fight|react|respond"
                r"|deal|guard|keep (?:safe|burglars)|complain|claim|get help|remove|treat|dispose|clean|test|prove|challenge"
                r"|appeal|know|comply|verify|disclose))"
            ),
            words_of(
                r"here(?:['’]s| is| are) (?:how|the trick)|step[\s-]by[\s-]step|made easy|the trick is|follow these steps"
                r"|(?:easy|simple|quick|foolproof|legal|clever) (?:ways?|tricks?|methods?) to (?!spot|avoid|prevent|protect|check)"
                r"|(?:getting|being|get) caught|undetected|(?:get|getting) away with|get around|circumvent|risk-free"
                r"|so (?:that )?(?:no ?one|nobody|the \w+|they|he|she|your \w+) (?:\w+ )?(?:never|not|cannot|\w+n['’]t|finds?"
                r"|notices?|will)|for sale|in stock|order (?:now|here|yours)|learn (?:how )?to (?!spot|recogni|avoid|detect)"
                r"|we(?:['’]ll)? (?:can |will |also |gladly |happily )?(?:sell|offer|supply|deliver|arrange|teach|show you how)"
                r"|whatever the law|(?:regardless of|despite) (?:the law|what the law)|ignor(?:e|ing) the (?:law|rules)"
                r"|even if it is (?:illegal|forbidden)|the law (?:can|will)(?:not|n['’]t) touch|100 ?% (?:safe|secure|legal)"
                r"|guaranteed|cheap(?:ly)?|fast delivery|(?:contact|message|call|text|dm) us|whatsapp|telegram|price list|success rate"
                r"|(?:is|are|be) (?:\w+ )?(?:easy|simple|child['’]s play)|(?:our|my) (?:\w+ )?(?:fake|forged|falsified|counterfeit|bogus)"
                r"|(?:get|gets|land|lands|win|wins) you (?:the|a)"
            ),
            words_of(
                r"aprend\w+ a (?!detectar|evitar|reconocer|prevenir)|te (?:enseñamos|ayudamos|vendemos)|paso a paso|sin que"
                r"|como (?:falsific|estaf|engañ|evad|ocult|robar|forzar|blanque)\w*|nadie (?:se entera\w*|lo (?:nota|sabra)\w*)"
                r"|(?:vendemos|ofrecemos|conseguimos)|burlar|en (?:tres|cinco|pocos) (?:minutos|pasos)|aunque (?:sea|la ley)|es (?:muy )?(?:facil|sencillo|rapido)"
            ),
            (
                "教(?:您|你|大家)|手把手|轻松|只需|[三几两一]步|步骤如下|秘诀|不被(?:发现|查|抓)|神不知|别让|不让[^。]{0,4}(?:知道|发现)|包过"
                "|出售(?!时|前|房|住|二手)|代办|低价|联系我们|加微信|我们(?:提供|可以|能|帮)|帮(?:您|你)(?!识|辨|防|避|核|远)|绕过"
                "|逃避(?:检查|监管)|规避|就能|钻(?:法律)?空子"
            ),
        )
    )
)
_CHOOSES = re.compile(
    r"(?<!\w)(?:we|i)(?:['’]d|['’]ll)? (?:\w+ly |still |also )?(?:do not|don['’]t|never|only|prefer|will not|won['’]t|refuse"
    r"|reject|keep|want|choose|pick|take no|accept no|welcome no|may choose|cannot|can['’]t|avoid|exclude|let|rent)(?! (?:discriminat|refus|reject|turn|exclud|deny|treat))"
    r"|(?<!\w)but no |please\W*$|(?:^\W*|so )sorry(?!\w)"
    r"|(?<!\w)(?:no|solo|nunca) (?:alquilamos|aceptamos|queremos|vendemos|admitimos)"
    "|(?:我们|本房|本店|本人|(?<![些少分别数多])房东)(?:不|只|拒绝|谢绝)(?![得能可])"
)
"""Somebody speaks of whom they take, not of what others do."""

_FORBIDDEN = re.compile(
    r"(?<!why )(?:(?<!\w)(?:(?:do|must|may|can|should|shall|would|will|could)(?: not| never|n['’]t)|cannot|never|(?<!si )no|nunca"
    r"|instead of|rather than|refus\w+ to)|切勿|请勿|不要|不得|不可|不能|严禁|禁止|别|拒绝|不(?:参与|支持))"
    r"(?:\s+(?!forget|hesitate|fail|afraid|worry|only|just|job|problem|olvid|dud)\w+){0,3}\s*$"
)
_OF_OTHERS = re.compile(
    r"(?<!\w)(?:who|that|which|they|some|many|others|sellers?|landlords?|tenants?|agents?|people|buyers?|neighbou?rs|men"
    r"|companies|builders?|owners?|banks?)(?: (?:\w+ly|often|may|might|could|will|have|had|has|sometimes|also|still"
    r"|try|tries|tried|to|used|and))*\s*$"
)
_MAY = re.compile(
    r"(?<!\w)(?<!you )(?<!we )(?<!i )(?<!they )(?:can|could|may|might|puede|pueden|podrian?)(?: even| also| \w+ly)? $"
    r"|(?:(?<![我们你])会|可能|可以?)(?:让|使|令)?[^，。]{0,2}$"
)
"""What a danger can do."""
_NAMED = re.compile(
    r"(?:(?:kill|injur|drown|poison|suffocat|murder|stabb|bomb|execut|attack|assault|threaten)ed |(?:kill|poison|suffocate|drown|mislead|deceive|trick|swindle|cheat|hide|conceal)s |(?:forged|falsified|fabricated"
    r"|doctored|counterfeit|bogus|phony|stolen|fak(?:e|ed)(?! (?:an?|the|your|some|their)\b))|money[\s-]launder|tax evasion"
    r"|bribery|phishing|insider|identity|bait|human|smuggling|drug|phantom|non-?existent|pirated|hidden|secret|spy|squat|credit card|off the books"
    r"|(?:mortgage|insurance|loan|wire|title|appraisal|occupancy|tax|rental|lease) (?:fraud|scam)|prostitut|brothel"
    r"|(?:listing|flat|apartment|house|home|rental)s? (?:that|which)|blanqueo|evasion|estafa|narco"
    r"|假(?:房源|证|合同|发票|评论|好评|流水|房产证)|诈骗|洗钱|钓鱼|黑客|传销|枪支|自杀|炸弹|非法|庞氏|走私|回扣|折磨|纵火|放火|虐待)"
)
"""Not an act, but its name or a fact."""
_ORDERED = re.compile(
    r"(?:^|[,;:]|(?<!\w)(?:and|then|to|simply|just|y|luego))\s*(?:use|buy|get|try|order|send|make|start|join|run|set up|create|post"
    r"|publish|invent|place|install|write|compra|usa|consigue|haz|publica|crea)\s+(?:\w+\s+){0,3}$"
    r"|(?<!\w)(?:we|i) (?:\w+ )?$|(?:使用|购买|制作|办理|发布|用)[^。！？，]{0,3}$"
)


def tells(category: Category, rule: Rule, text: str, found: re.Match[str]) -> bool:
    """Whether the sentence around tells of what it names, and does not want it."""
    if rule.always or category == "profanity":
        return False
    sentence, at = sentence_around(text, found.start())
    before, around = sentence[:at], f"{sentence[:at]} {sentence[at + len(found[0]) :]}"
    if category == "discrimination":
        telling = _REFUTES if rule.name == "hatred" else _TELLS[category]
        return (
            not _CHOOSES.search(sentence)
            and not _URGES.search(sentence)
            and (bool(telling.search(around)) or bool(_FORBIDDEN.search(before)))
        )
    if category != "sexual" and _FORBIDDEN.search(before):
        return True
    if _URGES.search(sentence):
        return False
    if _TELLS[category].search(around) or (category == "illegal" and _OF_OTHERS.search(before)):
        return True
    if category == "violence" and _MAY.search(before):
        return True
    return bool(_NAMED.match(found[0].strip())) and not _ORDERED.search(before)
