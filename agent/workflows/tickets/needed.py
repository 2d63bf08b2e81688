"""What of the outside world is set up here, and what is done to it once."""

from collections.abc import Callable
from typing import NoReturn

from agent.engine.conversation import gettext_of, say
from agent.errors import AgentError, NotConfigured
from agent.events import Artifact, Notice
from agent.ports import Bot, Context, Effect, Tracker, Wiki
from agent.workflows.tickets.state import AgentState, Plain


def tracker_of(context: Context) -> Tracker:
    hint = "Set INTERLUDE_TRACKER to embedded, or JIRA_URL to your Jira."
    return context.ports.tracker or _missing(context, "tracker", "issue tracker", hint)


def wiki_of(context: Context) -> Wiki:
    hint = "Set INTERLUDE_WIKI to embedded, or CONFLUENCE_URL to your Confluence."
    return context.ports.wiki or _missing(context, "wiki", "wiki", hint)


def bot_of(context: Context) -> Bot:
    hint = "Set COZE_API_TOKEN and COZE_BOT_ID."
    return context.ports.bot or _missing(context, "bot", "Coze bot", hint)


def _missing(context: Context, port: str, name: str, hint: str) -> NoReturn:
    raise NotConfigured(context.ports.not_set_up.get(port, f"No {name} is set up here."), hint=hint)


def tell(state: AgentState, context: Context, text: str, *, status: str, **more: object) -> Plain:
    """Say it beside what is said of the other things that the message wants."""
    return say(context, text, status=status, key=name_of("outcome", state), **more)


def show(
    state: AgentState, context: Context, kind: str, data: Plain, *, of: str, version: str = ""
) -> None:
    """The same with what is shown; another version of one thing is shown apart."""
    name = name_of(of, state)
    key = f"{name}:{version}" if version else name
    context.report.emit(Artifact(kind, key, {**data, "piece_id": name}))


def name_of(of: str, state: AgentState) -> str:
    """A name that no other thing has which the message wants."""
    left = len(state.get("then") or ())
    return f"{of} {left}" if left else of


def in_words(error: AgentError, state: AgentState) -> str:
    """What happened and the way out, in the language of the conversation."""
    return " ".join(error.translate(gettext_of(state))).strip()


def warn(error: AgentError, state: AgentState, context: Context) -> None:
    """Say what was refused; what may succeed when it is tried again fails the turn."""
    if error.retryable:
        raise error
    context.report.emit(Notice(in_words(error, state), "warning"))


def place_of(home: Tracker | Wiki) -> Plain:
    """Where something is, as what shows it says it."""
    return {"where": home.name, "is_embedded": home.is_embedded}


def perform(
    kind: str,
    target: str,
    state: AgentState,
    context: Context,
    *,
    act: Callable[[], Plain],
    find: Callable[[], Plain | None],
) -> Plain:
    """Do it once, by the approval of these very bytes."""
    content, approval = (state["sent"] or "").encode(), state.get("approval") or ""
    effect = Effect(kind, target, content, approval)
    return context.ports.effects.perform(effect, thread=context.thread, act=act, find=find)
