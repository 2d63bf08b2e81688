"""What a user wants of the Tutor, read by rules: a quiz, a greeting, content."""

import re
from dataclasses import dataclass
from typing import Literal

from agent.text import fold, is_han

QuizDifficulty = Literal["basic", "intermediate", "advanced", "mixed"]

MOST_QUESTIONS = 20
USUAL_QUESTIONS = 5

_NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20,
    "una": 1, "un": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
    "ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "quince": 15, "veinte": 20,
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10,
}  # fmt: skip
_COUNT = r"(\d{1,3}|" + "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True)) + r")"
_THINGS = r"(?:questions?|qs?|items?|preguntas?|道题?|个(?:问题|题目?)|题)"
_COUNTED = re.compile(
    rf"(?<![\w.]){_COUNT}[\s-]*(?:\w+[\s-]+){{0,5}}?{_THINGS}(?!\w)|{_COUNT}\s*(?:道|题|个(?:问|题))"
)

_QUIZ_WORD = (
    r"(?:quiz(?:z?es)?|mock (?:exam|test)|practice (?:test|questions?|quiz)|multiple.choice)"
)
_QUIZ = re.compile(
    rf"\b(?:give|make|create|start|generate|write|do|take|have|want|need|run|set|prepare|another|try)\b"
    rf"(?:\W+\w+){{0,6}}?\W+{_QUIZ_WORD}\b"
    rf"|^\W*(?:please\W+)?(?:a |another |new |quick |short )*{_QUIZ_WORD}\b"
    rf"|\b(?:quiz|test|examine|grill)\W+(?:me|us|my)\b"
    rf"|^\W*(?:just |only |maybe )?{_COUNT}[\s-]*(?:\w+[\s-]+){{0,4}}?questions?\W+(?:on|about|for)\b"
    r"|\b(?:want|like|need|going) to (?:practi[cs]e|be (?:tested|quizzed))\b"
    r"|\b(?:have|get|give me|want|need)\b(?:\W+\w+){0,5}?\W+(?:questions?|item) (?:test|exam)\b"
    rf"|\bask me\b(?:\W+\w+){{0,4}}?\W+questions?\b"
    rf"|\b(?:give|make|create|generate|write|want|need)\b(?:\W+\w+){{0,5}}?\W+(?:test|questions)\W+"
    rf"(?:on|about|for|covering)\b"
    rf"|\b(?:hazme|hacer(?:me)?|dame|haz|crea|genera|prepara|quiero|ponme|necesito)\b(?:\W+\w+){{0,5}}?\W+"
    rf"(?:test|cuestionario|examen|preguntas|quiz)\b"
    rf"|\b(?:preguntame|examiname|evaluame)\b"
    rf"|^\W*(?:un )?(?:test|cuestionario)\W+(?:de|sobre)\b"
    r"|(?:给我|来|出|做|考|想要|生成|我要).{0,24}(?:测验|测试|小测|题目?|选择题)|考考我|测试我|测验我"
)
_NOT_QUIZ = re.compile(
    r"\b(?:what|when|where|who|how|why|which)\b.*\b(?:exam|final)\b(?!.*\bquiz)"
    r"|\b(?:test|unit) (?:data|database|environment|case)s?\b"
)
_ABOUT = re.compile(
    r"\b(?:on|about|covering|regarding|over|sobre|acerca de)\s+(?P<topic>.+)$"
    r"|\bpracti[cs]e (?P<practice>[\w -]+)"
    r"|(?:关于|有关)(?P<zh>.+?)(?:的|$)"
)
_OF_TOPIC = re.compile(
    r"(?:preguntas?|test|cuestionario|examen|quiz) (?:\w+ )?de (?P<topic>.+)$"
    rf"|(?P<before>[\w /-]+?) {_QUIZ_WORD}\b"
)
_ZH_TOPIC = re.compile(
    r"(?:道|个|一下|份|次)(?P<topic>[^\d道个的]{2,12}?)的?(?:测验|测试|小测|选择题|题目?)"
    r"|(?:考考|测试|测验)我(?:一下|的)?(?P<asked>[^\d道个的吧,，。！？!?]{2,12})"
)
_TRAILING = re.compile(
    r"[\s,]*(?:,|\bplease\b|\bpls\b|\bthanks?\b|\bthank you\b|\bpor favor\b|\bgracias\b|\bthen\b"
    r"|\bwith\b|\bbut\b|\band (?:make|keep)\b|\bfor (?:me|practice|the exam|tomorrow)\b|[.!?;:。！？，]).*$"
)
_STEMS = re.compile(
    rf"\b(?:give|make|create|start|generate|write|do|take|have|want|need|run|set|prepare|another|try|me|us"
    rf"|can|could|you|i|we|a|an|the|some|of|to|please|quick|short|hard|easy|difficult|medium|basic|advanced"
    rf"|intermediate|new|let s|lets|let|would|like|{_THINGS}|{'|'.join(k for k in _NUMBER_WORDS if k.isascii())}"
    rf"|\d+)\b"
)

_LEVELS: tuple[tuple[QuizDifficulty, re.Pattern[str]], ...] = (
    ("advanced", re.compile(r"\b(?:advanced|hard(?:er|est)?|diff?icult|tough|challenging|dificil\w*|avanzad\w+|expert)\b|难(?!度)|高难度|难度[大高]|高级")),
    ("intermediate", re.compile(r"\b(?:intermediate|medium|moderate|intermedi\w+|normal level|(?:nivel|dificultad) medi[oa])\b|中等|中级")),
    ("basic", re.compile(r"\b(?:basic|easy|easier|simple|beginner\w*|facil\w*|basic[oa]s?|sencill\w+)\b|简单|容易|基础|初级")),
)  # fmt: skip

# How a quiz is to be taken, apart from what it is about.
_MINUTES = re.compile(
    r"(?:in |of |with |for |en |de )?\b(\d{1,3})[\s-]*(?:min(?:ute|uto)?s?\b|分钟)"
)
_EXAM = re.compile(
    r"(?:in |under |as |en |como )?(?:an? |un )?(?:exam mode|exam conditions|(?:mock|practice|timed) (?:exam|test)"
    r"|timed quiz|as an exam|modo (?:de )?examen|simulacro(?: de examen)?|examen cronometrado|como un examen)"
    r"|\b(?:timed|cronometrad[oa]|with a clock|against the clock|contrarreloj)\b|(?:限时|计时)的?|模拟考试?|考试模式"
)
_FREE = re.compile(
    r"\b(?:(?:with |as |con |de )?(?:free[ -]?text|short[ -]?answers?|open(?:[ -]ended)? (?=questions?)"
    r"|written answers?|(?:in )?my own words|respuestas? (?:cortas?|libres?|abiertas?)"
    r"|(?:preguntas )abiertas|con mis palabras))\b|简答题?|问答题"
)
_CHOICE = re.compile(
    r"\bmultiple[ -]choice\b|\b(?:opcion|respuesta) multiple\b|\btipo test\b|选择题"
)
_GENERATE = re.compile(
    r"\b(?:brand[ -]?new questions|new questions|newly (?:made|written)|generate (?:\w+ ){0,3}?new(?: ones)?"
    r"|not from the (?:question )?bank|(?:made |written )?from (?:my|the|our|these) (?:own )?(?:documents?|notes|uploads?|files?|pdfs?|texts?)"
    r"|preguntas nuevas|no del banco|(?:a partir )?de (?:mis|los|nuestros) (?:documentos|apuntes|ficheros|textos))\b"
    r"|新题目?|(?:根据|从)(?:我的|这些)?(?:文档|资料|文件|笔记)"
)
_BANK = re.compile(
    r"\b(?:from|out of|using) the (?:question |item )?bank\b|\bdel banco(?: de preguntas)?\b|从?题库(?:里|中)?"
)
_OBJECTIVE = re.compile(
    r"\b(?:(?:on|for|about|covering|and|sobre|para|y|del?) )?(?:the )?(?:learning )?(?:(?:objectives?|outcomes?|objetivos?|resultados?)"
    r" (?:de aprendizaje )?)?(?P<letters>lo|ra|ob)[ -]?(?P<number>\d{1,2})\b"
)
_LEVEL = re.compile(
    r"\b(?:de |con |at |of )?(?:(?:nivel|dificultad) (?:basic[oa]|facil|intermedi[oa]|medi[oa]|avanzad[oa]|alt[oa]|baj[oa])"
    r"|(?:an? )?(?:basic|intermediate|advanced) (?:level|difficulty))\b"
    r"|(?:高级|中级|初级|基础|中等|简单)(?:难度|水平|级别)的?"
)
# "基础题" are easy ones, "网络基础题" are about the basics of networks.
_ZH_LEVEL = re.compile(
    r"(?<=[道个份次些点的,，、\s])(?:比较|较|最|更|稍微|有点)?(?:简单|容易|基础|初级|中等|中级|高级|困难|难)"
    r"(?:一?[点些])?(?:的|(?=测验|测试|小测|选择题|问题|题))"
)
# Those that went wrong are known here, and are nothing to search the documents for.
_WEAK = re.compile(
    r"\b(?:(?:on|about|for|of|over|covering) )?(?:"
    r"(?:(?:all )?my |the )?weak(?:er|est)? topics?|my weak(?:er|est)? \w+|my weakness(?:es)?"
    r"|(?:what|where|topics|things|the topics|the things) (?:that |which )?i(?:['’]?m| am) (?:weak(?:est)?|bad|worst)(?: at| in| on)?"
    r"|(?:what|topics|things|the topics|the things) (?:that |which )?i (?:keep (?:getting wrong|missing)|(?:usually |often )?get wrong|struggle with)"
    r")\b"
    r"|\b(?:(?:sobre|de|en|con) )?(?:"
    r"(?:los temas|mis (?:temas|puntos|areas|aspectos|partes|conceptos)) (?:mas )?(?:floj[oa]s|debiles)|mis (?:debilidades|flaquezas)"
    r"|(?:lo|los temas|aquello|las partes) (?:en (?:lo|los|las) )?que (?:(?:peor|menos) (?:llevo|se|domino)|mas (?:fallo|me cuestan?)|mas suelo fallar)"
    r")\b"
    r"|(?:关于|有关)?我的?(?:最|比较|较)?薄?弱的?(?:主题|知识点|环节|部分|地方|方面|内容|章节|点|项)的?"
    r"|(?:关于|有关)?(?:最|比较|较)?薄弱的?(?:主题|知识点|章节)的?"
    r"|(?:关于|有关)?我(?:最|总是|老是|经常|常)?(?:不擅长|不熟悉?|答错|做错|掌握得?不好)的(?:主题|知识点|部分|地方|方面|内容|章节)?"
)
_MANNERS = (_WEAK, _LEVEL, _ZH_LEVEL, _EXAM, _MINUTES, _GENERATE, _BANK, _OBJECTIVE)
MINUTES_PER_QUESTION = 2

_CHAT = re.compile(
    r"^\W*(?:hi|hello|hey|hola|good (?:morning|afternoon|evening)|buenos dias|buenas|你好|您好|嗨"
    r"|thanks?|thank you|thx|ty|gracias|muchas gracias|谢谢|多谢|bye|adios|再见|ok|okay|great|cool|nice)\b"
    r"(?:\W+(?:there|tutor|so much|a lot|you|very much|again|todos|老师|all|for (?:the|your) help))*\W*$"
    r"|^\W*(?:你好|您好|嗨|谢谢|多谢|再见)\W*\w{0,4}\W*$"
    r"|^\W*(?:(?:ok|okay|great|perfect|cool)\W+)*(?:thanks|thank you|perfect|got it|muchas gracias|gracias"
    r"|vale|entendido|i understand|that answers)\b[^?¿]{0,80}$"
)
_HELP = re.compile(
    r"\b(?:what (?:can|do) you do|who are you|what are you|how can you help|help me use|are you (?:an? )?(?:ai|human|bot|robot|real))\b"
    r"|^\W*help\W*$|\bque puedes hacer\b|\bquien eres\b|\bque sabes hacer\b|你能做什么|你是谁|你会什么|有什么功能"
)


@dataclass(frozen=True)
class QuizRequest:
    """`wanted` is the number that was written, `number` what a quiz can have.

    `is_on_weak` asks for the topics that went wrong, whichever they are.
    """

    topic: str
    number: int
    difficulty: QuizDifficulty
    wanted: int
    source: Literal["bank", "generate"] = "bank"
    kinds: tuple[Literal["choice", "free"], ...] = ("choice",)
    objectives: tuple[str, ...] = ()
    exam_minutes: int = 0
    is_on_weak: bool = False


def quiz_request(text: str) -> QuizRequest | None:
    """The quiz somebody asks for in words, or None when they ask for something else."""
    folded = fold(text)
    if not _QUIZ.search(folded) or _NOT_QUIZ.search(folded):
        return None
    wanted = _number(_BANK.sub(" ", folded))
    topic = _topic(_without_manner(folded))
    levels = [level for level, words in _LEVELS if words.search(_beside(topic, folded))]
    number = max(1, min(MOST_QUESTIONS, wanted))
    return QuizRequest(
        topic=topic,
        number=number,
        difficulty=levels[0] if levels else "mixed",
        wanted=wanted,
        source="generate" if _GENERATE.search(folded) else "bank",
        kinds=_kinds(folded),
        objectives=tuple(
            dict.fromkeys(
                f"{m['letters'].upper()}{m['number']}" for m in _OBJECTIVE.finditer(folded)
            )
        ),
        exam_minutes=_exam_minutes(folded, number),
        is_on_weak=bool(_WEAK.search(folded)),
    )


def _beside(topic: str, folded: str) -> str:
    """The request without its topic, whose name may hold a level's word: 网络基础, 高级语言.

    Words apart can be told from a name no better by this: "on keys hard" asks for hard ones.
    """
    return folded.replace(topic, " ") if any(map(is_han, topic)) else folded


def _without_manner(folded: str) -> str:
    """What is left when it is said how the quiz is to be taken; a comma ends the topic there."""
    for manner in _MANNERS:
        folded = manner.sub(" , ", folded)
    # "Short answers on keys": the commas that open a text end nothing.
    return " ".join(_FREE.sub(" ", folded).split()).strip(" ,")


def _kinds(folded: str) -> tuple[Literal["choice", "free"], ...]:
    if not _FREE.search(folded):
        return ("choice",)
    return ("choice", "free") if _CHOICE.search(folded) else ("free",)


def _exam_minutes(folded: str, number: int) -> int:
    """The time limit that was said, the usual one for an exam without, 0 for no exam."""
    if match := _MINUTES.search(folded):
        return min(240, max(1, int(match[1])))
    return number * MINUTES_PER_QUESTION if _EXAM.search(folded) else 0


def _number(folded: str) -> int:
    matches = [match for at in range(len(folded)) if (match := _COUNTED.match(folded, at))]
    found = [(len(match.group(0)), next(filter(None, match.groups()))) for match in matches]
    if not found:
        return USUAL_QUESTIONS
    # The number nearest to its noun: "un test de diez preguntas" has ten.
    word = min(found)[1]
    return int(word) if word.isdigit() else _NUMBER_WORDS[word]


def _topic(folded: str) -> str:
    if match := _ABOUT.search(folded):
        return _tidy(match["topic"] or match["practice"] or match["zh"] or "")
    if match := _ZH_TOPIC.search(folded):
        return (match["topic"] or match["asked"]).strip(" ,")
    if match := _OF_TOPIC.search(folded):
        return _tidy(_STEMS.sub(" ", match["topic"] or match["before"] or ""))
    return ""


def _tidy(words: str) -> str:
    return " ".join(_TRAILING.sub("", words).split()).strip(" -")


def small_talk(text: str) -> Literal["greeting", "help"] | None:
    folded = fold(text)
    if _HELP.search(folded):
        return "help"
    return "greeting" if _CHAT.search(folded) else None
