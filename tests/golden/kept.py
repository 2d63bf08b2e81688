"""What is kept beside conversations: uploads, guides, a brand, contents of the bank, a plan."""

import time
from typing import Any

from agent.ports.brand import EXAMPLE
from tests.adapters.reading import made
from tests.fakes import RULES
from tests.golden.world import World

LAKE = b"# Lake\n\nThe water in the lake is cold and clear. A lake is fed by a river."


def keep(world: World) -> None:
    _upload(world)
    ports: Any = world.agent.ports
    guide = ports.guides.guide("databases")
    ports.guides.put("databases", {**guide, "creditos": "7 ECTS"})
    ports.guides.put("lakes", {"asignatura": "Lakes", "creditos": "3 ECTS"})
    ports.brands.put("local", EXAMPLE.model_copy(update={"name": "Golden Homes"}))
    ports.samples.remove("networks")
    _second_user(world)


def _upload(world: World) -> None:
    """One of each kind that people send, one that cannot be read, one that was removed."""
    ports: Any = world.agent.ports
    subject = ports.library.add_subject("local", "Lakes", language="en").id
    pdf = made.pdf(["A pond is a small lake that the sun reaches to its ground."])
    files = {
        "lake.md": LAKE,
        "pond.pdf": pdf,
        "river.docx": made.word(made.prose),
        "broken.pdf": b"%PDF-1.4 and nothing else",
        "gone.md": LAKE.replace(b"lake", b"sea"),
    }
    for name, data in files.items():
        ports.intake.put("local", subject, name=name, data=data, metadata={"topic": "water"})
    while any(not _is_read(each) for each in ports.intake.uploads("local")):
        time.sleep(0.05)
    statuses = {each.name: each.status for each in ports.intake.uploads("local")}
    assert [name for name, status in statuses.items() if status == "failed"] == ["broken.pdf"]
    gone = next(each for each in ports.intake.uploads("local") if each.name == "gone.md")
    ports.intake.remove("local", gone.id)


def _is_read(upload: Any) -> bool:
    return upload.status in ("ready", "failed")


def _second_user(world: World) -> None:
    """Who comes by the HTTP API, and calls a conversation by a name of her own."""
    ada = world.agent.for_user("ada")
    run = ada.ask(
        "tutor", None, "What is a view?", model=RULES, named="chat-1", asignatura="databases"
    )
    assert run.wait(20)
