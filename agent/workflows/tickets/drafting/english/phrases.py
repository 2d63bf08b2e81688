"""What a draft by rules says in English."""

import re

from agent.workflows.tickets.drafting.phrases import Phrases, topic

TOPICS = (
    topic(
        r"^(?:(?:add|build|implement|introduce|have|get)\s.{0,20})?(?:user |two-factor |multi-factor )?(?:log[ -]?in|sign[ -]?in|authentication|two-factor|2fa|single sign-on|sso)\b(?! (?:page|form|button|screen|link|field))|^(?:log|sign) in\b",
        "Valid credentials are enough for {short}; wrong ones are refused, and the message does not"
        " tell which part was wrong.",
        "After signing out, a page that needs {short} asks for the credentials again.",
        "Which of these belong to {short}: a password, single sign-on, a second factor?",
        "What does somebody do who has lost the credentials for {short}?",
    ),
    topic(
        r"^make\b.*\b(?:accessible|nvda|voiceover|screen readers?|keyboard|wcag)\b|^bring\b.*\bwcag\b",
        "{short} can be reached and left by keyboard alone, and the focus stays visible all the way.",
        "A screen reader says name, role and state of every element in {short}.",
        "Who tries out {short} with people who depend on it?",
    ),
    topic(
        r"^(?:investigate|analy[sz]e|find out|evaluate|trace)\b",
        "The finding about {short} rests on a measurement that others can repeat.",
        "For each step that follows from the finding about {short} there is an issue.",
        "How much time may be spent on {short} before we decide?",
    ),
    topic(
        r"^(?:document|describe|write (?:down |up )?(?:the|an?)\b)",
        "Somebody who did not write the text about {short} has followed it without asking back.",
        "The text about {short} stands where the team looks first, and is linked from this issue.",
        "Who keeps the text about {short} up to date?",
    ),
    topic(
        r"^\w+\b.{0,40}\b(?:backups?|snapshots?)\b",
        "A restore of {short} from {destination} has been tried once and is complete.",
        "Who may restore {short}, and how long may that take?",
    ),
    topic(
        r"^(?:move|migrate|transfer|replace|switch)\b.*\b(?:to|with|by)\b",
        "After the change nothing is written to {source} any more.",
        "The way back to {source} is written down and has been tried.",
        "What becomes of everything that is still on {source}?",
        "How long may {short} be unavailable during the change?",
    ),
    topic(
        r"^(?:upgrade|update)\b",
        "The way back to the former state of {short} is written down and has been tried.",
        "What uses {short} has been tried after the change.",
        "What depends on {short} and has to be told beforehand?",
    ),
    topic(
        r"^(?:rotate|renew|replace)\b",
        "What uses {short} has been tried after the change.",
        "Where {short} {be} used is listed on this issue.",
        "What depends on {short} and has to be told beforehand?",
    ),
    topic(
        r"^(?:refactor|rewrite|split|extract|merge|restructure|rename|convert)\b"
        r"(?!.*\b(?:accounts?|orders?|customers?|users?|contacts?|invoices?|bills?|payments?|tickets?)\b)",
        "Automated tests around {short} that passed before the change pass after it.",
        "A second person has read the change to {short} and found no behaviour that differs.",
        "What depends on {short} and has to be told beforehand?",
    ),
    topic(
        r"^(?:remove|delete|purge|erase)\b.{0,30}\b(?:users?|accounts?|records?|rows?|data|customers?|files?|entries)\b",
        "Counts before and after show that nothing but {short} has gone.",
        "Must a copy of {short} be kept, and for how long?",
    ),
    topic(
        r"^(?:remove|delete|drop|retire|deprecate)\b(?!.{0,30}\b(?:users?|accounts?|records?|rows?|data|customers?|files?|entries)\b)",
        "A search of code, configuration and documentation finds nothing that still uses {short}.",
        "Build and tests pass without {short}.",
        "Does anybody outside the team still use {short}?",
        "Must data or logs that belong to {short} be kept?",
    ),
    topic(
        r"^import\b",
        "A {file} that lacks one of {columns} is refused, and the message names what is missing.",
        "Importing the same {file} again does not create {short} a second time.",
        "Are duplicates among {short} updated, skipped or reported?",
    ),
    topic(
        r"^(?:export|download)\b",
        "The exported file holds the same {bare} that {system} shows.",
        "Where there {be} no {bare} to be had, a message says so and no empty file is handed out.",
        "Who else may have {short} as a file?",
    ),
    topic(
        r"^get\b.{0,40}\b(?:report|statement|summary|overview)\b",
        "The figures in {short} agree with the source for one period that was checked by hand.",
        "A period without data is named as such in {short} and not left out.",
        "Who else may see {short}, and for how long are older ones kept?",
    ),
    topic(
        r"^get\b.{0,30}\b(?:weekly|daily|nightly|monthly)\b",
        "A run that fails is recorded, and {short} can be produced later by hand.",
        "In which time zone is the time of {short} meant?",
    ),
    topic(
        r"\b(?:offline|without (?:a |any )?(?:network|connection|internet)|back online)\b",
        "Closing {system} before the connection is back loses nothing of {short}.",
        "If {short} {have} been changed elsewhere meanwhile, neither version is overwritten unasked.",
        "Which version of {short} counts when both sides were edited?",
    ),
    topic(
        r"^(?:notify|inform|alert|remind|warn|tell)\b|^be (?:told|notified|informed|alerted|reminded|warned)\b"
        r"|^(?:send|get|receive)\b.{0,40}\b(?:e-?mails?|sms|notifications?|reminders?|alerts?|messages?)\b",
        "For one and the same event {message} {message_be} sent only once.",
        "If {message} cannot be delivered, this is recorded with time and reason.",
        "What is the exact wording of {message}, and in which languages?",
    ),
    topic(
        r"^(?:charge|refund|bill|reimburse|debit|credit)\b|^pay (?!attention)|^be (?:charged|billed|refunded|debited)\b",
        "The amount that is shown and the amount that is booked agree to the cent in {short}.",
        "If the payment fails, nothing is booked for {short} and a message says so.",
        "How are amounts rounded in {short}, and how is tax dealt with?",
    ),
    topic(
        r"^show\b.*\b(?:in|under|within|less than)\b.*\b(?:milli)?seconds?\b|^make\b.*\bfaster\b|^(?:improve|reduce|speed up|optimi[sz]e)\b.*\b(?:performance|time|speed|load\w*|latency)\b|^speed up\b|\bload (?:much )?faster\b",
        "What {short} {show} is the same as before; only the time it takes has changed.",
        "The times of {short} before and after, taken in the same way, stand on this issue.",
        "In which share of cases must {short} keep to the limit?",
    ),
    topic(
        r"^only: ",
        "Without that right {short} cannot be had by address, search or export either.",
        "Who grants and withdraws the right to {short}?",
    ),
    topic(
        r"^(?:see|view|look up|look at|browse|list|check|read) (?:my|their|his|her|our) ",
        "What belongs to somebody else is not shown among {short}, nor by its address.",
    ),
    topic(
        r"^(?:see|view|browse|list) (?!how|which|what|where|why|whether|if|when)(?:\w+[ -]){0,4}?(?:\w+s|history|lists?|plan)\b",
        "Where there {be} no {bare} yet, a sentence says so instead of an empty page.",
        "In which order {do} {short} appear, and how many at a time?",
    ),
    topic(
        r"^(?:see|view|show) (?:which|who)\b",
        "Where there is nothing to show about {short}, a sentence says so instead of an empty list.",
        "How up to date must what is said about {short} be?",
    ),
    topic(
        r"^(?:search|filter|find|look for)\b|^be (?:sorted|filtered|searchable)\b",
        "When nothing is found, a sentence says so in the place of {short}.",
        "How large can {short} become?",
    ),
    topic(
        r"^(?:add|introduce|support|offer|choose|remember|set|save)\b.{0,30}\b(?:dark mode|theme|language|preference|settings?|default|choice|font size)\b",
        "What was chosen for {short} is still set after signing out and in again.",
        "What is set for {short} before anybody has chosen?",
    ),
    topic(
        r"^fill (?:in|out)\b|^complete .{0,30}\bforms?\b",
        "Leaving {short} half way and coming back loses nothing.",
        "What is not valid in {short} is named beside the place where it was entered.",
        "Which entries of {short} are mandatory?",
    ),
    topic(
        r"^(?:order|reorder|book|reserve|buy)\b",
        "Pressing twice in quick succession counts once for {short}.",
        "If {short} cannot be had any more in the meantime, a message says so and nothing is changed.",
        "Until when can a step that concerns {short} be taken back?",
    ),
    topic(
        r"^(?:cancel|reschedule)\b",
        "Pressing twice in quick succession counts once for {short}.",
        "What has been cancelled or moved stays on record with {short}, with the time.",
        "Who else has to learn of it when {short} {change}?",
    ),
    topic(
        r"^(?:upload|attach)\b",
        "A file that cannot be accepted is refused with the reason, and {short} chosen beside it are kept.",
        "Which file types and which sizes are allowed for {short}?",
    ),
    topic(
        r"^(?:scan)\b",
        "Scanning the same one twice is noticed, and it counts once among {short}.",
        "What should happen with {short} that are not known?",
    ),
    topic(
        r"^(?:translate|locali[sz]e)\b",
        "Somebody whose first language it is has read what {short} {say}.",
        "No text of {short} is left in the original language, placeholders and links included.",
        "Who checks {short} when the original changes?",
    ),
    topic(
        r"^(?:add|put|show)\b.{0,40}\b(?:link|button|icon)\b",
        "{short} can be reached and pressed by keyboard alone.",
        "What is the exact wording of {short}?",
    ),
)

PHRASES = Phrases(
    types={"bug": "a bug", "improvement": "an improvement", "story": "a story", "task": "a task"},
    topics=TOPICS,
    bug=topic(
        "",
        "The steps above, taken in {environment}, lead to what is expected of {short}.",
        "An automated test takes the steps above; without the correction to {short} it fails.",
        "Apart from this fault, {short} {stay} as before.",
        "Where {be} {short} affected: which version, which environment?",
        "Since when {be} {short} affected, and how often?",
        "Any harm to undo around {short}?",
    ),
    fallback=topic(
        "",
        "If {acting} fails, a message says so and how to go on.",
        "An automated test shows that {shown}.",
        "Somebody outside the team has tried out “{title}”, and what they found stands on this issue.",
        "An automated test covers {short}.",
        "A second person has compared {short} with this issue and found nothing missing.",
        "Somebody outside the team has looked at {short}, and what they said stands on this issue.",
        "What about {short} is left out for now?",
    ),
    task=topic(
        "",
        "A second person has checked the outcome of {doing}.",
        "What was done for {doing} is written down on this issue.",
        "Whoever is affected by {doing} has been told.",
        "Who has to know about {doing} beforehand?",
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
        "Estimable": "Why {short} {be} affected has to be found out.",
        "Valuable": "What harm the fault in {short} does is not said.",
        "Small": "Only {short} {be} named.",
        "Testable": "{short} {be} checked by these steps.",
    },
    few="Results that are asked for: {count}.",
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
