"""English by rules: verbs and their forms, noun phrases, their number and their heads."""

import re

from agent.workflows.tickets.drafting.reading import word_set

_REGULAR = """
    accept activate add alert allow anonymise anonymize answer apply approve archive arrange assign
    attach authenticate authorise authorize automate back ban block book browse cache calculate
    call cancel change charge check clean clear click close collect colour color comment compare
    compress compute configure confirm connect convert copy correct count cover create deactivate
    decrease decrypt delete deliver deploy deprecate describe design detach detect disable discard
    disconnect display document download drop duplicate edit email e-mail enable encrypt enforce
    ensure enter escape estimate evaluate exclude expire explain export expose extend extract fetch
    fill filter finish fix flag format forward freeze gather generate grant group guide handle help
    hide highlight implement import improve include inform insert inspect install integrate
    introduce investigate invite invoice issue join jump keep label launch limit link list load
    localise localize lock log lower make map mark mask match measure merge migrate monitor move
    mute name notify offer open optimise optimize order organise organize pay permit pick pin place
    plan play postpone prefill prepare present prevent preview print prioritise prioritize process
    produce prompt propose protect provide publish push query raise rate record redesign redirect
    reduce refactor refresh refund register reject release reload remember remind remove rename
    renew reorder repair repeat replace reply report request require reschedule reserve reset
    resize resolve restore restrict resume retire retry retrieve return reuse review roll rotate
    round sanitise sanitize save scale scan schedule scroll search secure select separate serve
    share shorten show sign simplify skip snooze sort speed start stay stop store stream submit
    subscribe suggest support suppress swap switch sync synchronise synchronize tag tap test track
    transfer translate trigger trim turn undo unify unlock unsubscribe update upgrade upload use
    validate verify view wait warn watch wire zoom adjust address append buy bring build choose cut
    do draw find get give go have hold lead leave let lose meet overwrite put read run see sell
    send set shut speak spend split take tell think type withdraw write receive scroll complete
    appear arrive disappear crash fail hang miss vanish flicker overlap double ignore contain say
    lack cause land begin break fall come become blink bounce cost drift end force grow happen
    last leak load look overflow pass point rely remain respond seem shift sound throw time wrap
    press cease accumulate spin stick deduct debit credit settle reconcile invoice reimburse export
    summarise summarize pause playback clone fork bulk-edit pre-fill delegate escalate hand carry
    check-in chase clarify cap boil
"""
VERBS = frozenset(_REGULAR.split()) - {"playback", "boil"}
# Also nouns: they count as a verb only before a word that opens what is acted on.
AMBIGUOUS = word_set("""
    alert answer block book cache call change charge check click comment copy cost count cover cut
    display document download drop edit email e-mail end export filter flag format group guide
    help import invoice issue label launch lead limit link list load lock log map mark mask match
    monitor move name offer order pin place plan play present print process prompt query rate
    record refund release reply report request reserve reset return review round scan schedule
    search share show sign sort split start stop store stream support swap switch sync tag tap test
    push track transfer trigger type update upgrade upload use view watch wire zoom time look point
    pass last force fall drift hand cap credit debit permit run press
""")
_IRREGULAR = {
    "freeze": "frozen", "keep": "kept", "make": "made", "pay": "paid", "buy": "bought",
    "bring": "brought", "build": "built", "choose": "chosen", "cut": "cut", "do": "done",
    "draw": "drawn", "find": "found", "get": "got", "give": "given", "go": "gone", "have": "had",
    "hold": "held", "lead": "led", "leave": "left", "let": "let", "lose": "lost", "meet": "met",
    "overwrite": "overwritten", "put": "put", "read": "read", "run": "run", "see": "seen",
    "sell": "sold", "send": "sent", "set": "set", "shut": "shut", "speak": "spoken",
    "spend": "spent", "split": "split", "take": "taken", "tell": "told", "think": "thought",
    "withdraw": "withdrawn", "write": "written", "undo": "undone", "hide": "hidden",
    "show": "shown", "reset": "reset", "begin": "begun", "break": "broken", "fall": "fallen",
    "come": "come", "become": "become", "cost": "cost", "grow": "grown", "throw": "thrown",
    "say": "said", "spin": "spun", "stick": "stuck", "prefill": "prefilled", "rebuild": "rebuilt",
}  # fmt: skip
_DOUBLED = word_set("""
    ban cap drop flag format log map pin plan scan skip stop submit swap tag tap trim wrap permit
    cancel label chat scroll-snap
""") - {"format"}  # fmt: skip
_VOWELS = "aeiou"
DETERMINER = (
    r"(?:the|an?|all|any|each|every|both|either|its|their|his|her|my|our|your|this|that|these"
    r"|those|only|no|it|them|one|two|three|four|five|six|seven|eight|nine|ten|\d[\d.,]*)"
)
_PREPOSITION = (
    r"from|to|into|onto|by|with|without|in|on|at|via|through|as|when|if|once|after|before|until"
    r"|while|because|since|so|for|per|within|during|unless|whenever|under|over|using|between"
    r"|including|except|below|above|beside|aloud|online|offline|alone|sent|pro|larger|smaller|bigger|older|longer|more|less|than|at|that|which|who|where|instead|automatically|immediately|again|every|up"
)
_OBJECT_END = re.compile(rf"\s+(?:{_PREPOSITION})\b|\s*[,;:.(]|\s+and\s+(?:not\s+)?(?={{verb}})")
_REMOVING = word_set("remove delete drop retire deprecate document merge review")
_WHOLE_END = re.compile(r",|\s+(?:because|since|so|when|once|before|after|by|until)\b")
_ADDED_END = re.compile(
    rf"{_WHOLE_END.pattern}|\s+(?:to|into|in|on|below|above|beside|that|which)\b"
)
WAY = re.compile(
    r"^(?P<np>.+?)\s+(?P<way>(?:usable|accessible|available|visible|searchable|editable|optional"
    r"|mandatory|clearable|configurable|required|readable|faster|easier|simpler|clearer|compatible|less|more)\b.*)$"
)
_PARTICLES = word_set("in out on off up down back over away through together")
_HEAD_END = re.compile(
    r"\s+(?:of|in|at|on|with|from|for|who|that|which|without|to|under|above|per|whose|by|more"
    r"|less|over|between|near)\b|,"
)
_NOT_PLURAL = re.compile(r"(?:ss|us|is|news|\bstatus|always|ics)$")
_PLURAL = word_set("people children staff men women both either data they we you others")
_ODD_SINGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_INITIAL = re.compile(r"^[A-Z][a-z'’-]*$")
_PROPER = re.compile(
    r"^(?:English|Spanish|Chinese|German|French|Italian|Portuguese|Dutch|European|American|British"
    r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April"
    r"|June|July|August|September|October|November|December|Jira|Confluence|Android|Google|Windows"
    r"|Safari|Firefox|Chrome|Excel|Outlook|Slack|Teams|PayPal|Stripe|Linux|Docker|Kubernetes|I)$"
)


def third(verb_phrase: str) -> str:
    """Says "send it" as "sends it"."""
    verb, rest = _apart(verb_phrase)
    odd = {"have": "has", "do": "does", "go": "goes", "be": "is"}
    joined = re.match(r"(?P<link>,? (?:and|or) )(?P<verb>\w+)(?P<rest>.*)$", rest)
    if joined and joined["verb"] in VERBS:
        return third(verb) + joined["link"] + third(joined["verb"] + joined["rest"])
    if verb in odd:
        return odd[verb] + rest
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies" + rest
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s") + rest


def participle(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    return verb + (verb[-1] if verb in _DOUBLED else "") + "ed"


def gerund(verb: str) -> str:
    if verb == "be":
        return "being"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    short = re.fullmatch(r"[^aeiou]*[aeiou][bdglmnprt]", verb) or verb in {"reset", "begin"}
    return verb + (verb[-1] if short or verb in _DOUBLED else "") + "ing"


def _apart(verb_phrase: str) -> tuple[str, str]:
    verb, _, rest = verb_phrase.partition(" ")
    return verb, f" {rest}" if rest else ""


BY_THIRD = {third(verb): verb for verb in VERBS}
BY_GERUND = {gerund(verb): verb for verb in VERBS}
PARTICIPLES = frozenset(map(participle, VERBS))
_PAST = PARTICIPLES - {"read", "put", "set", "cut", "let", "run", "reset", "split", "shut", "cost"}
BY_PAST = {participle(verb): verb for verb in VERBS}


def starts_with_verb(text: str) -> bool:
    """Whether it opens as a command does: "keep 30 days", but not "order history"."""
    words = text.lower().split()
    if not words or words[0].rstrip(",") not in VERBS:
        return False
    if words[0] not in AMBIGUOUS:
        return len(words) > 1
    if re.match(r"\S+ [A-Z]\S* (?:\S+ )?\S", text) and not _FINITE.search(text):
        return True
    if len(words) > 2 and re.search(r"(?:ed|en)$", words[1]) and not _FINITE.search(text):
        return True
    return len(words) > 1 and _opens(words[1:])


_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|cannot|should|must|will|needs?|fails?|shows?|returns?|[a-z]+n['’]t)\b"
)


def _opens(words: list[str]) -> bool:
    if words[0] in _PARTICLES and len(words) > 1:
        words = words[1:]
    if words[0].endswith("s") and len(words) > 1:
        return (
            re.fullmatch("as|to|from|in|by|for|with|on|of|per|into|when|if", words[1]) is not None
        )
    if words[0] in {"at", "up"} and len(words) > 1:
        return words[1] in {"most", "least", "to"}
    return (
        re.fullmatch(
            rf"{DETERMINER}|everyone|everybody|how|why|whether|what|which|who|where", words[0]
        )
        is not None
    )


def split_verbs(verb_phrase: str) -> list[str]:
    """The two parts of "keep backups and alert the team"."""
    parts: list[str] = []
    start = 0
    for found in re.finditer(r"(?:,\s*|\s+)(?:and\s+)?(?:then\s+|also\s+)?(?=\w)", verb_phrase):
        joined = "and" in found.group(0) or "," in found.group(0)
        before, after = verb_phrase[start : found.start()], verb_phrase[found.end() :]
        bare = re.sub(r"^(?:not|automatically|never)\s+", "", after)
        if joined and " " in before and starts_with_verb(bare):
            parts.append(before)
            start = found.end()
    return [*parts, verb_phrase[start:]]


def object_of(verb_phrase: str) -> str:
    """What a command acts on: "the backup of the database" in "move ... from one to another".

    Of what goes altogether, "the interface to the old system" is the thing.
    """
    verb, rest = _apart(verb_phrase)
    words = rest.split()
    while words and words[0].lower() in _PARTICLES | {"only", "not", "up"}:
        words = words[1:]
    rest = " ".join(words)
    if re.match(r"^\w+s (?:an?|the|their|his) ", rest) and verb in GIVING:
        rest = rest.partition(" ")[2]
    if verb == "be":
        return _of_what(rest)
    if re.match(r"(?:online|offline|again|together|alone|first|aloud|automatically)\b", rest):
        return ""
    if verb == "make" and (made := _MADE.match(rest)) and made["verb"] in VERBS:
        return made["np"]
    if re.match(r"(?:with|without|to|from|by|via|in|on|at(?! most| least)|for|as)\s", rest):
        return ""
    if asked := re.match(r"(?:how|why|whether|what|which|who|where)\s+(?P<rest>.+)", rest):
        return _asked(asked["rest"])
    if way := WAY.match(rest):
        return way["np"]
    end = _WHOLE_END if verb in _REMOVING else _ADDED_END if verb == "add" else _OBJECT_END
    found = end.search(rest)
    return rest[: found.start()] if found else rest


_MADE = re.compile(
    r"^(?P<np>(?:the|our|an?|every|all)\s[\w' -]+?)\s(?P<verb>[a-z]+)\s(?=[a-z]+er\b|more\b|less\b|not\b)"
)


def _of_what(passive: str) -> str:
    """What "charged for delivery" or "informed about delays" is about, if it says so."""
    found = re.match(r"(?P<done>\w+)\s+(?:for|of|about|with)\s+(?P<rest>.+)", passive)
    if not found or found["done"] not in PARTICIPLES:
        return ""
    return object_of(f"have {found['rest']}")


def _asked(rest: str) -> str:
    """What a question is about: "to restore the index", "beds are free"."""
    if rest.startswith("to "):
        return object_of(rest.removeprefix("to "))
    verb, _, what = rest.partition(" ")
    if base := BY_PAST.get(verb) or BY_THIRD.get(verb):
        return re.sub(r"\s+and$", "", object_of(f"{base} {what}"))
    kept: list[str] = []
    for word in rest.split():
        if word in {"I", "we", "they", "he", "she", "it", "you"}:
            break
        if kept and (_VERB_OF_ASKED.match(word) or word in BY_THIRD or word in _PAST):
            break
        kept.append(word)
    return " ".join(kept)


_VERB_OF_ASKED = re.compile(
    r"(?:is|are|was|were|can|could|has|have|had|will|would|do|does|did|should|must|\w+n['’]t)$"
)
GIVING = word_set("send give show offer tell grant e-mail email")


_NAME = re.compile(r"[A-Z][\w.-]*(?: [\dA-Z][\w.-]*)+$")
_AT_MOST = re.compile(
    r"^(?:no )?(?:more than|less than|fewer than|at most|at least|up to|about)\s+[\w.,]+\s+(?=\w)"
)


def definite(phrase: str) -> str:
    """Says "a past order" as "the past order"; a name stays as it is."""
    phrase = re.sub(r"\s+(?:also|still|always|often|sometimes|already|now)$", "", phrase)
    phrase = re.sub(
        r"^(?:an?|(?:their|his|her|my|our|your|its)(?: own)?|this|that|some|any|all)\s+", "", phrase
    )
    phrase = re.sub(r"^(?:every|each|both|several|many)\s+", "", phrase)
    phrase = re.sub(_AT_MOST, "", phrase)
    phrase = re.sub(r"\band an?\s+", "and the ", phrase)
    if re.match(r"^(?:the|no|either|what|how|everyone|everybody|\d)\b", phrase) or not phrase:
        return phrase
    if re.match(r"^(?:(?:last|next)\s\w+|yesterday|today|tomorrow|\w+(?:body|one))['’]s\b", phrase):
        return phrase
    first = phrase.split()[0]
    if re.fullmatch(r"[\"“'‘«][^\"”'’»]+[\"”'’»]", phrase) or _NAME.match(phrase):
        return phrase
    if first[:1].isupper() and first.isalpha() and " " not in phrase:
        return phrase
    return f"the {phrase}"


def head(phrase: str) -> str:
    """The noun that rules a phrase: "backup" of "the nightly backup of the database"."""
    found = _HEAD_END.search(phrase)
    words = (phrase[: found.start()] if found and found.start() else phrase).split()
    while len(words) > 1 and words[-1].lower() in PARTICIPLES:
        words.pop()
    return words[-1] if words else ""


def is_plural(phrase: str) -> bool:
    noun = head(phrase).lower().strip("\"'”")
    if re.search(r"\band\b", _HEAD_END.split(phrase)[0]):
        return True
    if noun in _PLURAL:
        return True
    return noun.endswith("s") and not _NOT_PLURAL.search(noun)


def singular(phrase: str) -> str:
    """One of them: "a customer of the shop" of "customers of the shop"."""
    if re.fullmatch(r"(?:every|any)(?:one|body)", phrase, re.IGNORECASE):
        return "a user"
    if re.match(r"^(?:the|an?|every|each)\s", phrase, re.IGNORECASE) and not is_plural(phrase):
        return re.sub(r"^(?:every|each)\s", "a ", phrase, flags=re.IGNORECASE)
    phrase = re.sub(r"^(?:the|all|our|only|both)\s+", "", phrase, flags=re.IGNORECASE)
    noun = head(phrase)
    one = _one(noun) if is_plural(phrase) else noun
    phrase = re.sub(rf"\b{re.escape(noun)}\b", one, phrase, count=1)
    article = "an" if re.match(r"(?i)[aeio]|un(?!i)|u[^ns]|hr\b", phrase) else "a"
    return phrase if one == noun == "staff" else f"{article} {phrase}"


def _one(noun: str) -> str:
    if noun.lower() in _ODD_SINGULAR:
        return _ODD_SINGULAR[noun.lower()]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun.removesuffix("s") if not noun.endswith("ss") else noun


def lower_first(text: str) -> str:
    """As it stands inside a sentence; names and abbreviations keep their capitals."""
    first = text.split(maxsplit=1)[0] if text else ""
    if not _INITIAL.match(first) or _PROPER.match(first):
        return text
    return text[:1].lower() + text[1:]


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def be(phrase: str) -> str:
    return "are" if is_plural(phrase) else "is"


def agreeing(subject: str, verb_phrase: str) -> str:
    """The present of a verb phrase that begins with its base form."""
    if verb_phrase.startswith("be "):
        return f"{be(subject)} {verb_phrase.removeprefix('be ')}"
    return verb_phrase if is_plural(subject) else third(verb_phrase)


def negated(subject: str, verb_phrase: str) -> str:
    if verb_phrase.startswith("be "):
        return f"{be(subject)} not {verb_phrase.removeprefix('be ')}"
    return f"{'do' if is_plural(subject) else 'does'} not {verb_phrase}"


def in_short(phrase: str) -> str:
    """A thing that was named in full before: "the interface" for "the interface to the system"."""
    while len(phrase.split()) > 5 and not phrase.startswith("the message to "):
        cut = re.match(r"(?P<kept>.+\S)\s+(?:of|to|from|for|with|in|on|at)\s", phrase)
        if not cut or len(cut["kept"].split()) < 2:
            break
        phrase = cut["kept"]
    return phrase


def shorter(phrase: str) -> str:
    """Without side remarks: "a weekly report of fuel use per van, sent ..." ends before "per"."""
    cut = _SIDE_REMARK.search(phrase)
    return phrase[: cut.start()] if cut else phrase


_SIDE_REMARK = re.compile(
    r",|\s+(?:older|newer|larger|smaller|longer|more|less|fewer) than\b|\s+(?:per|with|for|that|which|sent|in|on|when|if|about|showing|by|before|after|within)\b"
    r"|\s+(?:\d+|two|three|four|five|six|seven|ten)\s+(?:days?|hours?|minutes?|weeks?|months?)\b"
)
