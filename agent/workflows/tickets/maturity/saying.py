"""What the rules say of an issue, in its language."""

from agent.language.catalogs import N_, catalog
from agent.workflows.tickets.contracts import CRITERIA, Criterion, Language

WHY = {
    "summary": N_("The summary names what it is about"),
    "thin_summary": N_("The summary names too little of what is changed"),
    "now": N_("Says how things are now"),
    "no_now": N_("Does not say how things are now"),
    "wanted": N_("Says what is wanted"),
    "no_wanted": N_("Does not say what is wanted"),
    "detail": N_("Adds detail"),
    "no_detail": N_("Few sentences add new detail"),
    "particular": N_("Has a figure, a name or a quoted text"),
    "no_particular": N_("No figure, name or quoted text makes it concrete"),
    "scope": N_("Says where the work ends"),
    "no_scope": N_("Does not say what is left out"),
    "vague": N_("“{word}” can mean anything"),
    "repeated": N_("Repeats what was said before"),
    "placeholder": N_("Was left open"),
    "testable": N_("Can be tested"),
    "few_testable": N_("There are fewer than four criteria to test"),
    "no_testable": N_("Nothing can be tested"),
    "measured": N_("Has a condition or a figure"),
    "no_measured": N_("Too few criteria have a condition or a figure"),
    "edge": N_("Says what happens when it goes wrong"),
    "no_edge": N_("Does not say what happens when it goes wrong"),
    "listed": N_("Listed under acceptance criteria"),
    "no_listed": N_("The criteria are not listed"),
    "untestable": N_("“{word}” cannot be tested"),
    "independent": N_("Says why nothing else is needed"),
    "said_independent": N_("Says that it depends on nothing"),
    "said_none": N_("Says “none” without a reason"),
    "no_independence": N_("Does not say why there are no dependencies"),
    "dependency": N_("Names what it depends on"),
    "no_dependency": N_("Does not say what it depends on"),
    "owner": N_("Names who or what provides it"),
    "no_owner": N_("No owner or issue key of a dependency"),
    "availability": N_("Says when it is there"),
    "no_availability": N_("Does not say when the dependencies are there"),
    "benefit": N_("Says what is gained"),
    "no_benefit": N_("Does not say what is gained"),
    "more_benefit": N_("Gives a second reason"),
    "no_more_benefit": N_("No second reason supports it"),
    "beneficiary": N_("Says who benefits"),
    "no_beneficiary": N_("Does not say who benefits"),
    "measured_benefit": N_("Says how much"),
    "no_measured_benefit": N_("No figure says how much is gained"),
    "vague_benefit": N_("“{word}” promises a benefit without naming it"),
    "place": N_("Names a part of the system"),
    "no_place": N_("No part of the system is named"),
    "no_second_place": N_("Only one part of the system is named, or none"),
    "limit": N_("Sets a limit"),
    "no_limit": N_("No technical limit is set"),
    "feasible": N_("Mentions risks or what already exists"),
    "no_feasible": N_("Says nothing about risks or what already exists"),
    "role": N_("Names a role"),
    "any_role": N_("Does not say who exactly"),
    "want": N_("Says what the role wants"),
    "thin_want": N_("Barely says what is wanted"),
    "reason": N_("Says what for"),
    "no_reason": N_("The story does not say what for"),
    "circular": N_("The reason only repeats the wish"),
    "no_story": N_("It is not written as a story: who, what, what for"),
    "told_who": N_("Says who is affected"),
    "no_told_who": N_("Does not say who is affected"),
    "told_wish": N_("Says what should happen"),
    "no_told_wish": N_("Does not say what should happen"),
    "told_reason": N_("Gives the reason"),
    "no_told_reason": N_("Gives no reason"),
    "told_fault": N_("Describes the bug as it happened"),
    "no_told_fault": N_("Does not describe the bug"),
    "estimate": N_("Gives a size"),
    "no_estimate": N_("No size in points or days"),
    "checkable": N_("Bounds the work by a test"),
    "no_checkable": N_("Fewer than three tests bound the work"),
    "open": N_("Is still open"),
    "whole": N_("Is too big to estimate"),
    "one_thing": N_("Is one thing"),
    "priority": N_("The priority is set to {word}"),
    "default_priority": N_("The priority {word} is only the default"),
    "no_priority": N_("No priority is set"),
    "urgency": N_("Says why it matters now"),
    "no_urgency": N_("Does not say why it has this priority"),
    "deadline": N_("Names a date"),
    "no_deadline": N_("No date or occasion is named"),
    "measured_urgency": N_("Says how much it matters"),
    "no_measured_urgency": N_("No figure says how much it matters"),
    "waits": N_("Says that it can wait, against its priority"),
}


def title(criterion: Criterion, language: Language) -> str:
    return catalog(language).gettext(CRITERIA[criterion])


def why(key: str, language: Language, *, word: str = "") -> str:
    return catalog(language).gettext(WHY[key]).replace("{word}", word)


_LONGEST_QUOTE = 120


def quoted(text: str, language: Language) -> str:
    """In quotation marks on one line, its end cut when it is long."""
    line = " ".join(text.split()).rstrip(".。")
    if len(line) > _LONGEST_QUOTE:
        line = line[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + "…"
    before, after = ("«", "»") if language == "es" else ("“", "”")
    return f"{before}{line}{after}" if line else ""


def sentence(criterion: Criterion, said: str, quote: str, language: Language) -> str:
    """Such as “Dependencies: nothing says what it depends on.”, with the words behind it."""
    name, words = title(criterion, language), quoted(quote, language)
    if language == "zh":
        return f"{name}：{said.rstrip('。')}{f'：{words}' if words else ''}。"
    first = said[:1].lower() + said[1:].rstrip(".")
    return f"{name}: {first}{f': {words}' if words else ''}."
