"""What the Tutor answers without a model: quotes of what its tools have found."""

from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import AIMessage, ToolMessage

from agent.checks.citations.answers import SOME, answer_by_quotes, beginnings, share_words
from agent.language.catalogs import N_
from agent.language.outline import code_blocks
from agent.language.text import content_words
from agent.workflows.tutor import alone
from agent.workflows.tutor.alone import MOST_ASKED, Said, Turn
from agent.workflows.tutor.evidence import evidence_of
from agent.workflows.tutor.state import Plain
from agent.workflows.tutor.tools import tools

MOST_WISHES, MUCH = 2, 0.6
NO_MORE = N_("I found nothing more on this. You have read what the documents say.")
NO_EXAMPLE = N_("Without an AI model I cannot make up an example. The documents also say:")
NO_WORDS = N_("Without an AI model I can only quote, so I cannot say it in simpler words.")


def answer(turn: Turn, results: Sequence[ToolMessage]) -> Said:
    """Quote what the tools have found, or say that they found nothing."""
    quoting = {name for name, tool in tools().items() if tool.gives_evidence}
    told = [
        result.additional_kwargs.get("said") or ("" if result.name in quoting else result.text)
        for result in results
    ]
    if any(told):
        return Said(AIMessage("\n\n".join(filter(None, told))))
    known = {each["id"]: each for each in evidence_of(turn.messages)}
    ids = [i for result in results for i in result.additional_kwargs.get("found", [])]
    found = [known[i] for i in dict.fromkeys(ids) if i in known]
    if lines := [each for each in found if each["kind"] == "guide"]:
        return Said(AIMessage(_from_guide(turn, lines)), wishes=["documents"] * turn.is_open)
    return (_overview if results[-1].name == "overview" else _from_documents)(turn, found)


def _overview(turn: Turn, sections: Sequence[Plain]) -> Said:
    """How each section or document begins, with suggestions of what to ask next."""
    name = sections[0]["title"]
    if any(each["title"] != name for each in sections):
        name = turn.title
        sections = [{**each, "heading": each["title"]} for each in sections]
    headings = [each["heading"] for each in sections if each["heading"].strip()]
    title = turn.gettext("“{title}” in brief:", title=name)
    said = beginnings(sections, said=title)
    more = alone.ask_about(turn, [each for each in headings if each != name])[:MOST_ASKED]
    return Said(AIMessage(said or title), offers=() if said else None, suggestions=more)


def _from_guide(turn: Turn, lines: Sequence[Plain]) -> str:
    """The shortest first: of a list the entries that are asked for, of several parts the first."""
    asked = set(content_words(turn.question))
    first = {line["field"]: line for line in reversed(lines)}
    shown = []
    for line in first.values():
        entries = line["text"].splitlines()
        named = [entry for entry in entries if not asked.isdisjoint(content_words(entry))]
        shown.append(f"**{line['heading']}** [{line['mark']}]\n\n" + "\n".join(named or entries))
    others = [f"{each['heading']} [{each['mark']}]" for each in lines if each not in first.values()]
    also = [turn.gettext("See also {marks}", marks=", ".join(others))] if others else []
    said = N_("From the teaching guide:"), N_("This comes closest in the teaching guide:")
    parts = [turn.gettext(said[turn.is_open]), *sorted(shown, key=len), *also]
    return "\n\n".join(parts)


def _from_documents(turn: Turn, passages: Sequence[Plain]) -> Said:
    quoted = answer_by_quotes(
        turn.question,
        passages,
        turn.context.ports.library,
        language=turn.language,
        depth=turn.level,
        shown=turn.shown,
    )
    is_simpler = turn.follow_up == "simpler"
    if turn.shown and (is_simpler or quoted.outcome != "answer"):
        return Said(AIMessage(turn.gettext(NO_WORDS if is_simpler else NO_MORE)))
    others = [w for w in turn.wishes if turn.is_open and w not in ("documents", "chat")]
    if quoted.outcome == "answer":
        deeper = ["deeper"] * quoted.has_more
        none = [turn.gettext(NO_EXAMPLE)] if turn.follow_up == "example" else []
        first = next(p["text"] for p in passages if p["mark"] == quoted.quotes[0].mark)
        code = [c for c in code_blocks(first) if share_words(turn.question, c) >= MUCH]
        text = "\n\n".join([*none, quoted.text, *code])
        return Said(AIMessage(text), offers=deeper, wishes=others[:MOST_WISHES])
    said = alone.small_talk(turn)
    is_elsewhere = turn.is_open and turn.chat == "elsewhere"
    if quoted.outcome == "closest" and not (is_elsewhere and quoted.quotes[0].score < SOME):
        closest = turn.gettext(N_("This comes closest in {subject}:"), subject=turn.title)
        said = Said(AIMessage(f"{closest}\n\n{quoted.text}"))
    elif turn.guess.intent != "chat" or turn.state.get("wish"):
        said = alone.nothing_found(turn)
    return replace(said, wishes=others[:MOST_WISHES])
