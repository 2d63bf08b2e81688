"""What the Thinking panel says of routes and tools, for who knows none of their names."""

import re
from typing import Any

from ui import safe
from ui.views import piece

Plain = dict[str, Any]

ROUTES = {
    "answer": "answers at once",
    "rag_search": "looks in your documents",
    "overview": "looks through a document",
    "get_guia": "reads the teaching guide",
    "generate_test": "makes a quiz",
    "explain_item": "explains a question of the quiz",
    "jira_creation": "drafts an issue",
    "rag_query": "looks in documents, issues and pages",
    "look_up": "looks up an issue or page",
    "evaluation": "scores an issue",
    "page": "lays out a page",
    "coze_agent": "asks the bot",
    "general_chat": "answers at once",
    "change": "plans a change",
    "query": "looks at what is there",
    "conversation": "answers at once",
    "unclear": "asks what you mean",
    "create": "plans something new",
    "delete": "plans a deletion",
    "ask": "looks at what is there",
    "investigate": "looks for what went wrong",
    "audit": "reviews what is deployed",
    "chat": "answers at once",
    "general": "answers at once",
    "research": "looks for sources",
}
# What a tool did, and what it counts.
TOOLS = {
    "rag_search": ("Looked in your documents", "passage"),
    "library": ("Looked in your documents", "passage"),
    "overview": ("Looked through a document", "passage"),
    "get_guia": ("Read the teaching guide", "part"),
    "generate_test": ("Prepared a quiz", ""),
    "explain_item": ("Looked at the question again", ""),
    "search_courses": ("Looked for courses", "course"),
    "web_search": ("Searched the web", "page"),
    "fetch": ("Read a page", ""),
}
SOURCES = {
    "rule": "found by rules",
    "model": "judged by the model",
    "default": "nothing spoke for another",
    "user": "you said so",
    "pattern": "found by rules, by how it is asked",
    "keywords": "found by rules, by its words",
    "history": "continues the earlier topic",
}
_COUNTED = re.compile(r"(\d+) (?:found|cached)")


def route(names: str) -> str:
    """Several are named with commas between."""
    said = " and ".join(ROUTES.get(name) or piece.name_of(name) for name in names.split(", "))
    return said[:1].upper() + said[1:]


def route_figures(told: Plain) -> str:
    said = [f"Route {told['route']}"]
    if "confidence" in told:
        said += [SOURCES.get(told["source"], told["source"])]
        said += [f"confidence {told['confidence']:.2f}"]
    return safe.plain(", ".join(said))


def tool(name: str, outcome: str) -> str:
    did, noun = TOOLS.get(name, (f"Used {name.replace('_', ' ')}", "result"))
    if counted := _COUNTED.fullmatch(outcome):
        count = int(counted[1])
        return safe.plain(f"{did}: {count} {noun}{'' if count == 1 else 's'}")
    if outcome == "done":
        return safe.plain(f"{did}: nothing found" if noun else did)
    return safe.plain(f"{did}: {outcome}")


def tool_figures(told: Plain) -> str:
    arguments = ", ".join(f"{key} {value!r}" for key, value in told["arguments"].items() if value)
    return safe.plain(
        f"{told['tool']} {arguments}, {told['milliseconds']:.0f} ms, {told['outcome']}"
    )
