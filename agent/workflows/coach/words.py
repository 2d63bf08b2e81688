"""What Coach says to the learner, by key, in the language they write in."""

from agent.language.catalogs import N_, catalog
from agent.text import Language

SENTENCES: dict[str, str] = {
    "level.none": N_("none"),
    "level.beginner": N_("beginner"),
    "level.intermediate": N_("intermediate"),
    "level.advanced": N_("advanced"),
    "language.en": N_("English"),
    "language.es": N_("Spanish"),
    "language.zh": N_("Chinese"),
    "budget.free": N_("Free courses only"),
    "budget.any": N_("Paid ones too"),
    "subject.title": N_("What do you want to learn?"),
    "subject.unknown": N_("I found no subject in that. A few words are enough."),
    "subject.first": N_("Say it in a few words. Time and dates can come with it."),
    "subject.placeholder": N_("Databases, 4 hours a week"),
    "clarify.title": N_("What shall I do with this?"),
    "clarify.body": N_("It is not clear from the words."),
    "act.new_goal": N_("It is a new goal"),
    "act.new_goal.caption": N_("Skills, courses and a plan for it."),
    "act.courses": N_("Find courses"),
    "act.courses.caption": N_("Without a plan."),
    "act.plan": N_("Make or show the plan"),
    "act.plan.caption": N_("You approve it before it counts."),
    "act.adjust": N_("Adjust the plan"),
    "act.adjust.caption": N_("One milestone, or all that are left."),
    "act.progress": N_("Log progress"),
    "act.progress.caption": N_("A milestone that is done."),
    "act.quiz": N_("Quiz me"),
    "act.quiz.caption": N_("On the milestone under way."),
    "act.question": N_("Answer a question on the plan"),
    "act.question.caption": N_("Nothing is changed."),
    "goal.level": N_("Where do you stand in this subject?"),
    "goal.hours_a_week": N_("Hours a week"),
    "goal.hours": N_("What you can keep up, not what would be good"),
    "goal.deadline": N_("By when"),
    "goal.no_deadline": N_("Leave it empty if there is no deadline"),
    "goal.course_language": N_("Language of the courses"),
    "goal.any_language": N_("Any"),
    "goal.background": N_("About you, such as your work"),
    "goal.budget": N_("Cost of the courses"),
    "goal.wrong_hours": N_("Hours a week must be more than 0 and at most {most}."),
    "goal.wrong_deadline": N_("The deadline must be a day to come."),
    "skills.title": N_("Is this where you stand?"),
    "skills.body": N_("What the goal takes, and what I take you to have. Correct what is wrong."),
    "skills.required": N_("required: {level}"),
    "skills.you_said": N_("you said so"),
    "uncovered.title": N_("The catalogue has nothing on {words}"),
    "uncovered.body": N_("These are near. Pick one to go on with, or leave it."),
    "uncovered.stop": N_("None of these"),
    "courses.title": N_("Do these courses fit? ({count})"),
    "courses.body": N_(
        "The plan is made of what you settle on here. A note can say what is missing."
    ),
    "courses.satisfied": N_("They fit"),
    "courses.satisfied.caption": N_("Go on with these."),
    "courses.more": N_("Show more"),
    "courses.more.caption": N_("These stay, others come with them."),
    "courses.different": N_("Different ones"),
    "courses.different.caption": N_("None of these; look for others."),
    "milestone.title": N_("Which milestone?"),
    "adjust.title": N_("What should change?"),
    "adjust.milestone": N_("Milestone to change"),
    "adjust.wish": N_("What to change"),
    "approve.title": N_("Approve this plan? (version {number})"),
    "approve.body": N_("Milestones: {milestones}. Hours a week: {hours}. Last day: {due}."),
    "approve.changed": N_("Changed: {changed}. Milestones: {milestones}. Last day: {due}."),
    "approve.how": N_(
        "To adjust it, pick a milestone and what to change. Only that one and what follows "
        "from it changes."
    ),
    "approve.comment": N_("What to change (needed to adjust)"),
    "approve.approve": N_("Approve the plan"),
    "approve.reject": N_("Adjust"),
    "approve.note": N_("A note to keep with it"),
    "approve.redo": N_("Start over"),
    "approve.redo.caption": N_("Skills, courses and plan anew."),
    "limit.title": N_("Go on?"),
    "limit.body": N_("This turn has taken {loop} passes, which is the limit. Nothing is lost."),
    "limit.go_on": N_("Go on, up to {more} passes more"),
    "limit.stop": N_("Stop here"),
    "why.goal": N_("the goal lacks what a plan needs"),
    "why.subject": N_("no goal is known yet"),
    "why.no_goal": N_("no subject was found in two answers"),
    "why.skills": N_("the levels held have to be yours, not guessed"),
    "why.nothing_to_learn": N_("every required skill is held"),
    "why.find": N_("the gaps are known and no courses are"),
    "why.more": N_("more courses were asked for"),
    "why.different": N_("these courses were not wanted"),
    "why.courses": N_("courses were found, and only you can say whether they fit"),
    "why.courses_only": N_("courses were found outside, and no skill of the catalogue is named"),
    "why.uncovered": N_("the catalogue does not cover the goal"),
    "why.plan": N_("gaps and courses are settled"),
    "why.show": N_("the plan was asked for"),
    "why.draft": N_("the plan is not approved yet, so there is nothing to log on"),
    "why.adjust": N_("part of the plan should change"),
    "why.which": N_("it is not said which milestone is meant, or how"),
    "why.progress": N_("there is progress to log"),
    "why.missed": N_("time was missed, so dates have to move"),
    "why.quiz": N_("a quiz was asked for"),
    "why.question": N_("a question on the plan was asked"),
    "why.no_plan": N_("there is no plan that this could be about"),
    "why.unclear": N_("neither the words nor the context tell what is wanted"),
    "why.limit": N_("the limit of passes is reached"),
    "why.ended": N_("you have decided"),
    "why.done": N_("all that was asked for is done"),
    "entry.restored": N_(
        "What this conversation knew could not be read. I went back to your saved plan “{title}”."
    ),
    "entry.lost": N_(
        "What this conversation knew could not be read, and no plan of yours is saved. Say "
        "your goal again."
    ),
    "entry.adopted": N_("I went on with your plan “{title}”."),
    "advisor.failed": N_("{place} could not be searched: {why} The catalogue was."),
    "advisor.dropped": N_(
        "The model named courses that do not exist: {count}. They were left out."
    ),
    "advisor.none": N_("I found no others that fit."),
    "advisor.nothing": N_("I found no course that fits. Try other words, or allow paid ones."),
    "planner.by_rules": N_(
        "The model's plan could not be used ({why}) This one was made by rules."
    ),
    "planner.unchanged": N_("Nothing had to change."),
    "planner.all_done": N_("Every milestone is done; there is nothing left to adjust."),
    "planner.is_done": N_("What is done stays as it is; pick a milestone that is open."),
    "planner.done": N_("{milestone} is done."),
    "planner.undone": N_("{milestone} is open again."),
    "planner.hours": N_("Hours logged: {hours}."),
    "planner.proof": N_("Your proof for {milestone} is kept."),
    "planner.missed": N_("Weeks missed: {weeks}."),
    "planner.quiz": N_("The Tutor can quiz you on {topic}."),
    "planner.progress": N_("Done: {done} of {of}. Hours: {hours} of {planned}."),
    "planner.behind": N_("You are {days} behind the plan."),
    "planner.ahead": N_(
        "You are {days} ahead of the plan, so you can begin the next milestone earlier."
    ),
    "planner.on_time": N_("You are on time."),
    "planner.next": N_("Next: {milestone}, due {due}."),
    "planner.weak": N_("Weak in your quizzes: {topics}."),
    "planner.milestone": N_("{milestone}: {start} to {due}, {hours} h. Proof: {proof}"),
    "quiz.text": N_("Give me a quiz of 5 questions on {topic}"),
    "next.plan": N_("Make the plan"),
    "next.plan.why": N_("there is something to make it of: {count}"),
    "next.draft.why": N_("it is not approved yet"),
    "next.more": N_("Show more courses"),
    "next.more.why": N_("others may fit better"),
    "next.quiz": N_("Quiz me on milestone {milestone}"),
    "next.quiz.why": N_("a quiz shows whether “{title}” sits"),
    "next.done": N_("I finished {milestone}"),
    "next.done.why": N_("it is the next one, due {due}"),
    "next.earlier": N_("Begin {milestone} earlier"),
    "next.earlier.why": N_("you are {days} ahead; what follows moves up, too"),
    "next.weak": N_("More time for {topic} ({milestone})"),
    "next.weak.why": N_("your quizzes show {share} on {topic}"),
    "end.approved": N_(
        "Your plan is approved. It begins on {start} and ends on {due}; first comes {milestone}."
    ),
    "end.finished": N_("Your plan is done, all of it."),
    "end.cancelled": N_("Cancelled. Nothing was approved; what was approved before still holds."),
    "end.limit": N_(
        "Stopped here. What was found stays in this conversation; ask for the plan to go on."
    ),
    "end.uncovered": N_(
        "The catalogue has nothing on {words}, so I make no plan for it. A school can bring "
        "its own courses in."
    ),
    "end.no_plan": N_("There is no plan yet. Say what you want to learn, and we make one."),
    "end.no_goal": N_(
        "I still do not know what you want to learn. Name a subject, such as databases or Python."
    ),
    "end.nothing_to_learn": N_(
        "You have every skill that this takes. Name a higher goal, or lower a level on the card."
    ),
    "end.courses_only": N_(
        "These courses are from outside the catalogue, so no plan can be computed from them: "
        "their hours and skills are not known."
    ),
    "end.courses": N_("The courses stay here. Ask for the plan when you want one."),
    "end.no_courses": N_("There is no course to show."),
    "end.farewell": N_("Come back when something changes."),
    "count.day.one": N_("1 day"),
    "count.day.many": N_("{n} days"),
    "count.week.one": N_("1 week"),
    "count.week.many": N_("{n} weeks"),
    "count.hour.one": N_("1 hour"),
    "count.hour.many": N_("{n} hours"),
    "duration.a_week": N_("{hours} a week"),
    "duration.unknown": N_("length not stated"),
    "gap.role": N_("{role} takes it at {level} level."),
    "gap.named": N_("You named it as what you want to learn."),
    "gap.needed": N_("{skill} builds on it."),
    "gap.said": N_("from what you said"),
    "gap.level": N_("from the level you gave: {level}"),
    "gap.quiz": N_("{share} % over {n} quiz answers on “{topic}”"),
    "course.covers": N_("It brings you to {level} in {skills}."),
    "course.other_way": N_("Another way to {skills}, if you would rather not take “{title}”."),
    "course.other_tool": N_(
        "It teaches {skills}, though in another programming language than the one you named."
    ),
    "course.near": N_("Near your goal, though it closes no gap of yours."),
    "course.untold": N_("Found for your goal; its source does not say what level it leads to."),
    "course.ready": N_("You have what it expects."),
    "course.after": N_("Take it after “{title}”."),
    "course.expects": N_("It expects {skills}, which no course here teaches."),
    "course.long": N_("It takes longer than you have until your deadline."),
    "course.cost": N_("Its source does not say whether it is free."),
    "course.language": N_("It is not in the language you asked for."),
    "plan.part": N_("{title}, part {n} of {of}"),
    "plan.without": N_(
        "None of the courses chosen teaches {skills}: ask for more courses, or work from "
        "documentation and exercises."
    ),
    "plan.further": N_(
        "The courses chosen lead only part of the way in {skills}: go on with exercises of "
        "your own."
    ),
    "plan.dropped": N_("You took the course out of this milestone."),
    "plan.own": N_("Own work on what was learnt before; it needs no course."),
    "plan.level": N_("{title}: {level}"),
    "plan.project": N_("Put it together: a project of your own"),
    "plan.practice": N_("Practice: {skills}"),
    "plan.estimate": N_("The hours are an estimate, since the source tells none."),
    "outcome.code": N_("You can write, run and mend programs of your own with {skills}."),
    "proof.code": N_(
        "A program of at least 150 lines in a repository, with tests that pass and a README."
    ),
    "tips.code": N_("Type every example yourself, and change one thing in it before you go on."),
    "outcome.data": N_("You can model, query and clean data with {skills}."),
    "proof.data": N_(
        "A public data set loaded and cleaned, with ten queries or charts and what each one shows."
    ),
    "tips.data": N_("Write down what you expect of each query before you run it."),
    "outcome.models": N_("You can train a model with {skills}, and say how well it does and why."),
    "proof.models": N_(
        "A notebook that trains a model on public data, measured on data that it has not seen."
    ),
    "tips.models": N_(
        "Begin with the simplest model, and keep its figure to compare the others with."
    ),
    "outcome.maths": N_("You can solve problems in {skills} and explain each step."),
    "proof.maths": N_(
        "Two problem sets worked by hand and checked, and one proof or derivation in your own"
        " words."
    ),
    "tips.maths": N_(
        "Close the book before you solve; look up the solution after twenty minutes at the "
        "earliest."
    ),
    "outcome.algorithms": N_(
        "You can choose and write an algorithm, and tell what it costs: {skills}."
    ),
    "proof.algorithms": N_(
        "Fifteen problems solved in code, each with its running time argued in two sentences."
    ),
    "tips.algorithms": N_("Work small cases on paper before you write code."),
    "outcome.systems": N_("You can say what goes on below the program, and measure it: {skills}."),
    "proof.systems": N_(
        "Two labs of the course that run, with notes on what you measured and what surprised you."
    ),
    "tips.systems": N_("Draw each mechanism once from memory."),
    "outcome.web": N_(
        "You can build something that others use in a browser or on a phone: {skills}."
    ),
    "proof.web": N_("An app at an address that others can open, that keeps what they enter."),
    "tips.web": N_("Put it online in the first week, and then make it better there."),
    "outcome.security": N_("You can find a weakness, show it and mend it: {skills}."),
    "proof.security": N_(
        "A written finding on a practice system of your own: the weakness, how it shows, and "
        "its fix."
    ),
    "tips.security": N_("Practise on systems that are yours or made for it, and on no others."),
    "outcome.society": N_("You can argue a case of {skills} from both sides."),
    "proof.society": N_(
        "A page on a real case: what was done, which rules apply, what you would decide and why."
    ),
    "tips.society": N_("Collect one example from the news for each topic."),
    "outcome.tools": N_("You use {skills} without looking things up."),
    "proof.tools": N_(
        "Your own work of one week done with it, and a page of notes with the ten steps you "
        "used most."
    ),
    "tips.tools": N_("Use it for real work from the first day, however slowly."),
    "outcome.making": N_("You can design and build a thing that works: {skills}."),
    "proof.making": N_(
        "A two-minute demo that another person has tried, and what you changed after."
    ),
    "tips.making": N_("Make the smallest version that can be tried, and show it early."),
    "outcome.study": N_("You can explain and apply {skills}."),
    "proof.study": N_(
        "Three exercises done and checked, and a summary of one page in your own words."
    ),
    "tips.study": N_("Explain each part to somebody, or aloud to yourself."),
    "outcome.project": N_("You can use {skills} on something that you chose yourself."),
    "proof.project": N_(
        "The finished project with a page that says what it does, how it works and what is missing."
    ),
    "tips.project": N_("Choose it small enough to be finished in the time given."),
    "finding.overload": N_("{milestone} takes {hours} in {days}: more than {week} a week."),
    "finding.cycle": N_("{milestones} wait for one another, so none can begin."),
    "finding.early": N_("{milestone} begins before {other}, on which it builds, is due."),
    "finding.absent": N_("{milestone} builds on {other}, which is not in the plan."),
    "finding.dates": N_("{milestone} ends before it begins."),
    "finding.uncovered": N_("{skill} is not brought to {level} level by any milestone."),
    "finding.outside": N_("The catalogue has nothing on “{words}”, so the plan leaves it out."),
    "finding.deadline": N_(
        "The plan ends on {due}, after your deadline of {deadline}. It would take {hours} a "
        "week to make it."
    ),
    "finding.too_late": N_(
        "The plan ends on {due}, after your deadline of {deadline}, which no week has hours "
        "enough for."
    ),
    "finding.no_course": N_("{milestone} has no course, and no reason for that."),
    "finding.unknown_course": N_(
        "{milestone} names a course that is not among the recommended ones."
    ),
    "adjust.no_other_course": N_(
        "No other course is at hand for {milestone}. Ask for more courses first."
    ),
    "adjust.too_many": N_("{milestone} was not split: a plan has at most {most} milestones."),
    "adjust.not_earlier": N_(
        "It cannot begin earlier: not before tomorrow, nor before what is still open ahead of it."
    ),
    "error.amount": N_("Enter a number above 0, at most 52."),
    "error.done": N_("{milestone} is done, and what is done is not changed."),
    "error.done_hint": N_("Choose a milestone that is still open."),
    "error.no_milestone": N_("The plan has no milestone {milestone}."),
    "error.no_milestone_hint": N_("Choose one of {milestones}."),
    "error.weeks": N_("The weeks missed must be more than 0 and at most {most}."),
    "error.nothing": N_("There is nothing left to learn for this goal."),
    "error.nothing_hint": N_("Name a higher goal, or lower a level that you hold."),
    "goal.title": N_("What is your goal?"),
    "goal.body": N_("Check this and add what is missing. The plan's dates follow from your hours."),
    "goal.send": N_("Go on"),
    "goal.subject": N_("What you want to learn"),
    "skills.group": N_("Your level now"),
    "progress.what": N_("What happened?"),
    "progress.done": N_("A milestone is done"),
    "progress.hours": N_("I learned some hours"),
    "progress.missed": N_("I missed some weeks"),
    "progress.undone": N_("A milestone is not done after all"),
    "progress.number.hours": N_("Hours"),
    "progress.number.weeks": N_("Weeks"),
    "adjust.change": N_("Change"),
    "edit.drop": N_("Drop it"),
    "edit.earlier": N_("Begin earlier"),
    "edit.later": N_("Begin a week later"),
    "edit.split": N_("Split it in two"),
    "edit.merge": N_("Merge it with the next one"),
    "edit.course": N_("Another course"),
    "edit.own_work": N_("Own work instead of a course"),
    "edit.hours": N_("Other hours"),
    "adjust.at_most": N_("A milestone takes at most {most} hours: split it for more."),
    "adjust.only_one": N_("A plan needs at least one open milestone, so nothing was dropped."),
    "adjust.nothing_after": N_("{milestone} was not merged: no open milestone follows it."),
    "adjust.too_long": N_("{milestone} was not merged: together they take more than {most} hours."),
    "adjust.builds_on": N_("The order stays: {milestone} would come before what it builds on."),
    "end.chat": N_(
        "Tell me what you want to learn, and I find courses and make a dated plan that you "
        "approve. I also log what you have done and change the plan. For other talk, choose a"
        " model in the sidebar."
    ),
    "why.chat": N_("it needs no agent"),
}
LEVELS = ("none", "beginner", "intermediate", "advanced")


def told(key: str, language: Language, **values: object) -> str:
    """The sentence of that key with its values put in."""
    return catalog(language).gettext(SENTENCES[key]).format(**values)


def level_name(level: int, language: Language) -> str:
    return told(f"level.{LEVELS[level]}", language)


def between(language: Language) -> str:
    """What goes between two sentences."""
    return "" if language == "zh" else " "


def comma(language: Language) -> str:
    return "、" if language == "zh" else ", "
