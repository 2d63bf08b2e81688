"""From the clauses of a Spanish request to what a draft says."""

import re
from collections.abc import Iterator

from agent.workflows.tickets.drafting.reading import Deed, Kind, Reading, Request, word_set
from agent.workflows.tickets.drafting.spanish import words
from agent.workflows.tickets.drafting.spanish.clauses import SIGN, Clause, Said, is_person
from agent.workflows.tickets.drafting.spanish.narrative import narrative, sentence, theirs
from agent.workflows.tickets.drafting.spanish.statements import turned

_SLOW = re.compile(r"\b(?:tardan?|lent[oa]s?|segundos)\b", re.IGNORECASE)
_ONE_OFF = word_set("""
    mover migrar trasladar eliminar borrar quitar retirar suprimir sustituir actualizar renombrar
    renovar rotar configurar instalar documentar limpiar restaurar cambiar traducir investigar
    analizar corregir arreglar revisar
""")
_DONE = word_set("añadir agregar crear introducir integrar probar comprobar")
_WITHOUT_MEASURE = word_set("mejorar optimizar acelerar")
_SEEN_IN = re.compile(
    r"\ben\s+(?P<where>(?:Safari|Chrome|Firefox|Edge|iOS|iPadOS|iPhone|iPad|Android|Windows|macOS|Linux)\b(?:\s\d+(?:\.\d+)*)?)"
)
_SYSTEM = re.compile(
    r"\b(?:en|de|desde|del)\s*(?P<system>(?:(?:el|la|nuestra?)\s+)?(?:aplicación|app|web|sitio|portal|tienda|plataforma|panel|sistema|intranet)"
    r"(?:\s+(?:de|del)\s+(?:la\s+|los\s+|las\s+)?[a-záéíóúñ]+(?:\s+de\s+[a-záéíóúñ]+)?)?)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    r"\b(?:sustituir|reemplazar|cambiar)\s+(?P<source>.+?)\s+por\s+(?P<destination>.+?)(?=,|$|\s+(?:antes|y|cuando)\b)"
    r"|\b(?:mover|migrar|trasladar|pasar)\b.+?\b(?:del|(?:de|desde)(?=\s+(?:la|las|los|el)\s))\s+(?P<source2>.+?)\s+(?:a|al)\s+(?P<destination2>.+?)(?=,|$|\s+(?:antes|y|cuando)\b)",
    re.IGNORECASE,
)
_MESSAGE = re.compile(
    r"(?:\b(?:una?|el|la|los|las)\s)?\b(?:avisos?|notificaci(?:ón|ones)|SMS|(?<!de )correos?|recordatorios?|mensajes?)"
    r"(?:\s(?:de\s[a-záéíóúñ]+|al?\s(?:el\s|la\s)?[a-záéíóúñ]+))?"
)
_NAMED_COLUMNS = re.compile(
    r"\b(?:columnas|campos)\s+(?P<columns>[\wáéíóúñ ]+(?:,\s+[\wáéíóúñ ]+)+\s+y\s+[\wáéíóúñ ]+)",
    re.IGNORECASE,
)
_COLUMNS = re.compile(
    r"\b(?:con)\s+(?P<columns>[\wáéíóúñ ]+(?:,\s+[\wáéíóúñ ]+)+\s+y\s+[\wáéíóúñ ]+)", re.IGNORECASE
)
_UP_TO = re.compile(
    r"\b(?:como máximo|máximo(?: de)?|no más de)\s+(?P<figure>\d[\d.,]*\s+[\wáéíóúñ]+)",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\bhasta\s+(?P<figure>\d[\d.,]*\s+(?:horas?|días?|minutos?|semanas?)\s+antes)", re.IGNORECASE
)
_MORE_THAN = re.compile(
    r"\b(?:más de|superior(?:es)? al?|por encima del?|supera[n]?(?:\s+el)?)\s+(?P<figure>\d[\d.,]*\s*(?:%|[\wáéíóúñ]+))",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\b(?:menos de|en menos de|como mucho en)\s+(?P<figure>(?:\d[\d.,]*|dos|tres|cinco|un)\s+segundos?)",
    re.IGNORECASE,
)
_ONLY_DURING = re.compile(
    r",?\s+(?:pero\s+)?(?:solo|sólo)\s+durante\s+(?:las\s+)?(?:primeras\s+)?(?P<figure>[\w.,]+\s+(?:horas|semanas))"
)
_LONGEST_TITLE = 150


def read(request: Request) -> Reading:
    found = Said(request)
    kind, told = _kind(found)
    main = _main(found.clauses, kind)
    system = _system(request.text)
    thing = _thing(found, main)
    stated = list(dict.fromkeys(_stated(found, kind, system)))
    more = dict.fromkeys(_turned(found, kind, system))
    return Reading(
        request=request,
        kind=kind,
        title=_title(request, main),
        narrative=narrative(found, kind, thing=thing),
        thing=thing,
        role=found.role,
        reason=_reason(found),
        told=told,
        stated=stated,
        deeds=list(_deeds(found)) if kind != "bug" else (),
        turned=[text for text in more if text not in stated],
        slots=_slots(found, main, kind, thing=thing, system=system),
        is_bare=not found.clauses
        or all(c.form == "named" and not c.subject for c in found.clauses),
    )


def _kind(found: Said) -> tuple[Kind, str]:
    wrong = next((c for c in found.clauses if c.form in {"wrong", "cannot"}), None)
    wanted = any(c.form in {"do", "must", "can", "gets"} for c in found.clauses)
    first = found.clauses[0] if found.clauses else None
    if found.request.kind:
        return found.request.kind, ""
    if wrong:
        sign = SIGN.search(f"{wrong.predicate} {wrong.condition}")
        told = "no puede" if wrong.form == "cannot" else (sign.group(0) if sign else "")
        slow = wanted and (wrong.form == "cannot" or _SLOW.search(wrong.predicate))
        return ("improvement" if slow else "bug"), told
    verb = (
        words.infinitive(first.predicate.split(maxsplit=1)[0])
        if first and first.form == "do"
        else ""
    )
    if verb in _ONE_OFF:
        return "task", verb
    return "story", found.role


def _main(clauses: list[Clause], kind: Kind) -> Clause | None:
    orders: dict[Kind, tuple[tuple[str, ...], ...]] = {
        "bug": (("wrong", "cannot"), ("must",)),
        "improvement": (("do",), ("wrong",)),
    }
    for forms in orders.get(kind, ()):
        for clause in clauses:
            if clause.form in forms:
                return clause
    return next((c for c in clauses if c.form not in {"wrong", "where"}), None) or next(
        iter(clauses), None
    )


def _system(text: str) -> str:
    found = _SYSTEM.search(text)
    if not found:
        return "el sistema"
    system = found["system"]
    return system if re.match(r"(?:el|la)\s", system) else words.definite(system)


def _thing(found: Said, main: Clause | None) -> str:
    if main is None:
        return found.request.text
    if main.form == "wrong" and is_person(main.subject) and (met := _met(main)):
        return met
    if main.form == "wrong" and not main.subject:
        return words.definite(words.object_of(f"ver {main.predicate.partition(' ')[2]}"))
    if main.form in {"wrong", "named"}:
        return words.definite(words.lower_first(main.subject or main.predicate))
    if main.form == "gets":
        return words.definite(_first_part(main.predicate))
    if main.form == "must":
        acted = (
            words.object_of(main.predicate.removeprefix("poder ")) if _acts_on(main.subject) else ""
        )
        subject = words.definite(words.lower_first(main.subject))
        return words.definite(acted) or (main.predicate if is_person(main.subject) else subject)
    thing = words.definite(words.object_of(main.predicate)) or main.predicate
    if quality := _QUALITY.match(thing):
        thing = words.definite(f"{_OPENED[quality['of']]}{quality['thing']}")
    if re.match(r"(?:avisar|notificar|informar|alertar)\s", main.predicate):
        return f"el aviso {words.to(thing)}"
    return thing


_GENERIC = re.compile(
    r"(?i)^(?:la|el)\s+(?:app|aplicación|web|sistema|sitio|página|portal|plataforma|programa|herramienta)$"
)


def _acts_on(subject: str) -> bool:
    """Whether what is wanted of it says more than its name: of people and of "la app"."""
    return is_person(subject) or _GENERIC.match(subject) is not None


_QUALITY = re.compile(
    r"(?:el rendimiento|la velocidad|el tiempo de carga|el tiempo de respuesta) (?P<of>del|de) (?P<thing>.+)"
)
_OPENED = {"del": "el ", "de": ""}


def _met(wrong: Clause) -> str:
    """What somebody meets with: "el mismo correo" in "los vecinos reciben dos veces el mismo correo"."""
    found = re.search(
        r"\s(?P<np>(?:el|la|los|las|una?|sus?)\s.+)$", wrong.predicate[len(wrong.subject) :]
    )
    named = words.object_of(f"ver {found['np']}") if found else ""
    return words.definite(re.sub(r"^(el|la|los|las)\s+mism[oa]s?\b", r"\1", named))


def _deeds(found: Said) -> Iterator[Deed]:
    """What is asked for, clause by clause; what must not be is none."""
    for clause in found.clauses:
        if clause.is_negative or clause.form in {"wrong", "where", "fact", "cannot"}:
            continue
        text = " ".join(filter(None, (clause.predicate, clause.condition)))
        text = text.removeprefix("poder ")
        if clause.form == "gets":
            text = f"recibir {text}"
        slots = _forms(words.in_short(theirs(_thing(found, clause))))
        yield Deed(f"solo: {text}" if clause.form == "only" else words.lower_first(text), slots)


def _forms(short: str) -> dict[str, str]:
    """A thing and the words that have to agree with it."""
    many = words.is_plural(short)
    return {
        "short": short,
        "bare": re.sub(r"^(?:el|la|los|las)\s+", "", short),
        "of_short": words.of(short),
        "to_short": words.to(short),
        "be": "están" if many else "está",
        "show": "muestran" if many else "muestra",
        "stay": "siguen" if many else "sigue",
        "say": "dicen" if many else "dice",
    }


def _first_part(thing: str) -> str:
    return re.split(r",|\s+(?:que|con|para|por|cada|en)\b", thing)[0]


def _title(request: Request, main: Clause | None) -> str:
    if main is None:
        return words.upper_first(request.text.rstrip("."))
    text = " ".join(filter(None, (main.predicate, main.condition)))
    if main.form == "only":
        text = f"Solo {main.subject} {'pueden' if main.is_many else 'puede'} {text}"
    elif main.form == "must":
        must = "deben" if main.is_many else "debe"
        text = f"{main.subject} {'no ' if main.is_negative else ''}{must} {text}"
    elif main.form == "cannot":
        text = f"{main.subject} no {'pueden' if main.is_many else 'puede'} {text}"
    elif main.form in {"wrong", "gets"}:
        text = re.sub(r"(?i)^(?:el|la|los|las|una?|unos|unas)\s+", "", text)
    elif main.form == "can":
        text = re.sub(r"\bmis?\b", lambda m: {"mi": "su", "mis": "sus"}[m.group(0)], text)
    if main.place:
        place = re.sub(r"^(?:el|la|los|las)\s+", "", main.place)
        text = f"{words.upper_first(place)}: {text}"
    text = words.upper_first(" ".join(text.split()).rstrip(" .,;:"))
    for cut in (", ", " con ", " para ", " cuando ", " si "):
        kept, _, rest = text.partition(cut)
        if len(text) > _LONGEST_TITLE and rest and len(kept) > 30:
            text = kept
    return text[:250]


def _stated(found: Said, kind: Kind, system: str) -> Iterator[str]:
    for clause in found.clauses:
        yield from _criterion(clause, kind=kind, system=system)


def _criterion(clause: Clause, *, kind: Kind, system: str) -> Iterator[str]:
    subject, predicate, condition = clause.subject, clause.predicate, clause.condition
    can = "pueden" if clause.is_many else "puede"
    match clause.form:
        case "can" | "cannot":
            yield sentence(_with_article(subject), can, theirs(predicate), condition)
        case "only":
            yield sentence(_with_article(subject), can, predicate, condition)
            yield sentence("nadie salvo", words.lower_first(subject), "puede", predicate)
        case "must":
            no = "no" if clause.is_negative else ""
            yield sentence(subject, no, words.acting(predicate, many=clause.is_many), condition)
        case "do" if words.infinitive(predicate.split()[0]) not in _WITHOUT_MEASURE:
            yield _done(clause, system)
        case "gets":
            get = "reciben" if clause.is_many else "recibe"
            yield sentence(_with_article(subject), get, predicate, condition)
        case "named" if subject:
            yield sentence(predicate, condition)
        case "wrong" if kind != "improvement" or not _SLOW.search(predicate):
            right = turned(predicate, lasting=True)
            place = f"en {clause.place}," if clause.place else ""
            if right:
                yield sentence(place, right, condition)
            else:
                yield f"Ya no ocurre lo que se avisó: «{predicate} {condition}".rstrip() + "»."
        case _:
            return


def _with_article(subject: str) -> str:
    """A role in a sentence: "usuaria del portal" is "la usuaria del portal" there."""
    return words.definite(words.lower_first(subject)) if subject else ""


def _done(clause: Clause, system: str) -> str:
    verb = words.infinitive(clause.predicate.split(maxsplit=1)[0])
    thing = words.object_of(clause.predicate)
    asked = clause.predicate.partition(" ")[2]
    if re.match(r"(?:por qué|cómo|cuánt[oa]s?|si|qué|quién(?:es)?|dónde|cuándo)\b", asked):
        return sentence("se sabe, y consta en esta incidencia,", asked)
    if verb not in _ONE_OFF | _DONE or not thing:
        no = "no" if clause.is_negative else ""
        if clause.condition:
            return sentence(f"{clause.condition},", system, no, words.acting(clause.predicate))
        return sentence(system, no, words.acting(clause.predicate))
    after = clause.predicate[clause.predicate.find(thing) + len(thing) :]
    stays = "quedan" if words.is_plural(thing) else "queda"
    thing = words.definite(thing)
    return sentence(thing, stays, words.participle(verb, thing), after, clause.condition)


def _turned(found: Said, kind: Kind, system: str) -> Iterator[str]:
    for clause in found.clauses:
        is_plain = not re.search(r"\b(?:solo|no|ni)\b", clause.predicate)
        if (
            clause.condition
            and clause.form in {"do", "must"}
            and is_plain
            and not clause.is_negative
        ):
            who = system if clause.form == "do" else words.lower_first(clause.subject)
            many = clause.form == "must" and clause.is_many
            acting = words.acting(clause.predicate, many=many)
            yield sentence(f"fuera de ese caso («{clause.condition}»),", who, "no", acting)
    if kind == "bug":
        return
    text = found.request.text
    for figure in _UP_TO.finditer(text):
        yield sentence("al superar", figure["figure"], "aparece un mensaje que nombra ese límite")
    for clause in found.clauses:
        said = " ".join(filter(None, (clause.predicate, clause.condition)))
        during = _ONLY_DURING.search(said) if clause.form == "can" else None
        if during:
            can = "pueden" if clause.is_many else "puede"
            done = theirs(said[: during.start()].rstrip(" ,"))
            yield sentence(
                f"pasadas {during['figure']},",
                words.lower_first(clause.subject),
                "ya no",
                can,
                done,
            )
    for figure in _UNTIL.finditer(text):
        yield sentence(f"pasado el plazo («{figure.group(0)}»), un mensaje lo dice y nada cambia")
    for figure in _MORE_THAN.finditer(text):
        yield sentence(
            "exactamente", figure["figure"], f"todavía no cuenta como «{figure.group(0)}»"
        )
    for figure in _UNDER.finditer(text):
        yield sentence(
            f"se ha medido que se cumple «{figure.group(0)}», y la medida consta en esta incidencia"
        )


def _reason(found: Said) -> str:
    hindered = next((c for c in found.clauses if c.form == "cannot"), None)
    if found.aim:
        return sentence(theirs(found.aim))
    if hindered:
        return sentence(
            "hoy",
            words.lower_first(hindered.subject),
            "no",
            "pueden" if hindered.is_many else "puede",
            hindered.predicate,
        )
    fact = next((c.predicate for c in found.clauses if c.form == "fact"), "")
    told = found.cause or (fact if found.clauses[0].form == "do" else "")
    return sentence(told) if told else ""


def _slots(
    found: Said, main: Clause | None, kind: Kind, *, thing: str, system: str
) -> dict[str, str]:
    text = found.request.text
    short = words.in_short(theirs(thing))
    moved = _FROM_TO.search(text) if kind == "task" else None
    source = (moved["source"] or moved["source2"]) if moved else ""
    destination = (moved["destination"] or moved["destination2"]) if moved else ""
    columns = _NAMED_COLUMNS.search(text) or _COLUMNS.search(text)
    where = next((c.predicate for c in found.clauses if c.form == "where"), "")
    if not where and kind == "bug" and (seen := _SEEN_IN.search(text)):
        where = seen["where"]
    message = _MESSAGE.search(short) or _MESSAGE.search(text)
    doing = f"el trabajo en {short}"
    if kind == "bug":
        doing = f"corregir {short}"
    elif main and (main.form in {"do", "can", "only"} or is_person(main.subject)):
        named = words.object_of(main.predicate)
        end = main.predicate.find(named) + len(named)
        if re.match(r"\w+ (?:por qué|cómo|cuánt|qué|quién|dónde|cuándo|si )", main.predicate):
            end = len(main.predicate)
        doing = theirs(main.predicate[:end] if named else main.predicate)
    slots = {
        "system": system,
        "environment": where,
        "source": words.in_short(words.definite(source)) if source else "",
        "destination": words.in_short(words.definite(destination)) if destination else "",
        "columns": columns["columns"].strip() if columns else "",
        "of_message": words.of(words.definite(message[0])) if message else "",
        "to_source": words.to(words.in_short(words.definite(source))) if source else "",
        "doing": doing.strip(),
        "to_role": words.to(_with_article(found.role)) if found.role else "",
        "acting": doing.strip() if main and main.form == "can" and kind != "bug" else "",
    } | _forms(short)
    return {name: text for name, text in slots.items() if text}
