"""Nothing to quote: said with what gives more, in place of an empty draft."""

from agent.conversation import gettext_of, say
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.studio import assembly
from agent.workflows.studio.contracts import Brief
from agent.workflows.studio.state import AgentState, Plain

ENDED = "no facts"
AGAIN = N_("Look for facts again")
NOTHING = N_("I found nothing to quote on “{topic}”, so I drafted nothing.")
REST = N_("The rest of your request is left as well.")
HELP = N_(
    "What helps: fill in Details, add a document to the Library, ask in other words, or connect an"
    " AI model. Then press “{again}”."
)


def ended_without(brief: Brief, state: AgentState, context: Context) -> Plain | None:
    """What a node gives in place of its draft, where there is no model and nothing to quote."""
    if context.llm.is_model or assembly.has_material(brief):
        return None
    _ = gettext_of(state)
    found = [_(NOTHING).format(topic=brief.topic)]
    found += [_(REST)] if state.get("queue") else []
    said = " ".join([*found, _(HELP).format(again=_(AGAIN))])
    return {**say(context, said, status=ENDED, kind=brief.kind), "ended": ENDED}
