"""The clauses of an English request: who does what, when, and what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.text import sentences
from agent.workflows.tickets.drafting.english import words
from agent.workflows.tickets.drafting.english.statements import subject_of, verb_at
from agent.workflows.tickets.drafting.reading import Request

Form = Literal[
    "can", "only", "gets", "must", "do", "cannot", "wrong", "where", "named", "fact", "rule"
]

_MODAL = (
    r"should|must|shall|can|may|could|will|needs? to|ha(?:s|ve) to|ought to"
    r"|(?:would|'d) like to|wants? to|wish(?:es)? to"
)
_ABLE = r"(?:\s+(?:be able to|be allowed to|be possible to))?"
_CONDITION = r"when(?:ever)?|if|once|after|as soon as|in case|unless|until|while|as long as"


def _matcher(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_AT_END = _matcher(
    rf"^(?P<main>.+?),?\s+(?P<condition>(?:only\s+)?(?:{_CONDITION})\s+(?!possible|needed)\S+\s.+)$"
)
_AT_START = _matcher(
    rf"^(?P<condition>(?:only\s+)?(?:{_CONDITION})\s+[^,]+),\s*(?:then\s+)?(?P<main>.+)$"
)
_REASON = _matcher(
    r"(?:,?\s+(?P<aim>so that|in order to|in order that"
    r"|so(?=\s+(?:they|we|i|he|she|you|it|that|the|our|no|\w+s)\s))"
    r"|,?\s+(?P<cause>because|as otherwise)|,\s+(?P<since>since|as))\s+(?P<why>.+)$"
)
_URGENT = _matcher(r"\b(?:urgent|priority|asap)\b")
_STORY = _matcher(
    r"^as (?P<role>(?:an?|the|our)\s+.{2,80}?),?\s+i(?:\s+(?:want|need|wish)|(?:'d| would) like)"
    r"\s+(?P<wish>.+)$"
)
_NOBODY_ELSE = _matcher(
    rf"^(?:nobody|no one|no-one)\s+(?:(?:except|but|other than|apart from)\s+(?P<subject>.{{2,60}}?)\s+(?:{_MODAL})\s*{_ABLE}\s+(?P<vp>.+)"
    rf"|(?:{_MODAL})\s*{_ABLE}\s+(?P<vp2>.+?),?\s+(?:except|but|other than|apart from)(?:\s+for)?\s+(?P<subject2>.+))$"
)
_ONLY = _matcher(
    rf"^only (?P<subject>.{{2,80}}?)\s+(?:{_MODAL}|(?:are|is) allowed to)\s*{_ABLE}\s+(?P<vp>.+)$"
)
_LET = _matcher(
    r"^(?:let|allow|enable|help"
    r"|(?:add|build|create|provide|offer)\s(?:an?|the)\s(?:way|option|possibility)\sfor)\s+(?P<rest>.+)$"
)
_ENTERING = _matcher(r"^(?:sign|log) (?:in|on|up|out)(?= (?:with|via|by|through|using|from)\b)")
_CANNOT = _matcher(
    r"^(?P<subject>.{1,80}?)\s+(?:cannot|can't|can not|could not|couldn't"
    r"|(?:are|is) (?:not able|unable) to)\s+(?P<vp>.+)$"
)
_WANT_OTHER = _matcher(
    r"^(?:we|i|they|.{2,60}?)\s+(?:wants?|needs?|(?:would|'d) like)"
    r"\s+(?P<subject>(?:the|our|an?|every|all|it)\b.{0,60}?)\s+to\s+(?P<vp>.+)$"
)
_MUST = _matcher(
    rf"^(?P<subject>.{{1,90}}?)\s+(?P<modal>{_MODAL})(?P<no>\s+not|n't|\s+never)?"
    rf"(?:\s+(?:also|always|then|still|now|just|even|at least))?(?P<able>{_ABLE})\s+(?P<vp>.+)$"
)
_GETS = _matcher(r"^(?P<subject>.{1,60}?)\s+(?:wants?|needs?|(?:would|'d) like)\s+(?P<thing>.+)$")
_NICE = _matcher(
    r"^it (?:would|might) be (?:nice|great|good|helpful|useful|handy)\s+(?:to have\s+(?P<thing>.+)"
    r"|if\s+(?P<main>.+))$"
)
_WHERE = _matcher(
    r"^(?:it|this|that)?\s*(?:only\s+)?(?:happens?|occurs?|seen|reproduced|reproducible)\s+(?:only\s+)?"
    r"(?:in|on|with|under|for)\s+(?P<where>.+?)"
    r"(?:\s+and\s+(?P<effect>(?:makes?|causes?|leads?|costs?|means|forces?)\b.+))?$"
)
_PLACE = _matcher(
    r"^(?:on|in|at|within|inside)\s+(?P<place>(?:the|our)\s+[^,]{3,60}),\s+(?P<main>.+)$"
)
_NOW = _matcher(
    r"^(?:right now|currently|at the moment|today|at present|as of now|so far|these days)\b,?"
    r"\s*(?P<main>.+)$"
)
_SINCE_THEN = _matcher(
    r"\s+(?P<since>since\s+(?:yesterday|last\s\w+|this\s\w+|\w+day|version\s[\d.]+"
    r"|the\s(?:last|latest)\s\w+))(?=$|[,.])"
)
_AFTERWARDS = _matcher(
    r"^(?:after that|afterwards|otherwise|from then on),?\s+(?:they|he|she|i|we)\s"
)
_SINCE = _matcher(
    r"^(?:it (?:started|began|happens|has been like this)\s+)?(?P<since>since\s+[^,]+?(?:release|update|deployment|upgrade|week|month|yesterday|day"
    r"|version\s[\d.]+))(?:$|,?\s+(?=\w+\s+\w)(?P<main>.+)$)"
)
_REPORTED = _matcher(
    r"^(?P<who>[\w' -]{2,40}?)\s+(?:keeps?\s+(?:complaining|reporting|saying|telling us)|reports?"
    r"|reported|complains?|complained|says?|noticed)\s+that\s+(?P<main>.+)$"
)
SIGN = _matcher(
    r"\b(?:(?:returns?|responds? with|answers? with|gives?|shows?|leads? to) (?:an? )?(?:http )?[45]\d\d|broken|wrong(?:ly)?|incorrect(?:ly)?|fail(?:s|ed|ing)?|crash\w*|freez\w*|froze|hangs?|stuck"
    r"|errors?(?! (?:message|file|log|report))|missing|los(?:es?|t|ing)|resets|twice|duplicate[sd]?|empty|blank"
    r"|slow(?:ly)?|late|takes|took|no longer|not|never|\w+n't|instead of|even though|although|despite"
    r"|disappear\w*|vanish\w*|doubled|rotated|garbled|truncated|cut off|overlap\w*|unreadable|unusable"
    r"|do(?:es)? nothing|nothing happens|last year|too (?:long|many|much|small|large|big)|keeps? \w+ing|stop(?:s|ped) (?:work|respond|load|send|sync|play|updat|show|runn|react|charg|receiv)\w*ing|ignor(?:es|ed)"
    r"|jumps|shows? .{1,40} as (?:open|closed|available|new|unread|empty|done|active|\w+ed)|has no|have no|(?:is|are|was|were|been|goes|went) down|down(?=$|[.,])|stale|outdated|confusing)\b"
)
_RELATIVE = _matcher(r"^(?P<np>[^,]+?)\s+(?:that|which)\s+(?P<rest>.+)$")
_GERUND_OF = _matcher(rf"^(?P<verb>\w+ing)\s+(?P<rest>{words.DETERMINER}\b.+)$")
_TOPIC = _matcher(r"^(?P<np>(?:the|our)\s[^,]{2,40}),\s+(?:it|they)\s+(?P<rest>\w+\s.+)$")
_CHECKED = _matcher(
    r"^(?:please\s+)?(?:check|verify|make sure|ensure|confirm|see to it|test)\s+that\s+(?P<main>.+)$"
)
_LEADING = _matcher(
    r"^(?:please|also|then|and|but|so|additionally|furthermore|in addition|plus)\b,?\s+"
)
_CAN_YOU = _matcher(r"^(?:can|could|would|should)\s+(?:we|you|i)\s+(?:please\s+)?(?P<vp>\w+\s.+)$")
_PERSON = _matcher(
    r"(?:^|\s|-)(?:users?|customers?|people|staff|teams?|leads?|everyone|everybody|nobody|anyone|parents?|pupils?"
    r"|students?|nurses?|patients?|guests?|clients?|clerks?|secretar(?:y|ies)|technicians?|agents?|admins?"
    r"|tenants?|colleagues?|citizens?|accountants?|analysts?|support|sales|marketing|finance|children|kids"
    r"|vendors?|partners?|hosts?|coach(?:es)?|persons?|dispatch|chefs?|cooks?|crews?|volunteers?|referees?"
    r"|pilots?|residents?|candidates?|applicants?|assistants?|consultants?|participants?|recruits?"
    r"|employees?|trainees?|attendees?|hires?|journalists?|artists?|specialists?|anybody"
    r"|pharmacists?|receptionists?|dentists?|therapists?|librarians?|guardians?|musicians?|physicians?"
    r"|engineers?|\w+(?:eer|cher|ger|yer|ner|mer|ver|ker|ber|ller|pper|tter|ter|rer|ser|ier|per|der|sor|tor))s?$"
)
_NO_PERSON = _matcher(
    r"(?:server|computer|folder|order|number|header|footer|filter|counter|parameter|letter|newsletter|printer"
    r"|scanner|router|buffer|container|docker|timer|cursor|sensor|monitor|editor|calendar|banner|slider|paper"
    r"|offer|reminder|error|voucher|register|master|cluster|cover|pointer|identifier|weather|corner|center"
    r"|winter|summer|border|layer|loader|indicator|calculator|validator|factor|vector|connector|selector"
    r"|matter|quarter|semester|meter|trigger|adapter|helper|marker|placeholder|other|drawer|power|tower"
    r"|ticker|sticker|picker|ledger|charger|planner|tracker|checker|finder|folder|importer|exporter|resizer"
    r"|controller|driver)s?$"
)
_DRIVER = _matcher(
    r"^(?:the|all|our|every|a)?\s*(?!\w*(?:printer|graphics|device))\w*\s?(?:drivers?|editors)$"
)


@dataclass(frozen=True)
class Clause:
    """`predicate` begins with the verb's base form; of "wrong" and "named" it is the statement."""

    form: Form
    predicate: str
    subject: str = ""
    condition: str = ""
    is_negative: bool = False
    place: str = ""
    effect: str = ""
    sentence: int = 0
    """Which of the request's."""


def is_person(phrase: str) -> bool:
    noun = words.head(phrase)
    if _NO_PERSON.search(noun):
        return _DRIVER.match(phrase) is not None
    return _PERSON.search(noun) is not None


class Said:
    """One request. What "it" and "they" mean is told by what was read before."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.clauses: list[Clause] = []
        self.aim = self.cause = self.since = ""
        self.role = self.affected = ""
        self.story = False
        self.last = ""
        """What "it" means."""
        self.sentences = sentences_of(request.text)
        for number, text in enumerate(self.sentences):
            for clause in self._clauses(text):
                self._keep(replace(clause, sentence=number))
        self._blame()

    def _blame(self) -> None:
        """Beside a fault, what opens the request is part of it."""
        first = self.clauses[0] if self.clauses else None
        if first and first.form == "named" and any(c.form == "wrong" for c in self.clauses):
            self.clauses[0] = replace(first, form="wrong")

    def _clauses(self, sentence: str) -> Iterator[Clause]:
        text = self._without_reason(_LEADING.sub("", sentence.strip().rstrip(".!?。 ")))
        condition = place = ""
        if found := _TOPIC.match(text):
            text = f"{found['np']} {found['rest']}"
        if found := _PLACE.match(text):
            place, text = found["place"], found["main"]
        if self.role and (
            found := re.match(r"(?:they|he|she)\s+(?P<rest>.+)", text, re.IGNORECASE)
        ):
            text = f"{words.upper_first(self.role)} {found['rest']}"
        if found := _SINCE.match(text):
            self.since, text = words.lower_first(found["since"]), found["main"]
            if not text:
                return
        if found := _SINCE_THEN.search(text):
            self.since = found["since"]
            text = text[: found.start()] + text[found.end() :]
        if said := list(self._told(text, place)):
            yield from said
            return
        if found := _AT_START.match(text):
            condition, text = words.lower_first(found["condition"]), found["main"]
        for clause in self._main(text):
            yield replace(clause, condition=clause.condition or condition, place=place)

    def _told(self, text: str, place: str) -> Iterator[Clause]:
        """What is so today, what somebody reports, and what somebody has to do without us."""
        if found := _NOW.match(text):
            yield self._wrong(found["main"], place)
        elif found := _REPORTED.match(text):
            wrong = self._of_reporter(found["who"], found["main"])
            if cannot := _CANNOT.match(wrong):
                yield from _each("cannot", cannot["vp"], subject=cannot["subject"])
            else:
                yield self._wrong(wrong, place)
        elif _AFTERWARDS.match(text):
            yield Clause("fact", text)

    def _wrong(self, statement: str, place: str) -> Clause:
        return Clause("wrong", statement, subject_of(statement), place=place)

    def _of_reporter(self, who: str, statement: str) -> str:
        """With the reporter in the place of "they"."""
        if not is_person(who):
            return statement
        return re.sub(r"^(?:they|he|she)\b", who, statement, flags=re.IGNORECASE)

    def _without_reason(self, text: str) -> str:
        why = _REASON.search(text)
        if not why:
            return text
        if _URGENT.search(why["why"]):
            pass
        elif why["aim"]:
            self.aim = self.aim or why["why"]
        else:
            self.cause = self.cause or why["why"]
        return text[: why.start()]

    def _keep(self, clause: Clause) -> None:
        """With "it" and "they" named; and it becomes what a later "it" means."""
        subject, predicate, condition = clause.subject, clause.predicate, clause.condition
        if subject.lower() in {"they", "he", "she"} and self.role:
            subject = self.role
        elif self._means_last(subject):
            subject = self.last
        if clause.form == "wrong" and self.last:
            predicate = self._of_last(predicate)
        elif clause.form != "named" and self.last:
            predicate = re.sub(r"\bit\b(?=$|\s+(?!is|has|was))", self.last, predicate, count=1)
        if self.role and clause.form == "do" and words.is_plural(self.role):
            condition = re.sub(r"\bthey\b", self.role, condition, count=1)
        if clause.form == "do" and words.is_plural(self.last):
            predicate = re.sub(r"^(\w+) them\b", rf"\1 {self.last}", predicate)
        clause = replace(clause, subject=subject, predicate=predicate, condition=condition)
        self._note(clause)
        self.clauses.append(clause)

    def _means_last(self, subject: str) -> bool:
        if subject.lower() in {"they", "they all"}:
            return words.is_plural(self.last) and not self.role
        return subject.lower() == "it" and bool(self.last)

    def _of_last(self, statement: str) -> str:
        """A statement that begins with "it" or "they", with what is meant."""
        them = words.is_plural(self.last) and not self.role
        pronoun = r"^they(?: all)?\b" if them else r"^it\b(?!['’])"
        statement = re.sub(pronoun, words.upper_first(self.last), statement, flags=re.IGNORECASE)
        return (
            re.sub(r"(?<=\w )it$", self.last, statement)
            if self.last not in statement
            else statement
        )

    def _note(self, clause: Clause) -> None:
        """Who and what was spoken of."""
        asks = clause.form in {"can", "only", "gets", "cannot"}
        if asks and not self.role and is_person(clause.subject):
            self.role = words.lower_first(clause.subject)
        who = re.match(r"(?:when|if|once)\s+(?P<who>an?\s[\w -]+?)\s+\w+s\b", clause.condition)
        if who and is_person(who["who"]):
            self.affected = self.affected or who["who"]
        if clause.form in {"can", "do", "cannot", "only"}:
            thing = words.definite(words.object_of(clause.predicate))
            self.last = thing if thing not in {"", "it", "them"} else self.last
        elif clause.form == "gets":
            self.last = words.definite(words.shorter(clause.predicate))
        elif clause.subject:
            self.last = words.definite(words.lower_first(clause.subject))

    # The main clause

    def _main(self, text: str) -> Iterator[Clause]:
        text = _ENTERING.sub(lambda found: f"let users {found[0].lower()}", text)
        lowered = words.lower_first(text)
        if found := _CHECKED.match(text):
            yield Clause("named", found["main"], subject_of(found["main"]) or found["main"])
        elif found := _WHERE.match(text):
            yield Clause("where", found["where"], effect=found["effect"] or "")
        elif found := _STORY.match(text):
            self.story, self.role = True, words.lower_first(found["role"])
            yield from _wished(found["role"], found["wish"])
        elif found := _NICE.match(text):
            wish = found["main"]
            yield from [Clause("gets", found["thing"])] if found["thing"] else self._supposed(wish)
        elif found := _NOBODY_ELSE.match(text):
            who = found["subject"] or found["subject2"]
            yield from _each("only", found["vp"] or found["vp2"], subject=who)
        elif found := _ONLY.match(text):
            yield from _each("only", found["vp"], subject=found["subject"])
        elif (found := _LET.match(text)) and (apart := _who_does(found["rest"])):
            yield from _each("can", apart[1], subject=apart[0])
        elif found := _CANNOT.match(text):
            who = "the user" if found["subject"].lower() == "i" else found["subject"]
            tried = re.sub(r",\s+(?:it|there|the \w+)\s.+$", "", found["vp"])
            tried = re.sub(r"\bmy\b", "their", tried) if who == "the user" else tried
            yield from _each("cannot", tried, subject=who)
        elif words.starts_with_verb(lowered):
            yield from _each("do", lowered)
        else:
            yield from self._with_subject(text)

    def _supposed(self, text: str) -> Iterator[Clause]:
        """What stands behind "it would be nice if": "the app remembered the place"."""
        for found in re.finditer(r"\s(?P<verb>[a-z]+)(?=\s|$)", text):
            verb = words.BY_PAST.get(found["verb"])
            if found["verb"] in {"could", "would", "can", "should", "had", "was", "were"}:
                break
            if verb:
                subject, rest = text[: found.start()], text[found.end() :]
                form: Form = "can" if is_person(subject) or subject.lower() in _WE else "must"
                yield Clause(form, verb + rest, subject)
                return
        yield from self._main(re.sub(r"\bwould\b", "should", text, count=1))

    def _with_subject(self, text: str) -> Iterator[Clause]:
        if (found := _CAN_YOU.match(text)) and words.starts_with_verb(found["vp"]):
            yield from _each("do", found["vp"])
        elif (found := _GERUND_OF.match(text)) and not verb_at(text):
            verb = words.BY_GERUND.get(found["verb"].lower(), "")
            yield Clause("do", f"{verb} {found['rest']}") if verb else Clause("named", text)
        elif found := _WANT_OTHER.match(text):
            yield from _each("must", found["vp"], subject=found["subject"])
        elif found := _MUST.match(text):
            yield from self._modal(found)
        elif (found := _GETS.match(text)) and not SIGN.search(found["subject"]):
            yield from _wished(found["subject"], found["thing"])
        else:
            yield from self._statement(text)

    def _modal(self, found: re.Match[str]) -> Iterator[Clause]:
        subject, predicate, modal = found["subject"], found["vp"], found["modal"].lower()
        negative = bool(found["no"])
        if subject.lower() in {"i", "we"} and not found["able"]:
            yield from _each("do", re.sub(r"^be able to\s+", "", predicate))
            return
        if (
            is_person(subject)
            and not negative
            and (got := re.match(r"(?:get|receive)\s+(.+)", predicate))
        ):
            yield Clause("gets", got[1], subject)
            return
        asks = is_person(subject) or subject.lower() in _WE | {self.role.lower()}
        if re.match(r"wants?|wish|would|'d", modal) and subject.lower() not in _WE | {"it"}:
            # Only people want something.
            asks, self.role = True, self.role or words.lower_first(subject)
        allows = found["able"] or modal in {"can", "may", "could", "will"}
        wants = re.match(r"need|want|wish|would|'d", modal) or _is_wished(modal, predicate)
        if asks and not negative and (wants or allows):
            yield from _each("can", predicate, subject=subject)
        elif (
            not asks
            and modal in {"can", "may", "could", "will"}
            and not found["able"]
            and not _denies(subject)
        ):
            yield from self._statement(f"{subject} {modal} {predicate}")
        elif negative and found["able"]:
            yield from _each("must", f"be able to {predicate}", subject=subject, is_negative=True)
        else:
            yield from _each("must", predicate, subject=subject, is_negative=negative)

    def _behaviour(self, text: str) -> Clause | None:
        """What "it opens a page" tells of the thing that was asked for before."""
        found = re.match(r"(?P<it>it|they)\s+(?P<verb>[a-z]+)\b(?P<rest>.*)$", text, re.IGNORECASE)
        if not found or not self.clauses or self.clauses[0].form not in {"do", "gets"}:
            return None
        verb = words.BY_THIRD.get(found["verb"].lower()) or found["verb"].lower()
        if verb not in words.VERBS:
            return None
        return Clause("must", verb + found["rest"], found["it"])

    def _statement(self, text: str) -> Iterator[Clause]:
        condition = ""
        if (found := _RELATIVE.match(text)) and not verb_at(text):
            text = f"{found['np']} {found['rest']}"
        if found := _ends_with_condition(text):
            text, condition = found["main"], found["condition"]
        form: Form = "fact" if self.clauses else "named"
        if self.story and self.request.kind != "bug":
            # Beside a wish it tells how the new thing behaves, also where it names failures.
            form = "rule" if _CASE.match(text) else "fact"
        elif self.request.kind == "bug" or SIGN.search(f"{text} {condition}"):
            form = "wrong"
        elif behaviour := self._behaviour(text):
            yield replace(behaviour, condition=condition)
            return
        yield Clause(form, text, subject_of(text), condition)


def _is_wished(modal: str, predicate: str) -> bool:
    """Whether "users should sign in" tells what they are to be able to do, and no duty of theirs."""
    is_duty = re.match(r"be\b", predicate) or re.search(r"\bevery \d", predicate)
    return modal in {"should", "shall", "ought to"} and not is_duty


_CASE = re.compile(r"(?:after|when|if|once|as soon as|within|until|before|every)\b", re.IGNORECASE)
_WE = frozenset({"i", "we", "they", "you"})


def _denies(subject: str) -> bool:
    return re.match(r"(?:nothing|nobody|no)\b", subject, re.IGNORECASE) is not None


def _wished(subject: str, wish: str) -> Iterator[Clause]:
    if found := re.match(r"to\s+(?:be able to\s+)?(?P<vp>.+)$", wish, re.IGNORECASE):
        yield from _each("can", found["vp"], subject=subject)
    elif found := re.match(r"(?P<np>(?:the|an?|my|our)\s.{2,60}?)\s+to\s+(?P<vp>.+)$", wish):
        yield from _each("must", found["vp"], subject=re.sub(r"^my\b", "the", found["np"]))
    else:
        yield Clause("gets", wish, subject)


def _each(
    form: Form, predicate: str, *, subject: str = "", is_negative: bool = False
) -> Iterator[Clause]:
    """One clause for each verb, with the condition that stands behind it."""
    for verb_phrase in words.split_verbs(" ".join(predicate.split())):
        part, condition, negative, own = verb_phrase, "", is_negative, form
        if found := _ends_with_condition(part):
            part, condition = found["main"], found["condition"]
        if found := re.match(r"(?:not|never)\s+(?P<vp>.+)$", part):
            part, negative = found["vp"], True
        # "Let them fill it in, and sync it automatically": it is not they who sync it.
        if form == "can" and re.search(r"\bautomatically\b", part):
            own = "do"
        if found := re.match(r"(?:automatically|then)\s+(?P<vp>.+)$", part):
            part = found["vp"]
        yield Clause(own, part, "" if own == "do" else subject, condition, is_negative=negative)


def _ends_with_condition(text: str) -> re.Match[str] | None:
    """Nothing happens in "after every update", so that is none."""
    found = _AT_END.match(text)
    if not found or re.match(r"(?:only\s+)?(?:when|if|in case)", found["condition"], re.IGNORECASE):
        return found
    return found if verb_at(found["condition"]) else None


def _who_does(text: str) -> tuple[str, str] | None:
    """Who and what of "field technicians fill in the form"."""
    for found in re.finditer(r"\s+(?:to\s+)?(?=[a-z])", text):
        who, what = text[: found.start()], text[found.end() :]
        if what.split(maxsplit=1)[0] in words.VERBS and is_person(who):
            return who, what
    return None


def sentences_of(text: str) -> list[str]:
    """Sentences, and those that a semicolon, a dash or "and it must" joined."""
    joined = (
        r";\s+|\s+[-–—]+\s+|(?<=[a-z]):\s+(?=[A-Za-z])"
        r"|,\s+(?=(?:right now|currently|at the moment|at present)\b)"
        r"|,\s+and\s+(?=(?:it|they|the\s\w+)\s+(?:must|should|can|may|shall|will)\b)"
    )
    return [
        part.strip()
        for sentence in sentences(text, "en")
        for part in re.split(joined, sentence)
        if part.strip()
    ]
