"""Inputs and outputs of Studio's steps."""

from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, Field

from agent.checks.content import Kind
from agent.checks.content.findings import Plain
from agent.language.catalogs import LANGUAGES, N_
from agent.language.text import Language
from agent.ports.brand import BrandProfile
from agent.ports.images import Ratio

Origin = Literal["rules", "model", "user"]


FOLLOW_UPS: dict[Kind, tuple[Kind, ...]] = {
    "research": ("blog", "linkedin", "image"),
    "blog": ("linkedin", "image", "instagram"),
    "linkedin": ("image",),
    "instagram": ("image",),
    "image": (),
    "strategy": ("research", "blog", "linkedin"),
    "general": ("research",),
}
LABELS: dict[str, tuple[str, str]] = {
    "blog": (N_("A blog post"), N_("Researched, with an outline that you approve first")),
    "linkedin": (N_("A LinkedIn post"), N_("Three variants to choose from")),
    "instagram": (N_("An Instagram post"), N_("Caption, hashtags and a square picture")),
    "image": (N_("An image"), N_("With a description for people who cannot see it")),
    "strategy": (N_("A content strategy"), N_("Pillars, channels and a calendar")),
    "research": (N_("Research"), N_("Sources, and what each of them says")),
    "general": (N_("Just an answer"), N_("Here in the conversation")),
}
KINDS: dict[Kind, str] = {
    "blog": "a blog post or an article",
    "linkedin": "a LinkedIn post; all variants of it to choose from are one piece",
    "instagram": "an Instagram post; its picture is part of it",
    "image": "a picture on its own",
    "strategy": "a content strategy or calendar that is asked for as a document",
    "research": "facts with sources, and no piece, or not yet",
    "general": "an answer in the conversation: questions, advice, small talk",
}
RESEARCHED = frozenset[str]({"blog", "linkedin", "instagram", "strategy"})
"""Kinds that are made of facts; the built-in writer has nothing else."""
WEEKS, MOST_WEEKS = 4, 12
"""Of a calendar, where the form does not say how many."""
WORDS: dict[Kind, int] = {"blog": 1500, "linkedin": 200, "instagram": 120, "strategy": 900}
"""The usual length of what is as long as it is asked to be."""
MOST_REMARKS = 10


class RoutingDecision(Plain):
    """`source` tells whose confidence it is; the first edition also knew three kinds of rules."""

    content_type: Kind
    confidence: float = Field(ge=0, le=1)
    reasoning: str
    requires_research: bool
    follow_up_types: tuple[Kind, ...]
    source: Literal["user", "model", "classifier", "history", "pattern", "keywords", "default"]


class Details(Plain):
    """The Details form: the state's `context`. Empty means not said."""

    property_type: str = ""
    location: str = ""
    price: str = ""
    features: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    tone: str = ""
    audience: str = ""
    words: int | None = Field(default=None, ge=10, le=5000)
    words_at_most: bool = False
    hashtags: int | None = Field(default=None, ge=0, le=30)
    hashtags_at_most: bool = False
    weeks: int | None = Field(default=None, ge=1, le=MOST_WEEKS)
    variants: int | None = Field(default=None, ge=1, le=3)

    def lines(self, gettext: Callable[[str], str]) -> list[str]:
        """Facts that may be stated as given, such as "Location: Valencia"."""
        said = {
            N_("Property type"): self.property_type,
            N_("Location"): self.location,
            N_("Price"): self.price,
            N_("Features"): ", ".join(self.features),
        }
        held = ((name, " ".join(value.split())) for name, value in said.items())
        return [f"{gettext(name)}: {value}" for name, value in held if value]


class Source(Plain):
    """A source of claims. `url` is empty for a document of the library."""

    id: str
    """Such as "S1"."""
    title: str
    where: Literal["document", "web", "notes"]
    """"notes" of earlier editions are what the user typed."""
    url: str = ""
    document: str = ""
    """Id of the document or passage in the library."""
    heading: str = ""
    published: str = ""
    fetched: str = ""
    language: str = ""
    notices: tuple[str, ...] = ()
    """Parts that were left out of it, and suspicions of injected orders."""


class Claim(Plain):
    """A fact that a draft may use when it is supported."""

    id: str
    """Such as "C1"."""
    text: str
    """A sentence that is understood on its own."""
    source: str
    quote: str
    """Word for word from the source; empty where the user says it themselves."""
    heading: str = ""
    """Its heading in the source."""
    place: int = 0
    """Of its first sentence, in the source."""
    verdict: Literal["supported", "unsupported"]
    reason: str = ""
    """The reason why it is unsupported."""


class Research(Plain):
    """The state's `research_results`. Without evidence `claims` is empty and `notices` say so."""

    topic: str
    language: Language = "en"
    queries: tuple[str, ...] = ()
    summary: str = ""
    key_findings: tuple[str, ...] = ()
    """Each a supported claim's text with its id in brackets, as "… [C3]"."""
    sources: tuple[Source, ...] = ()
    claims: tuple[Claim, ...] = ()
    related: tuple[str, ...] = ()
    """Topics to continue with."""
    notices: tuple[str, ...] = ()
    """Sources that could not be searched or read."""
    is_web_read: bool = False
    origin: Origin = "rules"
    at: str = ""

    @property
    def supported(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.verdict == "supported")


class Brief(Plain):
    """The input of a writer, whatever it writes."""

    kind: Kind
    request: str
    topic: str
    """The topic, in a few words of the request's language."""
    language: Language = "en"
    """The language of rules and headings; a model writes in `other_language` if it is set."""
    other_language: str = ""
    details: Details = Details()
    brand: BrandProfile
    research: Research = Research(topic="")
    """Without claims as long as nothing was looked for."""
    today: str = ""
    """As "2026-11-22"."""
    queries: tuple[str, ...] = ()
    """Search words, where a model has given them with the topic."""
    searches_web: bool = True
    notes: tuple[str, ...] = ()
    """The user's own facts, a sentence each, as the form has them."""
    remarks: tuple[str, ...] = ()
    """The user's other messages on it, before and since: a source for its figures."""
    made_from: str = ""
    """The text that the request takes up, word for word: the last piece, a message, or a plan."""
    is_commented: bool = False
    """The user has asked for changes of what was written."""

    @property
    def known(self) -> frozenset[str]:
        """The ids of the claims that may be stated."""
        return frozenset(claim.id for claim in self.research.supported)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Sources that may be linked."""
        return tuple(source.url for source in self.research.sources if source.url)

    @property
    def spoken(self) -> str:
        """The language to write in, by its English name."""
        return self.other_language or LANGUAGES[self.language]

    @property
    def words(self) -> int:
        return self.details.words or WORDS.get(self.kind, 0)

    @property
    def variants(self) -> int:
        """The number of pieces to choose from."""
        return (self.details.variants or 3) if self.kind == "linkedin" else 1

    def commented(self, comment: str, *, language: str = "", words: int | None = None) -> "Brief":
        """With what a comment asks for; `language` is the English name of another one."""
        known = {name: code for code, name in LANGUAGES.items()}
        update: dict[str, object] = {"remarks": with_remark(self.remarks, comment)}
        if language:
            update["language"] = known.get(language, "en")
            update["other_language"] = "" if language in known else language
        if words:
            update["details"] = self.details.model_copy(update={"words": words})
        return self.model_copy(update=update)


def with_remark(remarks: tuple[str, ...], said: str) -> tuple[str, ...]:
    """The latest last, as many as a brief holds."""
    return (*(each for each in remarks if each != said), said)[-MOST_REMARKS:]


class Section(Plain):
    heading: str = Field(min_length=1)
    gist: str = ""
    """Its message, in a sentence."""
    claims: tuple[str, ...] = ()
    """Ids of the claims it rests on."""


class Outline(Plain):
    """A blog post's outline, without introduction and conclusion, which are always added."""

    title: str = Field(min_length=1)
    sections: tuple[Section, ...] = Field(min_length=1)
    origin: Origin = "rules"


class Answer(BaseModel):
    """A model's reading of any comment."""

    declined: str = ""
    queries: list[str] = Field(default=[], max_length=3)
    language: str = Field(
        default="", max_length=40, description="Another one that the comment asks for: Spanish"
    )


class Slot(Plain):
    """One entry of a content calendar; it opens as a draft."""

    week: int = Field(ge=1)
    day: str
    kind: Kind
    title: str
    pillar: str = ""

    @property
    def line(self) -> str:
        return f"Week {self.week}, {self.day}: {self.kind}, {self.title} ({self.pillar})"

    @property
    def subject(self) -> str:
        """The title with its pillar: the heading of a source alone says little."""
        return ": ".join(dict.fromkeys(filter(None, (self.pillar, self.title))))


class ImageWish(Plain):
    """The picture that goes with a piece."""

    title: str
    alt: str
    prompt: str = ""
    subtitle: str = ""
    style: str = ""
    ratio: Ratio = "1:1"


class Layout(Plain):
    """The places of a piece's quotes; the opening one is left out of its section."""

    opening: str = ""
    sections: tuple[Section, ...] = ()


class Piece(Plain):
    """A piece as it would be published: `text` as `content_checks.Draft` has it."""

    kind: Kind
    title: str
    text: str
    meta_description: str = ""
    alt: str = ""
    ratio: str = ""
    style: str = ""
    language: Language = "en"
    claims: tuple[str, ...] = ()
    """Ids of the claims it uses."""
    ordered: tuple[str, ...] = ()
    """Lines with words in quotation marks that the user ordered, as for a script."""
    slots: tuple[Slot, ...] = ()
    wish: ImageWish | None = None
    picture: str = ""
    """Id of the picture that was made for it."""
    words: int | None = None
    """Unused; kept because the digest of an approved piece covers all fields."""
    origin: Origin = "rules"
    notes: tuple[str, ...] = ()
    """Sentences for the user on what the writer could not do."""
    layout: Layout | None = None
    """The layout of a piece made without a model, until the user edits its text."""


class Picked(Plain):
    """A button's request, in place of words to be understood."""

    act: Literal["make", "again", "slot", "keep"]
    """"again" is of earlier editions."""
    kind: Kind | None = None
    piece: str = ""
    """Id of a piece, or empty for the last one of the conversation."""
    slot: int | None = None
