"""What a language looks like to the rules that read facts and write questions from them."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from agent.text import fold, stem

Kind = Literal["is", "when", "means"]


@dataclass(frozen=True)
class Pattern:
    """A sentence that says what something is. Groups: `art`, `term`, `body`."""

    kind: Kind
    regex: re.Pattern[str]
    plural: bool = False


@dataclass(frozen=True)
class Grammar:
    """Folding is not applied: patterns see the text as it stands."""

    patterns: tuple[Pattern, ...]
    barred: re.Pattern[str]
    """Words that a term cannot hold: verbs, pronouns, connectives."""
    vague: re.Pattern[str]
    """Words that make a definition an opinion or an aside."""
    pointing: re.Pattern[str]
    """Words whose sense lies in another sentence."""
    tail: re.Pattern[str]
    """Where a definition ends and its consequences begin."""
    restricts: re.Pattern[str]
    """What tells the thing defined from others of its class."""
    after_head: re.Pattern[str]
    """What ends the head of a definition; in Spanish what stands before its noun."""
    genera: dict[str, str]
    """The kind of thing that the noun of a definition names, by the noun's stem."""
    term_words: int
    body_words: tuple[int, int]
    questions: dict[str, str]
    numbers: re.Pattern[str]
    """A number with its unit in a sentence: groups `number` and `unit`."""


def grammar(language: str) -> Grammar:
    return {"es": _spanish, "zh": _chinese}.get(language, _english)()


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(text.split())})\b", re.IGNORECASE)


def _kinds(**kinds: str) -> dict[str, str]:
    return {stem(fold(noun)): kind for kind, nouns in kinds.items() for noun in nouns.split()}


# English

_EN_TERM = r"(?P<term>[^\W\d_][^,;:()“”\"=<>{}\[\]—/]{1,58}?)(?: \((?P<short>[A-Z][\w-]{1,9})\))?"
_EN_ART = r"^(?:(?P<art>An?|The) )?"
_EN_END = r"(?:[;:] .+)?\.$"
_EN_BODY = r"(?P<body>(?:an?|the(?! ones?\b)|any) [^;:“”\"=<>{}\[\]]{8,260})" + _EN_END

_EN_BARRED = """
    a an the otherwise essentially respectively supported existing generated
    is are was were be been being am do does did can could will would shall should may might must
    has have had this that these those it its they them their there here he she his her him you
    your we our us i me my one ones each every some any no none all both many most few several
    such same other another first second third last next previous former latter following above
    below to by if when while because since although though whereas so but and or nor not never
    always often usually also only just even then than thus hence therefore however with without
    from into onto upon under over between among through during before after about against within
    for at in on as who whom whose which what where why how let lets make makes made take takes
    get gets give gives use uses used using become becomes contain contains hold holds mean means
    allow allows see say says call calls called keep keeps run runs work works need needs now
    chapter section figure table-\\d+ listing example please everything something anything nothing
"""
_EN_VAGUE = """
    example examples reason problem mistake matter pity shame lot bit must thing things idea case
    exception result consequence good better best bad worse worst great nice common popular
    typical important useful useless helpful powerful pure first second third next last main
    perfect simple easy hard difficult interesting favourite favorite mess nightmare pain topic
    subject question answer advantage disadvantage drawback benefit difference same opposite other
    another convention tradition habit challenge goal aim purpose point little big huge real fine
    similar different fact convenience official home term word name prevalent typically kind sort
    mere quite rather very fairly choice feature standard default concept fundamental mature modern
    advance advances way step steps
"""
_EN_POINTING = """
    this these those such above below following previous here now therefore however also too
    instead again already still we our us you your i my me he she his her chapter section figure
    listing example should today yesterday recently currently latter former respectively
"""
_EN_TAIL = re.compile(
    r", (?:because|so|but|although|though|whereas|while|such as|including|for example|for instance"
    r"|e\.g\."
    r"|i\.e\.)\b.*$"
    r"|, (?:which|not|in|where|usually|typically|often|also|known)\b[^,]*$"
    r"| ?—.*$| – [a-z]{2,}.*$|(?<=[a-z]) -{1,2} [a-z]{2,}.*$"
    r"|^(?P<only>[^,]*), (?:and|or) \b.*$"
)
_EN_NUMBERS = re.compile(
    r"(?<![\w.,:/$€£#-])(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    r"(?P<unit>\s?%| (?:per ?cent|bits?|bytes?|kilobytes|megabytes|gigabytes"
    r"|(?:milli|micro)?seconds?"
    r"|minutes|hours|days|weeks|months|years|(?:kilo|centi|milli)?met(?:re|er)s?|miles|kilograms?|grams"
    r"|degrees|litres|volts|watts|hertz|layers?|levels?|phases|stages|members|states|symbols|digits"
    r"|characters|elements|chromosomes|bones|planets|provinces|regions|articles))(?![\w/])"
)

_EN_AFTER_HEAD = re.compile(
    r"[,(]| (?:that|which|whose|who|where|when|of|for|to|in|by|with|without|from|between|within"
    r"|at|on|as|into|than|among|over|under|about|whether|and|or|is|are|has|have|used|made|built"
    r"|chosen|taken|given|held|written|containing|consisting|up"
    r"|[a-z]+ing(?= (?:an?|the|from|to|in|on|with|at|by|for)\b))\b"
)
_EN_GENERA = _kinds(
    collection="set sequence collection group grouping class series bundle list family structure"
    " tree table graph array container",
    process="process act action operation addition removal procedure technique method mechanism"
    " practice conversion transformation strategy algorithm activity",
    quantity="number amount value quantity rate ratio share proportion percentage probability"
    " difference sum average mean measure degree length",
    statement="rule property guarantee claim statement condition principle law constraint ability"
    " assertion promise requirement",
    device="device machine computer component circuit instrument",
    place="region range area place space zone",
    person="person someone user",
    protocol="protocol standard",
    identifier="identifier label",
    condition="disease disorder illness state",
    study="study experiment survey",
)


@cache
def _english() -> Grammar:
    def pattern(kind: Kind, verb: str, body: str, *, plural: bool = False) -> Pattern:
        return Pattern(kind, re.compile(f"{_EN_ART}{_EN_TERM} {verb} {body}"), plural)

    some = r"(?P<body>[a-z][^;:“”\"=<>{}\[\]]{8,260})" + _EN_END
    reverse = re.compile(
        r"^(?P<body>(?:An?|The) [^;:“”\"=<>{}\[\]]{12,200}?) is (?:called|known as|termed)"
        r" (?:(?P<art>an?|the) )?(?P<term>[^,;:()\d]{3,40})\.$"
    )
    return Grammar(
        patterns=(
            Pattern("is", reverse),
            pattern("is", "is", _EN_BODY),
            pattern("is", "are", some, plural=True),
            pattern("is", "(?:refers to|denotes)", _EN_BODY),
            pattern("means", "means that", some),
            pattern("when", "(?:occurs|happens|arises) when", some),
        ),
        barred=_words(_EN_BARRED),
        vague=_words(_EN_VAGUE),
        pointing=_words(_EN_POINTING),
        tail=_EN_TAIL,
        restricts=_words(
            "that which whose who where when of for to in by with without from between used made"
            " built chosen containing consisting whether"
        ),
        after_head=_EN_AFTER_HEAD,
        genera=_EN_GENERA,
        term_words=5,
        body_words=(4, 30),
        questions={
            "term": "Which term is defined as “{body}”?",
            "is": "What is {named}?",
            "are": "What are {named}?",
            "when_term": "Which of these occurs when {body}?",
            "when": "When does {named} occur?",
            "means_term": "Which of these means that {body}?",
            "means": "What does {named} mean?",
            "number": "Which number belongs in the gap? “{gapped}”",
            "free": "In one sentence: what is {named}?",
            "free_are": "In one sentence: what are {named}?",
            "when_option": "When {body}",
            "means_option": "That {body}",
        },
        numbers=_EN_NUMBERS,
    )


# Spanish

_ES_BARRED = """
    es son era eran fue ser sea está están hay ha han tiene tienen puede pueden debe deben suele
    suelen se no ni ya que cual cuales quien quienes cuyo cuya cuando como donde si porque pues
    aunque mientras pero sino este esta estos estas ese esa esos esas aquel aquella esto eso ello
    él ella ellos ellas su sus nuestro nuestra lo le les me te nos uno unas unos algún alguna
    algunos algunas ningún ninguna cada todo toda todos todas otro otra otros otras mismo misma
    primer primero primera segundo segunda tercero siguiente anterior último última más menos muy
    también solo así entonces luego además con sin por para hasta desde entre sobre según ante bajo
    tras durante y o e u ambos ambas varios varias muchos muchas capítulo sección figura ejemplo
    vale sirve mide usa indica depende permite llama conviene
"""
_ES_VAGUE = """
    ejemplo razón problema error cosa idea caso excepción resultado consecuencia bueno buena buen
    mejor peor malo mala común popular típico típica importante útil inútil fácil difícil simple
    primero primera segundo última ventaja desventaja inconveniente diferencia-principal mismo
    misma misma otro otra tema pregunta respuesta objetivo propósito favorito gran única único
"""
_ES_POINTING = """
    este esta estos estas ese esa esos esas esto eso ello anterior siguiente aquí ahora también
    además así entonces ejemplo nosotros nuestro nuestra usted tú capítulo sección figura arriba
    abajo dicho dicha dichos dichas citado mencionado hoy
"""
_ES_TAIL = re.compile(
    r", (?:porque|pero|aunque|mientras que|de modo que|de manera que|por eso|por lo que|sino|salvo"
    r"|por ejemplo|es decir|tal como|tales como|p\. ej\.)\b.*$"
    r"|, (?:como|que|no|ni|lo que|cuyo|cuya|normalmente|generalmente|a menudo|en|mayor|menor)"
    r"\b[^,]*$"
    r"| ?—.*$| – [a-z]{2,}.*$"
    r"|^(?P<only>[^,]*), [yeo] \b.*$"
)
_ES_NUMBERS = re.compile(
    r"(?<![\w.,:/$€£#-])(?P<number>\d{1,3}(?:\.\d{3})+|\d+(?:,\d+)?)"
    r"(?P<unit>\s?%| (?:por ciento|bits?|bytes?|kilobytes|megabytes|gigabytes"
    r"|(?:mili|micro)?segundos?"
    r"|minutos|horas|días|semanas|meses|años|(?:kiló|centí|milí)?metros?|millas|kilogramos?|gramos|grados"
    r"|litros|voltios|vatios|hercios|capas?|niveles|fases|etapas|miembros|estados|símbolos|cifras"
    r"|dígitos|caracteres|elementos|cromosomas|huesos|planetas|provincias|regiones|artículos))(?![\w/])"
)

_ES_BEFORE_NOUN = re.compile(
    r"^(?:cada un[ao] de )?(?:(?:el|la|los|las|una?|unos|unas|cualquier|dos|tres|cuatro|cinco|gran"
    r"|mayor|menor|primera?|segund[oa]|tercera?|únic[oa]|tipo de|forma de)\s+)*",
    re.IGNORECASE,
)
_ES_GENERA = _kinds(
    collection="conjunto subconjunto sucesión secuencia colección grupo serie familia lista"
    " estructura árbol tabla",
    process="proceso acción acto operación procedimiento técnica método mecanismo práctica"
    " estrategia algoritmo actividad",
    quantity="número cantidad valor tasa razón cociente proporción porcentaje probabilidad"
    " diferencia suma media promedio medida grado raíz producto frecuencia covarianza varianza"
    " predicción desviación punto",
    statement="regla propiedad garantía afirmación condición principio ley restricción capacidad"
    " creencia tendencia enunciado teorema",
    device="dispositivo máquina aparato componente circuito instrumento",
    place="región rango zona lugar espacio intervalo",
    person="persona alguien usuario",
    protocol="protocolo norma estándar",
    identifier="identificador etiqueta",
    condition="enfermedad trastorno afección estado",
    study="estudio experimento encuesta",
    graphic="gráfico gráfica diagrama círculo dibujo",
)


def _spanish_patterns() -> tuple[Pattern, ...]:
    term = r"(?P<term>[^\W\d_][^,;:()«»“”\"=<>]{1,58}?)(?: \((?P<short>[A-Z][\w-]{1,9})\))?"
    article = r"^(?:(?P<art>El|La|Los|Las|Un|Una|Unos|Unas) )?"
    body = (
        r"(?P<body>(?!(?:el|la|los|las) (?:que|del?)\b)"
        r"(?:una?|el|la|los|las|cualquier|cada un[ao]) [^;:«»“”\"=<>]{8,260})(?:[;:] .+)?\.$"
    )
    return (
        Pattern(
            "is",
            re.compile(
                r"^Se (?:llama|denomina|conoce como) (?P<term>[^,;:()\d]{3,40}?) "
                r"(?P<body>(?:al|a la|a los|a las|a un|a una) [^;:«»“”\"=<>]{8,260})\.$"
            ),
        ),
        Pattern("is", re.compile(f"{article}{term} (?:es|se define como) {body}")),
        Pattern("is", re.compile(f"{article}{term} son {body}"), plural=True),
        Pattern(
            "when",
            re.compile(
                f"{article}{term} (?:ocurre|se produce|aparece|surge) cuando "
                r"(?P<body>[a-záéíóúñ][^;:«»“”\"=<>]{8,260})\.$"
            ),
        ),
        Pattern(
            "means",
            re.compile(
                f"{article}{term} significa que "
                r"(?P<body>[a-záéíóúñ][^;:«»“”\"=<>]{8,260})\.$"
            ),
        ),
    )


@cache
def _spanish() -> Grammar:
    return Grammar(
        patterns=_spanish_patterns(),
        barred=_words(_ES_BARRED),
        vague=_words(_ES_VAGUE),
        pointing=_words(_ES_POINTING),
        tail=_ES_TAIL,
        restricts=_words(
            "que cuyo cuya cuyos cuyas cual donde cuando de del para por con sin en entre a al"
            " formado formada hecho hecha usado usada respecto"
        ),
        after_head=_ES_BEFORE_NOUN,
        genera=_ES_GENERA,
        term_words=6,
        body_words=(4, 32),
        questions={
            "term": "¿Qué término se define como «{body}»?",
            "is": "¿Qué es {named}?",
            "are": "¿Qué son {named}?",
            "when_term": "¿Qué ocurre cuando {body}?",
            "when": "¿Cuándo se produce {named}?",
            "means_term": "¿Qué término significa que {body}?",
            "means": "¿Qué significa {named}?",
            "number": "¿Qué número falta en el hueco? «{gapped}»",
            "free": "En una frase: ¿qué es {named}?",
            "free_are": "En una frase: ¿qué son {named}?",
            "when_option": "Cuando {body}",
            "means_option": "Que {body}",
        },
        numbers=_ES_NUMBERS,
    )


# Chinese

_ZH_BARRED = re.compile(
    r"[这那它其他们我你您此该某每各不也都就还又再很最更只才已曾如若当因为所以但而且则于]|可以|能够|必须"
    r"|应该|需要|目的|原因|作用|问题|例子|结果|关键|特点|优点|缺点|区别|前者|后者|通常|一般|主要|有时|是否"
    r"|使用|采用|称为|叫做|包括|包含|规定|表示|好处|代价|意义|原则|任务|功能|思想|条件|长度|大小|[的了着个]$|保护的|特别|另|假设|辨识|方法|后面|内容"
    r"|唯一|结尾|参数|文件"
)
_ZH_TAIL = re.compile(
    r"[，,](?:因此|所以|但|而|例如|比如|如|即|也|它|其|并不|不|可|通常|一般|因为|这|只|涉及|从而|以[^及外前后上下内]|[^，,]{1,12}是).*$"
)

_ZH_GENERA = _kinds(
    collection="集合 序列 系统 网络 组 集",
    process="过程 动作 方法 方式 机制 技术 算法 操作 行为 活动 策略 阶段 手段",
    quantity="量 率 比 时间 概率 比例 次数 速度 距离",
    number="数 进制数 编号",
    statement="规则 性质 约定 原则 条件 定律",
    device="设备 主机 计算机 服务器 装置 机器 部件 程序",
    place="范围 区域 空间 地区",
    person="人 用户 者",
    protocol="协议 标准",
    identifier="标识 地址 字段 标识符",
    condition="疾病 状态",
    architecture="结构 模型 体系结构",
    text="数据 文件 表 数据库 报文 信息",
)


@cache
def _chinese() -> Grammar:
    named = r"(?P<term>[^，,。：:；;（）()“”\"\s是][^，,。：:；;（）()“”\"是]{1,15}?)"
    term = named + r" ?(?:[（(](?P<short>[A-Za-z][\w/ -]{1,40})[)）])?"
    body = r"(?P<body>[^。；;：:“”\"]{6,90})(?:[；;：:].+)?[。]?$"
    return Grammar(
        patterns=(
            Pattern("is", re.compile(rf"^(?:所谓)?{term}(?:，|,)?(?:是指|指的是) ?{body}")),
            Pattern("is", re.compile(rf"^{term}是 ?(?!否|不|为了|因|由于){body}")),
            Pattern(
                "is",
                re.compile(
                    r"^(?P<body>[^，,。；;：:“”\"]{8,60}?)(?:称为|叫做|称作) ?"
                    r"(?P<term>[^，,。：:；;（）()“”\"\s是]{2,14})[。]?$"
                ),
            ),
        ),
        barred=_ZH_BARRED,
        vague=re.compile(
            r"^(?:很|最|非常|比较|不|没有|由此|为了|因为|个)|例子|范例|原因|问题$|关键|重要|常见|方便|错误的"
            r"|正确的|典型|优雅|额外|基础|之一|优秀|流行|著名|热门"
        ),
        pointing=re.compile(
            r"[这您]|上述|下面|上面|前面|以下|以上|我们|你|本章|本节|如图|该(?!协议族)|此外|也|因此|前者|后者"
        ),
        tail=_ZH_TAIL,
        restricts=re.compile(r"的|用于|用来|由|把|将|使|在|从|对|给"),
        after_head=re.compile("的"),
        genera=_ZH_GENERA,
        term_words=14,
        body_words=(8, 70),
        questions={
            "term": "哪个术语的定义是“{body}”？",
            "is": "什么是{named}？",
            "are": "什么是{named}？",
            "number": "空格处应填哪个数？“{gapped}”",
            "free": "用一句话回答：什么是{named}？",
            "free_are": "用一句话回答：什么是{named}？",
        },
        numbers=re.compile(
            r"(?<![\w.,:：/第-])(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
            r"(?P<unit>\s?(?:%|位|个?字节|比特|毫秒|秒|米|公里|年|层|类|倍|跳|兆|个(?=[一-鿿])))"
        ),
    )
