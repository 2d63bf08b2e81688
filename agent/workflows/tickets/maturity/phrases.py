"""Headings, advice and questions, in the issue's language; and stand-ins for answers.

A stand-in is never shown and never written anywhere: it serves to work out
what an answer of its kind would be worth.
"""

from agent.workflows.tickets import description
from agent.workflows.tickets.contracts import Language

HEADINGS: dict[str, dict[Language, str]] = {
    "acceptance": {
        lang: names["acceptance_criteria"] for lang, names in description.HEADINGS.items()
    },
    "value": {lang: names["business_value"] for lang, names in description.HEADINGS.items()},
    "dependencies": {"en": "Dependencies", "es": "Dependencias", "zh": "依赖关系"},
    "technical": {"en": "Technical notes", "es": "Notas técnicas", "zh": "技术说明"},
    "scope": {"en": "Scope", "es": "Alcance", "zh": "范围"},
    "priority": {"en": "Priority", "es": "Prioridad", "zh": "优先级"},
    "context": {"en": "Background", "es": "Contexto", "zh": "背景"},
}

ADVICE: dict[str, dict[Language, str]] = {
    "description_completeness.repeats": {
        "en": "Say once what stands there twice.",
        "es": "Dejar una sola vez lo que está dos veces.",
        "zh": "删去逐字重复的句子。",
    },
    "description_completeness.situation": {
        "en": "Say how things are now, what should be instead, and what stays as it is.",
        "es": "Decir cómo están las cosas ahora, cómo deberían estar y qué queda igual.",
        "zh": "说明现状、期望的结果，以及哪些保持不变。",
    },
    "description_completeness.summary": {
        "en": "Give it a summary that names what is changed, and where.",
        "es": "Darle un resumen que diga qué se cambia y dónde.",
        "zh": "换一个能说清改什么、在哪里改的标题。",
    },
    "acceptance_criteria.list": {
        "en": "List what the text demands as acceptance criteria, beginning with {quote}.",
        "es": "Poner en una lista de criterios de aceptación lo que el texto exige, empezando por {quote}.",
        "zh": "把文中的要求逐条列为验收标准，例如{quote}。",
    },
    "acceptance_criteria.testable": {
        "en": "Replace {quote} by something that can be checked.",
        "es": "Sustituir {quote} por algo que se pueda comprobar.",
        "zh": "把{quote}换成可以验证的说法。",
    },
    "acceptance_criteria.more": {
        "en": "Add criteria that can be checked, with figures and with a case that goes wrong.",
        "es": "Añadir criterios comprobables, con cifras y con un caso en que algo falla.",
        "zh": "补充可验证的标准，写明数字和出错的情形。",
    },
    "dependencies.named": {
        "en": "Name what it depends on, who provides it and when, or why it depends on nothing.",
        "es": "Nombrar de qué depende, quién lo aporta y cuándo, o por qué no depende de nada.",
        "zh": "写明依赖什么、由谁提供、何时就绪，或为什么没有依赖。",
    },
    "business_value.told": {
        "en": "Say what is gained, for whom, and how much.",
        "es": "Decir qué se gana, para quién y cuánto.",
        "zh": "说明收益是什么、归谁、有多大。",
    },
    "technical_feasibility.told": {
        "en": "Name the parts of the system that change, their limits, and the risk.",
        "es": "Nombrar las partes del sistema que cambian, sus límites y el riesgo.",
        "zh": "写明涉及系统的哪些部分、有什么限制和风险。",
    },
    "user_story.form": {
        "en": "Put {quote} in the form of a user story.",
        "es": "Dar a {quote} la forma de historia de usuario.",
        "zh": "把{quote}写成用户故事。",
    },
    "user_story.told": {
        "en": "Write it as a user story: who wants what, and what for.",
        "es": "Escribirla como historia de usuario: quién quiere qué y para qué.",
        "zh": "写成用户故事：谁、想要什么、为了什么。",
    },
    "estimation_readiness.bounds": {
        "en": "Say what is left out and how big the rest is.",
        "es": "Decir qué queda fuera y cuánto ocupa el resto.",
        "zh": "说明哪些不做，以及其余部分的规模。",
    },
    "priority_clarity.set": {
        "en": "Set a priority.",
        "es": "Fijar una prioridad.",
        "zh": "设置优先级。",
    },
    "priority_clarity.reason": {
        "en": "Give the reason for the priority: what happens, and by when, if it waits.",
        "es": "Justificar la prioridad: qué pasa, y cuándo, si se espera.",
        "zh": "说明优先级的理由：如果推迟，会在何时发生什么。",
    },
}

ASKS: dict[str, dict[Language, str]] = {
    "description_completeness.situation": {
        "en": "What happens today, what should happen instead, and what is not part of it?",
        "es": "¿Qué pasa hoy, qué debería pasar y qué no entra?",
        "zh": "现在是怎样的？应该怎样？哪些不在范围内？",
    },
    "description_completeness.summary": {
        "en": "In one line: what is changed, where, and for whom?",
        "es": "En una línea: ¿qué se cambia, dónde y para quién?",
        "zh": "请用一行说明：改什么、在哪里、为谁？",
    },
    "acceptance_criteria.testable": {
        "en": "{quote}: how fast, how many, or what is then to be seen?",
        "es": "{quote}: ¿en cuánto tiempo, cuántos, o qué se ve entonces?",
        "zh": "{quote}：多快、多少，或者会看到什么？",
    },
    "acceptance_criteria.more": {
        "en": "What must be seen, refused or measured for this to be done? One line each.",
        "es": "¿Qué tiene que verse, rechazarse o medirse para darlo por hecho? Una línea cada cosa.",
        "zh": "看到、拒绝或测到什么才算完成？每行一条。",
    },
    "dependencies.named": {
        "en": "What does it depend on, who provides that and by when? Or why does it depend on nothing?",
        "es": "¿De qué depende, quién lo aporta y para cuándo? ¿O por qué no depende de nada?",
        "zh": "依赖什么？由谁提供？何时就绪？如果没有依赖，为什么？",
    },
    "business_value.told": {
        "en": "What does it save, earn or avoid, for whom, and how much?",
        "es": "¿Qué ahorra, aporta o evita, a quién y cuánto?",
        "zh": "它为谁节省、带来或避免什么？有多少？",
    },
    "technical_feasibility.told": {
        "en": "Which parts of the system change, within which limits, and what is the risk?",
        "es": "¿Qué partes del sistema cambian, dentro de qué límites y cuál es el riesgo?",
        "zh": "涉及系统的哪些部分？有什么限制？风险是什么？",
    },
    "user_story.told": {
        "en": "Who wants it; to do what; what for? Three parts, with semicolons between them.",
        "es": "¿Quién lo quiere; qué quiere hacer; para qué? Tres partes, separadas por punto y coma.",
        "zh": "谁想要；想做什么；为了什么？分三部分，用分号隔开。",
    },
    "estimation_readiness.bounds": {
        "en": "What is left out, and how many points or days is the rest?",
        "es": "¿Qué queda fuera y cuántos puntos o jornadas ocupa el resto?",
        "zh": "哪些不做？其余部分是多少点或多少天？",
    },
    "priority_clarity.set": {
        "en": "Which priority has it: Highest, High, Medium, Low or Lowest?",
        "es": "¿Qué prioridad tiene: muy alta, alta, media, baja o muy baja?",
        "zh": "优先级是什么：最高、高、中、低还是最低？",
    },
    "priority_clarity.reason": {
        "en": "Who is affected if it waits, how much, and by when is it needed?",
        "es": "¿A quién afecta si se espera, cuánto, y para cuándo hace falta?",
        "zh": "如果推迟，影响谁、影响多大？最晚什么时候需要？",
    },
}

STAND_INS: dict[str, dict[Language, str]] = {
    "description_completeness.situation": {
        "en": "Today the clerk copies each row by hand into a spreadsheet every Friday."
        " A button should write all rows into one file. Drafts are out of scope.",
        "es": "Hoy la administrativa copia cada fila a mano en una hoja los viernes."
        " Un botón debería escribir todas las filas en un archivo. Los borradores quedan fuera.",
        "zh": "目前文员每周五手工把每一行抄到表格里。应该有一个按钮把全部行写入一个文件。草稿不在本次范围。",
    },
    "description_completeness.summary": {
        "en": "Refuse uploads above 10 MB on the claim form",
        "es": "Rechazar adjuntos de más de 10 MB en el formulario de siniestros",
        "zh": "理赔表单拒绝超过10MB的附件",
    },
    "acceptance_criteria.testable": {
        "en": "The list of 500 rows is shown within 2 seconds",
        "es": "La lista de 500 filas se muestra en menos de 2 segundos",
        "zh": "500行的列表在2秒内显示完毕",
    },
    "acceptance_criteria.more": {
        "en": "An empty date shows “Enter a date” and stores nothing\n"
        "A file of 12 MB is refused with “At most 10 MB”\n"
        "Within 5 seconds of the upload the row appears in the list",
        "es": "Una fecha vacía muestra «Indique una fecha» y no guarda nada\n"
        "Un archivo de 12 MB se rechaza con «Como máximo 10 MB»\n"
        "A los 5 segundos de la subida la fila aparece en la lista",
        "zh": "日期为空时显示“请输入日期”，不保存\n上传12MB的文件被拒绝并显示“最多10MB”\n上传后5秒内列表出现该行",
    },
    "dependencies.named": {
        "en": "Depends on the address service of the platform team (CORE-7), live since 3 March.",
        "es": "Depende del servicio de direcciones del equipo de plataforma (CORE-7), disponible desde el 3 de marzo.",
        "zh": "依赖平台组提供的地址接口（CORE-7），3月3日已上线。",
    },
    "business_value.told": {
        "en": "It saves the support team 10 hours a week and 40 complaints a month.",
        "es": "Ahorra al equipo de soporte 10 horas por semana y 40 quejas al mes.",
        "zh": "每周为客服节省10小时，每月减少40起投诉。",
    },
    "technical_feasibility.told": {
        "en": "The table `orders` gets one column, at most 200 rows per call."
        " The existing export job is reused; the risk is its timeout.",
        "es": "La tabla `orders` recibe una columna, como máximo 200 filas por llamada."
        " Se reutiliza la tarea programada existente; el riesgo es su tiempo límite.",
        "zh": "数据表 `orders` 增加一列，每次最多200行。复用现有的定时任务，风险是超时。",
    },
    "user_story.told": {
        "en": "accountant; close the month from one list; no invoice is paid twice",
        "es": "contable; cerrar el mes desde una sola lista; no pagar dos veces una factura",
        "zh": "会计；在一张清单上完成月结；不会重复付款",
    },
    "estimation_readiness.bounds": {
        "en": "Mobile screens are left out.\nEstimate: 3 story points.",
        "es": "Las pantallas móviles quedan fuera.\nEstimación: 3 puntos.",
        "zh": "移动端页面不做。\n估算3个故事点。",
    },
    "priority_clarity.set": {"en": "High", "es": "alta", "zh": "高"},
    "priority_clarity.reason": {
        "en": "12 customers complained last month, and the contract ends on 30 June.",
        "es": "El mes pasado se quejaron 12 clientes, y el contrato vence el 30 de junio.",
        "zh": "上个月有12个客户投诉，合同6月30日到期。",
    },
}
