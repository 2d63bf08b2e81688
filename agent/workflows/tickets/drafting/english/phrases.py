"""What a draft by rules says in English."""

import re

from agent.workflows.tickets.drafting.phrases import Phrases, topic

TOPICS = (
    topic(
        r"\b(?:log[ -]?in|sign[ -]?in|authenticat\w+|password|two-factor|2fa|single sign-on|sso)\b",
        "With valid credentials {short} lets a person in; with wrong ones it does not, and the message"
        " does not tell which part was wrong.",
        "After signing out, a page behind {short} asks for the credentials again.",
        "Repeated failures at {short} are recorded and slowed down.",
        "Which ways in does {short} cover: password, single sign-on, a second factor?",
        "What does somebody do who has lost what {short} asks for?",
    ),
    topic(
        r"\b(?:blind|screen readers?|wcag|keyboard|contrast|accessib\w+|nvda|voiceover)\b",
        "{short} can be reached and left by keyboard alone, and the focus stays visible all the way.",
        "A screen reader says name, role and state of every element in {short}.",
        "Who tries out {short} with people who depend on it?",
    ),
    topic(
        r"\b(?:investigate|analy[sz]e|find out|evaluate|root cause)\b",
        "The finding about {short} rests on a measurement that others can repeat.",
        "For each step that follows from the finding about {short} there is an issue.",
        "How much time may be spent on {short} before we decide?",
    ),
    topic(
        r"\b(?:document|documentation|guide|runbook|manual)\b",
        "Somebody who did not write the text about {short} has followed it without asking back.",
        "The text about {short} stands where the team looks first, and is linked from this issue.",
        "Who keeps the text about {short} up to date?",
    ),
    topic(
        r"\b(?:backups?|snapshots?)\b",
        "A restore of {short} from {destination} has been tried once and is complete.",
        "A restore of {short} has been tried once and is complete.",
        "Who may restore {short}, and how long may that take?",
    ),
    topic(
        r"\b(?:move|migrate|transfer|replace|switch from)\b.*\b(?:to|with|by)\b",
        "After the change nothing is written to {source} any more.",
        "The way back to {source} is written down and has been tried.",
        "What becomes of everything that is still on {source}?",
        "How long may {short} be unavailable during the change?",
    ),
    topic(
        r"\b(?:upgrade|update|rotate|renew|refactor|rewrite)\b",
        "The way back to the former state of {short} is written down and has been tried.",
        "All automated tests around {short} pass after the change.",
        "What depends on {short} and has to be told beforehand?",
    ),
    topic(
        r"(?:^|[.;]\s+|\band\s+)(?:remove|delete|purge|erase)\b.{0,30}\b(?:users?|accounts?|records?|rows?|data|customers?|files?|entries)\b",
        "Counts before and after show that nothing but {short} has gone.",
        "Must a copy of {short} be kept, and for how long?",
    ),
    topic(
        r"(?:^|[.;]\s+|\band\s+)(?:remove|delete|drop|retire|deprecate)\b(?!.{0,30}\b(?:users?|accounts?|records?|rows?|data|customers?|files?|entries)\b)",
        "A search of code, configuration and documentation finds nothing that still uses {short}.",
        "Build and tests pass without {short}.",
        "Does anybody outside the team still use {short}?",
        "Must data or logs that belong to {short} be kept?",
    ),
    topic(
        r"\bimport\w*\b",
        "A {file} that lacks one of {columns} is refused, and the message names what is missing.",
        "Importing the same {file} again does not create {short} a second time.",
        "Are duplicates among {short} updated, skipped or reported?",
    ),
    topic(
        r"\b(?:reports?|exports?|exporting|download\w*|statements?)\b",
        "The figures in {short} agree with the source for one period that was checked by hand.",
        "Where there is no data, {short} {have} a line that says so.",
        "Who else may see {short}, and for how long are older ones kept?",
    ),
    topic(
        r"\b(?:weekly|daily|nightly|monthly (?:report|run|job|export|statement)|every (?:\w+day|morning|night|hour))\b",
        "A run that fails is recorded, and {short} can be produced later by hand.",
        "In which time zone is the time of {short} meant?",
    ),
    topic(
        r"\b(?:offline|without (?:a |any )?(?:network|connection|internet)|sync\w*|back online)\b",
        "Closing {system} before the connection is back loses nothing of {short}.",
        "If {short} {have} been changed elsewhere meanwhile, neither version is overwritten unasked.",
        "Which version of {short} counts when both sides were edited?",
    ),
    topic(
        r"\b(?:notif\w+|sms|alert\w*|remind\w*|push|(?:sends?|gets?|receives?)\b.{0,40}\be-?mails?)\b",
        "For one and the same event {message} {message_be} sent only once.",
        "If {message} cannot be delivered, this is recorded with time and reason.",
        "What is the exact wording of {message}, and in which languages?",
    ),
    topic(
        r"\b(?:charge\w*|pay\w*|invoices?|refunds?|billing|pro rata|fees?)\b",
        "The amount that is shown and the amount that is charged agree to the cent for {short}.",
        "If charging {short} fails, everything stays as it was before.",
        "How {be} {short} rounded, and how is tax dealt with?",
    ),
    topic(
        r"\b(?:seconds?|slow\w*|performance|faster|response time|latency|load(?:s|ing)? time)\b",
        "What {short} {show} is the same as before; only the time it takes has changed.",
        "The times of {short} before and after, taken in the same way, stand on this issue.",
        "In which share of cases must {short} keep to the limit?",
    ),
    topic(
        r"\bonly [\w ]{2,40}? (?:can|should|may|must)\b|\b(?:roles?|permissions?|access rights?|admins?|viewer)\b",
        "Without that right {short} cannot be had by address, search or export either.",
        "Who grants and withdraws the right to {short}?",
    ),
    topic(
        r"\b(?:search\w*|filter\w*|sort\w*)\b",
        "When nothing is found, a sentence says so in the place of {short}.",
        "Going back to {short} keeps the order and the filters that were chosen.",
        "How large can {short} become?",
    ),
    topic(
        r"\b(?:caps?|limits?|limited|at most|maximum)\b",
        "An attempt to go beyond {short} is refused, and the message names what is allowed.",
        "A change of the limit holds for {short} from then on, not backwards.",
        "Who sets {short}, and may it change later?",
    ),
    topic(
        r"\b(?:settings?|remember\w*|preferences?|dark mode|turn off|opt out|choice)\b",
        "What was chosen for {short} is still set after signing out and in again.",
        "What is set for {short} before anybody has chosen?",
    ),
    topic(
        r"\b(?:forms?|fill(?:s|ing)?|questionnaires?)\b",
        "Leaving {short} half way and coming back loses nothing.",
        "What is not valid in {short} is named beside the place where it was entered.",
        "Which entries of {short} are mandatory?",
    ),
    topic(
        r"\b(?:order|reorder|book\w*|reserv\w+|appointments?|cancel\w*|shifts?)\b",
        "Pressing twice in quick succession counts once for {short}.",
        "If {short} cannot be had any more in the meantime, a message says so and nothing is changed.",
        "Until when can a step that concerns {short} be taken back?",
    ),
    topic(
        r"\b(?:translat\w+|locali[sz]\w+|in (?:French|Spanish|German|Chinese|English|Italian))\b",
        "Somebody whose first language it is has read what {short} {show}.",
        "Which language does {short} fall back to when a text is not there yet?",
    ),
)

PHRASES = Phrases(
    types={"bug": "a bug", "improvement": "an improvement", "story": "a story", "task": "a task"},
    topics=TOPICS,
    bug=topic(
        "",
        "In {environment}, the steps above show {short} as described under “Expected”.",
        "Without the correction, the automated test for {short} fails.",
        "After a restart, the fault in {short} does not come back.",
        "Where {does} {short} show this: which version, which environment?",
        "Since when, and how often, with {short}?",
        "Any harm to undo around {short}?",
    ),
    fallback=topic(
        "",
        "An automated test covers {short}, its failure included.",
        "When {short} cannot do what was asked, a message says what to do next.",
        "Whoever asked for {short} has tried it out and said so here.",
        "What has to come first with {short}, and what can wait?",
    ),
    system="the system",
    which_system="In which application is {doing} wanted?",
    waits="It waits for other work: “{quote}”.",
    waits_for_nothing="Nothing is named that {doing} waits for.",
    open_means="How to go about {doing} is open.",
    fixed_means="For {doing}, these are fixed: {quote}.",
    valued="“{quote}”.",
    for_role="It serves {role}; how much is an open question.",
    for_nobody="What {doing} is good for is not said.",
    measured="Fixed points for it: {quote}.",
    unmeasured="{doing} is bounded by no figure.",
    vague="“{quote}” has no measure, so {doing} has no end.",
    bug_notes={
        "Negotiable": "Open is the way to this: {expected}.",
        "Estimable": "The cause in {short} is not traced yet.",
        "Valuable": "What harm the fault in {short} does is not said.",
        "Small": "One fault, seen in {short}.",
        "Testable": "The steps above tell whether {short} {be} right again.",
    },
    few="Count of results for {doing}: {count}.",
    many="{count} results; {doing} could be split after the first of them.",
    unsized="How large {doing} is cannot be told from so few words.",
    tested="To be seen first: “{expected}”.",
    untested="The criteria for {doing} are general.",
    gain="What is {doing} worth to {role}?",
    who="Whom does {doing} serve, and how?",
    more="What exactly belongs to {short}, and what does not?",
    priority_default="{priority} priority: no urgency is stated.",
    priority_told="{priority} priority, because of “{quote}”.",
    type_told="Taken for {type}, going by “{quote}”.",
    derived="Added from experience: {listed}.",
    left_out="For an issue of its own: {quote}",
    not_understood="Said about the draft and not yet worked in: “{quote}”. What should change?",
    dependencies=re.compile(
        r"\b(?:depends? on|blocked by|waits? for|once .{3,40} (?:is|are) (?:released|live|done|ready)"
        r"|requires? .{3,40} first|after .{3,40} (?:is|are) (?:released|live|done|finished))\b.{0,60}|\b[A-Z][A-Z0-9]+-\d+\b"
    ),
    vague_words=re.compile(
        r"\b(?:fast(?:er)?|quick(?:ly|er)?|easy|easily|easier|user-friendly|intuitive|better|nice(?:r)?|less confusing|clearer|simpler|modern|smooth(?:ly)?"
        r"|improve\w*|optimi[sz]e\w*|enhance\w*|robust|efficient(?:ly)?|seamless(?:ly)?|appropriate(?:ly)?|etc)\b",
        re.IGNORECASE,
    ),
    urgencies=(
        (
            "highest",
            re.compile(
                r"\b(?:blocker|critical|showstopper|outage|emergency|production (?:is )?down)\b",
                re.IGNORECASE,
            ),
        ),
        (
            "high",
            re.compile(
                r"\b(?:urgent(?:ly)?|asap|as soon as possible|immediately fix|high priority|top priority|important)\b",
                re.IGNORECASE,
            ),
        ),
        (
            "low",
            re.compile(
                r"\b(?:nice to have|low priority|minor|no rush|no hurry|some ?day|when (?:you|we) have time|cosmetic)\b",
                re.IGNORECASE,
            ),
        ),
    ),
)
