"""What the rules have understood of a request, whatever its language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.workflows.tickets.contracts import Language


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


Kind = Literal["bug", "improvement", "story", "task"]


@dataclass(frozen=True)
class Request:
    """A request without greetings and without "please create an issue for"."""

    text: str
    language: Language
    kind: Kind | None = None
    """Of which kind it says that it is."""
    whole: str = ""
    """All that the user said about it, to look words up in."""


@dataclass(frozen=True)
class Deed:
    """One thing that is to be done: `text` from its verb on, with the names of what it acts on."""

    text: str
    slots: Mapping[str, str]


@dataclass(frozen=True)
class Reading:
    """Texts are whole sentences or phrases of the request's language, ready to be shown.

    `stated` are criteria that the request itself names, `turned` those that look at the same
    from its other side: what happens without the condition, and at the edge of a figure.
    """

    request: Request
    kind: Kind
    title: str
    narrative: Sequence[str]
    thing: str
    """What it is about, with its article."""
    role: str = ""
    reason: str = ""
    """A sentence."""
    told: str = ""
    """The words by which the kind was told."""
    stated: Sequence[str] = ()
    turned: Sequence[str] = ()
    slots: Mapping[str, str] = field(default_factory=dict)
    """Further things by their names, for the criteria that a topic brings."""
    deeds: Sequence[Deed] = ()
    """What is asked for; what experience adds has to fit one of them."""
    is_bare: bool = False
    """It names a thing and says nothing of what it should do."""
