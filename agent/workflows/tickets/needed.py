"""What of the outside world is set up here, or a sentence that says what is missing."""

from agent.errors import NotConfigured
from agent.ports import Bot, Context, Tracker, Wiki


def tracker_of(context: Context) -> Tracker:
    if context.ports.tracker is None:
        raise NotConfigured(
            context.ports.not_set_up.get("tracker", "No issue tracker is set up here."),
            hint="Set INTERLUDE_TRACKER to embedded, or JIRA_URL to your Jira.",
        )
    return context.ports.tracker


def wiki_of(context: Context) -> Wiki:
    if context.ports.wiki is None:
        raise NotConfigured(
            context.ports.not_set_up.get("wiki", "No wiki is set up here."),
            hint="Set INTERLUDE_WIKI to embedded, or CONFLUENCE_URL to your Confluence.",
        )
    return context.ports.wiki


def bot_of(context: Context) -> Bot:
    if context.ports.bot is None:
        raise NotConfigured(
            context.ports.not_set_up.get("bot", "No Coze bot is set up here."),
            hint="Set COZE_API_TOKEN and COZE_BOT_ID.",
        )
    return context.ports.bot
