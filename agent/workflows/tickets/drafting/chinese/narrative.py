"""The narrative of a Chinese draft: a user story, a goal, or a fault with its steps."""

import re
from collections.abc import Iterator

from agent.workflows.tickets.drafting.chinese.clauses import ASKS_HASTE, Clause, Said
from agent.workflows.tickets.drafting.chinese.statements import in_short, turned
from agent.workflows.tickets.drafting.reading import Kind

ENVIRONMENT = re.compile(
    r"(?:iOS|iPadOS|iPad|iPhone|Android|安卓|鸿蒙|Windows|macOS|Chrome|Safari|Edge|Firefox)\s?[\d.]*端?"
)


def sentence(*parts: str) -> str:
    return "".join(filter(None, parts)).strip("，,。；; ") + "。"


def asking_of(found: Said) -> Clause | None:
    """What the role itself wants to do."""
    return next((c for c in found.clauses if c.form == "can" and found.role), None)


def narrative(found: Said, kind: Kind, main: Clause | None) -> Iterator[str]:
    if kind == "bug":
        yield from _fault(found, main)
        return
    if kind == "improvement":
        wrong = {c.sentence for c in found.clauses if c.form == "wrong"}
        yield "**现状：**" + "".join(
            sentence(s) for n, s in enumerate(found.sentences) if n in wrong
        )
        wanted = "".join(sentence(s) for n, s in enumerate(found.sentences) if n not in wrong)
        if wanted:
            yield f"**期望：**{wanted}"
        return
    asking = asking_of(found)
    if asking is None:
        first, *others = found.sentences or [found.request.text]
        yield f"**目标：**{sentence(first)}"
    else:
        link = "以免" if found.is_to_avoid else "以便"
        aim = f"，{link}{found.aim}" if found.aim else ""
        yield sentence(f"作为{found.role}，我希望{asking.condition}{asking.predicate}{aim}")
        rest = [c for c in found.clauses if c is not asking and c.sentence == asking.sentence]
        others = ["；".join(list(_stated_of(rest)))] if rest else []
        others += [s for n, s in enumerate(found.sentences) if n != asking.sentence]
    if others:
        yield "".join(map(sentence, others))


def _stated_of(clauses: list[Clause]) -> Iterator[str]:
    for clause in clauses:
        who = "" if clause.form in {"do", "named"} else clause.subject
        can = "可以" if clause.form in {"can", "only"} else ""
        yield "".join(filter(None, (clause.condition, who, can, clause.predicate)))


def _fault(found: Said, main: Clause | None) -> Iterator[str]:
    wrong = [c for c in found.clauses if c.form == "wrong"]
    seen = {c.sentence for c in wrong}
    observed = "".join(
        sentence(ASKS_HASTE.sub("", s)) for n, s in enumerate(found.sentences) if n in seen
    )
    yield f"**实际：**{observed or sentence(found.request.text)}"
    expected = [
        found.sentences[n]
        for n in dict.fromkeys(
            c.sentence for c in found.clauses if c.form in {"must", "only", "do"}
        )
        if n not in seen
    ]
    if not expected:
        expected = [_righted(c) for c in wrong]
    yield f"**预期：**{''.join(map(sentence, expected))}"
    steps = list(_steps(found, main))
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))
    yield f"**步骤（待确认）：**\n\n{listed}"


def _righted(clause: Clause) -> str:
    right = turned(clause.predicate)
    lead = f"{clause.condition}，" if right and clause.condition else ""
    return lead + right if right else f"不出现“{clause.predicate}”"


def _steps(found: Said, main: Clause | None) -> Iterator[str]:
    environment = ENVIRONMENT.search(found.request.text)
    if environment:
        product = "产品" if found.system == "系统" else found.system
        yield f"在{environment.group(0)}上打开{product}。"
    if main and main.condition:
        action = re.sub(r"^(?:当|在(?!线))|(?:的时候|时|之后|以后|后)$", "", main.condition)
        yield sentence(action)
    shown = main.subject if main else ""
    tried = re.search(r"(?:无法|不能)(?P<what>.+)$", main.predicate) if main else None
    pressed = re.search(r"(?:点击|按下|点)(?=没|无|不|后)", main.predicate) if main else None
    if pressed and shown:
        yield f"{pressed[0]}{in_short(shown)}。"
        return
    yield f"尝试{tried['what']}。" if tried else f"查看{shown or '结果'}。"
