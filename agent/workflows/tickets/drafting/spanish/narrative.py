"""The narrative of a Spanish draft: a user story, a goal, or a fault with its steps."""

import re
from collections.abc import Iterator

from agent.workflows.tickets.drafting.reading import Kind
from agent.workflows.tickets.drafting.spanish import words
from agent.workflows.tickets.drafting.spanish.clauses import Clause, Said
from agent.workflows.tickets.drafting.spanish.statements import turned

_ACTS_MANY = re.compile(r"^(?:si|cuando|mientras|en cuanto)\s+(?:no\s+|se\s+)*[a-záéíóúñ]+n\b")
_MINE = ((r"\bsu\b", "mi"), (r"\bsus\b", "mis"))


def sentence(*parts: str) -> str:
    text = " ".join(" ".join(filter(None, parts)).split()).rstrip(" .,;")
    text = re.sub(r"\s+(?=[,.;])", "", text)
    return f"{words.upper_first(text)}."


def theirs(text: str) -> str:
    return re.sub(r"\bmi(s?)\b", r"su\1", text)


def narrative(found: Said, kind: Kind, *, thing: str) -> list[str]:
    """Paragraphs."""
    if kind == "bug":
        return list(_fault(found, thing))
    if kind == "improvement":
        wrong = {c.sentence for c in found.clauses if c.form in {"wrong", "cannot"}}
        today = [sentence(s) for n, s in enumerate(found.sentences) if n in wrong]
        wanted = [sentence(s) for n, s in enumerate(found.sentences) if n not in wrong]
        return [f"**Hoy:** {' '.join(today)}", f"**Se pide:** {' '.join(wanted)}"][
            : 2 if wanted else 1
        ]
    asking = next((c for c in found.clauses if c.form in {"can", "gets"} and found.role), None)
    if asking and not found.is_story and _ACTS_MANY.search(asking.condition):
        # What "they" do in the condition cannot be said by one of them.
        asking = None
    if asking:
        wish = " ".join(filter(None, (asking.predicate, asking.condition)))
        aim = f", {found.aim}" if found.aim else ""
        if words.is_plural(found.role) or not found.is_story:
            for theirs, mine in _MINE:
                wish, aim = re.sub(theirs, mine, wish), re.sub(theirs, mine, aim)
        story = sentence(f"como {words.singular(found.role)}, quiero {wish}{aim}")
        rest = [sentence(s) for n, s in enumerate(found.sentences) if n != asking.sentence]
        return [story, " ".join(rest)] if rest else [story]
    # "para que los clientes puedan" is left without its opening.
    said = [re.sub(r"^([^,]{2,60}?)\s+pueda(n?)\s", r"\1 puede\2 ", s) for s in found.sentences]
    first, *others = map(sentence, said or [found.request.text])
    return [f"**Objetivo:** {first}", *([" ".join(others)] if others else [])]


def _fault(found: Said, thing: str) -> Iterator[str]:
    wrong = [c for c in found.clauses if c.form in {"wrong", "cannot"}]
    where = next((c for c in found.clauses if c.form == "where"), None)
    seen = {c.sentence for c in wrong}
    observed = [sentence(s) for n, s in enumerate(found.sentences) if n in seen]
    yield f"**Observado:** {' '.join(observed) or sentence(found.request.text)}"
    expected = [found.sentences[c.sentence] for c in found.clauses if c.form in {"must", "only"}]
    if not expected:
        expected = [_righted(c) for c in wrong[:1]]
    yield f"**Esperado:** {' '.join(map(sentence, expected))}"
    if where:
        yield f"**Visto en:** {sentence(where.predicate)}"
    steps = list(_steps(wrong[0] if wrong else None, where, thing))
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))
    yield f"**Pasos, por confirmar:**\n\n{listed}"


def _righted(clause: Clause) -> str:
    if clause.form == "cannot":
        return f"{clause.subject} {'pueden' if clause.is_many else 'puede'} {clause.predicate}"
    right = turned(clause.predicate) or f"que no ocurra «{clause.predicate}»"
    return " ".join(filter(None, (right, clause.condition)))


_ACTED = re.compile(
    r"(?:cuando|si|cada vez que)\s+(?:el usuario|la usuaria|el cliente|la clienta|alguien|uno|se)\s+(?P<verb>\w+)\s*(?P<rest>.*)$"
)


def _steps(wrong: Clause | None, where: Clause | None, thing: str) -> Iterator[str]:
    place = wrong.place if wrong else ""
    if place or where:
        yield sentence("abrir", place or "el producto", f"en {where.predicate}" if where else "")
    if wrong is None:
        return
    if wrong.form == "cannot":
        yield sentence(f"como {words.singular(wrong.subject)}, intentar {wrong.predicate}")
        return
    if acting := re.match(r"al\s+(?P<vp>.+)$", wrong.condition):
        yield sentence(acting["vp"])
    elif (acted := _ACTED.match(wrong.condition)) and (verb := words.BY_PRESENT.get(acted["verb"])):
        yield sentence(verb, acted["rest"])
    elif cause := re.match(r"(?:cuando|si|cada vez que)\s+(?P<what>.+)$", wrong.condition):
        yield sentence("llegar a que", cause["what"])
    yield sentence("mirar", words.in_short(thing) if wrong.subject else "qué ocurre")
