"""What the rules say of an issue, in its language."""

from agent.workflows.tickets.contracts import Criterion, Language
from agent.workflows.tickets.maturity.criteria import Mark

TITLES: dict[Language, dict[Criterion, str]] = {
    "en": {
        "description_completeness": "Description completeness",
        "acceptance_criteria": "Acceptance criteria",
        "dependencies": "Dependencies",
        "business_value": "Business value",
        "technical_feasibility": "Technical feasibility",
        "user_story": "User story form",
        "estimation_readiness": "Estimation readiness",
        "priority_clarity": "Priority clarity",
    },
    "es": {
        "description_completeness": "Descripción completa",
        "acceptance_criteria": "Criterios de aceptación",
        "dependencies": "Dependencias",
        "business_value": "Valor de negocio",
        "technical_feasibility": "Viabilidad técnica",
        "user_story": "Forma de historia de usuario",
        "estimation_readiness": "Lista para estimar",
        "priority_clarity": "Claridad de la prioridad",
    },
    "zh": {
        "description_completeness": "描述完整性",
        "acceptance_criteria": "验收标准",
        "dependencies": "依赖关系",
        "business_value": "业务价值",
        "technical_feasibility": "技术可行性",
        "user_story": "用户故事形式",
        "estimation_readiness": "可估算性",
        "priority_clarity": "优先级清晰度",
    },
}

# Of each reason: English, Spanish, Chinese.
_WHY: dict[str, tuple[str, str, str]] = {
    # Description
    "summary": ("The summary names what it is about", "El resumen dice de qué se trata", "标题说清了主题"),
    "thin_summary": (
        "The summary names too little of what is changed",
        "El resumen apenas dice qué se cambia",
        "标题没有说清要改什么",
    ),
    "now": ("Says how things are now", "Dice cómo están las cosas ahora", "说明了现状"),
    "no_now": ("Nothing says how things are now", "Nada dice cómo están las cosas ahora", "没有说明现状"),
    "wanted": ("Says what is wanted", "Dice qué se quiere", "说明了想要的结果"),
    "no_wanted": ("Nothing says what is wanted", "Nada dice qué se quiere", "没有说明想要的结果"),
    "detail": ("Adds detail", "Añade detalle", "补充了细节"),
    "no_detail": ("Few sentences add detail of their own", "Pocas frases añaden detalle propio", "补充细节的句子太少"),
    "particular": ("Has a figure, a name or a quoted text", "Contiene una cifra, un nombre o un texto literal", "有具体的数字、名称或原文"),
    "no_particular": (
        "No figure, name or quoted text makes it concrete",
        "Ninguna cifra, nombre o texto literal lo concreta",
        "没有具体的数字、名称或原文",
    ),
    "scope": ("Says where the work ends", "Dice dónde acaba el trabajo", "说明了范围边界"),
    "no_scope": ("Nothing says what is left out", "Nada dice qué queda fuera", "没有说明哪些不做"),
    "vague": ("“{word}” can mean anything", "«{word}» puede significar cualquier cosa", "“{word}”含义不明"),
    "repeated": ("Repeats what was said before", "Repite lo ya dicho", "重复前面的内容"),
    "placeholder": ("Was left open", "Quedó sin rellenar", "没有填写"),
    # Acceptance criteria
    "testable": ("Can be tested", "Se puede comprobar", "可以验证"),
    "few_testable": ("There are fewer than four criteria to test", "Hay menos de cuatro criterios comprobables", "可验证的标准不足四条"),
    "no_testable": ("Nothing can be tested", "No hay nada que se pueda comprobar", "没有可以验证的标准"),
    "measured": ("Has a condition or a figure", "Tiene una condición o una cifra", "有条件或数字"),
    "no_measured": ("Too few criteria have a condition or a figure", "Pocos criterios tienen una condición o una cifra", "带条件或数字的标准太少"),
    "edge": ("Says what happens when it goes wrong", "Dice qué pasa cuando algo falla", "说明了出错时的情况"),
    "no_edge": ("Nothing says what happens when it goes wrong", "Nada dice qué pasa cuando algo falla", "没有说明出错时的情况"),
    "listed": ("Stands under acceptance criteria", "Figura entre los criterios de aceptación", "列在验收标准之下"),
    "no_listed": ("The criteria are not listed", "Los criterios no forman una lista", "验收标准没有单独列出"),
    "untestable": (
        "“{word}” cannot be tested",
        "«{word}» no se puede comprobar",
        "“{word}”无法验证",
    ),
    # Dependencies
    "independent": ("Says why nothing else is needed", "Dice por qué no necesita nada más", "说明了为什么没有依赖"),
    "said_independent": ("Says that it depends on nothing", "Dice que no depende de nada", "说明没有依赖"),
    "said_none": ("Says “none” without a reason", "Dice «ninguna» sin motivo", "只写了“无”，没有理由"),
    "no_independence": ("Nothing says why there are no dependencies", "Nada dice por qué no hay dependencias", "没有说明为什么没有依赖"),
    "dependency": ("Names what it depends on", "Nombra de qué depende", "说明了依赖什么"),
    "no_dependency": ("Nothing says what it depends on", "Nada dice de qué depende", "没有说明依赖什么"),
    "owner": ("Names who or what provides it", "Nombra quién o qué lo aporta", "说明了由谁或什么提供"),
    "no_owner": ("No owner or issue key of a dependency", "Ninguna dependencia tiene responsable o clave", "依赖没有负责方或编号"),
    "availability": ("Says when it is there", "Dice cuándo estará", "说明了何时就绪"),
    "no_availability": ("Nothing says when the dependencies are there", "Nada dice cuándo estarán las dependencias", "没有说明依赖何时就绪"),
    # Business value
    "benefit": ("Says what is gained", "Dice qué se gana", "说明了收益"),
    "no_benefit": ("Nothing says what is gained", "Nada dice qué se gana", "没有说明收益"),
    "more_benefit": ("Gives a second reason", "Da un segundo motivo", "给出了第二个理由"),
    "no_more_benefit": ("No second reason supports it", "Ningún segundo motivo lo apoya", "没有第二个理由支持"),
    "beneficiary": ("Names who gains", "Nombra quién gana", "说明了谁受益"),
    "no_beneficiary": ("Nobody is named who gains", "No nombra quién gana", "没有说明谁受益"),
    "measured_benefit": ("Says how much", "Dice cuánto", "说明了多少"),
    "no_measured_benefit": ("No figure says how much is gained", "Ninguna cifra dice cuánto se gana", "没有数字说明收益多大"),
    "vague_benefit": ("“{word}” claims a gain and names none", "«{word}» promete y no nombra nada", "“{word}”没有说明具体收益"),
    # Technical feasibility
    "place": ("Names a part of the system", "Nombra una parte del sistema", "说明了涉及的系统部分"),
    "no_place": ("No part of the system is named", "No nombra ninguna parte del sistema", "没有说明涉及系统的哪些部分"),
    "no_second_place": ("Only one part of the system is named, or none", "Nombra como mucho una parte del sistema", "最多只提到系统的一个部分"),
    "limit": ("Sets a limit", "Fija un límite", "给出了限制"),
    "no_limit": ("No technical limit is set", "No fija ningún límite técnico", "没有给出技术限制"),
    "feasible": ("Speaks of risk, or of what is there already", "Habla de riesgos o de lo que ya existe", "提到了风险或已有基础"),
    "no_feasible": ("Nothing on risks or on what is there already", "Nada sobre riesgos o lo que ya existe", "没有提到风险或已有基础"),
    # User story
    "role": ("Names a role", "Nombra un rol", "说明了角色"),
    "any_role": ("Could be anybody", "Podría ser cualquiera", "角色太笼统"),
    "want": ("Says what the role wants", "Dice qué quiere ese rol", "说明了角色想要什么"),
    "thin_want": ("Hardly says what is wanted", "Apenas dice qué se quiere", "没有说清想要什么"),
    "reason": ("Says what for", "Dice para qué", "说明了目的"),
    "no_reason": ("The story does not say what for", "La historia no dice para qué", "用户故事没有说明目的"),
    "circular": ("The reason only repeats the wish", "El motivo solo repite el deseo", "目的只是重复愿望"),
    "no_story": ("It is not written as a story: who, what, what for", "No está escrita como historia: quién, qué, para qué", "没有写成用户故事：谁、要什么、为什么"),
    "told_who": ("Names who meets it", "Nombra a quién le pasa", "提到了相关的人"),
    "no_told_who": ("Nobody is named who meets it", "No nombra a quién le pasa", "没有提到相关的人"),
    "told_wish": ("Tells what should be", "Cuenta cómo debería ser", "说明了应该怎样"),
    "no_told_wish": ("Nothing tells what should be", "Nada cuenta cómo debería ser", "没有说明应该怎样"),
    "told_reason": ("Tells why", "Cuenta por qué", "说明了原因"),
    "no_told_reason": ("Nothing tells why", "Nada cuenta por qué", "没有说明原因"),
    "told_fault": ("Tells the fault as it was met", "Cuenta el fallo tal como se vio", "描述了故障现象"),
    "no_told_fault": ("Nothing tells how the fault shows", "Nada cuenta cómo se ve el fallo", "没有描述故障现象"),
    # Estimation readiness
    "estimate": ("Gives a size", "Da un tamaño", "给出了规模"),
    "no_estimate": ("No size in points or days", "Sin tamaño en puntos o días", "没有给出点数或天数"),
    "checkable": ("Bounds the work by a test", "Acota el trabajo con una prueba", "用验证界定了工作"),
    "no_checkable": ("Fewer than three tests bound the work", "Menos de tres pruebas acotan el trabajo", "界定工作的验证不足三条"),
    "open": ("Is still open", "Sigue abierto", "尚未确定"),
    "whole": ("Is too big to estimate", "Es demasiado grande para estimarlo", "范围太大，无法估算"),
    "one_thing": ("Is one thing", "Es una sola cosa", "是一件事"),
    # Priority
    "priority": ("The priority is set to {word}", "La prioridad es {word}", "优先级为 {word}"),
    "default_priority": ("The priority is {word}, which is nobody's choice", "La prioridad es {word}, la que nadie elige", "优先级是默认的 {word}"),
    "no_priority": ("No priority is set", "No tiene prioridad", "没有设置优先级"),
    "urgency": ("Says why it matters now", "Dice por qué importa ahora", "说明了为什么现在要做"),
    "no_urgency": ("Nothing says why it has this priority", "Nada justifica la prioridad", "没有说明优先级的理由"),
    "deadline": ("Names a date", "Nombra una fecha", "说明了时间"),
    "no_deadline": ("No date or occasion is named", "No nombra fecha ni ocasión", "没有说明时间"),
    "measured_urgency": ("Says how much it matters", "Dice cuánto importa", "说明了影响多大"),
    "no_measured_urgency": ("No figure says how much it matters", "Ninguna cifra dice cuánto importa", "没有数字说明影响多大"),
    "waits": ("Says that it can wait, against its priority", "Dice que puede esperar, contra su prioridad", "说可以等，与优先级矛盾"),
}  # fmt: skip
_ORDER: dict[Language, int] = {"en": 0, "es": 1, "zh": 2}


def why(key: str, language: Language, *, word: str = "") -> str:
    return _WHY[key][_ORDER[language]].replace("{word}", word)


_LONGEST_QUOTE = 120
_QUOTES: dict[Language, tuple[str, str]] = {"en": ("“", "”"), "es": ("«", "»"), "zh": ("“", "”")}


def quoted(text: str, language: Language) -> str:
    """In quotation marks on one line, its end cut when it is long."""
    line = " ".join(text.split()).rstrip(".。")
    if len(line) > _LONGEST_QUOTE:
        line = line[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + "…"
    before, after = _QUOTES[language]
    return f"{before}{line}{after}" if line else ""


def sentence(criterion: Criterion, mark: Mark, language: Language) -> str:
    """Such as “Dependencies: nothing says what it depends on.”, with the words of a mark."""
    said = why(mark.why, language, word=mark.word)
    quote = quoted(mark.quote, language)
    if language == "zh":
        return f"{TITLES[language][criterion]}：{said}{f'：{quote}' if quote else ''}。"
    first = said[:1].lower() + said[1:]
    return f"{TITLES[language][criterion]}: {first}{f': {quote}' if quote else ''}."
