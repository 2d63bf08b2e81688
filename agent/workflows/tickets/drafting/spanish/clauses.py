"""The clauses of a Spanish request: who does what, when, and what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.text import sentences
from agent.workflows.tickets.drafting.reading import Request
from agent.workflows.tickets.drafting.spanish import words
from agent.workflows.tickets.drafting.spanish.statements import subject_of, verb_at

Form = Literal["can", "only", "gets", "must", "do", "cannot", "wrong", "where", "named", "fact"]


def _matcher(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_AFTER = r"(?P<vp>\w+(?:ar|er|ir|ír)(?:se)?(?:l[oae]s?)?\b.*)"
_STORY = _matcher(
    r"^como\s+(?P<role>.{2,80}?),?\s+(?:quiero|necesito|me gustaría|quisiera|deseo)\s+(?:poder\s+)?(?P<wish>.+)$"
)
_ONLY = _matcher(
    rf"^(?:solo|sólo|solamente|únicamente)\s+(?P<subject>.{{2,80}}?)\s+(?:pueden?|podrán?|deben?|deberían?|tienen? que)\s+(?:poder\s+)?{_AFTER}$"
)
_CANNOT = _matcher(rf"^(?P<subject>.{{2,80}}?)\s+no\s+(?:pueden?|logran?|consiguen?)\s+{_AFTER}$")
_CAN = _matcher(
    rf"^(?:que\s+)?(?P<subject>.{{2,80}}?)(?<!\sno)\s+(?P<verb>puedan?|quieren?|necesitan?|desean?|querrían?|pueden?|podrán?|(?:deben?|deberían?|tienen? que) poder)\s+(?:poder\s+)?{_AFTER}$"
)
_MUST = _matcher(
    rf"^(?P<subject>.{{2,90}}?)\s+(?P<no>no\s+)?(?:deben?|deberían?|deberán?|tienen? que|han? de)\s+{_AFTER}$"
)
_MUST_IT = _matcher(rf"^(?:deben?|deberían?|tienen? que)\s+{_AFTER}$")
_GETS = _matcher(
    r"^(?P<subject>.{2,60}?)\s+(?:quieren?|necesitan?|desean?|piden?)\s+(?!que\b)(?P<thing>.+)$"
)
_WE = _matcher(
    rf"^(?:hay que|se (?:debe|necesita|tiene que)|(?:nosotros\s+)?(?:necesitamos|queremos|quiero|necesito|deberíamos|debemos|tenemos que))\s+(?:poder\s+)?{_AFTER}$"
)
_THAT = _matcher(
    r"^(?:(?:queremos|quiero|necesitamos|necesito|se pide|hace falta)\s+que|que)\s+(?P<what>.+)$"
)
_LET = _matcher(
    rf"^(?:permitir|permite|dejar|deja)\s+(?:a\s+(?P<to>(?:los|las|la|un|una)\s.{{2,60}}?)|al\s+(?P<al>.{{2,60}}?))\s+{_AFTER}$"
)
_LET_THAT = _matcher(r"^(?:permitir|permite|dejar|deja)\s+que\s+(?P<what>.+)$")
_WHERE = _matcher(
    r"^(?:esto\s+)?(?:solo\s+)?(?:pasa|ocurre|sucede|se produce|se ve|se da)\s+(?:solo\s+)?(?:en|desde)\s+(?P<where>.+)$"
)
_PLACE = _matcher(r"^en\s+(?P<place>(?:el|la|los|las|nuestr[oa])\s+[^,]{3,60}),\s+(?P<main>.+)$")
_DOING_THEN = _matcher(
    r"^(?P<condition>al\s+\w+(?:ar|er|ir)\s+[^,]{0,40}?)\s+(?P<main>(?:el|la|los|las)\s+\w+.+)$"
)
_QUALITY = _matcher(
    r"^(?:el rendimiento|la velocidad|el tiempo de \w+) (?:de\s*l?a?s?|de los) (?P<thing>.+)$"
)
_NOW = _matcher(
    r"^(?:ahora mismo|ahora|actualmente|hoy|de momento|hasta ahora)\b,?\s*(?P<main>.+)$"
)
_CONDITION = r"cuando|si|en cuanto|una vez que|después de|después de que|al\s+\w+[aei]r|mientras|cada vez que|en caso de"
_AT_START = _matcher(rf"^(?P<condition>(?:{_CONDITION})\s+[^,]+),\s*(?P<main>.+)$")
_AT_END = _matcher(rf"^(?P<main>.{{6,}}?),?\s+(?P<condition>(?:{_CONDITION})\s+\S.+)$")
_REASON = _matcher(
    r",?\s+(?:(?P<aim>para que|para(?=\s+(?:no\s+)?\w+(?:ar|er|ir|ár|ér|ír)(?:se)?(?:l[oae]s?)?\b)|de modo que|así)|(?P<cause>porque|ya que|puesto que|dado que|pues))\s+(?P<why>.+)$"
)
_CHECKED = _matcher(
    r"^(?:comprobar|verificar|asegurar(?:se de)?|confirmar|garantizar|asegúrate de)\s+que\s+(?P<main>.+)$"
)
SIGN = _matcher(
    r"\b(?:error\w*|erróne\w+|equivocad\w+|incorrect\w+|mal|fall[ao]n?|falla\w*|no (?:funciona|carga|llega|aparece|se)\w*|dos veces|duplic\w+|vac[ií]\w*"
    r"|pierden?|perd\w+|lent[oa]s?|tardan?|bloque\w+|cuelga\w*|congela\w*|se cierra\w*|desaparece\w*|en blanco|ya no|nunca|en (?:vez|lugar) de"
    r"|sin (?:avisar|motivo)|caducad\w+|rot[oa]s?|ilegible\w*|por desgracia|no)\b"
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
    """`predicate` begins with an infinitive; of "wrong" and "named" it is the statement."""

    form: Form
    predicate: str
    subject: str = ""
    condition: str = ""
    is_negative: bool = False
    is_many: bool = False
    place: str = ""
    sentence: int = 0
    """Which of the request's."""


def is_person(phrase: str) -> bool:
    return bool(_PERSON.match(words.head(phrase)))


class Said:
    """One request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.aim = self.cause = self.role = ""
        self.is_story = False
        self.clauses: list[Clause] = []
        self.sentences = sentences_of(request.text)
        for number, text in enumerate(self.sentences):
            for clause in self._clauses(text):
                self._keep(replace(clause, sentence=number))
        self._blame()

    def _keep(self, clause: Clause) -> None:
        asks = clause.form in {"can", "gets", "only", "cannot"}
        if asks and not self.role and is_person(clause.subject):
            self.role = words.lower_first(clause.subject)
        self.clauses.append(clause)

    def _blame(self) -> None:
        """Beside a fault, what opens the request is part of it."""
        first = self.clauses[0] if self.clauses else None
        is_fault = any(c.form in {"wrong", "where"} for c in self.clauses)
        if first and first.form == "named" and is_fault:
            self.clauses[0] = replace(first, form="wrong")

    def _clauses(self, text: str) -> Iterator[Clause]:
        text = self._without_reason(
            re.sub(r"(?i)^(?:por favor|además|también|y|pero)\b,?\s+", "", text)
        )
        place = condition = ""
        if found := _PLACE.match(text):
            place, text = found["place"], found["main"]
        if found := _NOW.match(text):
            yield Clause("wrong", found["main"], subject_of(found["main"]), place=place)
            return
        is_wrong = self.request.kind == "bug" or SIGN.search(text)
        opens = not place and re.match(r"(?i)en\s+(?:el|la|los|las)\s", text)
        if is_wrong and opens and (at := verb_at(text)) > 0:
            place, text = text[3:at].strip(), text[at:]
        if found := _DOING_THEN.match(text) or _AT_START.match(text):
            condition, text = words.lower_first(found["condition"]), found["main"]
        for clause in self._main(text):
            yield replace(clause, condition=clause.condition or condition, place=place)

    def _without_reason(self, text: str) -> str:
        why = _REASON.search(text)
        if not why:
            return text
        if why["aim"]:
            self.aim = self.aim or f"{why['aim']} {why['why']}"
        else:
            self.cause = self.cause or why["why"]
        return text[: why.start()]

    def _main(self, text: str) -> Iterator[Clause]:
        if found := _CHECKED.match(text):
            yield _wanted_statement(found["main"])
        elif found := _WHERE.match(text):
            yield Clause("where", found["where"])
        elif found := _STORY.match(text):
            self.is_story, self.role = True, found["role"]
            yield from _wished(found["role"], found["wish"])
        elif found := _ONLY.match(text):
            yield from _each("only", found["vp"], subject=found["subject"])
        elif found := _CANNOT.match(text):
            yield from _each("cannot", found["vp"], subject=found["subject"])
        elif found := _LET.match(text):
            yield from _each("can", found["vp"], subject=found["to"] or f"el {found['al']}")
        elif found := _LET_THAT.match(text):
            wanted = _wanted(found["what"])
            yield replace(wanted, form="can") if is_person(wanted.subject) else wanted
        elif found := _WE.match(text):
            yield from _each("do", found["vp"])
        elif words.infinitive(text.split(maxsplit=1)[0]):
            yield from _each("do", words.lower_first(text))
        else:
            yield from self._with_subject(text)

    def _with_subject(self, text: str) -> Iterator[Clause]:
        if (found := _CAN.match(text)) and _asks(found):
            if re.match(r"quer|quier|dese", found["verb"], re.IGNORECASE):
                # Only people want something.
                self.role = self.role or words.lower_first(found["subject"])
            yield from _each("can", found["vp"], subject=found["subject"])
        elif (found := _MUST_IT.match(text)) and self.clauses:
            yield from _each("must", self._with_unit(found["vp"]), subject=self._spoken_of())
        elif found := _MUST.match(text):
            subject, no = found["subject"], bool(found["no"])
            if not no and is_person(subject) and re.search(r"\sdeberían?\s", text):
                yield from _each("can", found["vp"], subject=subject)
                return
            yield from _each("must", found["vp"], subject=subject, is_negative=no)
        elif found := _GETS.match(text):
            yield Clause("gets", found["thing"], found["subject"], is_many=_many(found["subject"]))
        elif verb := self._commanded(text):
            yield from _each("do", f"{verb} {text.partition(' ')[2]}")
        elif found := _THAT.match(text):
            yield _wanted(found["what"])
        else:
            yield from self._statement(text)

    def _spoken_of(self) -> str:
        """What a sentence without a subject is about."""
        for clause in reversed(self.clauses):
            if clause.subject:
                return words.definite(words.lower_first(clause.subject))
            if clause.form == "do" and (thing := words.object_of(clause.predicate)):
                quality = _QUALITY.match(thing)
                return words.definite(quality["thing"] if quality else thing)
        return "el sistema"

    def _with_unit(self, predicate: str) -> str:
        """A figure takes the unit of the one before: "8 segundos ... menos de 2"."""
        unit = re.search(r"\d\s+(?P<unit>segundos|minutos|horas|días)\b", self.request.text)
        return re.sub(r"(\d)$", rf"\1 {unit['unit']}", predicate) if unit else predicate

    def _commanded(self, text: str) -> str:
        """The infinitive of a command; "ocurre desde mayo" is none."""
        first, _, rest = text.partition(" ")
        opens = r"(?:el|la|los|las|una?|unos|unas|al?|tod[oa]s?|cada|que|\d)\b"
        is_command = self.request.kind != "bug" and re.match(opens, rest)
        return words.IMPERATIVES.get(first.lower(), "") if is_command else ""

    def _statement(self, text: str) -> Iterator[Clause]:
        condition = ""
        if found := _AT_END.match(text):
            text, condition = found["main"], found["condition"]
        if self.request.kind == "bug" or SIGN.search(f"{text} {condition}"):
            for part in re.split(r"\s+y\s+(?=(?:el|la|los|las)\s+\w+\s+(?:se\s+)?\w+)", text):
                yield Clause("wrong", part, subject_of(part), condition, is_many=_many(part))
            return
        form: Form = "fact" if self.clauses else "named"
        yield Clause(form, text, subject_of(text), condition, is_many=_many(text))


def _wished(role: str, wish: str) -> Iterator[Clause]:
    if words.infinitive(wish.split(maxsplit=1)[0]):
        yield from _each("can", wish, subject=role)
    else:
        yield Clause("gets", wish, role)


def _wanted(what: str) -> Clause:
    """Reads what stands behind "queremos que": "la app recuerde el idioma"."""
    for found in re.finditer(r"\s(?P<no>no\s+)?(?P<verb>[a-záéíóúñ]+)\b", what):
        verb = words.BY_SUBJUNCTIVE.get(found["verb"])
        if verb and found.start() >= 3:
            subject, rest = what[: found.start()], what[found.end() :]
            no = bool(found["no"])
            return Clause("must", verb + rest, subject, is_negative=no, is_many=_many(subject))
    return Clause("named", f"Se pide que {what}", what)


def _wanted_statement(text: str) -> Clause:
    return Clause("named", text, subject_of(text) or text)


def _asks(found: re.Match[str]) -> bool:
    is_wish = not re.match(r"puede|podr", found["verb"], re.IGNORECASE)
    return is_wish or is_person(found["subject"])


def _each(
    form: Form, predicate: str, *, subject: str = "", is_negative: bool = False
) -> Iterator[Clause]:
    """One clause for each verb."""
    for verb_phrase in words.split_verbs(predicate):
        part, condition = verb_phrase, ""
        if found := _CHECKED.match(part):
            yield _wanted_statement(found["main"])
            continue
        if found := _AT_END.match(part):
            part, condition = found["main"], found["condition"]
        many = _many(subject)
        yield Clause(form, part, subject, condition, is_negative=is_negative, is_many=many)


def _many(subject: str) -> bool:
    return bool(subject) and words.is_plural(subject)


def sentences_of(text: str) -> list[str]:
    return [
        bare
        for sentence in sentences(text, "es")
        for part in re.split(r";\s+|(?<=\w):\s+|,?\s+y\s+(?=debería)", sentence)
        if (bare := part.strip(" .¡!¿?"))
    ]
