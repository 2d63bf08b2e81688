"""What the quiz says in its own words, in the user's language."""

from agent.language.catalogs import N_, catalog

_PHRASES = {
    "quiz_topic": N_(" on {topic}"),
    "quiz_score": N_("Quiz{topic}: {score} of {total} right ({percent} %)."),
    "quiz_left": N_("Ended early, {left} left unanswered."),
    "quiz_missed": N_("Missed: {questions}"),
    "quiz_unanswered": N_("The quiz{topic} was ended before the first answer."),
    "quiz_void": N_("No answer of the quiz{topic} counts."),
    "quiz_most": N_("A quiz has at most {most} questions."),
    "quiz_none_weak": N_("You have no weak topics so far, so this quiz covers all topics."),
    "quiz_place": N_("Question {number} of {total}"),
    "quiz_waits": N_("Quiz on {about}, question {number} of {total}"),
    "exam_waits": N_("Exam on {about}, question {number} of {total}"),
    "quiz_everything": N_("everything"),
    "quiz_own_words": N_("Answer in your own words"),
    "quiz_fewer_one": N_("Only 1 question fits"),
    "quiz_fewer": N_("Only {have} questions fit"),
    "quiz_asked_for": N_(
        "You asked for {wanted}. There are {have} checked questions on {topic}{level}."
    ),
    "quiz_asked_for_one": N_(
        "You asked for {wanted}. There is 1 checked question on {topic}{level}."
    ),
    "quiz_at_level": N_(" at {level} level"),
    "quiz_take": N_("Take the {have}"),
    "quiz_none": N_("No quiz"),
    "quiz_not_due": N_("Nothing is due for review in this subject."),
    "quiz_all_contested": N_(
        "None of the missed questions can be asked again: they were contested."
    ),
    "exam_expired": N_("Time is up. What you have answered is kept, the rest counts as skipped."),
    "exam_result": N_("See the result"),
    "basic": N_("basic"),
    "intermediate": N_("intermediate"),
    "advanced": N_("advanced"),
    "quiz_cancelled": N_("The quiz was cancelled. Nothing was scored."),
    "quiz_empty": N_("There are no checked questions on {topic} here."),
    "quiz_topics": N_("There are some on: {topics}."),
    "this_subject": N_("this subject"),
}


def phrase(key: str, language: str, **values: str) -> str:
    return catalog(language).gettext(_PHRASES[key]).format(**values)
