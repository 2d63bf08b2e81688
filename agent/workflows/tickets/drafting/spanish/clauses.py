"""The clauses of a Spanish request: who does what, when, and what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.text import sentences
from agent.workflows.tickets.drafting.reading import Request
from agent.workflows.tickets.drafting.spanish import words

Form = Literal["can", "only", "gets", "must", "do", "cannot", "wrong", "where", "named", "fact"]

_AFTER = r"(?P<vp>\w+(?:ar|er|ir|ír)(?:se)?(?:l[oae]s?)?\b.*)"
_STORY = re.compile(
    r"^como\s+(?P<role>.{2,80}?),?\s+(?:quiero|necesito|me gustaría|quisiera|deseo)\s+(?:poder\s+)?(?P<wish>.+)$",
    re.I,
)
_ONLY = re.compile(
    rf"^(?:solo|sólo|solamente|únicamente)\s+(?P<subject>.{{2,80}}?)\s+(?:pueden?|podrán?|deben?|deberían?|tienen? que)\s+(?:poder\s+)?{_AFTER}$",
    re.I,
)
_CANNOT = re.compile(
    rf"^(?P<subject>.{{2,80}}?)\s+no\s+(?:pueden?|logran?|consiguen?)\s+{_AFTER}$", re.I
)
_CAN = re.compile(
    rf"^(?P<subject>.{{2,80}}?)\s+(?P<verb>quieren?|necesitan?|desean?|querrían?|pueden?|podrán?|(?:deben?|deberían?|tienen? que) poder)\s+(?:poder\s+)?{_AFTER}$",
    re.I,
)
_MUST = re.compile(
    rf"^(?P<subject>.{{2,90}}?)\s+(?P<no>no\s+)?(?:deben?|deberían?|deberán?|tienen? que|han? de)\s+{_AFTER}$",
    re.I,
)
_MUST_IT = re.compile(rf"^(?:deben?|deberían?|tienen? que)\s+{_AFTER}$", re.I)
_GETS = re.compile(
    r"^(?P<subject>.{2,60}?)\s+(?:quieren?|necesitan?|desean?|piden?)\s+(?!que\b)(?P<thing>.+)$",
    re.I,
)
_WE = re.compile(
    rf"^(?:hay que|se (?:debe|necesita|tiene que)|(?:nosotros\s+)?(?:necesitamos|queremos|quiero|necesito|deberíamos|debemos|tenemos que))\s+(?:poder\s+)?{_AFTER}$",
    re.I,
)
_THAT = re.compile(
    r"^(?:(?:queremos|quiero|necesitamos|necesito|se pide|hace falta)\s+que|que)\s+(?P<what>.+)$",
    re.I,
)
_LET = re.compile(
    rf"^(?:permitir|permite|dejar|deja)\s+(?:a\s+(?P<to>(?:los|las|la|un|una)\s.{{2,60}}?)|al\s+(?P<al>.{{2,60}}?))\s+{_AFTER}$",
    re.I,
)
_WHERE = re.compile(
    r"^(?:esto\s+)?(?:solo\s+)?(?:pasa|ocurre|sucede|se produce|se ve|se da)\s+(?:solo\s+)?(?:en|desde)\s+(?P<where>.+)$",
    re.I,
)
_PLACE = re.compile(
    r"^en\s+(?P<place>(?:el|la|los|las|nuestr[oa])\s+[^,]{3,60}),\s+(?P<main>.+)$", re.I
)
_DOING_THEN = re.compile(
    r"^(?P<condition>al\s+\w+(?:ar|er|ir)\s+[^,]{0,40}?)\s+(?P<main>(?:el|la|los|las)\s+\w+.+)$",
    re.I,
)
_NOW = re.compile(
    r"^(?:ahora mismo|actualmente|hoy|de momento|hasta ahora)\b,?\s*(?P<main>.+)$", re.I
)
_CONDITION = r"cuando|si|en cuanto|una vez que|después de|después de que|al\s+\w+[aei]r|mientras|cada vez que|en caso de"
_AT_START = re.compile(rf"^(?P<condition>(?:{_CONDITION})\s+[^,]+),\s*(?P<main>.+)$", re.I)
_AT_END = re.compile(rf"^(?P<main>.{{6,}}?),?\s+(?P<condition>(?:{_CONDITION})\s+\S.+)$", re.I)
_REASON = re.compile(
    r",?\s+(?:(?P<aim>para que|para(?=\s+(?:no\s+)?\w+(?:ar|er|ir|ár|ér|ír)(?:se)?(?:l[oae]s?)?\b)|de modo que|así)|(?P<cause>porque|ya que|puesto que|dado que|pues))\s+(?P<why>.+)$",
    re.I,
)
_CHECKED = re.compile(
    r"^(?:comprobar|verificar|asegurar(?:se de)?|confirmar|garantizar|asegúrate de)\s+que\s+(?P<main>.+)$",
    re.I,
)
SIGN = re.compile(
    r"\b(?:error\w*|erróne\w+|equivocad\w+|incorrect\w+|mal|fall[ao]n?|falla\w*|no (?:funciona|carga|llega|aparece|se)\w*|dos veces|duplic\w+|vac[ií]\w*"
    r"|pierden?|perd\w+|lent[oa]s?|tardan?|bloque\w+|cuelga\w*|congela\w*|se cierra\w*|desaparece\w*|en blanco|ya no|nunca|en (?:vez|lugar) de"
    r"|sin (?:avisar|motivo)|caducad\w+|rot[oa]s?|ilegible\w*|por desgracia|no)\b",
    re.I,
)
_PERSON = re.compile(
    r"^(?:clientes?|usuari[oa]s?|personas?|personal|equipos?|jef[ea]s?|responsables?|emplead[oa]s?|alumn[oa]s?|padres|madres"
    r"|profesor(?:es|as?)?|pacientes?|enfermer[oa]s?|médic[oa]s?|recepción|recepcionistas?|secretari[oa]s?|técnic[oa]s?|gerentes?|encargad[oa]s?"
    r"|administrador(?:es|as?)?|conductor(?:es|as?)?|repartidor(?:es|as?)?|vendedor(?:es|as?)?|soci[oa]s?|vecin[oa]s?|huésped(?:es)?|visitantes?|contables?"
    r"|bibliotecari[oa]s?|camarer[oa]s?|agentes?|voluntari[oa]s?|inquilin[oa]s?|estudiantes?|docentes?|ventas|soporte|nadie|todos|comercial(?:es)?"
    r"|operari[oa]s?|proveedor(?:es)?|inspector(?:es|as?)?|monitor(?:es|as)|entrenador(?:es|as?)?|cociner[oa]s?|ciudadan[oa]s?|titular(?:es)?)$"
)


@dataclass(frozen=True)
class Clause:
    form: Form
    predicate: str
    subject: str = ""
    condition: str = ""
    is_negative: bool = False
    is_many: bool = False
    place: str = ""
    sentence: int = 0


def is_person(phrase: str) -> bool:
    return bool(_PERSON.match(words.head(phrase)))


class Said:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.aim = self.cause = self.role = ""
        self.is_story = False
        self.sentences = [
            part.strip(" .¡!¿?")
            for sentence in sentences(request.text, "es")
            for part in re.split(r";\s+|(?<=\w):\s+", sentence)
            if part.strip(" .¡!¿?")
        ]
        self.clauses: list[Clause] = []
        for number, text in enumerate(self.sentences):
            self.clauses += [replace(c, sentence=number) for c in self._clauses(text)]

    def _clauses(self, text: str) -> Iterator[Clause]:
        text = re.sub(r"(?i)^(?:por favor|además|también|y|pero)\b,?\s+", "", text)
        if why := _REASON.search(text):
            if why["aim"]:
                self.aim = self.aim or f"{why['aim']} {why['why']}"
            else:
                self.cause = self.cause or why["why"]
            text = text[: why.start()]
        place = condition = ""
        if found := _PLACE.match(text):
            place, text = found["place"], found["main"]
        if found := _NOW.match(text):
            yield Clause("wrong", found["main"], _subject(found["main"]), place=place)
            return
        is_wrong = self.request.kind == "bug" or SIGN.search(text)
        starts = not place and re.match(r"(?i)en\s+(?:el|la|los|las)\s", text)
        if is_wrong and starts and (at := verb_at(text)) > 0:
            place, text = text[3:at].strip(), text[at:]
        if found := _DOING_THEN.match(text):
            condition, text = words.lower_first(found["condition"]), found["main"]
        if found := _AT_START.match(text):
            condition, text = words.lower_first(found["condition"]), found["main"]
        for clause in self._main(text):
            if (
                clause.form in {"can", "gets", "only", "cannot"}
                and not self.role
                and is_person(clause.subject)
            ):
                self.role = words.lower_first(clause.subject)
            yield replace(clause, condition=clause.condition or condition, place=place)

    def _main(self, text: str) -> Iterator[Clause]:
        if found := _CHECKED.match(text):
            yield Clause("named", found["main"], _subject(found["main"]) or found["main"])
        elif found := _WHERE.match(text):
            yield Clause("where", found["where"])
        elif found := _STORY.match(text):
            self.is_story, self.role = True, found["role"]
            wish = found["wish"]
            if words.infinitive(wish.split()[0]):
                yield from self._each("can", wish, subject=found["role"])
            else:
                yield Clause("gets", wish, found["role"])
        elif found := _ONLY.match(text):
            yield from self._each("only", found["vp"], subject=found["subject"])
        elif found := _CANNOT.match(text):
            yield from self._each("cannot", found["vp"], subject=found["subject"])
        elif found := _LET.match(text):
            who = found["to"] or f"el {found['al']}"
            yield from self._each("can", found["vp"], subject=who)
        elif found := _WE.match(text):
            yield from self._each("do", found["vp"])
        elif words.infinitive(text.split()[0]):
            yield from self._each("do", words.lower_first(text))
        elif (found := _CAN.match(text)) and self._asks(found):
            yield from self._each("can", found["vp"], subject=found["subject"])
        elif (found := _MUST_IT.match(text)) and self.clauses:
            subject = words.definite(words.lower_first(self.clauses[-1].subject)) or "el sistema"
            yield from self._each("must", found["vp"], subject=subject)
        elif found := _MUST.match(text):
            yield from self._each(
                "must", found["vp"], subject=found["subject"], no=bool(found["no"])
            )
        elif found := _GETS.match(text):
            yield Clause("gets", found["thing"], found["subject"], is_many=_many(found["subject"]))
        else:
            yield from self._other(text)

    @staticmethod
    def _asks(found: re.Match[str]) -> bool:
        is_wish = not re.match(r"pued|podr", found["verb"], re.I)
        return is_wish or is_person(found["subject"])

    def _each(
        self, form: Form, predicate: str, *, subject: str = "", no: bool = False
    ) -> Iterator[Clause]:
        for part in words.split_verbs(predicate):
            if checked := _CHECKED.match(part):
                yield Clause("named", checked["main"], _subject(checked["main"]) or checked["main"])
                continue
            condition = ""
            if found := _AT_END.match(part):
                part, condition = found["main"], found["condition"]
            yield Clause(form, part, subject, condition, is_negative=no, is_many=_many(subject))

    def _other(self, text: str) -> Iterator[Clause]:
        first, _, rest = text.partition(" ")
        verb = words.IMPERATIVES.get(first.lower())
        if verb and rest and not self.request.kind == "bug":
            yield from self._each("do", f"{verb} {rest}")
            return
        if found := _THAT.match(text):
            yield Clause("named", f"Se pide que {found['what']}", "se pide")
            return
        condition = ""
        if found := _AT_END.match(text):
            text, condition = found["main"], found["condition"]
        if self.request.kind == "bug" or SIGN.search(f"{text} {condition}"):
            for part in re.split(r"\s+y\s+(?=(?:el|la|los|las)\s+\w+\s+(?:se\s+)?\w+)", text):
                yield Clause("wrong", part, _subject(part), condition, is_many=_many(part))
            return
        form: Form = "fact" if self.clauses else "named"
        yield Clause(form, text, _subject(text), condition, is_many=_many(text))


def _many(subject: str) -> bool:
    return bool(subject) and words.is_plural(subject)


_VERB = re.compile(
    r"\s(?P<verb>(?:no\s+)?(?:(?:se|le|les|nos|me|lo|la)\s+)?(?P<word>[a-záéíóúñ]+))\b"
)


def verb_at(statement: str) -> int:
    """Where the verb of a statement begins, "no" and "se" before it included; -1 without one."""
    first = re.match(r"(?:no\s+)?(?:se\s+)?(?P<word>\w+)", statement.lower())
    if first and first["word"] in words.BY_PRESENT and first["word"] not in words.ALSO_NOUNS:
        return 0
    for found in re.finditer(
        r"(?=\s(?:no\s+)?(?:(?:se|le|les|nos|me)\s+)?(?P<word>[a-záéíóúñ]+)\b)", statement.lower()
    ):
        before = statement[: found.start()].split()
        if not before or before[-1].lower() in {
            "el",
            "la",
            "los",
            "las",
            "un",
            "una",
            "de",
            "del",
            "su",
            "al",
            "no",
            "se",
            "le",
        }:
            continue
        if found["word"] in words.BY_PRESENT or found["word"] in {
            "es",
            "son",
            "está",
            "están",
            "hay",
            "va",
            "van",
        }:
            return found.start() + 1
    return -1


def _subject(statement: str) -> str:
    at = verb_at(statement)
    return statement[:at].strip() if at > 0 else ""


def turned(statement: str, *, from_now_on: bool = False) -> str:
    at = verb_at(statement)
    if at < 0:
        return ""
    before, rest = statement[:at], statement[at:]
    if found := re.match(r"(?:ya\s+)?no\s+(?P<rest>.+)", rest):
        return before + found["rest"]
    return f"{before}{'ya no' if from_now_on else 'no'} {rest}"


