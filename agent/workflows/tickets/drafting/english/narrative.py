"""The narrative of an English draft: a user story, a goal, or a fault with its steps."""

import re
from collections.abc import Callable, Iterator

from agent.workflows.tickets.drafting.english import words
from agent.workflows.tickets.drafting.english.clauses import Clause, Said, is_person
from agent.workflows.tickets.drafting.english.statements import turned
from agent.workflows.tickets.drafting.reading import Kind

_MINE = (
    (r"\bthey are\b|\b(?:s?he) is\b", "I am"), (r"\bthey have\b|\bs?he has\b", "I have"),
    (r"\bthey\b|\bs?he\b", "I"), (r"\b(?:their|his|her)\b", "my"),
    (r"\bthemselves\b", "myself"),
)  # fmt: skip
_MY = re.compile(r"\b(?:I|my|me|mine|myself)\b")
_OF_OTHERS = re.compile(r"\b(?:which|whose|who)\s+(?P<who>[\w-]+(?:\s[\w-]+)?)\s")
_TO_ROLE = re.compile(r"\b(?P<which>that|which|what|who)\b(?P<does>[^,]*?(?<!of ))\bthem\b")
_THINGS = re.compile(r"\bthey (?=(?:are|have been|were) \w+(?:ed|en|nt|ld)\b)")
_GIVEN = re.compile(
    r"^(?:send|notify|inform|alert|tell|remind|warn|e-?mail|give|offer|show)\s+(?P<who>[\w -]+?)\s+(?P<what>(?:an?|the|about|of|that|when|by|with|\d+)\b.*)$"
)


def sentence(*parts: str) -> str:
    text = " ".join(" ".join(filter(None, parts)).split()).rstrip(" .,;?!")
    text = re.sub(r"\s+(?=[,.;])", "", text)
    return f"{words.upper_first(text)}."


def narrative(found: Said, kind: Kind, *, done: Callable[[Clause], str]) -> list[str]:
    """Paragraphs."""
    if kind == "bug":
        return list(_fault(found))
    if kind == "improvement":
        return list(_lack(found))
    for clause in found.clauses:
        if wish := _wish(found, clause):
            return list(_story(found, clause, wish, done))
    first, *others = found.sentences or [found.request.text]
    return list(filter(None, [f"**Goal:** {sentence(first)}", " ".join(map(sentence, others))]))


def _story(found: Said, main: Clause, wish: str, done: Callable[[Clause], str]) -> Iterator[str]:
    aim = found.aim
    if aim:
        aim = f", in order {_mine(aim)}" if aim.startswith("to ") else f", so that {_mine(aim)}"
    who = words.singular(found.role)
    also = [c for c in found.clauses if c.form == main.form == "can" and _goes_with(c, main)]
    wish = " and ".join([wish, *(" ".join(filter(None, (c.predicate, c.condition))) for c in also)])
    yield sentence(f"as {who}, I want {_mine(wish)}{aim}")
    rest = [
        done(clause)
        for clause in found.clauses
        if clause.sentence == main.sentence and clause != main and clause.form == "do"
    ]
    rest += [sentence(s) for n, s in enumerate(found.sentences) if n != main.sentence]
    if rest:
        yield " ".join(rest)


def _goes_with(clause: Clause, main: Clause) -> bool:
    return clause is not main and (clause.sentence, clause.subject) == (main.sentence, main.subject)


def _wish(found: Said, clause: Clause) -> str:
    """What the role wants, as it would say it."""
    whole = " ".join(filter(None, (clause.predicate, clause.condition)))
    if clause.form == "can" and found.role:
        return f"to {whole}"
    if clause.form == "gets" and found.role:
        return whole
    if clause.form == "must" and found.story:
        return f"{clause.subject} to {whole}"
    if (
        clause.form == "do"
        and (given := _GIVEN.match(clause.predicate))
        and is_person(given["who"])
    ):
        found.role = words.lower_first(given["who"])
        verb = "be told" if re.match(r"(?:about|of|that|when|by|with)\b", given["what"]) else "get"
        return f"to {verb} {given['what']} {clause.condition}"
    return ""


def _mine(text: str) -> str:
    """What is said of the role, as the role says it; what it acts on stays "them".

    What says "I" already speaks of others with "they".
    """
    if _MY.search(text):
        return text
    others = _OF_OTHERS.search(text)
    if others and is_person(others["who"].split()[0]):
        return text
    text = _TO_ROLE.sub(r"\g<which>\g<does>me", _THINGS.sub("these ", text))
    for theirs, mine in _MINE:
        text = re.sub(theirs, mine, text)
    return text


def theirs(text: str, *, named: bool = True) -> str:
    """What the role says, as it is said of them; without a role it is the user's."""
    theirs, they_are, they, them = ("their", "they are", "they", "them")
    if not named:
        theirs, they_are, they, them = ("the user's", "the user is", "the user", "the user")
    for mine, other in (
        (r"\bmy\b", theirs),
        (r"\b(?:I am|I'm)\b", they_are),
        (r"\bI\b", they),
        (r"\bme\b", them),
    ):
        text = re.sub(mine, other, text)
    return text


def value(found: Said, thing: str) -> str:
    """The aim, said of the role."""
    aim = found.aim
    if aim.startswith("to "):
        return f"the aim is {theirs(aim)}"
    own = re.match(
        r"(?:I|they|we|he|she)\s+(?P<how>(?:(?:always|never|still|no longer|also|only)\s+)*)(?P<rest>.+)",
        aim,
    )
    if not own or not found.role:
        return theirs(aim)
    rest = _with_thing(theirs(own["rest"]), thing)
    if modal := re.match(r"(?P<modal>don't|do not)\s+(?P<rest>.+)", rest):
        rest, do = modal["rest"], "do" if words.is_plural(found.role) else "does"
        return f"{found.role} {own['how']}{do} not {rest}"
    first = rest.split()[0]
    if first in {"am", "are"}:
        rest = f"be {rest.partition(' ')[2]}"
    if first in words.VERBS | {"am", "are"}:
        rest = words.agreeing(found.role, rest)
    return f"{found.role} {own['how']}{rest}"


def _with_thing(text: str, thing: str) -> str:
    """With what "them" or "it" means, where number tells that it is the thing."""
    if not thing.startswith("the ") or thing.startswith("the message to "):
        return text
    if words.is_plural(thing):
        return re.sub(r"(?<!of )\bthem\b", thing, text, count=1)
    return re.sub(
        r"(?<=\w )it(?=$|[.,]| (?:to|by|at|in|on|for|with|while|again|before|after)\b)",
        thing,
        text,
        count=1,
    )


def _fault(found: Said) -> Iterator[str]:
    wrong = [c for c in found.clauses if c.form in {"wrong", "cannot"}]
    said = [found.sentences[c.sentence] if c.form == "cannot" else _as_said(c) for c in wrong]
    observed = list(dict.fromkeys(said)) or [found.request.text]
    observed += list(_further(found))
    yield f"**Observed:** {' '.join(map(sentence, observed))}"
    if found.since:
        yield f"**Since when:** {sentence(found.since)}"
    should = [c.sentence for c in found.clauses if c.form in {"must", "only", "do", "can"}]
    expected = [found.sentences[n] for n in dict.fromkeys(should)]
    if not expected:
        expected = [_righted(c) for c in wrong[:1]]
    yield f"**Expected:** {' '.join(map(sentence, expected))}"
    where = next((c for c in found.clauses if c.form == "where"), None)
    if where:
        yield f"**Seen in:** {sentence(where.predicate)}"
        if where.effect:
            yield f"**Effect:** {sentence('it', where.effect)}"
    steps = list(_steps(wrong[0] if wrong else None, where))
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))
    yield f"**Steps, to be confirmed:**\n\n{listed}"


_NOT_OBSERVED = re.compile(
    r"\b(?:urgent\w*|priority|asap|please|thanks|important)\b", re.IGNORECASE
)


def _further(found: Said) -> Iterator[str]:
    """Sentences that only tell more about the fault."""
    for number, said in enumerate(found.sentences):
        forms = {c.form for c in found.clauses if c.sentence == number}
        if forms and forms <= {"fact", "named"} and not _NOT_OBSERVED.search(said):
            yield said


def _as_said(clause: Clause) -> str:
    text = " ".join(filter(None, (clause.predicate, clause.condition)))
    return f"On {clause.place}, {text}" if clause.place else text


def _righted(clause: Clause) -> str:
    if clause.form == "cannot":
        return f"{clause.subject} can {clause.predicate}"
    right = turned(clause.predicate)
    if not right:
        return f'none of "{clause.predicate}"'
    return " ".join(filter(None, (right, clause.condition)))


def _steps(wrong: Clause | None, where: Clause | None) -> Iterator[str]:
    place = wrong.place if wrong else ""
    if wrong and wrong.form == "cannot":
        yield _tried(wrong.subject, wrong.predicate)
        return
    if place or where:
        yield sentence("open", place or "the product", f"in {where.predicate}" if where else "")
    if wrong is None:
        return
    gerund = re.match(r"(?P<verb>\w+ing)\s+(?P<rest>.+)$", wrong.subject)
    if gerund and (base := words.BY_GERUND.get(gerund["verb"].lower())):
        yield sentence(base, gerund["rest"])
    if condition := re.match(r"(?:when(?:ever)?|if|once|after)\s+(?P<what>.+)$", wrong.condition):
        yield _brought_about(condition["what"])
    allowed = re.match(r".+?\s+can\s+(?P<vp>.+)", wrong.predicate)
    if allowed and is_person(wrong.subject):
        yield _tried(wrong.subject, allowed["vp"])
    elif is_person(wrong.subject):
        who = words.singular(words.lower_first(wrong.subject))
        yield sentence(f"as {who}, see whether this happens: {wrong.predicate}")
    else:
        is_told = wrong.subject.lower() != "nothing"
        yield sentence("look at", (is_told and acted_on(wrong)) or "what comes up")


def _tried(who: str, what: str) -> str:
    if who == "the user":
        return sentence(f"try to {what}")
    return sentence(f"as {words.singular(words.lower_first(who))}, try to {what}")


def _brought_about(what: str) -> str:
    """A condition as a step: "you apply 2 coupons" as "apply 2 coupons"."""
    acted = re.match(
        r"(?:i|you|u|we|they|one|the user|a user|someone)\s+(?P<verb>\w+)\s*(?P<rest>.*)$",
        what,
        re.IGNORECASE,
    )
    verb = words.BY_THIRD.get(acted["verb"], acted["verb"]) if acted else ""
    if acted and verb in words.VERBS:
        return sentence(verb, acted["rest"])
    return sentence("bring about that", what)


def acted_on(wrong: Clause) -> str:
    """Where the fault shows: "the number of guests" in "choosing a date resets the number of"."""
    subject = wrong.subject
    if not re.match(r"(?i)\w+ing\s", subject):
        return words.definite(words.lower_first(subject))
    found = re.match(r"\s*\w+\s+(?P<np>(?:the|an?|all|every)\s.+)", wrong.predicate[len(subject) :])
    named = found["np"] if found else subject.partition(" ")[2]
    named = re.sub(r"\s+(?:twice|again|quickly|too fast)$", "", words.object_of(f"do {named}"))
    return words.definite(named)


def _lack(found: Said) -> Iterator[str]:
    """What is there today, and what is wanted."""
    wrong = {c.sentence for c in found.clauses if c.form in {"wrong", "cannot"}}
    today = [s for n, s in enumerate(found.sentences) if n in wrong]
    wanted = [s for n, s in enumerate(found.sentences) if n not in wrong]
    yield f"**Today:** {' '.join(map(sentence, today))}"
    if wanted:
        yield f"**Wanted:** {' '.join(map(sentence, wanted))}"
