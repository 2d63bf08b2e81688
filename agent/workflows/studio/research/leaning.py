"""What an English sentence lacks that stands in the middle of a text: its verb, or what it means.

Rules for prose as people write it on the web. They rather refuse a good sentence than take a
broken one, since a claim stands without what was around it.
"""

import re
from collections.abc import Sequence


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

_FINITE = _set("""
    is are was were am be been has have had do does did can could will would may might must shall
    should cannot isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't can't
    couldn't won't wouldn't mustn't shouldn't needn't that's it's there's here's what's who's
    let's you're they're we're you'll they'll it'll you've they've
""")
_IRREGULAR = """
    become became begin began bend bent bet bind bound bite bit blow blew break broke bring
    brought build built burn burnt buy bought catch caught choose chose cling clung come came cost
    cut deal dealt dig dug draw drew drink drank drive drove eat ate fall fell feed fed feel felt
    fight fought find found fit flow fly flew forget forgot freeze froze get got give gave go went
    goes grow grew hang hung hear heard hide hid hit hold held hurt keep kept know knew lay laid
    lead led lean leant learn learnt leave left lend lent let lie lay light lit lose lost make
    made mean meant meet met pay paid put quit read ride rode ring rang rise rose run ran say said
    see saw seek sought sell sold send sent set shake shook shine shone shoot shot show shut sing
    sang sink sank sit sat sleep slept slide slid speak spoke spend spent spin spun split spread
    spring stand stood steal stole stick stuck strike struck swear sweep swept swim swam take took
    teach taught tear tore tell told think thought throw threw understand understood wake woke
    wear wore win won wind wound write wrote
"""
_REGULAR = """
    accept account achieve acquire act add adjust advise affect afford agree aim allow amount
    answer appeal appear apply argue arrange arrive ask assess assume attract avoid balance base
    bear begin belong benefit blend boil book boost borrow box bother brighten calculate call care
    carry cause change charge check claim clean clear climb close collect combine compare compete
    complain complete concern confirm connect consider contain continue contribute control
    convince cool cook count cover create cross damage decide decline decorate decrease deduct
    define delay deliver demand destroy depend describe deserve design determine develop differ
    disappear disappoint discover discuss display divide double doubt drain drop dry earn ease
    employ empty encourage end enjoy ensure enter estimate exceed exist expand expect explain
    express extend face fail favour favor fetch fill finish fix fold follow force gain gather
    guess guide handle happen harm heat help hesitate hire hope host ignore imagine improve
    include increase indicate influence inform install insulate insure invest invite involve join
    judge keep lack land last leak lift like limit link list listen live load lock look love lower
    lure maintain manage mark match matter measure mention mind miss mix move name narrow need
    negotiate note notice obtain occupy offer open operate order organise organize outweigh
    overprice own pack paint park pass persuade photograph pick place plan plant play please point
    postpone prefer prepare present prevent price produce profit promise protect prove provide
    pull push qualify question raise rank reach react realise realize receive recommend recover
    reduce refer reflect refuse regard regret rely remain remember remind remove rent repair repay
    repeat replace reply report represent require resell reserve respond rest result return reveal
    reward risk roll save seal search seem separate serve settle share shape sign smell solve sort
    sound speed spoil stage start stay stop store strengthen stretch struggle study suffer suggest
    suit support suppose surprise survive swap switch talk taste tempt tend test thank touch trace
    track trade train transfer transform travel treat trust try turn urge use value vary view
    visit wait walk want warm warn wash waste watch water weigh wipe wish wonder work worry yield
"""


def _forms(verb: str) -> tuple[str, ...]:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied"
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"
    if verb.endswith("e"):
        return verb, third, f"{verb}d"
    return verb, third, f"{verb}ed", f"{verb}{verb[-1]}ed"


_BASES = _set(_REGULAR)
_VERBS = _FINITE.union(*map(_forms, (_IRREGULAR + _REGULAR).split()))
_BEFORE_NOUNS = _set("""
    a an the my your our his her its their one two three four five six seven eight nine ten all
    some any no every each both of in by for with from at on
""")
LISTED, SHORT = 3, 4
"""Parts between commas that are a list of things, and the words of each."""

_LABEL = re.compile(r"^(?:[\w'’-]+ ){0,3}[\w'’-]+: ?[$€£\d]")
_SCRAP = re.compile(
    r"^[$€£]?\d[\d.,]*%? (?:so|for|to|with|per|if|because)\b|^(?:yes|no|sure|okay|well|true)\b[,:]"
    r"|^[\w-]+: |^why\b|^there, "
    r"|^[\"“‘'](?!.*[\"”’'] \w)",
    re.IGNORECASE,
)
_FRONT = r"(?:in|for|at|on|with|after|by|during|under|over|to|from)"
_POINTS = re.compile(
    # "For a $400,000 house that's $4,000", "In a slow market it merely gives money away".
    rf"^{_FRONT} (?:[^\s;:]*[^\s,;:] ){{1,6}}(?:it|that)(?:['’]s| (?:is|was|has|had|can|will|would"
    r"|may|just|merely|still|also|only|means|makes|gives|comes))\b"
    r"|[,;:] (?:that|this)(?:['’]s| is| was| means| makes)\b"
    r"|\bthat(?:['’]s| is| was| makes| leaves)(?: still| about| nearly| roughly| almost| around)?"
    r" [$€£]?\d"
    r"|(?<!so )(?<!such )\b(?:that|this)(?=[.,;:!]|$)"
    r"|\b(?:all|most|much|some|none|half|part|each|one|two|three|either|neither|both) of (?:that"
    r"|these|those)\b"
    r"|\bthe same (?:survey|study|poll|report|year|group|agents?|buyers?|research|people"
    r"|question)\b"
    r"|\bthe (?:survey|study|poll|panel|sample|respondents|authors?|researchers?|thread)\b"
    r"(?! (?:of|by|from|for|that|which|in)\b)(?= \w)"
    r"|\bthe (?:second|third|fourth|latter|former)(?: (?:group|one|line|result|step"
    r"|option|figure|point|half|case|number))?(?= (?:is|are|was|were|has|had|came)\b|[.,;:]|$)"
    r"|\bthe last (?:line|result|step|figure|point|case)(?= (?:is|are|was|were|has|had)\b)"
    r"|\bthe (?:two|three|four|five|six|ten)(?= (?:is|are|was|were|of)\b|[.,;:]|$)"
    r"|\bthe \d+(?=[.,;:]|$)|^the (?:first|second|third)(?= (?:went|was|is|came|had|of)\b)"
    r"|\bthe (?:table|chart|list|graph|figure|section|map) (?:below|above)\b"
    # What one person did or said is a story, and no fact of the topic.
    r"|\b(?:he|she|him|her|his|hers|himself|herself)\b"
    r"|[\"”’'] (?:says?|said|asks?|asked|adds?|added|explains?)\b"
    r"|^an? (?:second|third|fourth),|^do the same\b"
    r"|^an? (?:better|simpler|safer|cheaper) (?:approach|way|option|alternative)\b"
    r"|^(?:last|this) (?:[A-Z]\w+|week|month|year|spring|summer|autumn|winter)\b"
    r"|\bcame (?:first|second|third|next|last)\b"
    r"|\b(?:is|are) (?:different|(?:another|a different) matter|the exception|no exception)[.:,;]"
    r"|^(?:if|when|unless|where) (?:yours|mine|theirs)\b|^(?:one|ones|those|any) (?:that|who)\b"
    r"|^(?:and|but|or|so|which|who|whose)\b|^because\b[^,]*$"
    r"|\b(?:each|both|neither) (?:for|in|to)\b",
    re.IGNORECASE,
)
_PLURALS = _set("""
    people children men women both data media police staff parents and couples
""")
_SOMEBODY = _set("""
    someone somebody anyone anybody everyone everybody nobody whoever who each every
""")
_IT = _set("""
    it its itself it's it'll
""")
_THEM = _set("""
    them themselves
""")
_THEY = _set("""
    they their theirs they're they've they'll
""")
_FUNCTION = _set("""
    a an the to of in on at by for with from as than then if when while because since until
    although though unless whether where how why what which that and or but not no nor so very too
    just only even still also almost about around over under up down out off into onto i you we he
    she they me us him her them my your our his their its one two three four five six seven eight
    nine ten first last more most less least much many few some any all both each every either
    neither other another such same own nobody everybody somebody anybody
""")
_DUMMY = re.compile(
    r"\bit(?:['’]s| is| was| can be| may be| will be| becomes| seems| takes| pays| helps| makes"
    r"| costs)\b.{0,60}?\b(?:to|that|if|when|for)\b|\bit (?:rains|snows|turns out)\b"
    r"|\b(?:make|makes|made|find|finds|think|keep) it \w+ (?:to|for|that)\b",
    re.IGNORECASE,
)


def is_fragment(text: str) -> bool:
    """Whether it has no verb, or is a label with a figure, or a list of things."""
    words = _words(text)
    if _LABEL.match(text) or _SCRAP.match(text) or not words:
        return True
    if not _FINITE.isdisjoint(words):
        return False
    parts = [_words(part) for part in text.split(",")]
    is_list = len(parts) >= LISTED and all(len(part) <= SHORT for part in parts)
    told = parts[0] if is_list else words
    return not any(_is_verb(told, place) for place in range(len(told)))


def _is_verb(words: Sequence[str], place: int) -> bool:
    """A form of a verb that stands where no noun stands; first, an order."""
    word = words[place]
    if word not in _VERBS:
        return False
    if place == 0:
        return True
    is_bare = word in _BASES and words[0].endswith("ing")
    return not is_bare and words[place - 1] not in _BEFORE_NOUNS


def leans(text: str) -> bool:
    """Whether it means something that stands outside it."""
    return bool(_POINTS.search(text)) or _has_loose_pronoun(text)


def _words(text: str) -> list[str]:
    return [word.replace("’", "'").lower() for word in _WORD.findall(text)]


def _has_loose_pronoun(text: str) -> bool:
    words = _words(_DUMMY.sub(" ", text))
    return any(_is_loose(word, words[:place]) for place, word in enumerate(words))


def _is_loose(word: str, before: Sequence[str]) -> bool:
    """Whether nothing before it can be what the pronoun means."""
    if word not in _IT | _THEM | _THEY:
        return False
    plural = any(map(_is_plural, before))
    somebody = not _SOMEBODY.isdisjoint(before)
    singular = any(_is_singular(before, place) for place in range(len(before)))
    if word in _IT:
        return not singular
    if word in _THEM:
        return not (plural or somebody)
    return not (somebody or singular or plural)


def _is_plural(word: str) -> bool:
    ends = word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
    return word in _PLURALS or (ends and len(word) > 3 and word not in _FINITE)


def _is_singular(words: Sequence[str], place: int) -> bool:
    """What may be a thing: no word of grammar, no verb, no plural, no figure."""
    word = words[place]
    if word in _FUNCTION or word.endswith("ly") or word[0].isdigit() or _is_plural(word):
        return False
    return word not in _VERBS or (place > 0 and words[place - 1] in _BEFORE_NOUNS)
