"""What somebody wants tracked, without the words that ask for the ticket."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.text import STOP_WORDS, content_words, keywords, language_of, well_formed
from agent.workflows.tickets.contracts import DraftFor, Language
from agent.workflows.tickets.drafting.reading import Kind, Request, word_set

_NOUN = (
    r"(?P<noun>user stor(?:y|ies)|stor(?:y|ies)|tasks?|bugs?(?: report)?|defects?|issues?|tick?e?ts?"
    r"|backlog items?|epics?|incidents?|feature requests?)"
)
_ASKS: dict[Language, tuple[re.Pattern[str], ...]] = {
    "en": tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            (
                r"(?:^|(?<=[.!?:;,\n]))\s*(?:and\s+|so\s+)?(?:(?:can|could|would|will)\s+you\s+|i(?:'d|\s+would)\s+like\s+(?:you\s+)?to\s+|i\s+(?:want|need)\s+(?:you\s+)?to\s+|let'?s\s+|we\s+(?:should|need\s+to|have\s+to)\s+)?"
                r"(?:please\s+|pls\s+)?(?:creat\w*|raise|file|open|log|make|write(?:\s+up)?|draft|add|submit|record|report|register|(?:we|i)\s+(?:need|want))\s+"
                rf"(?:me\s+|us\s+)?(?:(?:an?|the|one|another|new|separate|jira|quick)\s+)*{_NOUN}\b(?:\s+(?:in|to)\s+(?:jira|the\s+(?:backlog|tracker|board)))?"
                r"\s*(?:[:,–-]\s*)?(?:(?:for|about|so\s+that|saying\s+that|that|regarding|on|where)\b\s*|to\b\s*)?(?:(?:this|the following)\s*(?=[:–-]))?(?:[:–-]\s*)?"
            ),
            rf"^\s*(?:new\s+)?{_NOUN}\s*[:–-]\s*",
            r"^\s*(?:please\s+)?(?:add|put)\s+(?:this\s+)?(?:to|on|in)\s+(?:the\s+|our\s+)?backlog\s*[:,–-]\s*",
            r"[,;.]?\s*(?:(?:can|could|would)\s+you\s+)?(?:please\s+|pls\s+)?(?:log|file|record|raise|register|track|ticket)\s+(?:it|that|this)\b(?:\s+(?:as\s+an?\s+(?P<noun>\w+)|for\s+[\w ]+))?\s*[.!?]*\s*$",
        )
    ),
    "es": tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            (
                r"(?:^|(?<=[.!?:;,\n]))\s*¿?(?:(?:me\s+)?(?:puedes|podrías|puede|podéis)\s+|por\s+favor,?\s+|hay\s+que\s+|(?:quiero|necesito|quisiera|queremos)\s+(?=(?:que\s+)?\w+(?:ar|er|ir|as|es)\s))?"
                r"(?:me\s+)?(?:crea(?:r|me)?|abr(?:e|es|ir|eme)|registra(?:r)?|anota(?:r)?|haz(?:me)?|redacta(?:r)?|añad(?:e|ir)|d(?:a|ar)\s+de\s+alta|reporta(?:r)?|genera(?:r)?|necesit(?:o|amos)|quiero|queremos|quisiera)\s+"
                r"(?:un[ao]?\s+|la\s+|el\s+)?(?:nuev[oa]\s+)?(?P<noun>incidencia|ticket|tarea|historia(?:\s+de\s+usuario)?|error|fallo|bug|issue|petición|tique)\b(?:\s+(?:en|de)\s+jira)?"
                r"\s*(?:para\s+el\s+equipo\s+de\s+\w+)?\s*[,:–-]?\s*(?:(?:para|sobre|de\s+que|por)\b\s*)?(?:que\b\s*)?[:–-]?\s*"
            ),
            r"^\s*(?:nuev[oa]\s+)?(?P<noun>incidencia|tarea|historia|error|fallo|bug)\s*[:–-]\s*",
            r"[,;.]?\s*(?:reg[ií]stra(?:lo|la)|an[oó]ta(?:lo|la)|ap[uú]nta(?:lo|la)|[aá]bre(?:lo|la)|cr[eé]a(?:lo|la))\b(?:,?\s+(?:porfa|por\s+favor))?\s*[.!?]*\s*$",
        )
    ),
    "zh": tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            (
                r"(?:请|麻烦|帮我|帮忙|能不能|可以|需要|我想)*(?:创建|新建|新增|建立|建|开|提交|提|登记|写|记录|报)(?:一个|一张|一条|一份|一下|个|张|条)?(?:新的?)?"
                r"(?:jira\s*(?:的)?\s*(?P<jira>工单|任务|缺陷|bug|问题|用户故事|故事|需求|单子|事项|issue)?|(?P<noun>工单|任务|缺陷|bug|用户故事|故事|需求单|事项|issue|ticket))"
                r"(?:给[^，,。：:]{1,8}组)?\s*[：:，,]?\s*(?:关于|用于|内容是|来)?"
            ),
            r"[，,。]?(?:请|麻烦|帮忙|帮我)*(?:记一下单?|记个单|登记一下|建个单|提个单|开个单)[。！!]?\s*$",
        )
    ),
}
_COURTESY = re.compile(
    r"^\s*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|hola|buenas(?: tardes| noches)?|buenos días|你好|您好|大家好)[^.!?。！,，]{0,30}[.!?。！,，]\s*)+"
    r"|^\s*hope you[^.!?]*[.!?]\s*|[,.!]?\s*(?:many thanks|thanks(?: a lot| in advance)?|thank you|thx|cheers|(?:muchas )?gracias|谢谢|多谢|拜托了)[^.!?。！]{0,20}[.!?。！]*\s*$",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^\W*(?:(?:for|about|with|on|para|sobre|de|关于|为|给|就)\s*)?(?:that|this|it|these|those|the above|what (?:i|we) (?:just )?(?:said|discussed|described|talked about)[^.]*"
    r"|eso|esto|ello|lo (?:anterior|de antes|que (?:he dicho|hemos hablado|comentamos))|这个|这件事|这事|那个|那件事|上面(?:说|提到)?的[^，。]*|刚才(?:说|提到)?的[^，。]*|以上[^，。]*)(?=\W|$|[，。、])",
    re.IGNORECASE,
)
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("bug", re.compile(r"bug|defect|incident\b|error|fallo|缺陷", re.IGNORECASE)),
    ("task", re.compile(r"task|tarea|任务", re.IGNORECASE)),
    ("story", re.compile(r"stor|feature|historia|故事|需求", re.IGNORECASE)),
)
_OF_TICKETS = word_set("""
    bug task story ticket issue priority high low medium highest urgent label type please jira error fallo tarea
    historia incidencia prioridad alta baja media urgente 缺陷 任务 故事 工单 优先 先级 优先级 紧急
""")
_FACES = re.compile("[\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a]+\ufe0f?")
"""They tell a mood and nothing of the matter."""
_SLIPS = tuple(
    (re.compile(rf"\b{wrong}\b", re.IGNORECASE), right)
    for wrong, right in (
        (r"teh", "the"),
        (r"dosn['’]?t|doesnt|does'nt", "doesn't"),
        (r"(do|did|is|are|was|were|has|have|ca|wo|could|should|would)nt", r"\1n't"),
        (r"recieve(s|d)?", r"receive\1"),
        (r"seperate(d)?", r"separate\1"),
        (r"occured", "occurred"),
    )
)
LONGEST = 3_000
"""Characters of a message that are read."""
_ENOUGH_SAID = 3
"""Content words from which on an earlier message may be what "that" means."""


@dataclass(frozen=True)
class Asked:
    """`text` is what the ticket is about; empty when the message does not tell."""

    text: str
    kind: Kind | None


def request_of(value: DraftFor) -> Request | None:
    """What is to be tracked: from the request, or from what was said before when it points there.

    None when neither tells.
    """
    asked = asked_in(value.request)
    if asked.text and not _points_back(asked.text):
        return _request(asked, whole=value.request[:LONGEST])
    for said in _said_before(value):
        before = asked_in(said)
        if len(content_words(before.text)) >= _ENOUGH_SAID:
            kind = asked.kind or before.kind
            return _request(
                Asked(before.text, kind), whole=f"{said}\n{value.request}"[: 2 * LONGEST]
            )
    return None


def _request(asked: Asked, *, whole: str) -> Request:
    language = language_of(asked.text)
    return Request(text=asked.text, language=language, kind=asked.kind, whole=whole)


def _points_back(text: str) -> bool:
    """Whether it says nothing of its own, as "for that, with high priority" does."""
    found = _POINTS_BACK.match(text)
    if not found:
        return False
    rest = set(keywords(text[found.end() :])) - _OF_TICKETS - STOP_WORDS
    return len(rest) < _ENOUGH_SAID


def _said_before(value: DraftFor) -> Iterator[str]:
    """What the user said, the newest first."""
    for line in reversed(value.conversation):
        who, _, said = line.partition(":")
        if who.strip().casefold() == "user" and said.strip() != value.request.strip():
            yield said.strip()


def asked_in(message: str) -> Asked:
    """Without courtesies and without the words that ask for a ticket."""
    text = _spelt(_FACES.sub("", well_formed(message)).strip()[:LONGEST])
    while (bare := _COURTESY.sub("", text).strip()) != text:
        text = bare
    kind: Kind | None = None
    for pattern in _ASKS[language_of(message)]:
        found = pattern.search(text)
        if found is None:
            continue
        kind = kind or _kind(found)
        before, after = text[: found.start()].strip(" ,，"), text[found.end() :].strip()
        # "The export fails, could you file that?": it was said before the asking.
        tells_after = content_words(after) and not _points_back(after)
        text = after if tells_after or not before else before
    return Asked(_tidy(text), kind)


def _spelt(text: str) -> str:
    """With the commonest slips of the hand mended, so that the words are known."""
    for wrong, right in _SLIPS:
        text = wrong.sub(right, text)
    return text


def _kind(found: re.Match[str]) -> Kind | None:
    groups = found.groupdict()
    noun = groups.get("noun") or groups.get("jira") or ""
    return next((kind for kind, words in _KINDS if words.search(noun)), None)


_LETTING = re.compile(r"^我们?(?:想要?|希望|需要)(?:让|使)(?=[^，。,]{1,10}?(?:可以|能够?))")


def _tidy(text: str) -> str:
    # "I want to let users ...": it is about the users.
    text = _LETTING.sub("", text)
    text = re.sub(r"^[\s:：,，;；.。?？!！–-]+", "", text).strip()
    return text if content_words(text) and re.search(r"\w", text) else ""
