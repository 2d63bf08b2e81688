"""The card that asks what a message wants, when nothing else could tell."""

from collections.abc import Mapping

from agent.intents.ridge import Guess
from agent.language.catalogs import catalog
from agent.questions import Choice, Option

MOST_OPTIONS = 5


def choice(
    guess: Guess,
    labels: Mapping[str, tuple[str, str]],
    *,
    task: str,
    workflow: str,
    step: str,
    language: str = "en",
) -> Choice:
    """The likeliest first. `labels` gives label and caption of an intent, in English."""
    _ = catalog(language).gettext
    ranked = [intent for intent in guess.ranked if intent in labels]
    rest = [intent for intent in labels if intent not in ranked]
    shown = [*ranked, *rest][:MOST_OPTIONS]
    return Choice(
        id=task,
        workflow=workflow,
        step=step,
        language=language,
        title=_("What would you like to do?"),
        body=_("I am not sure what you mean. Pick one, or say it another way below."),
        options=tuple(
            Option(intent, _(labels[intent][0]), _(labels[intent][1]) if labels[intent][1] else "")
            for intent in shown
        ),
        context={"gives_way": True},
    )
