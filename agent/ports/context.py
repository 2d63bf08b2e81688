"""Everything that travels with a run."""

from dataclasses import dataclass, field

from agent.ports.changes import ChangeRules, History, Reviewer, Workspace
from agent.ports.cloud import Cloud
from agent.ports.content import Appeals, Brands, Fetcher, Pieces, WebSearch
from agent.ports.courses import CoachRules, Courses, CourseSite, Plans, SearchCache
from agent.ports.documents import Intake, Library
from agent.ports.effects import Effects
from agent.ports.images import Images
from agent.ports.intents import Intents
from agent.ports.learning import (
    Attempts,
    Bank,
    Contests,
    Guides,
    Progress,
    Reviews,
    Samples,
    Sealed,
    TutorRules,
)
from agent.ports.models import Llm, Reporter
from agent.ports.work_items import Bot, Scores, TicketRules, Tracker, Wiki


@dataclass(frozen=True)
class Ports:
    """Everything of the outside world a node can reach."""

    library: Library
    guides: Guides
    bank: Bank
    attempts: Attempts
    sealed: Sealed
    contests: Contests
    progress: Progress
    reviews: Reviews
    intake: Intake
    samples: Samples
    effects: Effects
    cloud: Cloud
    reviewer: Reviewer
    workspace: Workspace
    change_rules: ChangeRules
    scores: Scores
    search: WebSearch
    fetcher: Fetcher
    pieces: Pieces
    brands: Brands
    appeals: Appeals
    courses: Courses
    plans: Plans
    course_cache: SearchCache
    intents: Intents
    ticket_rules: TicketRules = field(default_factory=TicketRules)
    tracker: Tracker | None = None
    """None where none is set up; so are the two below."""
    wiki: Wiki | None = None
    bot: Bot | None = None
    not_set_up: dict[str, str] = field(default_factory=dict)
    """Reasons why a port is None although some of its settings are present, by name."""
    course_site: CourseSite | None = None
    """None where none is set up."""
    course_web: CourseSite | None = None
    """The web, searched for pages of courses."""
    history: History | None = None
    """None where no repository is named."""
    coach_rules: CoachRules = field(default_factory=CoachRules)
    tutor_rules: TutorRules = field(default_factory=TutorRules)


@dataclass(frozen=True)
class Context:
    """Data and ports of a run: LangGraph's run context, passed again on every resume."""

    user: str
    thread: str
    turn: str
    ports: Ports
    llm: Llm
    report: Reporter
    images: Images
