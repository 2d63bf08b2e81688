"""What somebody names as a subject and no skill stands for, and their words without the terms."""

import re
from collections.abc import Iterable, Sequence

from agent.text import HAN
from agent.workflows.coach.planning import amounts
from agent.workflows.coach.planning.vocabulary import Mention, even

MOST_NAMED = 5
LONGEST = 60  # characters

_OBJECT = re.compile(
    r"\b(?:learn(?:ing)?(?: more)?(?: about| how to| to)?|study(?:ing)?|teach me(?: about| how to| to)?|understand|master|get into|getting into|mov(?:e|ing) into|break into|(?:get|become) better at|interested in|be able to"
    r"|become|becoming|switch(?:ing)? to|start with|course (?:on|in|about)|aprender(?: mas)?(?: sobre| a)?|estudiar|ensen[ae]me(?: a| sobre)?|convertirme en|quiero ser|llegar a ser|dedicarme a|meterme en|mejorar(?: en)?|me interesan?|curso de)\s+"
    r"(?P<what>[^.,;:!?()\n]+)"
    r"|(?:学习|学会|(?<![中小大数科化文医同开])学(?!过|会|了|完|到|校|生|历|位)|成为|转行(?:到|做|当|去)?|从事|掌握|研究|入门|想当|想做|教我)(?:一?下)?(?P<zh>[^.,;:!?，。；：！？()（）\n]+)"
    r"|\blooking for an? (?!free|good|better|cheap|short|long|new|different|other|basic|online|beginner|first)(?P<kind>[a-z ]{3,30}?) (?:course|class)\b"
)
_STOP = re.compile(
    r"\b(?:so|because|since|in order|with|by|within|for|before|after|from|using|while|starting|as|at|on|until|during|every|each|but|or not|where|when|if|that|which|who|i|my|in|this|next|to (?:get|find|be|work|help)"
    r"|para|porque|con|por|en|desde|antes|hasta|durante|cada|pero|que|mientras|si|mi|este|ya que|cuando)\b"
    r"|需要|每|用|在|大概|因为|但|不过|所以|来|以便|为了|从|吗|的话|半年|一年|\d"
)
_PARTS = re.compile(r"\s*(?:\band\b|\by\b|\be\b|\bor\b|\bo\b|[&/、]|和|与|以及|或者?|跟)\s*")
_EMPTY = re.compile(
    r"\b(?:an?|the|some|more|all|about|how|to|use|of|basics?|fundamentals?|introduction|well|better|quickly|fast|new|things?|something|anything|everything|nothing|skills?|stuff|courses?|course|online|again|it|this|that|them|these|those|me|you|us|there|here|now|today|really|properly|seriously|myself|what|whatever|next"
    r"|first|good|great|good at|job|career|work|field|subject|topic|industry|plan|everyday|hard|little|bit|lot|enough|too|also|please|way|right|best|someone|person|expert|professional|beginner|scratch|zero|home"
    r"|un|una|unos|unas|el|la|los|las|de|del|lo|algo|mas|todo|cosas?|nuevo|nueva|bien|mejor|rapido|cursos?|basico|basicos|basicas?|fundamentos|sobre|esto|eso|a|hacer|usar|cero|casa|tema|trabajo|profesional|experto|experta|mucho|poco|tambien|hoy|ahora|favor)\b"
    r"|一点|一些|什么|东西|新的?|知识|技能|课程?|更多|好|了|的|吧|呢|啊|一下|怎么|如何|这个|那个|它|一名|一个|名|个|快速|系统地?|基础|起|开始|好一?点|计划"
)  # fmt: skip
_BETWEEN = re.compile(r"[,;.!?，；。！？](?!\d)\s*")
_DANGLING = re.compile(
    r"(?:\s+(?:by|in|for|before|until|at|on|with|each|per|every|and|but|a|for the|para|en|con|por|antes de|cada|y|pero|de|在|用|每|前)(?:\s+(?:the|el|la))?)+[\s,;.，；。、]*$"
)


def named_without_skill(text: str, mentions: Sequence[Mention]) -> tuple[str, ...]:
    """Objects of learning in which no skill or role is named, as they were written."""
    whole, folded = even(text)
    taken = amounts.spans(text)
    named: list[str] = []
    for match in _OBJECT.finditer(folded):
        group = next(name for name in ("what", "zh", "kind") if match[name])
        start, end = match.span(group)
        for from_, to in _parts(folded, start, end):
            is_covered = any(m.start < to and from_ < m.end for m in mentions)
            is_time = any(a < to and from_ < b for a, b in taken)
            if not is_covered and not is_time and _says(folded[from_:to]):
                named.append(_bare(whole[from_:to]))
    return tuple(dict.fromkeys(filter(None, named)))[:MOST_NAMED]


def _parts(folded: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    if stop := _STOP.search(folded, start, end):
        end = stop.start()
    at = start
    for cut in _PARTS.finditer(folded, start, end):
        yield at, cut.start()
        at = cut.end()
    yield at, end


def _says(part: str) -> bool:
    left = _EMPTY.sub(" ", part)
    return bool(re.search(rf"[^\W\d_]{{3,}}|[{HAN}]{{2,}}", left))


def _bare(words: str) -> str:
    bare = re.sub(
        r"^(?:an?|the|some|un|una|el|la|los|las)\s+", "", words.strip(), flags=re.IGNORECASE
    )
    return bare.strip(" \"'“”«»-").rstrip("了吧呢的")[:LONGEST]


def without(text: str, spans: Sequence[tuple[int, int]], kept: Sequence[tuple[int, int]]) -> str:
    """The text without those places; a clause that has one and nothing to keep goes whole."""
    whole = even(text)[0]
    said, at = [], 0
    for end, gap in [*((m.start(), m.end()) for m in _BETWEEN.finditer(whole)), (len(whole),) * 2]:
        inside = [span for span in spans if span[0] < end and at < span[1]]
        if not inside or any(a < end and at < b for a, b in kept):
            said.append(_DANGLING.sub("", _blanked(whole, at, end, inside)) + whole[end:gap])
        at = gap
    return re.sub(r"\s+", " ", "".join(said)).strip(" ,;，；、")


def _blanked(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    return "".join(
        " " if any(a <= place < b for a, b in spans) else text[place] for place in range(start, end)
    )
