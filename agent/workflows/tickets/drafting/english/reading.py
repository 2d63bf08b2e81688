"""From the clauses of an English request to what a draft says."""

import re
from collections.abc import Iterator

from agent.workflows.tickets.drafting.english import words
from agent.workflows.tickets.drafting.english.clauses import SIGN, Clause, Said, is_person
from agent.workflows.tickets.drafting.english.narrative import (
    acted_on,
    narrative,
    sentence,
    theirs,
    value,
)
from agent.workflows.tickets.drafting.english.statements import BAD, turned
from agent.workflows.tickets.drafting.reading import Deed, Kind, Reading, Request, word_set

_STATED_AS_DONE = word_set(
    "add create introduce implement build provide integrate test check review"
)
_COMPARES = re.compile(r"(?:less|more|faster|easier|simpler|clearer)\b")
_TELLING = word_set("notify inform alert remind warn tell")
_WITHOUT_MEASURE = word_set("improve optimise optimize speed reduce increase enhance")
_ASKING = {
    "document": "documented",
    "describe": "described",
    "explain": "explained",
    "write": "written down",
}
_ONE_OFF = word_set("""
    move migrate transfer remove delete drop replace upgrade rename convert refactor rewrite rotate
    renew configure deprecate retire install deploy swap redesign extract merge split restore bring
    document switch update clean unify set repair back translate investigate analyse analyze evaluate
""")
_SLOW = re.compile(r"\b(?:takes?|took|slow(?:ly)?|seconds? to|minutes? to)\b", re.IGNORECASE)
_SYSTEM = re.compile(
    r"\b(?:in|on|from|of|via|at|into)\s+(?P<system>(?:the|our)\s+(?:[\w'’-]+\s+){0,4}?(?:app|application"
    r"|site|website|shop|webshop|store|portal|platform|dashboard|intranet|extranet|console|kiosk|tool"
    r"|bot|wizard|back office))\b",
    re.IGNORECASE,
)
_LONGEST_TITLE = 150
_FEW_WORDS = 10
_CUTS = (", including ", " with ", ", sent ", ", ", " when ", " after ", " from the ")
_NUMBER = r"(?:\d[\d.,]*k?|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred)"
_UNIT = r"(?:\s?%|\s+[\w-]+)"
_MORE_THAN = re.compile(
    rf"\b(?:more than|longer than|older than|larger than|exceed(?:s|ing)?|over|above)\s+(?P<figure>{_NUMBER}{_UNIT}"
    r"(?:\s(?:above|below|of)\s(?:the\s)?[\w-]+(?:\s(?!highlighted)[\w-]+)?)?)",
    re.IGNORECASE,
)
_UP_TO = re.compile(
    rf"\b(?:up to|at most|max(?:imum)?\.?(?: of)?|no more than)\s+(?P<figure>{_NUMBER}{_UNIT}(?:\s(?:rows|files|characters))?)",
    re.IGNORECASE,
)
_UNDER = re.compile(
    rf"\b(?:under|within|less than|below|in at most)\s+(?P<figure>(?:{_NUMBER}|one)\s+(?:milliseconds?|seconds?|ms))",
    re.IGNORECASE,
)
_COLUMNS = re.compile(
    r"\b(?:with|columns|fields|containing)\s+(?:the\s+(?:columns|fields)\s+)?"
    r"(?P<columns>[\w'’ -]+(?:,\s+[\w'’ -]+)+,?\s+and\s+[\w'’ -]+)"
)
_MESSAGE = re.compile(
    r"\b(?P<message>(?:an?|the)\s(?:[\w-]+\s){0,2}(?:notification|e-?mail|SMS|reminder|message|alert))\b"
)
_FILE = re.compile(
    r"\b(?P<file>(?:CSV|PDF|Excel|XLSX|JSON|XML|ZIP)(?:\s+(?:file|report|export))?)\b"
)
_SEEN_IN = re.compile(
    r"\b(?:on|in|with)\s+(?P<where>(?:Safari|Chrome|Firefox|Edge|iOS|iPadOS|Android|Windows|macOS|Linux|Internet Explorer)\b(?:\s\d+(?:\.\d+)*)?)"
)
_FROM = re.compile(
    r"\bfrom\s+(?P<source>(?:the|our)\s+.+?)\s+(?:to|into|onto)\s+(?P<destination>(?:the|our)\s+.+?)"
    r"(?=[,.]|$|\s+(?:and|before|by|when|so|in the middle)\b)"
)
_BY_OTHER = re.compile(
    r"\breplace\s+(?P<source>.+?)\s+(?:with|by)\s+(?P<destination>.+?)(?=[,.]|$|\s+(?:and|before|by|when|so)\b)",
    re.IGNORECASE,
)
_SHOWING = word_set("show list display return contain")
_EXPIRES = re.compile(
    rf"\b(?P<np>(?:an?|the)\s[\w-]+)\s+(?:(?:that|which)\s+(?:is|stays|remains)\s+)?(?:only\s+)?valid\s+for\s+(?P<figure>{_NUMBER}{_UNIT})",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:before|by|until|no later than)\s+(?P<deadline>the end of [\w ]+?|(?:\d{1,2}\s)?(?:January|February|March"
    r"|April|May|June|July|August|September|October|November|December)(?:\s\d{1,4})?|(?:next\s)?(?:Mon|Tues|Wednes"
    r"|Thurs|Fri|Satur|Sun)day|Q[1-4][\w ]*?)(?=[,.;]|\s+(?:and|so)\b|$)"
)
_WITH_PART = re.compile(r"^with\s+(?P<np>.+?)\s+(?P<part>\w+ed|shown|hidden|sent|kept)$")


def read(request: Request) -> Reading:
    found = Said(request)
    kind, told = _kind(found)
    system = _system(request.text)
    main = _main(found.clauses, kind)
    thing = _thing(found, main)
    slots = _slots(found, main, kind, thing=thing, system=system)
    stated = dict.fromkeys(_stated(found, kind, system))
    return Reading(
        request=request,
        kind=kind,
        title=_title(main, request),
        narrative=narrative(found, kind, done=lambda c: _done(c, c.condition, system)),
        thing=thing,
        role=found.role or found.affected,
        reason=_reason(found, kind, _meant(main, thing)),
        told=told,
        stated=list(stated),
        deeds=list(_deeds(found)) if kind != "bug" else (),
        turned=[t for t in dict.fromkeys(_turned(found, kind, system)) if t not in stated],
        slots=slots,
        is_bare=not found.clauses
        or all(c.form == "named" and not c.subject for c in found.clauses),
    )


def _kind(found: Said) -> tuple[Kind, str]:
    wrong = next((c for c in found.clauses if c.form in {"wrong", "cannot"}), None)
    wanted = any(c.form in {"do", "must", "can", "gets"} for c in found.clauses)
    first = found.clauses[0] if found.clauses else None
    if found.request.kind:
        return found.request.kind, ""
    sign = _sign(wrong) if wrong else ""
    if wrong and wanted and (wrong.form == "cannot" or _SLOW.search(wrong.predicate)):
        return "improvement", sign
    if wrong:
        return "bug", sign
    verb = first.predicate.split()[0] if first and first.form == "do" else ""
    if verb in _ONE_OFF:
        return "task", verb
    return "story", found.role


def _sign(wrong: Clause) -> str:
    """The words that tell that something is wrong."""
    if wrong.form == "cannot":
        return "cannot"
    found = SIGN.search(f"{wrong.predicate} {wrong.condition}")
    return found.group(0) if found else ""


def _main(clauses: list[Clause], kind: Kind) -> Clause | None:
    """The clause that says what it is all about."""
    orders: dict[Kind, tuple[tuple[str, ...], ...]] = {
        "bug": (("only",), ("wrong", "cannot"), ("must",)),
        "improvement": (("do",), ("wrong",), ("must",)),
    }
    for forms in orders.get(kind, ()):
        for clause in clauses:
            if clause.form in forms:
                return clause
    return next((c for c in clauses if c.form not in {"wrong", "where"}), None) or next(
        iter(clauses), None
    )


def _system(text: str) -> str:
    found = _SYSTEM.search(text)
    return found["system"] if found else "the system"


_AGAIN_AND_AGAIN = re.compile(
    r"\bafter \w+ (?:days|hours|weeks|months|years|minutes)\b|\bevery \w+|\bautomatically\b"
)
_BROKEN = re.compile(rf"(?i)^(?:the\s+)?{BAD}\s+(?=[a-z])")
_GENERIC = re.compile(
    r"(?i)\b(?:app|application|system|site|website|page|tool|software|product|platform|portal|player)$"
)
_TOLD = re.compile(r"be\s+(?P<done>\w+)(?:\s+(?P<rest>.+))?$")
_QUALITY = re.compile(r"^the (?:performance|speed|loading time|response time) of (?P<thing>.+)")


def _thing(found: Said, main: Clause | None) -> str:
    thing = _named(found, main)
    quality = _QUALITY.match(thing)
    return words.definite(quality["thing"]) if quality else thing


def _named(found: Said, main: Clause | None) -> str:
    if main is None:
        return words.definite(words.lower_first(found.request.text.rstrip(".")))
    match main.form:
        case "wrong" | "named":
            return _looked_at(main)
        case "gets":
            return words.definite(words.shorter(main.predicate))
        case "must" if main.subject:
            acts = is_person(main.subject) or _GENERIC.search(main.subject)
            predicate = main.predicate.removeprefix("be able to ")
            acted = words.object_of(predicate) if acts else ""
            if not acted and is_person(main.subject):
                return _acted_on(main)
            return words.definite(acted or words.lower_first(main.subject))
    return _acted_on(main)


_DONE_BEFORE = re.compile(
    r"\b(?:when|if|after|once)\s+(?:(?:I|you|we|they|an? \w+|the \w+)\s+)?(?P<vp>\S.*)"
)


def _looked_at(main: Clause) -> str:
    """What a statement is about."""
    subject = main.subject or words.shorter(main.predicate)
    if not main.subject and main.form == "named":
        return words.lower_first(subject)
    if subject.lower() == "nothing" and (
        done := _DONE_BEFORE.search(f"{main.predicate} {main.condition}")
    ):
        return words.definite(words.object_of(done["vp"]) or words.lower_first(done["vp"]))
    if _BROKEN.match(subject):
        subject = _BROKEN.sub("", subject)
    elif main.form == "wrong" and is_person(subject) and (met := _met(main) or _suffered(main)):
        return met
    modal = re.match(r".+?\s+can\s+(?P<vp>.+)", main.predicate)
    if main.form == "wrong" and modal and is_person(subject):
        subject = words.object_of(modal["vp"])
    if re.match(r"(?i)\w+ing\s", subject) and (thing := acted_on(main)):
        subject = thing
    return words.definite(words.lower_first(subject))


def _acted_on(main: Clause) -> str:
    thing = words.object_of(main.predicate)
    verb, _, rest = main.predicate.partition(" ")
    if verb in _TELLING:
        return f"the message to {thing}"
    if verb == "be" and words.BY_PAST.get(rest.split()[0] if rest else "") in _TELLING:
        return f"the message to {words.lower_first(main.subject)}"
    return words.definite(thing) or _as_noun(main.predicate)


def _as_noun(predicate: str) -> str:
    """What is done without an object: "checking in online"."""
    verb, _, rest = re.split(r",|\s+(?:when|if|once|so|because)\b", predicate)[0].partition(" ")
    return f"{words.gerund(verb)} {theirs(rest)}".strip()


def _met(wrong: Clause) -> str:
    """What somebody meets with: "the same e-mail" in "customers receive the same e-mail twice"."""
    found = re.search(
        r"\s(?P<np>(?:the|an?|their|two|three|no)\s.+)$", wrong.predicate[len(wrong.subject) :]
    )
    named = words.object_of(f"have {found['np']}") if found else ""
    return words.definite(re.sub(r"^the same\b", "the", named))


def _suffered(wrong: Clause) -> str:
    """What is done to somebody, as a noun: "logging out" in "users are logged out"."""
    found = re.match(
        r"\s*(?:is|are|was|were|gets?)\s+(?P<done>\w+)(?P<particle>\s(?:in|out|off|up))?\b",
        wrong.predicate[len(wrong.subject) :],
    )
    verb = words.BY_PAST.get(found["done"]) if found else None
    return words.gerund(verb) + (found["particle"] or "") if found and verb else ""


def _meant(main: Clause | None, thing: str) -> str:
    """What a reason may call "it": of "I want the app to read aloud" it is the app."""
    if main and main.form == "must":
        return words.definite(words.lower_first(main.subject))
    return words.in_short(thing)


def _deeds(found: Said) -> Iterator[Deed]:
    """What is asked for, clause by clause; what must not be is none."""
    for clause in found.clauses:
        if clause.is_negative or clause.form in {"wrong", "where", "fact", "cannot"}:
            continue
        text = " ".join(filter(None, (clause.predicate, clause.condition)))
        text = text.removeprefix("be able to ")
        if clause.form == "gets":
            text = f"get {text}"
        short = words.in_short(_thing(found, clause))
        slots = _forms(short)
        yield Deed(f"only: {text}" if clause.form == "only" else words.lower_first(text), slots)


def _forms(short: str) -> dict[str, str]:
    """A thing and the words that have to agree with it."""
    many = words.is_plural(short)
    return {
        "short": short,
        "bare": short.removeprefix("the "),
        "be": words.be(short),
        "have": "have" if many else "has",
        "does": "do" if many else "does",
        "do": "do" if many else "does",
        "show": "show" if many else "shows",
        "say": "say" if many else "says",
        "stay": "stay" if many else "stays",
        "change": "change" if many else "changes",
    }


# Sentences


def _title(main: Clause | None, request: Request) -> str:
    if main is None:
        return words.upper_first(request.text.rstrip("."))
    text = " ".join(filter(None, (main.predicate, main.condition)))
    no = "not " if main.is_negative else ""
    if main.form == "only":
        text = f"Only {main.subject} can {text}"
    elif main.form == "must":
        text = f"{main.subject} must {no}{theirs(text, named=False)}"
    elif main.form == "cannot":
        text = f"{main.subject} cannot {text}"
    elif main.form == "can" and (told := _TOLD.match(text)) and told["done"] in words.BY_PAST:
        verb = words.BY_PAST[told["done"]]
        text = f"{verb} {words.lower_first(main.subject)} {told['rest'] or ''}"
    else:
        text = re.sub(r"^(?:the|an?)\s+", "", text, flags=re.IGNORECASE)
        text = re.sub(r"\b(?:my|our)\b", "the", text)
    if main.place:
        place = re.sub(r"^(?:the|our)\s+", "", main.place)
        text = f"{words.upper_first(place)}: {text}"
    return _cut(words.upper_first(text))


def _cut(title: str) -> str:
    title = " ".join(title.split()).rstrip(" .,;:")
    for cut in _CUTS:
        if len(title) <= _LONGEST_TITLE:
            break
        kept, _, rest = title.partition(cut)
        if rest and len(kept) > 30:
            title = kept
    return title[:250].rstrip(" .,;:")


def _stated(found: Said, kind: Kind, system: str) -> Iterator[str]:
    """What the request itself names, each as a sentence that can be tested."""
    again = ""
    for clause in found.clauses:
        condition = clause.condition
        if condition and condition == again and clause.form == "do":
            condition = "in the same case"
        again = clause.condition
        for when in _cases(condition):
            yield from _criterion(clause, when, kind=kind, system=system)
    right = turned(found.cause, lasting=True) if found.cause else ""
    if right and " no longer " not in right:
        yield sentence(right)


def _cases(condition: str) -> list[str]:
    """The two cases of "when it has expired or has no refills"."""
    found = re.match(
        r"(?P<word>when|if|once)\s+(?P<subject>.+?)\s+(?P<one>(?:has|is|have|are|was|does)\s.+?)"
        r"\s+or\s+(?P<other>(?:has|is|have|are|was|does)\s.+)$",
        condition,
    )
    if not found:
        return [condition]
    lead = f"{found['word']} {found['subject']}"
    return [f"{lead} {found['one']}", f"{lead} {found['other']}"]


def _criterion(clause: Clause, condition: str, *, kind: Kind, system: str) -> Iterator[str]:
    subject = re.sub(r"^our\b", "the", clause.subject, flags=re.IGNORECASE)
    predicate = clause.predicate
    match clause.form:
        case "can" | "cannot":
            is_passive = clause.form == "can" and _TOLD.match(predicate)
            said = words.agreeing(subject, predicate) if is_passive else f"can {predicate}"
            yield sentence(subject, theirs(said), theirs(condition))
        case "only":
            yield sentence(subject, "can", predicate, condition)
            yield sentence("nobody but", words.lower_first(subject), "can", predicate)
        case "must":
            said = f"{_must(clause, subject)} {condition}"
            yield sentence(subject, theirs(said, named=False))
        case "do" if not _is_vague(predicate):
            yield _done(clause, condition, system)
        case "gets":
            yield from _got(subject, predicate, condition)
        case "named" | "rule" if subject:
            yield sentence(predicate, condition)
        case "wrong":
            yield from _righted(clause, kind)
        case _:
            return


def _must(clause: Clause, subject: str) -> str:
    """What must be, as what is."""
    if not clause.is_negative:
        return words.agreeing(subject, clause.predicate)
    if clause.predicate.startswith("be able to "):
        return f"cannot {clause.predicate.removeprefix('be able to ')}"
    return words.negated(subject, clause.predicate)


def _is_vague(predicate: str) -> bool:
    """Whether nobody could tell when it is done: "improve the search", "make it easier"."""
    way = words.WAY.match(predicate)
    compares = way is not None and _COMPARES.match(way["way"]) is not None
    return compares or predicate.split(maxsplit=1)[0] in _WITHOUT_MEASURE


def _done(clause: Clause, condition: str, system: str) -> str:
    """A command as a state that can be seen: "has been moved" once, "the app sends" always."""
    verb, _, rest = clause.predicate.partition(" ")
    if condition == "in the same case":
        return sentence(condition + ",", system, words.third(clause.predicate))
    if clause.is_negative:
        return sentence(system, words.negated(system, clause.predicate), condition)
    if verb == "make" and (way := words.WAY.match(rest)):
        return sentence(way["np"], words.be(way["np"]), way["way"], condition)
    rest = rest.removeprefix("down ") if verb == "write" else rest
    if re.match(r"(?:how|why|whether|what|which|where)\b", rest):
        known = _ASKING.get(verb, "known, and written down on this issue,")
        return sentence("it is", known, rest, condition)
    if verb not in _ONE_OFF | _STATED_AS_DONE or _AGAIN_AND_AGAIN.search(clause.predicate):
        if condition.startswith(("when", "if", "once")):
            return sentence(condition + ",", system, words.third(clause.predicate))
        return sentence(system, words.third(clause.predicate), condition)
    thing = words.object_of(clause.predicate)
    start = clause.predicate.find(thing)
    if not thing or start < 0:
        return sentence(system, words.third(clause.predicate), condition)
    particle = clause.predicate[len(verb) : start].strip()
    after = clause.predicate[start + len(thing) :]
    has = "have been" if words.is_plural(thing) else "has been"
    thing = re.sub(r"^its\b", "the", thing)
    return sentence(thing, has, words.participle(verb), particle, after, condition)


def _got(subject: str, thing: str, condition: str) -> Iterator[str]:
    """One by one, what is wanted of "a report, sent on Mondays, with outliers highlighted"."""
    first, *others = re.split(r",\s+(?=\w+ed\b|sent\b|with\b|shown\b|kept\b|including\b)", thing)
    short = words.definite(words.shorter(first))
    if subject and subject.lower() not in {"i", "we"}:
        yield sentence(subject, words.agreeing(subject, "get"), first, condition)
    else:
        yield sentence("there", words.be(first), first, condition)
    for other in others:
        if found := _WITH_PART.match(other):
            yield sentence(f"in {short},", found["np"], words.be(found["np"]), found["part"])
        elif other.startswith(("with", "including")):
            yield sentence(short, "comes", other)
        else:
            yield sentence(short, words.be(short), other)


def _righted(clause: Clause, kind: Kind) -> Iterator[str]:
    right = turned(clause.predicate, lasting=True)
    if kind == "improvement" and _SLOW.search(clause.predicate):
        return
    condition = clause.condition
    if right:
        place = f"{clause.place}," if clause.place else ""
        lead = f"on {place}" if place else ""
        yield sentence(lead, right, condition)
    else:
        yield (
            f'What was reported no longer happens: "{clause.predicate} {condition}'.rstrip() + '".'
        )


def _turned(found: Said, kind: Kind, system: str) -> Iterator[str]:
    """The same from its other side: without the condition, and at the edge of a figure."""
    for clause in found.clauses:
        if unless := _unless(clause, system):
            yield unless
        if clause.effect and (effect := _effect(clause.effect)):
            yield effect
    if kind == "bug":
        return
    text = found.request.text
    for clause in found.clauses:
        yield from _limited(clause)
    for figure in _EXPIRES.finditer(text):
        thing = words.definite(words.lower_first(figure["np"]))
        yield sentence(
            f"after {figure['figure']},", thing, words.be(thing), "refused, and a message says so"
        )
    asked = " ".join(
        f"{c.predicate} {c.condition}." for c in found.clauses if c.form not in {"wrong", "fact"}
    )
    for figure in _MORE_THAN.finditer(asked):
        if not re.search(r"\bwith\s+$", asked[: figure.start()]):
            yield sentence(
                "exactly", figure["figure"], f'does not yet count as "{figure.group(0)}"'
            )
    for figure in _UNDER.finditer(text):
        yield sentence(
            f'that it stays "{figure.group(0)}" has been measured',
            _load(text),
            "and noted on this issue",
        )


def _limited(clause: Clause) -> Iterator[str]:
    """What holds beyond "up to three photos", "at most 50 shops", "up to 24 hours before"."""
    is_told = clause.form in {"wrong", "where"} or (clause.form == "fact" and clause.subject)
    if is_told or clause.is_negative:
        return
    said = " ".join(filter(None, (clause.predicate, clause.condition)))
    for figure in _UP_TO.finditer(said):
        late = re.match(r"\s+(?P<when>before\s.+)$", said[figure.end() :])
        if late and clause.form == "can":
            limit = f"less than {figure['figure']} {late['when']},"
            yield sentence(
                limit,
                words.lower_first(clause.subject),
                "can no longer",
                theirs(said[: figure.start()]),
            )
        elif late:
            continue
        elif clause.predicate.split()[0] in _SHOWING:
            number = figure["figure"].split()[0]
            yield sentence(f"with more than {figure['figure']}, exactly {number} are shown")
        else:
            yield sentence(
                "going beyond", figure["figure"], "brings a message that names this limit"
            )


def _load(text: str) -> str:
    parts = re.findall(
        r"\b(?:with more than [\d.,]+ \w+|on an? [\w-]+ connection|with [\d.,]+ [\w ]+?users)\b",
        text,
    )
    return " ".join(parts)


def _unless(clause: Clause, system: str) -> str:
    found = re.match(r"(?:when|if|once|after|as soon as|in case)\s+(?P<what>.+)", clause.condition)
    is_plain = not re.search(r"\b(?:only|not|no|its|automatically)\b", clause.predicate)
    if not found or not is_plain or clause.is_negative or clause.form not in {"do", "must"}:
        return ""
    subject = clause.subject if clause.form == "must" else system
    return sentence(
        "unless",
        f"{found['what']},",
        words.lower_first(subject),
        words.negated(subject, clause.predicate),
    )


def _effect(effect: str) -> str:
    """What is over when something "makes people pay for the wrong room"."""
    found = re.match(r"makes?\s+(?P<np>\w+(?:\s\w+)?)\s+(?P<vp>\w+\s.+)$", effect)
    if not found or found["vp"].split()[0] not in words.VERBS:
        return ""
    return sentence(found["np"], "no longer", words.agreeing(found["np"], found["vp"]))


def _reason(found: Said, kind: Kind, thing: str) -> str:
    hindered = next((c for c in found.clauses if c.form == "cannot"), None)
    if hindered:
        who = words.lower_first(hindered.subject)
        return sentence("today", who, "cannot", hindered.predicate)
    effect = next((c.effect for c in found.clauses if c.effect), "")
    if found.aim:
        harm = words.lower_first(found.aim)
        return sentence("today", harm) if kind == "bug" else sentence(value(found, thing))
    if effect:
        return sentence("today it", effect)
    fact = next((c.predicate for c in found.clauses if c.form == "fact" and c.subject), "")
    told = found.cause or (fact if found.clauses[0].form == "do" else "")
    return sentence(told) if told else ""


def _doing(main: Clause | None, kind: Kind, short: str) -> str:
    """What is to be done, in a few words and as a noun: "moving the nightly backup"."""
    if kind == "bug":
        return f"correcting {short}"
    if main and main.form == "gets" and main.subject:
        return f"getting {short}"
    is_act = main and (main.form in {"do", "can", "only"} or _is_duty(main))
    if main is None or not is_act:
        return f"work on {short}"
    verb = main.predicate.split()[0]
    thing = words.object_of(main.predicate)
    if verb == "make":
        return f"work on {short}"
    if verb not in {"document", "describe"} and re.match(
        r"\w+ (?:why|whether|what|how|which|who|where)\b", main.predicate
    ):
        whole = f"{words.gerund(verb)} {theirs(main.predicate.partition(' ')[2])}"
        return whole if len(whole.split()) <= _FEW_WORDS else f"work on {short}"
    if verb == "be":
        return f"being {main.predicate.partition(' ')[2]} {main.condition}".strip()
    if not thing:
        return _as_noun(main.predicate)
    start = main.predicate.find(thing)
    between = main.predicate[len(verb) : start] if thing and start > 0 else " "
    return f"{words.gerund(verb)}{between}{words.in_short(words.definite(thing))}".strip()


def _is_duty(main: Clause) -> bool:
    return main.form == "must" and not main.is_negative and is_person(main.subject)


def _acting(main: Clause | None, kind: Kind, short: str) -> str:
    """What somebody does, as a noun; empty where the application acts by itself."""
    is_done = main and main.form == "can" and not main.predicate.startswith("be ")
    doing = _doing(main, kind, short) if is_done else ""
    return "" if doing.startswith("work on ") else doing


def _message(text: str, short: str) -> str:
    """What is sent to somebody, where the request names it."""
    if _MESSAGE.search(short):
        return short
    found = _MESSAGE.search(text)
    return words.definite(found["message"]) if found else ""


def _slots(
    found: Said, main: Clause | None, kind: Kind, *, thing: str, system: str
) -> dict[str, str]:
    text = found.request.text
    where = next((c.predicate for c in found.clauses if c.form == "where"), "")
    if not where and kind == "bug" and (seen := _SEEN_IN.search(text)):
        where = seen["where"]
    moves = any(c.form == "do" and c.predicate.split()[0] in _ONE_OFF for c in found.clauses)
    moved = _BY_OTHER.search(text) or _FROM.search(text) if moves else None
    slots = {
        "system": system,
        "environment": where,
        "source": words.definite(moved["source"]) if moved else "",
        "destination": words.definite(moved["destination"]) if moved else "",
    }
    for name, pattern in (("columns", _COLUMNS), ("file", _FILE), ("deadline", _DEADLINE)):
        match = pattern.search(text)
        slots[name] = match[name].strip() if match else ""
    slots["condition"] = next((c.condition for c in found.clauses if c.condition), "")
    short = words.in_short(thing)
    message = _message(text, short)
    slots |= _forms(short) | {
        "since": found.since,
        "acting": _acting(main, kind, short),
        "message": message,
        "message_be": words.be(message),
        "doing": _doing(main, kind, short),
    }
    return {name: text for name, text in slots.items() if text}
