"""Spanish by rules: verbs and their forms, noun phrases, their number and their gender."""

import re

from agent.workflows.tickets.drafting.reading import word_set

_REGULAR = """
    abrir aceptar activar actualizar adjuntar agregar ajustar alertar ampliar anadir analizar
    añadir anotar anular aparecer aplicar aprobar archivar arreglar asignar autorizar avisar ayudar
    bloquear borrar buscar calcular cambiar cancelar cargar cerrar cifrar cobrar comparar completar
    comprar comprobar compartir conectar confirmar conservar configurar consultar contar controlar
    copiar corregir crear cumplir dar dejar desactivar descargar deshabilitar deshacer detectar
    devolver documentar duplicar editar ejecutar elegir eliminar emitir empezar enlazar entrar
    enviar escanear escribir exportar facturar filtrar fallar firmar funcionar generar girar
    gestionar grabar guardar habilitar hacer imprimir importar impedir incluir indicar iniciar
    instalar integrar introducir investigar lanzar leer limitar limpiar listar llegar llevar
    marcar medir mejorar migrar modificar mostrar mover notificar ofrecer olvidar optimizar ordenar
    organizar pagar partir pasar pedir perder permitir planificar poder poner preparar probar
    programar publicar quedar quitar rechazar recibir reconocer recordar redirigir reducir
    reembolsar registrar reiniciar renombrar renovar renunciar repetir reservar resolver responder
    restablecer restaurar resaltar restringir resumir retirar reutilizar revisar rellenar rotar
    salir seguir seleccionar separar sincronizar solicitar subir sumar suprimir sustituir tardar
    tener terminar trasladar traducir usar utilizar validar vaciar vender ver verificar visualizar
    volver aceptar anunciar avisar aumentar caducar colgar congelar consumir congelarse desaparecer
    descontar evitar ocurrir parar reproducir saltar sonar caer cortar valorar opinar firmar
"""
VERBS = frozenset(verb.removesuffix("se") for verb in _REGULAR.split())
_PRESENT = {
    "cerrar": "cierra", "probar": "prueba", "comprobar": "comprueba", "contar": "cuenta",
    "dar": "da", "devolver": "devuelve", "volver": "vuelve", "elegir": "elige",
    "empezar": "empieza", "hacer": "hace", "deshacer": "deshace", "impedir": "impide",
    "incluir": "incluye", "medir": "mide", "mostrar": "muestra", "mover": "mueve",
    "ofrecer": "ofrece", "pedir": "pide", "perder": "pierde", "poder": "puede", "poner": "pone",
    "recordar": "recuerda", "renovar": "renueva", "repetir": "repite", "resolver": "resuelve",
    "restablecer": "restablece", "seguir": "sigue", "sustituir": "sustituye", "tener": "tiene",
    "corregir": "corrige", "colgar": "cuelga", "sonar": "suena", "descontar": "descuenta",
    "ver": "ve", "salir": "sale", "congelar": "congela", "enviar": "envía", "vaciar": "vacía",
    "introducir": "introduce", "reiniciar": "reinicia", "caer": "cae",
}  # fmt: skip
_PARTICIPLES = {
    "abrir": "abierto", "hacer": "hecho", "deshacer": "deshecho", "poner": "puesto",
    "ver": "visto", "volver": "vuelto", "devolver": "devuelto", "resolver": "resuelto",
    "escribir": "escrito", "imprimir": "impreso", "leer": "leído", "caer": "caído",
}  # fmt: skip
_OBJECT_END = re.compile(
    r"\s+(?:a|al|en|por|con|sin|desde|hasta|para|según|cuando|si|antes|después|que|como|mediante"
    r"|durante|tras|solo|automáticamente|vía|ya|porque|cada)\b|\s*[,;:(]|\s+y\s+(?=\w+(?:ar|er|ir)(?:l[oae]s?)?\b)"
)
_REMOVING = word_set("eliminar borrar quitar retirar suprimir documentar revisar")
_WHOLE_END = re.compile(
    r"\s+desde\b(?! hace)|\s+(?:cuando|si|antes|después|porque|ya)\b|\s*[,;(]|\s+y\s+(?=\w+[aei]r\b)"
)
_ADDED_END = re.compile(rf"{_WHOLE_END.pattern}|\s+(?:a|al|en|que)\b")
_HEAD_END = re.compile(r"\s+(?:de|del|en|con|que|sin|para|por|a|al|más|cuya?s?|desde)\b|,")
_ARTICLES = {"un": "el", "una": "la", "unos": "los", "unas": "las"}
_FEMININE = re.compile(r"(?:a|as|ción|ciones|sión|siones|dad|dades|tud|umbre)$")
_MASCULINE = word_set("día mapa sistema problema tema idioma programa mapas días sistemas")
_INFINITIVE = re.compile(r"^(?P<verb>\w+?(?:ar|er|ir|ír))(?P<tail>(?:se)?(?:l[oae]s?)?)$")


def infinitive(word: str) -> str:
    """The infinitive that a word is, without what hangs on it; or ""."""
    found = _INFINITIVE.match(word.lower())
    return found["verb"] if found and found["verb"] in VERBS else ""


def present(verb: str, *, many: bool = False) -> str:
    one = _PRESENT.get(verb) or verb[:-2] + ("a" if verb.endswith("ar") else "e")
    return one + "n" if many else one


def participle(verb: str, thing: str) -> str:
    """Agreeing with the thing: "movida", "sustituidos"."""
    base = _PARTICIPLES.get(verb) or verb[:-2] + ("ado" if verb.endswith("ar") else "ido")
    ending = ("a" if is_feminine(thing) else "o") + ("s" if is_plural(thing) else "")
    return base[:-1] + ending


def subjunctive(verb: str, *, many: bool = False) -> str:
    stem = present(verb)[:-1]
    if verb.endswith("ar"):
        stem = re.sub("c$", "qu", re.sub("g$", "gu", re.sub("z$", "c", stem)))
    return stem + ("e" if verb.endswith("ar") else "a") + ("n" if many else "")


BY_SUBJUNCTIVE = {subjunctive(v, many=many): v for v in VERBS for many in (False, True)}
BY_PRESENT = {present(v, many=many): v for v in VERBS for many in (False, True)}
ALSO_NOUNS = word_set("cobra firma copia reserva usa prueba cuenta marca cita entrada nota")
IMPERATIVES = {present(v): v for v in VERBS} | {"haz": "hacer", "pon": "poner"}


def acting(verb_phrase: str, *, many: bool = False) -> str:
    """Says "enviar un aviso" as "envía un aviso"; what hangs on the verb goes before it."""
    word, _, rest = verb_phrase.partition(" ")
    found = _INFINITIVE.match(word.lower())
    verb = infinitive(word)
    if not found or not verb:
        return f"{'permiten' if many else 'permite'} {verb_phrase}"
    tail = found["tail"]
    before = " ".join(
        filter(None, ("se" if tail.startswith("se") else "", tail.removeprefix("se")))
    )
    return " ".join(filter(None, (before, present(verb, many=many), rest)))


def split_verbs(verb_phrase: str) -> list[str]:
    """The two parts of "guardar copias y avisar al equipo"."""
    parts = re.split(
        r",?\s+y\s+(?:también\s+)?(?=(\w+(?:ar|er|ir)(?:se)?(?:l[oae]s?)?)\b)", verb_phrase
    )
    found = [parts[0]]
    for verb, part in zip(parts[1::2], parts[2::2], strict=True):
        if infinitive(verb) and " " in found[-1]:
            found.append(part)
        else:
            found[-1] += f" y {part}"
    return found


def object_of(verb_phrase: str) -> str:
    verb, _, rest = verb_phrase.partition(" ")
    if re.match(r"(?:sesión|con|en|por|sin|desde|mediante)\b", rest):
        return ""
    rest = re.sub(r"^(?:solo|a|al)\s+", "", rest)
    if asked := re.match(
        r"(?:por qué|cómo|cuánd?t?o?s?|qué|quién(?:es)?|dónde|si)\s+(?P<rest>.+)", rest
    ):
        return _asked(asked["rest"])
    end = _WHOLE_END if infinitive(verb) in _REMOVING else _OBJECT_END
    if infinitive(verb) in {"añadir", "agregar"}:
        end = _ADDED_END
    found = end.search(rest)
    return rest[: found.start()] if found else rest


def _asked(rest: str) -> str:
    """What a question is about: "el informe de nóminas" in "el informe de nóminas tarda mucho"."""
    kept: list[str] = []
    for word in rest.split():
        if kept and (
            word in BY_PRESENT.keys() - ALSO_NOUNS
            or word in {"no", "se", "es", "son", "está", "están"}
        ):
            break
        kept.append(word)
    return " ".join(kept)


_AT_MOST = re.compile(
    r"^(?:no )?(?:más|menos) de\s+[\w.,]+\s+(?=\w)|^(?:hasta|al menos|como máximo)\s+\d[\d.,]*\s+(?=\w)"
)


def definite(phrase: str) -> str:
    phrase = _AT_MOST.sub("", phrase)
    first, _, rest = phrase.partition(" ")
    if first.lower() in _ARTICLES and rest:
        return f"{_ARTICLES[first.lower()]} {rest}"
    if first.lower() in {"su", "sus", "mi", "mis"} and rest:
        phrase = rest
    if found := re.match(r"(?i)tod[oa]s?\s+(?:mis|sus|mi|su)\s+(?P<what>.+)$", phrase):
        phrase = found["what"]
    if re.match(r"(?i)(?:el|la|los|las|todos?|todas?|lo)\b", phrase) or not phrase:
        return phrase
    article = ("las" if is_plural(phrase) else "la") if is_feminine(phrase) else None
    return f"{article or ('los' if is_plural(phrase) else 'el')} {phrase}"


def head(phrase: str) -> str:
    """The noun that rules a phrase: it comes first."""
    bare = re.sub(
        r"(?i)^(?:el|la|los|las|un[ao]?s?|sus?|todos los|todas las|cada|ambos)\s+", "", phrase
    )
    return bare.split()[0].strip(".,;:").lower() if bare.split() else ""


def is_plural(phrase: str) -> bool:
    if found := re.match(r"(?i)(el|la|un|una|su|cada)\s|(los|las|unos|unas|sus)\s", phrase):
        return found.group(2) is not None
    noun = head(phrase)
    return noun.endswith("s") and not noun.endswith(("is", "us"))


def is_feminine(phrase: str) -> bool:
    if found := re.match(r"(?i)(la|las|una|unas)\s|(el|los|un|unos)\s", phrase):
        return found.group(1) is not None
    noun = head(phrase)
    return bool(_FEMININE.search(noun)) and noun not in _MASCULINE


def singular(phrase: str) -> str:
    """One of them: "cliente de la clínica" of "los clientes de la clínica"."""
    bare = re.sub(
        r"(?i)^(?:el|la|los|las|un|una|unos|unas|todos los|todas las|solo)\s+", "", phrase
    )
    if not is_plural(phrase):
        return bare
    end = _HEAD_END.search(bare)
    nouns, rest = (bare[: end.start()], bare[end.start() :]) if end else (bare, "")
    return " ".join(map(_one, nouns.split())) + rest


def _one(word: str) -> str:
    if word.endswith("ces"):
        return word[:-3] + "z"
    if re.search(
        r"[^aeiouáéí](?:ores|ones|ales|eles|iles|ares|ades|enes|ines)$|[rlndj]es$", word
    ) and not word.endswith(("jes", "tes", "les")):
        one = word[:-2]
        return re.sub("on$", "ón", one) if one.endswith("on") else one
    return word[:-2] if word.endswith(("ales", "eles", "iles")) else word.removesuffix("s")


def in_short(phrase: str) -> str:
    while len(phrase.split()) > 5:
        cut = re.match(r"(?P<kept>.+\S)\s+(?:de|del|con|para|en|por|a|al|desde)\s", phrase)
        if not cut or len(cut["kept"].split()) < 2:
            break
        phrase = cut["kept"]
    return phrase


def lower_first(text: str) -> str:
    first = text.split(maxsplit=1)[0] if text else ""
    return text[:1].lower() + text[1:] if re.fullmatch(r"[A-ZÁÉÍÓÚÑ][a-záéíóúñü]*", first) else text


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def of(phrase: str) -> str:
    return f"del {phrase[3:]}" if phrase.startswith("el ") else f"de {phrase}"


def to(phrase: str) -> str:
    return f"al {phrase[3:]}" if phrase.startswith("el ") else f"a {phrase}"
