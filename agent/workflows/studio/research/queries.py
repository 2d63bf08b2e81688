"""What is searched for."""

from pydantic import BaseModel, Field

from agent.guardrails import fenced
from agent.steps import Step
from agent.text import Language, content_words
from agent.workflows.studio.contracts import Brief, Details, Plain

MOST = 4
LONGEST = 120

_ASPECTS: dict[Language, tuple[str, ...]] = {
    "en": ("{topic} how it works and why it matters", "{topic} costs and common mistakes"),
    "es": ("{topic} cómo funciona y por qué importa", "{topic} costes y errores comunes"),
    "zh": ("{topic} 方法 好处", "{topic} 费用 常见错误"),
}
LANGUAGES: dict[Language, str] = {"en": "English", "es": "Spanish", "zh": "Chinese"}


class QueriesFor(Plain):
    topic: str
    language: Language
    details: Details = Details()


class Queries(BaseModel):
    queries: list[str] = Field(min_length=2, max_length=MOST)


def _prompt(value: QueriesFor) -> str:
    given = {name: each for name, each in value.details.model_dump(mode="json").items() if each}
    details = "\n".join(f"{name}: {each}" for name, each in given.items()) or "(none)"
    return (
        f"Write two to {MOST} short queries for a search engine, in {LANGUAGES[value.language]},"
        " that find facts for a piece of content: each for another aspect of the topic, such as"
        " what it is, how it is done, what it costs, what goes wrong. No operators, no addresses."
        f"\n\nThe topic:\n{fenced(value.topic, 'topic')}"
        f"\n\nDetails from the user:\n{fenced(details, 'details')}"
    )


def _by_rules(value: QueriesFor) -> Queries:
    """The topic, the topic at its place, and aspects that readers ask for."""
    details = value.details
    place = " ".join(filter(None, (value.topic, details.property_type, details.location)))
    wanted = " ".join((value.topic, *details.keywords[:3]))
    aspects = [aspect.format(topic=value.topic) for aspect in _ASPECTS[value.language]]
    every = [value.topic, place, wanted, *aspects]
    return Queries(queries=list(dict.fromkeys(query[:LONGEST].strip() for query in every))[:MOST])


def _flaws(_value: QueriesFor, given: Queries) -> list[str]:
    flaws = [
        f"“{query[:40]}” is no query: use {LONGEST} characters at most, of words, in one line."
        for query in given.queries
        if len(query) > LONGEST or "\n" in query or "://" in query or not content_words(query)
    ]
    if len({query.casefold().strip() for query in given.queries}) < len(given.queries):
        flaws.append("Two queries are the same.")
    return flaws


QUERIES = Step(
    "research_queries",
    QueriesFor,
    Queries,
    prompt=_prompt,
    without_model=_by_rules,
    check=_flaws,
    temperature=0.3,
)


def value_of(brief: Brief) -> QueriesFor:
    return QueriesFor(topic=brief.topic, language=brief.language, details=brief.details)
