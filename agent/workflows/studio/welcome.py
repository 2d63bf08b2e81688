"""How the Studio's page begins a conversation: with requests of the brand's own field."""

from agent.checks.guardrails import check_request
from agent.engine.workflow import Welcome
from agent.events import Plain
from agent.language.catalogs import N_, catalog
from agent.language.text import language_of
from agent.ports import Ports
from agent.ports.brand import EXAMPLE, BrandProfile
from agent.workflows.studio.content.contracts import ContentType

PLACEHOLDER = N_("What should I write?")
ABOUT = {
    ContentType.BLOG: N_("Write a blog post about {term}"),
    ContentType.LINKEDIN: N_("Write a LinkedIn post about {term}"),
    ContentType.INSTAGRAM: N_("Create an Instagram post about {term}"),
    ContentType.STRATEGY: N_("Plan a month of content about {term}"),
}


def welcome(ports: Ports, user: str, _inputs: Plain) -> Welcome | None:
    """None without topics, and for the example: the declared starters are of its field."""
    brand = ports.brands.profile(user)
    if brand.terms in ((), EXAMPLE.terms):
        return None
    return Welcome(_starters(brand), PLACEHOLDER)


def _starters(brand: BrandProfile) -> tuple[str, ...]:
    """One of each kind, the brand's own example first."""
    terms = [brand.terms[number % len(brand.terms)] for number in range(len(ABOUT))]
    _ = catalog(language_of(" ".join((*brand.terms, brand.example)))).gettext
    made = [_(form).format(term=term) for form, term in zip(ABOUT.values(), terms, strict=True)]
    if brand.example:
        made[0] = brand.example
    return tuple(each for each in made if check_request(each, brand.topics).passed)
