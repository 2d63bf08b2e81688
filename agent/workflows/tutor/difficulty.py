"""How hard a question is, and why we think so."""

import re
from dataclasses import dataclass
from typing import Literal

from agent.text import fold

Level = Literal["basic", "intermediate", "advanced"]
LEVELS: tuple[Level, ...] = ("basic", "intermediate", "advanced")


@dataclass(frozen=True)
class Difficulty:
    """`score` is how sure the rule is, 0 to 1; `signal` the words that decided."""

    level: Level
    reason: str
    signal: str
    score: float
    source: Literal["rule", "length", "you"] = "rule"


# (level, what the question does, pattern). The first match wins, hardest first:
# "what is X and why" asks why. Matched on folded text: no case, no accents.
_PATTERNS: tuple[tuple[Level, str, str], ...] = (
    (
        "advanced",
        "asks why",
        r"(?<!know )(?<!idea )\bwhy\b|\bpor que\b(?! es\b.*\bllama)|为什么|为何|how come",
    ),
    (
        "advanced",
        "asks for trade-offs",
        (
            r"\btrade.?offs?\b|\bpros\b.*\bcons\b|\badvantages?\b|\bdisadvantages?\b|\bdrawbacks?\b"
            r"|\bventajas?\b|\bdesventajas?\b|\binconvenientes?\b|优缺点|利弊|权衡|缺点"
        ),
    ),
    (
        "advanced",
        "asks for a judgement",
        (
            r"\banaly[sz]e\b|\bevaluate\b|\bassess\b|\bcritici[sz]e\b|\bjustify\b|\bargue\b"
            r"|\bworth\b|\bis it better\b|\bbetter to\b|\bwhich is better\b"
            r"|\bshould (i|we|you|one)\b"
            r"|\bwhen (would|should|shouldn.?t|is it)\b|\bbest (way|choice|practice)\b"
            r"|\banaliza\w*\b|\bevalua[rd]?\b|\bjustifica\w*\b|\bconviene\b|\bdeberia\w*\b"
            r"|\bes mejor\b|\bcuando (conviene|seria|deberia)\b"
            r"|分析|评价|评估|应该|哪个更好|是否值得"
        ),
    ),
    (
        "advanced",
        "asks to design or optimise",
        (
            r"\bdesign\b(?! pattern)|\boptimi[sz]\w*\b|\bspeed up\b|\btune\b|\brefactor\b"
            r"|\bdisena\w*\b|\boptimiza\w*\b|设计一|优化"
        ),
    ),
    (
        "advanced",
        "asks what would happen",
        (
            r"\bwhat if\b|\bwhat (would|could|can) (happen|go wrong)\b|\bwhat happens? if\b"
            r"|\bsuppose\b|\bimplications?\b|\bconsequences?\b|\bque pasa(ria)? si\b|\by si\b"
            r"|如果.*(会|怎)|假如|后果"
        ),
    ),
    (
        "intermediate",
        "asks how it works",
        (
            r"\bhow (do|does|did|can|to|is|are|would|could)\b|\bhow\b.*\bworks?\b|\bworks?\b$"
            r"|\bcomo\b|\bfunciona\w*\b|怎么|如何|怎样|原理"
        ),
    ),
    (
        "intermediate",
        "asks for a difference",
        (
            r"\bdifferen\w+\b|\bcompare\w*\b|\bcomparison\b|\bversus\b|\bvs\b|\bdistinguish\b"
            r"|\bdiferenci\w+\b|\bcompara\w*\b|\bdistingu\w+\b|区别|不同|比较|对比"
        ),
    ),
    (
        "intermediate",
        "asks for steps or an example",
        (
            r"\bsteps?\b|\bprocedure\b|\bwrite\b|\bexplain\b|\bshow me\b|\bwalk me through\b"
            r"|\bconvert\b|\bwhat happens when\b|\bcreate\b|\bcalculate\b|\bfind all\b|\bexample\b"
            r"|\bpasos?\b|\bexplica\w*\b|\bescrib\w+\b|\bejemplo\w*\b|步骤|解释|举例|例子|写"
        ),
    ),
    (
        "basic",
        "asks for a definition",
        (
            r"\bwhat(.?s| is| are| was| does)\b|\bwhats\b|\bdefin\w+\b|\bmeaning\b|\bmeans?\b"
            r"|\bwhich\b|\bwhat\b|\bque (es|son|significa)\b|\bcual(es)?\b"
            r"|是什么|什么是|什么意思|定义|何谓"
        ),
    ),
    (
        "basic",
        "asks for a list",
        (
            r"\blist\b|\bname\b|\benumerate\b|\btypes? of\b|\bkinds? of\b|\bhow many\b"
            r"|\bwho\b|\bwhen\b|\bwhere\b|\benumera\w*\b|\blista\b|\btipos? de\b"
            r"|列出|有哪些|哪些|几种"
        ),
    ),
)
_COMPILED = tuple((level, what, re.compile(pattern)) for level, what, pattern in _PATTERNS)

# Said on its own, with no more than politeness around it: "more detail on indexes" asks anew.
_BEFORE = (
    r"\W*(?:(?:please|now|ok|okay|can you|could you|and|even|a bit|a little|make it|go"
    r"|(?:explain|say|put|tell) (?:it|this|that|me)|explain|again|in|por favor|ahora|y|aun"
    r"|un poco|puedes|podrias|(?:explica|di)(?:lo|melo|rlo|rmelo)?|hazlo|de (?:forma|manera)"
    r"|de una? (?:forma|manera)|con|en|otra vez|algo)\W+)*"
)
_AFTER = (
    r"(?:\W+(?:please|thanks|again|por favor|gracias|terms|words|language|palabras|terminos))*\W*$"
)
_SIMPLER = re.compile(
    rf"^{_BEFORE}(?:simpler|easier|more simply|simply|simple(?:r)? (?:words|terms)"
    rf"|mas (?:simple|facil|sencill[oa])(?:mente)?|palabras (?:mas )?sencillas){_AFTER}"
    r"|^\W*(?:请|能|可以|再|能不能|用)*(?:你)?(?:说|讲|解释)?(?:得|的)?(?:再|更)?(?:简单|容易|通俗)"
    r"(?:点|一点|一些|些|易懂)?(?:地)?(?:说|讲|解释)?(?:一下|说)?(?:吗|吧|好吗)?\W*$"
)
_DEEPER = re.compile(
    rf"^{_BEFORE}(?:deeper|(?:more )?in (?:more )?depth|more depth|(?:in )?more details?"
    rf"|mas (?:profund[oa]|profundidad|a fondo|detalles?|en (?:profundidad|detalle))"
    rf"|profundiza(?:r)?(?: mas)?){_AFTER}"
    r"|^\W*(?:请|能|可以|再|能不能)*(?:你)?(?:说|讲|解释)?(?:得|的)?(?:再|更)?(?:加)?(?:深入|详细)"
    r"(?:点|一点|一些|些)?(?:地)?(?:说|讲|解释)?(?:一下|说)?(?:吗|吧|好吗)?\W*$"
)
_AUTOMATIC = re.compile(
    r"^\W*(automatic|usual|normal) depth|^\W*profundidad automatica|^\W*自动深度"
)


def depth_command(text: str) -> Level | Literal["automatic"] | None:
    """Of "simpler", "deeper" or "automatic depth" said on its own, what it asks for."""
    folded = fold(text)
    if len(folded) > 60:
        return None
    if _SIMPLER.search(folded):
        return "basic"
    if _DEEPER.search(folded):
        return "advanced"
    return "automatic" if _AUTOMATIC.search(folded) else None


def classify(question: str, *, depth: str | None = None) -> Difficulty:
    """The level of a question; `depth` is the user's standing override."""
    if depth in LEVELS:
        return Difficulty(depth, "you asked for this depth", depth, 1.0, "you")
    folded = fold(question)
    for level, what, pattern in _COMPILED:
        if match := pattern.search(folded):
            return Difficulty(level, f"the question {what}", match.group(0).strip(), 0.85)
    length = len(question)
    if length < 50:
        return Difficulty("basic", "the question is short", f"{length} characters", 0.5, "length")
    if length < 120:
        return Difficulty(
            "intermediate", "of the question's length", f"{length} characters", 0.5, "length"
        )
    return Difficulty("advanced", "the question is long", f"{length} characters", 0.5, "length")
