"""Too few facts for the built-in writer: said with what gives more, in place of an empty draft."""

from collections.abc import Sequence

from agent.content_checks import Report
from agent.conversation import say
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.studio import composing
from agent.workflows.studio.contracts import Brief, Piece
from agent.workflows.studio.state import AgentState, Plain

ENDED = "no facts"
AGAIN = N_("Look for facts again")
NOTHING = "Nothing is known of “{topic}” that a text could tell, so none was drafted."
REST = "What else the request asks for was left as well."
TOO_SHORT = (
    "None is long enough to be approved: too few facts were found, and filling up would be padding."
)
EDIT = "Or choose one and add what you know by editing it."


def ended_without(brief: Brief, state: AgentState, context: Context) -> Plain | None:
    """What a node gives in place of its draft, where rules would have nothing to tell."""
    if context.llm.is_model or composing.has_material(brief):
        return None
    found = [NOTHING.format(topic=brief.topic), *composing.left_out(brief)]
    found += [REST] if state.get("queue") else []
    said = f"{' '.join(found)} {_help(context)} Then press “{AGAIN}”."
    return {**say(context, said, status=ENDED, kind=brief.kind), "ended": ENDED}


def said_of_short(context: Context) -> str:
    return f"{TOO_SHORT} {_help(context)} Then cancel, and press “{AGAIN}”. {EDIT}"


def are_short(pieces: Sequence[Piece], reports: Sequence[Report]) -> bool:
    """Whether all lack words. Rules take every fact there is until a post has enough of them."""
    return all(
        piece.origin == "rules" and any(finding.check == "words" for finding in report.findings)
        for piece, report in zip(pieces, reports, strict=True)
    )


def _help(context: Context) -> str:
    search = context.ports.search
    is_on = search is not None and search.is_set_up
    third = "ask in other words" if is_on else "have the web search switched on"
    return f"What helps: fill in Details, add a document to the Library, or {third}."
