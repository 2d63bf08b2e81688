"""How the page begins a conversation: a question is offered where something can answer it."""

from agent.engine.workflow import Welcome
from agent.ports import Ports
from agent.workflows.tickets.state import Plain

PLACEHOLDER = "Say what is needed, or ask"
STARTERS = (
    "Create an issue for user authentication",
    "Report a bug, the CSV export loses umlauts when it is opened in Excel",
    "Score an issue",
)


def welcome(ports: Ports, user: str, _inputs: Plain) -> Welcome | None:
    """Every issue that is made or read here has a score; no tracker is asked for them."""
    scored = ports.scores.latest(user).values()
    if not scored:
        return None
    newest = max(scored, key=lambda score: score.at)
    return Welcome((*STARTERS, f"What did we decide in {newest.issue}?"), PLACEHOLDER)
