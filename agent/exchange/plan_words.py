"""The words of a plan's files, in the language of its goal."""

from typing import Any

from agent.language.catalogs import N_, catalog

WORDS = {
    "due_event": N_("Due"),
    "study": N_("Study"),
    "proof": N_("Proof"),
    "tips": N_("Tip"),
    "milestones": N_("Milestones"),
    "findings": N_("What to watch"),
    "courses": N_("Courses, and why"),
    "status": N_("Status"),
    "status_draft": N_("draft"),
    "status_approved": N_("approved"),
    "status_in_progress": N_("in progress"),
    "status_done": N_("done"),
    "duration": N_("Duration"),
    "hours_a_week": N_("Hours a week"),
    "dates": N_("From and to"),
    "after": N_("after"),
}


def words_of(plan: dict[str, Any]) -> dict[str, str]:
    gettext = catalog(plan["goal"]["language"]).gettext
    return {name: gettext(sentence) for name, sentence in WORDS.items()}
