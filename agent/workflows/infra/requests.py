"""What somebody wants, read by rules: a change, a look, a talk; of which stack; of what."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.contracts import Kind, Part
from agent.workflows.infra.patterns import Pattern, patterns

Intent = Literal["change", "query", "conversation"]

_CREATE = r"create|make|build|add|deploy|provision|set up|setup|launch|spin up|crea|crear|anade|anadir|despliega|创建|新建|添加|部署"
_DELETE = r"delete|destroy|remove|tear down|take down|drop|decommission|borra|borrar|elimina|eliminar|destruye|删除|销毁|移除"
_UPDATE = (
    r"update|modify|change|set|enable|disable|scale|increase|decrease|raise|lower|reduce|extend"
    r"|turn on|turn off|switch on|switch off|encrypt|migrate|upgrade|rotate|rename|replace|allow|open|close|attach|subscribe|keep|retain"
    r"|cambia|cambiar|actualiza|modifica|activa|desactiva|aumenta|reduce|修改|更改|更新|启用|禁用|设置|增加|减少"
)
_WANT = r"(?:i|we) (?:need|want|would like|d like)|need|quiero|necesito|我(?:要|需要|想要)"
_POLITE = re.compile(
    rf"^\W*(?:please\W+|now\W+|then\W+|ok(?:ay)?\W+|and\W+)*(?:can|could|would|will) (?:you|we)\W+(?:please\W+|now\W+)?(?:{_CREATE}|{_DELETE}|{_UPDATE})\b"
    rf"|^\W*(?:puedes|podrias)\W+(?:{_CREATE}|{_DELETE}|{_UPDATE})\w*"
    rf"|^\W*(?:请|能否|可以|能不能).{{0,4}}(?:{_CREATE}|{_DELETE}|{_UPDATE})"
)
_QUESTION = re.compile(
    r"^\W*(?:please\W+|and\W+|so\W+|ok(?:ay)?\W+|but\W+)*(?:how|what|whats|why|when|where|which|who|whose|is|are|was|were|does|do|did|has|have"
    r"|should|could i|can i|may i|must|explain|describe how|tell me (?:how|why|what|about)|show me how"
    r"|como|que|cual|cuales|por que|cuando|donde|quien|explica|hay)\b"
    r"|[?？]\s*$|^\W*(?:如何|怎么|怎样|什么|为什么|哪些|哪个|解释)|(?:吗|呢|什么|怎么办)[?？。]?\s*$"
)
_LOOK = re.compile(
    r"\b(?:list|show|display|describe|status|state of|check|count|find|get|events?|resources?|outputs?|stacks?|deployed|running|drift\w*"
    r"|lista|muestra|estado|eventos|recursos|pilas?|desplegad\w+)\b|列出|显示|查看|状态|堆栈|事件|资源|部署了"
)
_HOW_TO = re.compile(
    r"\bhow (?:do|can|could|would|should|to)\b|\bshow me how\b|\bcomo (?:se|puedo|hago)\b|如何|怎么"
)
_ACTUAL = re.compile(
    r"\b(?:stacks?|deployed|running|my|our|there|here|current\w*|now|status|events?|outputs?|drift\w*|pilas?|desplegad\w+|actual\w*|hay)\b"
    r"|堆栈|状态|现在|当前|已部署|有哪些"
)
_HAVE = re.compile(r"\b(?:is|are) there\b|\bdo (?:we|i) have\b|\bhay\b|有没有|有哪些")
_CHANGE = re.compile(
    rf"\b(?:{_CREATE}|{_DELETE}|{_UPDATE})\b|{'|'.join(re.findall(r'[一-鿿]+', _CREATE + _DELETE + _UPDATE))}"
)
_SMALL_TALK = re.compile(
    r"^\W*(?:hi|hello|hey|hola|thanks?|thank you|gracias|bye|good (?:morning|evening|afternoon)|你好|您好|谢谢|help|ayuda|帮助)\b[^?]{0,40}$|^\W*(?:你好|谢谢|帮助)"
)
_NOUN = re.compile(
    r"\b(?:stacks?|infrastructure|resources?|retention|lifecycle|versioning|encrypt\w*|timeout|memory|threshold|schedule|subnets?|dead[ -]letter|dlq"
    r"|clusters?|databases?|servers?|instances?|containers?|load balancers?|kubernetes|eks|ecs|ec2|rds|redis|caches?|cdn|cloudfront|dns|volumes?"
    r"|pila|infraestructura)\b|堆栈|加密|保留|版本"
)
_PURPOSE = re.compile(
    r"\b(?:for|para)\s+(?:the |our |my |an? |el |la |los |las )?(?P<what>[a-z][\w-]*(?: [a-z][\w-]*){0,3}?)"
    r"(?=\s+(?:with|without|that|and|which|who|where|when|in|on|as|of|from|to|having|using|keyed|every|after|whose|over|above|below|under|exceed\w*|more|less|encrypted|at|if|by|con|sin|que|y|en)\b|\s*[,.;:!?(]|\s*$)"
)
_ZH_PURPOSE = re.compile(r"(?:用于|为)([\w-]{2,12}?)(?:的|创建|，|,|$)")
_FILLER = {
    "me",
    "us",
    "you",
    "it",
    "this",
    "that",
    "one",
    "days",
    "day",
    "lambda",
    "testing",
    "minutes",
    "minute",
    "seconds",
    "hours",
}
_SEPARATOR = re.compile(r"\s+(?:and|plus|y|as well as|together with)\s+|[,;.]\s+|，|、|和|以及")
_CALLED = re.compile(
    r"\bstack\s+(?:named |called )?[\"'`]?([A-Za-z][A-Za-z0-9-]{1,80})[\"'`]?", re.IGNORECASE
)
_NOT_NAMES = {
    "with",
    "for",
    "and",
    "in",
    "that",
    "from",
    "to",
    "is",
    "of",
    "named",
    "called",
    "please",
    "now",
    "again",
    "so",
    "on",
    "status",
    "events",
    "name",
    "as",
}
_IMPERATIVE = re.compile(
    r"^\W*(?:please\W+|now\W+)*(?:alarm|alert|notify|schedule|run|trigger|store)\b"
)
_RUN = re.compile(
    r"\b(?:run|runs|running|invoke[sd]?|trigger(?:s|ed)?|call(?:s|ed)?|start(?:s|ed)?|execute[sd]?"
    r"|schedule[sd]?|ejecut\w+)\b|运行|执行|触发|调用"
)
_DELIVERS = re.compile(
    r"\b(?:sns|topics?)\b(?:(?!\band\b)[^,.;])*?\b(?:subscri\w+|deliver\w*|fans? out|sends?|forward\w*)"
    r" (?:(?!and )[\w-]+ ){0,4}?(?:sqs|queue)\b|\b(?:sqs|queue) (?:[\w-]+ ){0,3}?subscri\w+"
)
_WITHOUT = re.compile(r"\b(?:without|sin) (?:an? |any |the |una? )?$")
_NEW = re.compile(r"\b(?:an?|una?) (?:[\w-]+ ){0,2}$|一个$")
_IT = re.compile(r"\b(?:it|its|them|their|that|this|the same|there)\b|它|该")
_A_THING = re.compile(
    r"\b(?:need|want|would like|d like|quiero|necesito)\s+(?:an?|the|some|another|two|three|una?)\b"
)
_POINTING = ("alarm", "event_rule")
_MORE = re.compile(r"\b(?:add|another|also|additional|second|anade|otra?)\b|再|添加|另")


@dataclass(frozen=True)
class Request:
    """`stack` is a whole name; empty when the words do not tell which. `among` are those it could be."""

    kind: Kind
    stack: str
    parts: tuple[Part, ...]
    is_new: bool = False
    adds: bool = False
    among: tuple[str, ...] = ()


def intent_of(text: str, *, stacks: Sequence[str] = (), last: str = "") -> Intent | None:
    """None when the words do not tell: question form goes first, then words of change.

    `last` is the stack of the conversation so far, which "it" and "them" may mean.
    """
    folded = fold(text)
    if _SMALL_TALK.search(folded):
        return "conversation"
    if _QUESTION.search(folded) and not _POLITE.search(folded):
        if _HOW_TO.search(folded):
            return "conversation"
        looks = _LOOK.search(folded) and (_ACTUAL.search(folded) or _names_one(folded, stacks))
        has = _HAVE.search(folded) and _wanted(folded)
        return "query" if looks or has or _names_one(folded, stacks) else "conversation"
    starts_with_look = re.match(
        r"^\W*(?:please\W+)?(?:list|show|display|describe|check|get|find|count|status|lista|muestra|列出|显示|查看)\b|^\W*(?:列出|显示|查看)",
        folded,
    )
    if starts_with_look:
        return "query"
    is_about = bool(
        _wanted(folded)
        or _NOUN.search(folded)
        or _names_one(folded, stacks)
        or (last and _IT.search(folded) and _CHANGE.search(folded))
    )
    asks = _CHANGE.search(folded) or _IMPERATIVE.search(folded)
    if asks or re.search(rf"\b(?:{_WANT})\b", folded):
        return "change" if is_about else None
    if _LOOK.search(folded) and (_ACTUAL.search(folded) or _names_one(folded, stacks)):
        return "query"
    return None if is_about else "conversation"


def _names_one(folded: str, stacks: Sequence[str]) -> bool:
    return any(_mentions(folded, name) for name in stacks)


def _mentions(folded: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])", folded) is not None


def request_of(
    text: str, *, stacks: Sequence[str], prefix: str, last: str = "", chosen: str | None = None
) -> Request:
    """`stacks` are there; `last` is the thread's; `chosen` what the user said when asked."""
    folded = fold(text)
    parts = tuple(parts_in(text))
    kind = _kind(folded)
    if kind == "delete":
        return _deletion(
            folded, text, parts, stacks=stacks, prefix=prefix, last=last, chosen=chosen
        )
    mentioned = named_stack(text, stacks=stacks, prefix=prefix, is_new=kind == "create")
    adds = bool(_MORE.search(folded)) and bool(parts)
    if chosen is not None and chosen in stacks:
        return Request("update", chosen, parts, adds=adds)
    if mentioned in stacks:
        return Request("update", mentioned, parts, adds=adds or kind == "create")
    if kind == "update" and not mentioned:
        among = tuple(stacks)
        if last in stacks and chosen is None:
            return Request("update", last, parts, adds=adds)
        if among and chosen is None:
            stack = among[0] if len(among) == 1 else ""
            return Request("update", stack, parts, adds=adds, among=among)
    if _IT.search(folded) and last in stacks and re.search(r"\bto (?:it|that|this)\b|给它", folded):
        return Request("update", last, parts, adds=True)
    name = mentioned or f"{prefix}{slug(text, parts)}"
    return Request("create", free_name(name, stacks), parts, is_new=True)


def _deletion(
    folded: str,
    text: str,
    parts: tuple[Part, ...],
    *,
    stacks: Sequence[str],
    prefix: str,
    last: str,
    chosen: str | None,
) -> Request:
    """A stack as a whole, or one thing out of a stack: "remove the topic from dev-shop"."""
    mentioned = named_stack(text, stacks=stacks, prefix=prefix)
    stack = chosen or (mentioned if mentioned in stacks else "")
    is_part = bool(parts) and bool(re.search(r"\b(?:from|out of|de la pila)\b|从", folded))
    if not stack and not is_part:
        is_last = bool(_IT.search(folded)) and last in stacks
        stack = _told_by_purpose(folded, stacks, prefix) or (last if is_last else "")
    if not stack and is_part and last in stacks:
        stack = last
    if is_part and stack:
        gone = tuple(part.model_copy(update={"remove": True, "options": {}}) for part in parts)
        return Request("update", stack, gone)
    return Request("delete", stack, (), among=() if stack else tuple(stacks))


def _told_by_purpose(folded: str, stacks: Sequence[str], prefix: str) -> str:
    """The one stack whose words all stand in the text: "delete the audit logs bucket"."""
    fits = [
        name
        for name in stacks
        if all(
            re.search(rf"\b{re.escape(word)}", folded)
            for word in name.removeprefix(prefix).lower().split("-")
        )
    ]
    return fits[0] if len(fits) == 1 else ""


def _kind(folded: str) -> Kind:
    """By the first verb of change that stands there."""
    found: list[tuple[int, Kind]] = []
    kinds: tuple[tuple[Kind, str], ...] = (
        ("create", _CREATE),
        ("delete", _DELETE),
        ("update", _UPDATE),
    )
    for kind, words in kinds:
        if match := re.search(
            rf"\b(?:{words})\b|(?:{'|'.join(re.findall('[一-鿿]+', words))})", folded
        ):
            found.append((match.start(), kind))
    if thing := _A_THING.search(folded):
        found.append((thing.start(), "create"))
    if not found:
        return "create"
    # "Create a queue and delete messages after a day": the first verb tells.
    return min(found)[1]


def named_stack(text: str, *, stacks: Sequence[str], prefix: str, is_new: bool = False) -> str:
    """The stack that is named in full, without its prefix, or after the word "stack".

    Of what is new a short name tells where it is put, "to audit-logs", or else nothing: "a role
    that reads the bucket audit-logs" is a stack of its own.
    """
    folded = fold(text)
    for name in sorted(stacks, key=len, reverse=True):
        if _mentions(folded, name):
            return name
    for name in sorted(stacks, key=len, reverse=True):
        short = name.removeprefix(prefix)
        where = r"(?:\b(?:in|into|to|stack)\s+(?:the\s+)?(?:stack\s+)?)" if is_new else ""
        if "-" in short and re.search(
            rf"{where}(?<![\w-]){re.escape(short.lower())}(?![\w-])", folded
        ):
            return name
    if (called := _CALLED.search(text)) and called[1].lower() not in _NOT_NAMES:
        name = called[1].lower()
        whole = name if name.startswith(prefix) else f"{prefix}{name}"
        return next((stack for stack in stacks if stack.lower() == whole), whole)
    return ""


def free_name(name: str, stacks: Sequence[str]) -> str:
    found, number = name, 2
    while found in stacks:
        found, number = f"{name}-{number}", number + 1
    return found


def slug(text: str, parts: Sequence[Part]) -> str:
    """A stack's name from what it is for, from a name that was given, or from what it is."""
    if (called := _CALLED.search(text)) and called[1].lower() not in _NOT_NAMES:
        return _slugged(called[1])
    if name := reading.named(text):
        return _slugged(name)
    folded = fold(text)
    for purpose in _PURPOSE.finditer(folded):
        words = [word for word in purpose["what"].split() if word not in _FILLER]
        if words and not words[0][0].isdigit():
            return _slugged("-".join(words[:3]))
    if (zh := _ZH_PURPOSE.search(folded)) and (spelt := _slugged(zh[1])) != "stack":
        return spelt
    return _slugged("-".join(part.pattern for part in parts[:2])) if parts else "stack"


def _slugged(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "stack"


def parts_in(text: str) -> list[Part]:
    """What of the library is asked for, each with the options of its own piece of the text."""
    found = _spans(text)
    parts = []
    for number, (pattern, start) in enumerate(found):
        begin = 0 if number == 0 else _boundary(text, found[number - 1][1], start)
        end = (
            len(text) if number == len(found) - 1 else _boundary(text, start, found[number + 1][1])
        )
        piece = text[begin:end]
        options = pattern.read(piece)
        name = reading.named(piece)
        if name and name != options.get("existing"):
            options["name"] = name
        parts.append(Part(pattern=pattern.id, options=options))
    return _subscribed(text, _scheduled(text, parts))


def _scheduled(text: str, parts: list[Part]) -> list[Part]:
    """With the rule that runs a function by the clock: "run a Lambda every 15 minutes"."""
    rule = next(
        (part for part in parts if part.pattern == "event_rule"), Part(pattern="event_rule")
    )
    is_told = rule.options.keys() & {"schedule", "source"}
    if is_told or all(part.pattern != "function" for part in parts):
        return parts
    for sentence in re.split(r"[.;。；]\s", text):
        options = patterns()["event_rule"].read(sentence)
        if _RUN.search(fold(sentence)) and "schedule" in options:
            if re.search(rf"\b(?:{_CREATE})\b", fold(sentence)):
                # What is made here is not there already.
                options.pop("existing", None)
            taken = {key: options[key] for key in ("schedule", "existing") if key in options}
            gone = "function" if "existing" in taken else ""
            others = [part for part in parts if part is not rule and part.pattern != gone]
            return [*others, rule.model_copy(update={"options": rule.options | taken})]
    return parts


def _subscribed(text: str, parts: list[Part]) -> list[Part]:
    """With the queue beside a topic as what the topic delivers to, where the words say so."""
    if not _DELIVERS.search(fold(text)) or all(part.pattern != "queue" for part in parts):
        return parts
    return [
        part.model_copy(update={"options": {"protocol": "sqs"} | part.options})
        if part.pattern == "topic"
        else part
        for part in parts
    ]


def parts_of_stack(text: str, types: Sequence[str]) -> list[Part]:
    """What the words change of what a stack has, where they do not name the thing itself."""
    found = []
    for pattern in patterns().values():
        options = pattern.read(text) if pattern.main in types else {}
        if options:
            found.append(Part(pattern=pattern.id, options=options))
    return found


def _spans(text: str) -> list[tuple[Pattern, int]]:
    """The patterns in the order of the text, each once; what only belongs to another is left out."""
    lowered = text.lower()
    first = {
        pattern.id: (pattern, start)
        for pattern in patterns().values()
        if (start := _wanted_at(pattern, lowered)) is not None
    }
    for thing, whole in (
        ("role", "function"),
        ("queue", "alarm"),
        ("function", "alarm"),
        ("bucket", "role"),
        ("table", "role"),
        ("queue", "role"),
        ("function", "role"),
        ("secret", "role"),
        ("function", "event_rule"),
        ("queue", "event_rule"),
        ("topic", "role"),
    ):
        if (
            thing in first
            and whole in first
            and (
                _is_mentioned_only(lowered, first[thing][1], first[whole][1])
                or (whole in _POINTING and _is_there(text, first[thing][1]))
            )
            and not (whole == "event_rule" and _NEW.search(lowered[: first[thing][1]]))
        ):
            del first[thing]
    return sorted(first.values(), key=lambda entry: entry[1])


def _is_there(text: str, thing: int) -> bool:
    """It is named as one that is there: "the function resize-images"."""
    things = f"{reading.FUNCTION}|{reading.QUEUE}"
    return text[:thing].lower().endswith("the ") and bool(
        re.match(reading.existing_one(things), text[thing:])
    )


def _wanted_at(pattern: Pattern, text: str) -> int | None:
    """Where it is named first, but for "without a queue"."""
    starts = (found.start() for found in pattern.words.finditer(text))
    return next((start for start in starts if not _WITHOUT.search(text[:start])), None)


def _is_mentioned_only(text: str, thing: int, whole: int) -> bool:
    """It comes behind the other without being listed: no "and a", no comma, in between."""
    if thing < whole:
        return False
    between = text[whole:thing]
    return not re.search(
        r"(?:\band|\bplus|,|;|\.)\s+(?:an?|the|another|one|two|\w+ed)\s+(?:[\w-]+\s+){0,3}$|[，、和]",
        between,
    )


def _boundary(text: str, start: int, end: int) -> int:
    """Where the piece of the second begins: behind the last word that lists, between the two."""
    separators = list(_SEPARATOR.finditer(text, start, end))
    return separators[-1].end() if separators else end


def _wanted(folded: str) -> bool:
    return any(pattern.words.search(folded) for pattern in patterns().values())
