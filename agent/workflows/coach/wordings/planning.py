"""What planning by rules says, each sentence beside its translations."""

from agent.text import Language

SENTENCES: dict[str, dict[Language, str]] = {
    "count.day.one": {"en": "1 day", "es": "1 día", "zh": "1 天"},
    "count.day.many": {"en": "{n} days", "es": "{n} días", "zh": "{n} 天"},
    "count.week.one": {"en": "1 week", "es": "1 semana", "zh": "1 周"},
    "count.week.many": {"en": "{n} weeks", "es": "{n} semanas", "zh": "{n} 周"},
    "count.hour.one": {"en": "1 hour", "es": "1 hora", "zh": "1 小时"},
    "count.hour.many": {"en": "{n} hours", "es": "{n} horas", "zh": "{n} 小时"},
    "date": {
        "en": "{day} {month} {year}",
        "es": "{day} {month} {year}",
        "zh": "{year} 年 {month} 月 {day} 日",
    },
    "date.months": {
        "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "es": "ene feb mar abr may jun jul ago sep oct nov dic",
        "zh": "1 2 3 4 5 6 7 8 9 10 11 12",
    },
    "duration.a_week": {
        "en": "{hours} a week",
        "es": "{hours} a la semana",
        "zh": "每周 {hours}",
    },
    "duration.unknown": {
        "en": "length not stated",
        "es": "duración no indicada",
        "zh": "时长未注明",
    },
    "list.comma": {"en": ", ", "es": ", ", "zh": "、"},
    "list.parts": {"en": ", ", "es": ", ", "zh": "，"},
    "list.and": {"en": " and ", "es": " y ", "zh": "和"},
    "between": {"en": " ", "es": " ", "zh": ""},
    # Gaps
    "gap.role": {
        "en": "{role} takes it at {level} level.",
        "es": "El objetivo «{role}» lo pide a nivel {level}.",
        "zh": "目标“{role}”要求达到{level}水平。",
    },
    "gap.named": {
        "en": "You named it as what you want to learn.",
        "es": "Es lo que dijiste que quieres aprender.",
        "zh": "这是你说想学的内容。",
    },
    "gap.needed": {
        "en": "{skill} builds on it.",
        "es": "Es la base de {skill}.",
        "zh": "它是{skill}的基础。",
    },
    "gap.said": {"en": "from what you said", "es": "por lo que dijiste", "zh": "根据你的说明"},
    "gap.level": {
        "en": "from the level you gave: {level}",
        "es": "por el nivel que indicaste: {level}",
        "zh": "根据你给出的水平：{level}",
    },
    "gap.quiz": {
        "en": "{share} % over {n} quiz answers on “{topic}”",
        "es": "{share} % en {n} respuestas de test sobre «{topic}»",
        "zh": "“{topic}”测验 {n} 次作答，掌握度 {share}%",
    },
    # Courses
    "course.covers": {
        "en": "It brings you to {level} in {skills}.",
        "es": "Te lleva a nivel {level} en {skills}.",
        "zh": "它能让你的{skills}达到{level}水平。",
    },
    "course.other_way": {
        "en": "Another way to {skills}, if you would rather not take “{title}”.",
        "es": "Otra vía hacia {skills}, si prefieres no hacer «{title}».",
        "zh": "学习{skills}的另一种选择，可代替“{title}”。",
    },
    "course.other_tool": {
        "en": "It teaches {skills}, though in another programming language than the one you named.",
        "es": "Enseña {skills}, aunque en un lenguaje de programación distinto del que nombraste.",
        "zh": "它教{skills}，但用的不是你提到的编程语言。",
    },
    "course.near": {
        "en": "Near your goal, though it closes no gap of yours.",
        "es": "Cerca de tu objetivo, aunque no cubre ninguna de tus carencias.",
        "zh": "与你的目标相近，但不能弥补你的任何差距。",
    },
    "course.untold": {
        "en": "Found for your goal; its source does not say what level it leads to.",
        "es": "Encontrado para tu objetivo; su fuente no dice a qué nivel lleva.",
        "zh": "按你的目标找到；来源没有说明能达到什么水平。",
    },
    "course.ready": {
        "en": "You have what it expects.",
        "es": "Ya tienes lo que pide.",
        "zh": "你已具备它要求的基础。",
    },
    "course.after": {
        "en": "Take it after “{title}”.",
        "es": "Hazlo después de «{title}».",
        "zh": "请在学完“{title}”之后学习。",
    },
    "course.expects": {
        "en": "It expects {skills}, which no course here teaches.",
        "es": "Pide {skills}, que ningún curso de aquí enseña.",
        "zh": "它要求{skills}，而这里没有课程教这些。",
    },
    "course.long": {
        "en": "It takes longer than you have until your deadline.",
        "es": "Dura más de lo que queda hasta tu fecha límite.",
        "zh": "它所需的时间超过你截止日期前的时间。",
    },
    "course.cost": {
        "en": "Its source does not say whether it is free.",
        "es": "Su fuente no dice si es gratis.",
        "zh": "来源没有说明是否免费。",
    },
    "course.language": {
        "en": "It is not in the language you asked for.",
        "es": "No está en el idioma que pediste.",
        "zh": "它不是你要求的语言。",
    },
    # Milestones
    "plan.part": {
        "en": "{title}, part {n} of {of}",
        "es": "{title}, parte {n} de {of}",
        "zh": "{title}（第 {n} 部分，共 {of} 部分）",
    },
    "plan.without": {
        "en": "None of the courses chosen teaches {skills}: ask for more courses, or work from documentation and exercises.",
        "es": "Ninguno de los cursos elegidos enseña {skills}: pide más cursos, o trabaja con documentación y ejercicios.",
        "zh": "所选课程都不教{skills}：可以要求更多课程，或用文档和练习自学。",
    },
    "plan.further": {
        "en": "The courses chosen lead only part of the way in {skills}: go on with exercises of your own.",
        "es": "Los cursos elegidos llevan solo parte del camino en {skills}: sigue con ejercicios propios.",
        "zh": "所选课程只教了{skills}的一部分：请继续自己练习。",
    },
    "plan.dropped": {
        "en": "You took the course out of this milestone.",
        "es": "Quitaste el curso de este hito.",
        "zh": "你从这个里程碑中去掉了课程。",
    },
    "plan.own": {
        "en": "Own work on what was learnt before; it needs no course.",
        "es": "Trabajo propio sobre lo aprendido antes; no necesita curso.",
        "zh": "运用之前所学独立完成，不需要课程。",
    },
    "plan.level": {
        "en": "{title}: {level}",
        "es": "{title}: {level}",
        "zh": "{title}：{level}",
    },
    "plan.project": {
        "en": "Put it together: a project of your own",
        "es": "Ponlo en práctica: un proyecto propio",
        "zh": "综合运用：自己的项目",
    },
    "plan.practice": {
        "en": "Practice: {skills}",
        "es": "Práctica: {skills}",
        "zh": "练习：{skills}",
    },
    "plan.estimate": {
        "en": "The hours are an estimate, since the source tells none.",
        "es": "Las horas son una estimación: la fuente no las indica.",
        "zh": "来源没有注明时长，这里的小时数是估计值。",
    },
    # What shows that something is learnt, by kind of skill
    "outcome.code": {
        "en": "You can write, run and mend programs of your own with {skills}.",
        "es": "Sabes escribir, ejecutar y corregir programas propios con {skills}.",
        "zh": "能用{skills}独立编写、运行并修改程序。",
    },
    "proof.code": {
        "en": "A program of at least 150 lines in a repository, with tests that pass and a README.",
        "es": "Un programa de al menos 150 líneas en un repositorio, con pruebas que pasan y un README.",
        "zh": "一个至少 150 行的程序，放在代码仓库中，测试通过并附 README。",
    },
    "tips.code": {
        "en": "Type every example yourself, and change one thing in it before you go on.",
        "es": "Escribe tú cada ejemplo y cambia algo en él antes de seguir.",
        "zh": "每个例子都自己敲一遍，改动一处再继续。",
    },
    "outcome.data": {
        "en": "You can model, query and clean data with {skills}.",
        "es": "Sabes modelar, consultar y limpiar datos con {skills}.",
        "zh": "能用{skills}建模、查询和清理数据。",
    },
    "proof.data": {
        "en": "A public data set loaded and cleaned, with ten queries or charts and what each one shows.",
        "es": "Un conjunto de datos público cargado y limpio, con diez consultas o gráficos y lo que muestra cada uno.",
        "zh": "导入并清理一个公开数据集，做出十个查询或图表，并说明各自的结论。",
    },
    "tips.data": {
        "en": "Write down what you expect of each query before you run it.",
        "es": "Anota qué esperas de cada consulta antes de ejecutarla.",
        "zh": "运行每个查询前，先写下你预期的结果。",
    },
    "outcome.models": {
        "en": "You can train a model with {skills}, and say how well it does and why.",
        "es": "Sabes entrenar un modelo con {skills} y decir cómo de bien funciona y por qué.",
        "zh": "能用{skills}训练模型，并说明效果好坏及原因。",
    },
    "proof.models": {
        "en": "A notebook that trains a model on public data, measured on data that it has not seen.",
        "es": "Un cuaderno que entrena un modelo con datos públicos, medido con datos que no ha visto.",
        "zh": "一个用公开数据训练模型的笔记本，并用未见过的数据衡量效果。",
    },
    "tips.models": {
        "en": "Begin with the simplest model, and keep its figure to compare the others with.",
        "es": "Empieza por el modelo más simple y guarda su resultado para comparar.",
        "zh": "先做最简单的模型，用它的结果作比较基准。",
    },
    "outcome.maths": {
        "en": "You can solve problems in {skills} and explain each step.",
        "es": "Sabes resolver problemas de {skills} y explicar cada paso.",
        "zh": "能解{skills}的题目，并解释每一步。",
    },
    "proof.maths": {
        "en": "Two problem sets worked by hand and checked, and one proof or derivation in your own words.",
        "es": "Dos hojas de problemas hechas a mano y corregidas, y una demostración o deducción con tus palabras.",
        "zh": "手写完成并核对两份习题，用自己的话写出一个证明或推导。",
    },
    "tips.maths": {
        "en": "Close the book before you solve; look up the solution after twenty minutes at the earliest.",
        "es": "Cierra el libro antes de resolver; mira la solución como pronto a los veinte minutos.",
        "zh": "先合上书再做题，至少想二十分钟才看答案。",
    },
    "outcome.algorithms": {
        "en": "You can choose and write an algorithm, and tell what it costs: {skills}.",
        "es": "Sabes elegir y escribir un algoritmo y decir cuánto cuesta: {skills}.",
        "zh": "能选择并实现算法，说明其代价：{skills}。",
    },
    "proof.algorithms": {
        "en": "Fifteen problems solved in code, each with its running time argued in two sentences.",
        "es": "Quince problemas resueltos en código, cada uno con su coste razonado en dos frases.",
        "zh": "用代码解出十五道题，每题用两句话论证其时间复杂度。",
    },
    "tips.algorithms": {
        "en": "Work small cases on paper before you write code.",
        "es": "Haz casos pequeños en papel antes de escribir código.",
        "zh": "写代码之前，先在纸上推演小例子。",
    },
    "outcome.systems": {
        "en": "You can say what goes on below the program, and measure it: {skills}.",
        "es": "Sabes decir qué ocurre por debajo del programa y medirlo: {skills}.",
        "zh": "能说明程序底层发生了什么并加以测量：{skills}。",
    },
    "proof.systems": {
        "en": "Two labs of the course that run, with notes on what you measured and what surprised you.",
        "es": "Dos prácticas del curso que funcionan, con notas de lo que mediste y lo que te sorprendió.",
        "zh": "完成两个能运行的实验，并记录测量结果和意外之处。",
    },
    "tips.systems": {
        "en": "Draw each mechanism once from memory.",
        "es": "Dibuja cada mecanismo una vez de memoria.",
        "zh": "每个机制都凭记忆画一遍。",
    },
    "outcome.web": {
        "en": "You can build something that others use in a browser or on a phone: {skills}.",
        "es": "Sabes construir algo que otros usan en el navegador o el móvil: {skills}.",
        "zh": "能做出别人可以在浏览器或手机上使用的东西：{skills}。",
    },
    "proof.web": {
        "en": "An app at an address that others can open, that keeps what they enter.",
        "es": "Una aplicación en una dirección que otros puedan abrir y que guarde lo que escriben.",
        "zh": "一个别人能打开并能保存输入内容的应用。",
    },
    "tips.web": {
        "en": "Put it online in the first week, and then make it better there.",
        "es": "Publícalo la primera semana y mejóralo ahí.",
        "zh": "第一周就上线，然后在线上不断改进。",
    },
    "outcome.security": {
        "en": "You can find a weakness, show it and mend it: {skills}.",
        "es": "Sabes encontrar una debilidad, mostrarla y corregirla: {skills}.",
        "zh": "能发现、演示并修复漏洞：{skills}。",
    },
    "proof.security": {
        "en": "A written finding on a practice system of your own: the weakness, how it shows, and its fix.",
        "es": "Un informe sobre un sistema de práctica tuyo: la debilidad, cómo se muestra y su arreglo.",
        "zh": "针对自己的练习系统写一份报告：漏洞、表现和修复方法。",
    },
    "tips.security": {
        "en": "Practise on systems that are yours or made for it, and on no others.",
        "es": "Practica solo en sistemas tuyos o hechos para ello.",
        "zh": "只在自己的或专供练习的系统上操作。",
    },
    "outcome.society": {
        "en": "You can argue a case of {skills} from both sides.",
        "es": "Sabes argumentar un caso de {skills} desde ambos lados.",
        "zh": "能从正反两面论证一个{skills}的案例。",
    },
    "proof.society": {
        "en": "A page on a real case: what was done, which rules apply, what you would decide and why.",
        "es": "Una página sobre un caso real: qué se hizo, qué reglas aplican, qué decidirías y por qué.",
        "zh": "就一个真实案例写一页：做了什么、适用哪些规则、你会如何决定及理由。",
    },
    "tips.society": {
        "en": "Collect one example from the news for each topic.",
        "es": "Busca en las noticias un ejemplo de cada tema.",
        "zh": "为每个主题从新闻中找一个例子。",
    },
    "outcome.tools": {
        "en": "You use {skills} without looking things up.",
        "es": "Usas {skills} sin tener que consultarlo.",
        "zh": "能不查资料熟练使用{skills}。",
    },
    "proof.tools": {
        "en": "Your own work of one week done with it, and a page of notes with the ten steps you used most.",
        "es": "Tu trabajo de una semana hecho con ello y una página con los diez pasos que más usaste.",
        "zh": "用它完成自己一周的工作，并写一页最常用的十个操作。",
    },
    "tips.tools": {
        "en": "Use it for real work from the first day, however slowly.",
        "es": "Úsalo para trabajo real desde el primer día, aunque vayas lento.",
        "zh": "从第一天起就用于实际工作，慢也没关系。",
    },
    "outcome.making": {
        "en": "You can design and build a thing that works: {skills}.",
        "es": "Sabes diseñar y construir algo que funciona: {skills}.",
        "zh": "能设计并做出可用的成品：{skills}。",
    },
    "proof.making": {
        "en": "A demonstration of two minutes that somebody else has tried, and what you changed after.",
        "es": "Una demostración de dos minutos que otra persona haya probado y lo que cambiaste después.",
        "zh": "一段两分钟的演示，请别人试用过，并记录之后的改动。",
    },
    "tips.making": {
        "en": "Make the smallest version that can be tried, and show it early.",
        "es": "Haz la versión más pequeña que se pueda probar y enséñala pronto.",
        "zh": "先做出能试用的最小版本，尽早给别人看。",
    },
    "outcome.study": {
        "en": "You can explain and apply {skills}.",
        "es": "Sabes explicar y aplicar {skills}.",
        "zh": "能解释并运用{skills}。",
    },
    "proof.study": {
        "en": "Three exercises done and checked, and a summary of one page in your own words.",
        "es": "Tres ejercicios hechos y corregidos y un resumen de una página con tus palabras.",
        "zh": "完成并核对三个练习，用自己的话写一页总结。",
    },
    "tips.study": {
        "en": "Explain each part to somebody, or aloud to yourself.",
        "es": "Explica cada parte a alguien, o a ti en voz alta.",
        "zh": "把每一部分讲给别人听，或大声讲给自己听。",
    },
    "outcome.project": {
        "en": "You can use {skills} on something that you chose yourself.",
        "es": "Sabes usar {skills} en algo que has elegido tú.",
        "zh": "能把{skills}用在自己选定的项目上。",
    },
    "proof.project": {
        "en": "The finished project with a page that says what it does, how it works and what is missing.",
        "es": "El proyecto terminado, con una página que diga qué hace, cómo funciona y qué le falta.",
        "zh": "完成的项目，并用一页说明它做什么、怎么实现、还缺什么。",
    },
    "tips.project": {
        "en": "Choose it small enough to be finished in the time given.",
        "es": "Elígelo tan pequeño que puedas acabarlo en el tiempo previsto.",
        "zh": "选一个能在规定时间内完成的小项目。",
    },
    # What the rules find
    "finding.overload": {
        "en": "{milestone} takes {hours} in {days}: more than {week} a week.",
        "es": "{milestone} pide {hours} en {days}: más de {week} a la semana.",
        "zh": "{milestone} 需在 {days}内学 {hours}，超过每周 {week}。",
    },
    "finding.cycle": {
        "en": "{milestones} wait for one another, so none can begin.",
        "es": "{milestones} se esperan entre sí, así que ninguno puede empezar.",
        "zh": "{milestones} 互为前提，无法开始。",
    },
    "finding.early": {
        "en": "{milestone} begins before {other}, on which it builds, is due.",
        "es": "{milestone} empieza antes de que termine {other}, en el que se basa.",
        "zh": "{milestone} 在其前提 {other} 到期之前就开始了。",
    },
    "finding.absent": {
        "en": "{milestone} builds on {other}, which is not in the plan.",
        "es": "{milestone} se basa en {other}, que no está en el plan.",
        "zh": "{milestone} 的前提 {other} 不在计划中。",
    },
    "finding.dates": {
        "en": "{milestone} ends before it begins.",
        "es": "{milestone} termina antes de empezar.",
        "zh": "{milestone} 的结束日期早于开始日期。",
    },
    "finding.uncovered": {
        "en": "{skill} is not brought to {level} level by any milestone.",
        "es": "Ningún hito lleva {skill} a nivel {level}.",
        "zh": "没有里程碑能让{skill}达到{level}水平。",
    },
    "finding.outside": {
        "en": "The catalogue has nothing on “{words}”, so the plan leaves it out.",
        "es": "El catálogo no tiene nada sobre «{words}», así que el plan no lo incluye.",
        "zh": "课程目录中没有“{words}”的内容，因此计划不包含它。",
    },
    "finding.deadline": {
        "en": "The plan ends on {due}, after your deadline of {deadline}. It would take {hours} a week to make it.",
        "es": "El plan termina el {due}, después de tu fecha límite, {deadline}. Harían falta {hours} a la semana para llegar.",
        "zh": "计划于 {due} 结束，晚于你的截止日期 {deadline}。要按时完成，每周需要 {hours}。",
    },
    "finding.too_late": {
        "en": "The plan ends on {due}, after your deadline of {deadline}, which no week has hours enough for.",
        "es": "El plan termina el {due}, después de tu fecha límite, {deadline}; ninguna semana tiene horas para tanto.",
        "zh": "计划于 {due} 结束，晚于你的截止日期 {deadline}，每周再多时间也不够。",
    },
    "finding.no_course": {
        "en": "{milestone} has no course, and no reason for that.",
        "es": "{milestone} no tiene curso ni motivo para ello.",
        "zh": "{milestone} 没有课程，也没有说明原因。",
    },
    "finding.unknown_course": {
        "en": "{milestone} names a course that is not among the recommended ones.",
        "es": "{milestone} nombra un curso que no está entre los recomendados.",
        "zh": "{milestone} 引用了不在推荐之列的课程。",
    },
    # Adjustments
    "adjust.not_understood": {
        "en": "I did not understand this wish, so nothing changed. Such words help: shorter, longer, two weeks later, earlier, more time, another course, drop the course, split, easier, harder.",
        "es": "No entendí este deseo, así que nada cambió. Ayudan palabras como: más corto, más largo, dos semanas más tarde, antes, más tiempo, otro curso, quita el curso, divide, más fácil, más difícil.",
        "zh": "我没有理解这个要求，所以没有改动。可以这样说：缩短、延长、推迟两周、提前、多给时间、换一门课、去掉课程、拆分、简单一点、难一点。",
    },
    "adjust.no_other_course": {
        "en": "No other course is at hand for {milestone}. Ask for more courses first.",
        "es": "No hay otro curso a mano para {milestone}. Pide antes más cursos.",
        "zh": "{milestone} 没有其他课程可换。请先要求更多课程。",
    },
    "adjust.no_course": {
        "en": "{milestone} has no course to take out.",
        "es": "{milestone} no tiene curso que quitar.",
        "zh": "{milestone} 没有可去掉的课程。",
    },
    "adjust.too_many": {
        "en": "{milestone} was not split: a plan has at most {most} milestones.",
        "es": "{milestone} no se dividió: un plan tiene como mucho {most} hitos.",
        "zh": "{milestone} 未拆分：一个计划最多 {most} 个里程碑。",
    },
    "adjust.not_earlier": {
        "en": "It cannot begin earlier: not before tomorrow, nor before what is still open ahead of it.",
        "es": "No puede empezar antes: ni antes de mañana, ni antes de lo que aún queda por delante.",
        "zh": "不能再提前：最早从明天开始，并且要等前面未完成的部分。",
    },
    "adjust.core": {
        "en": "Only the core: leave out what the proof does not need.",
        "es": "Solo lo esencial: deja lo que la prueba no necesita.",
        "zh": "只学核心内容：与证明无关的可以略过。",
    },
    "adjust.easier": {
        "en": "Take the exercises of the first half twice before you go on.",
        "es": "Haz dos veces los ejercicios de la primera mitad antes de seguir.",
        "zh": "先把前半部分的练习做两遍再继续。",
    },
    "adjust.harder": {
        "en": "Add the optional exercises, and make the proof twice as large.",
        "es": "Añade los ejercicios opcionales y haz la prueba el doble de grande.",
        "zh": "加上选做练习，并把证明做成两倍规模。",
    },
    # Errors
    "error.done": {
        "en": "{milestone} is done, and what is done is not changed.",
        "es": "{milestone} está hecho, y lo hecho no se cambia.",
        "zh": "{milestone} 已完成，已完成的内容不会更改。",
    },
    "error.done_hint": {
        "en": "Choose a milestone that is still open.",
        "es": "Elige un hito que siga abierto.",
        "zh": "请选择一个未完成的里程碑。",
    },
    "error.no_milestone": {
        "en": "The plan has no milestone {milestone}.",
        "es": "El plan no tiene el hito {milestone}.",
        "zh": "计划中没有里程碑 {milestone}。",
    },
    "error.no_milestone_hint": {
        "en": "Choose one of {milestones}.",
        "es": "Elige uno de {milestones}.",
        "zh": "请从 {milestones} 中选择。",
    },
    "error.weeks": {
        "en": "The weeks missed must be more than 0 and at most {most}.",
        "es": "Las semanas perdidas deben ser más de 0 y como mucho {most}.",
        "zh": "错过的周数必须大于 0 且不超过 {most}。",
    },
    "error.nothing": {
        "en": "There is nothing left to learn for this goal.",
        "es": "No queda nada que aprender para este objetivo.",
        "zh": "这个目标没有还需要学习的内容。",
    },
    "error.nothing_hint": {
        "en": "Name a higher goal, or lower a level that you hold.",
        "es": "Nombra un objetivo más alto o baja un nivel que tienes.",
        "zh": "请提出更高的目标，或调低已有的水平。",
    },
    # What a message asks for
    "intent.new_goal": {
        "en": "the words name something to learn",
        "es": "las palabras nombran algo que aprender",
        "zh": "话中提到要学的内容",
    },
    "intent.courses": {
        "en": "the words ask for courses",
        "es": "las palabras piden cursos",
        "zh": "话中要求找课程",
    },
    "intent.plan": {
        "en": "the words ask for the plan",
        "es": "las palabras piden el plan",
        "zh": "话中要求计划",
    },
    "intent.adjust": {
        "en": "the words ask for the plan to be otherwise",
        "es": "las palabras piden cambiar el plan",
        "zh": "话中要求调整计划",
    },
    "intent.progress": {
        "en": "the words tell what was done or missed",
        "es": "las palabras cuentan lo hecho o lo perdido",
        "zh": "话中说明了完成或落下的内容",
    },
    "intent.quiz": {
        "en": "the words ask for a quiz",
        "es": "las palabras piden un test",
        "zh": "话中要求测验",
    },
    "intent.question": {
        "en": "the words ask a question",
        "es": "las palabras hacen una pregunta",
        "zh": "话中提出了问题",
    },
    "intent.decision": {
        "en": "decisions are made on the card, never by words",
        "es": "las decisiones se toman en la tarjeta, nunca con palabras",
        "zh": "决定只能在卡片上做出，不从文字中读取",
    },
    "intent.unclear": {
        "en": "no rule tells what is wanted",
        "es": "ninguna regla dice qué se quiere",
        "zh": "没有规则能判断想要什么",
    },
}

WORDS: dict[Language, dict[str, str]] = {
    language: {key: forms[language] for key, forms in SENTENCES.items()}
    for language in ("en", "es", "zh")
}
