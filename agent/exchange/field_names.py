"""Names for people of the fields that a draft, an issue, a page or a plan may change."""

from collections.abc import Callable

from agent.language.catalogs import N_

FIELDS = {
    "acceptance_criteria": N_("Acceptance criteria"),
    "alt": N_("Alt text"),
    "assignee": N_("Assignee"),
    "assumptions": N_("Assumptions"),
    "budget": N_("Cost of the courses"),
    "business_value": N_("Business value"),
    "comment": N_("New comment"),
    "course_language": N_("Language of the courses"),
    "courses": N_("Courses"),
    "deadline": N_("By when"),
    "description": N_("Description"),
    "done": N_("Done on"),
    "due": N_("Due"),
    "hours": N_("Hours"),
    "hours_a_week": N_("Hours a week"),
    "how_often": N_("How often"),
    "invest": N_("INVEST"),
    "issue_type": N_("Type"),
    "labels": N_("Labels"),
    "links": N_("Links"),
    "meta_description": N_("Meta description"),
    "milestone": N_("Milestone"),
    "no_course": N_("Own work"),
    "open_questions": N_("Open questions"),
    "outcome": N_("You can then"),
    "page": N_("Page"),
    "prerequisites": N_("Builds on"),
    "priority": N_("Priority"),
    "proof": N_("Proof"),
    "proven": N_("Your proof"),
    "skills": N_("Skills"),
    "start": N_("Start"),
    "status": N_("Status"),
    "summary": N_("Summary"),
    "text": N_("Text"),
    "tips": N_("Tip"),
    "title": N_("Title"),
    "where": N_("Where"),
    "who": N_("Who"),
    "wishes": N_("Other wishes"),
}


def field_name(field: str, gettext: Callable[[str], str]) -> str:
    """Return the name of a field; an unknown one is only made readable."""
    known = FIELDS.get(field)
    return gettext(known) if known else field.replace("_", " ").capitalize()
