"""What a draft by rules says in Spanish."""

import re

from agent.workflows.tickets.drafting.phrases import Phrases, topic

TOPICS = (
    topic(
        r"\b(?:inici\w+ (?:de )?sesión|autentic\w+|contraseñas?|login|doble factor|acceso al portal)\b",
        "Con credenciales válidas, {short} deja entrar; con otras no, y el mensaje no revela qué dato falla.",
        "Tras cerrar la sesión, lo que protege {short} vuelve a pedir las credenciales.",
        "¿Qué formas de entrar abarca {short}: contraseña, acceso único, segundo factor?",
    ),
    topic(
        r"\b(?:cieg\w+|invident\w+|lector\w* de pantalla|accesib\w+|teclado|contraste|wcag)\b",
        "Se llega {to_short} y se sale de allí solo con el teclado, con el foco siempre visible.",
        "Un lector de pantalla dice nombre, función y estado de cada elemento {of_short}.",
        "¿Quién prueba {short} con personas que dependen de ello?",
    ),
    topic(
        r"\b(?:sustitu\w+|migra\w+|mover|trasladar|reemplaz\w+)\b",
        "Después del cambio, nada usa ya {source}.",
        "La vuelta atrás {to_source} está escrita y se ha probado.",
        "¿Qué pasa con lo que siga dependiendo {of_short}?",
        "¿Cuánto tiempo puede faltar {short} durante el cambio?",
    ),
    topic(
        r"\b(?:actualizar|renovar|rotar|configurar)\b",
        "La vuelta al estado anterior {of_short} está escrita y se ha probado.",
        "Las pruebas automáticas en torno {to_short} pasan tras el cambio.",
        "¿Qué depende {of_short} y hay que avisar antes?",
    ),
    topic(
        r"(?:^|[.;,]\s+|\by\s+)(?:eliminar|borrar|quitar|suprimir)\b.{0,30}\b(?:usuari\w+|cuentas?|registros?|datos|clientes?|ficheros?|entradas?)\b",
        "Los recuentos de antes y después muestran que solo faltan {short}.",
        "¿Hay que guardar una copia de {short}, y hasta cuándo?",
    ),
    topic(
        r"(?:^|[.;,]\s+|\by\s+)(?:eliminar|borrar|quitar|retirar|suprimir)\b(?!.{0,30}\b(?:usuari\w+|cuentas?|registros?|datos|clientes?|ficheros?|entradas?)\b)",
        "Una búsqueda en código, configuración y documentación no halla nada que use aún {short}.",
        "¿Hay que conservar datos que pertenezcan {to_short}?",
        "¿Usa alguien de fuera del equipo todavía {short}?",
    ),
    topic(
        r"\b(?:importa\w*)\b",
        "Importar de nuevo el mismo fichero no duplica {short}.",
        "¿Los duplicados entre {short} se actualizan, se omiten o se señalan?",
    ),
    topic(
        r"\b(?:export\w+|excel|informes?|listados?|descarg\w+)\b",
        "Cada columna ({columns}) coincide con su origen en una muestra comprobada a mano.",
        "Donde no hay datos, {short} {show} una línea que lo dice.",
        "¿Quién más puede ver {short}, y cuánto tiempo se guarda una copia?",
    ),
    topic(
        r"\b(?:avis\w+|notific\w+|sms|alert\w+|recordatorio\w*)\b",
        "Un mismo hecho da lugar a un solo envío {of_message}.",
        "Si falla el envío {of_message}, constan la hora y el motivo.",
        "¿Cuál es el texto exacto {of_message}?",
    ),
    topic(
        r"\b(?:citas?|reserv\w+|pedidos?|turnos?|cancel\w+)\b",
        "Si entretanto {short} ya no {be} disponible, un mensaje lo dice y nada cambia.",
        "¿Hasta cuándo se puede deshacer un paso que afecte {to_short}?",
    ),
    topic(
        r"\b(?:cobr\w+|pag\w+|facturas?|reembols\w+|cuotas?)\b",
        "El importe que se muestra y el que se cobra coinciden al céntimo en {short}.",
        "¿Cómo se redondea y qué impuesto se aplica en {short}?",
    ),
    topic(
        r"\b(?:segundos?|lent[oa]s?|rendimiento|rápid\w+|velocidad)\b",
        "Lo que {show} {short} es lo de antes; solo cambia el tiempo que tarda.",
        "Los tiempos {of_short}, antes y después, constan medidos de igual forma.",
        "¿En qué parte de los casos debe cumplir {short} el límite?",
    ),
    topic(
        r"\b(?:s[oó]lo (?:los?|las?)|permisos?|rol(?:es)?|administrador\w*)\b",
        "Sin ese permiso, tampoco se obtiene {short} por dirección directa ni por búsqueda.",
        "¿Quién concede y retira el permiso sobre {short}?",
    ),
    topic(
        r"\b(?:sin (?:conexión|red|cobertura)|sincroniz\w+)\b",
        "Cerrar {system} antes de recuperar la conexión no pierde nada {of_short}.",
        "¿Qué versión {of_short} vale si ambos lados cambiaron?",
    ),
    topic(
        r"\b(?:busc\w+|filtr\w+|orden(?:ar|able)\w*)\b",
        "Si no hay resultados, una frase lo dice en lugar {of_short}.",
        "¿Qué tamaño puede alcanzar {short}?",
    ),
)

PHRASES = Phrases(
    types={
        "bug": "un error",
        "improvement": "una mejora",
        "story": "una historia",
        "task": "una tarea",
    },
    topics=TOPICS,
    bug=topic(
        "",
        "En {environment}, los pasos de arriba dejan {short} como dice «Esperado».",
        "Sin la corrección, la prueba automática sobre {short} falla.",
        "Tras reiniciar, el fallo en {short} no vuelve.",
        "¿En qué versión y entorno se ha visto?",
        "¿Desde cuándo y con qué frecuencia ocurre con {short}?",
        "¿Qué daño en torno {to_short} hay que reparar además?",
    ),
    fallback=topic(
        "",
        "Una prueba automática cubre {short}, también cuando falla.",
        "Cuando {short} no puede hacer lo pedido, un mensaje dice cómo seguir.",
        "Quien pidió {short} lo ha probado y lo dice aquí.",
        "¿Qué va primero en {short} y qué puede esperar?",
    ),
    system="el sistema",
    which_system="¿En qué aplicación se quiere {doing}?",
    waits="Espera a otro trabajo: «{quote}».",
    waits_for_nothing="Para {doing} no se nombra trabajo previo.",
    open_means="Se pide {doing} como resultado; el camino queda libre.",
    fixed_means="Para {doing} viene fijado: {quote}.",
    valued="«{quote}».",
    for_role="Sirve {to_role}; cuánto, queda por preguntar.",
    for_nobody="No se dice de qué sirve {doing}.",
    measured="Puntos fijos: {quote}.",
    unmeasured="Ninguna cifra acota {short}.",
    vague="«{quote}» no tiene medida: {doing} no tendría fin.",
    bug_notes={
        "Negotiable": "Libre es el camino hacia esto: {expected}.",
        "Estimable": "Falta rastrear qué falla en {short}.",
        "Valuable": "No se dice qué daño hace el fallo en {short}.",
        "Small": "Un solo fallo, visto en {short}.",
        "Testable": "Los pasos de arriba dicen si el fallo en {short} sigue.",
    },
    few="Resultados que trae {doing}: {count}.",
    many="Son {count} resultados; {doing} podría dividirse tras el primero.",
    unsized="Con tan pocas palabras no se sabe cuánto abarca {doing}.",
    tested="Se verá primero: «{expected}».",
    untested="Los criterios sobre {short} son generales.",
    gain="¿Qué aporta {doing} {to_role}?",
    who="¿A quién sirve {doing}, y cómo?",
    more="¿Qué abarca exactamente {short} y qué no?",
    priority_default="Prioridad {priority}: no se menciona urgencia.",
    priority_told="Prioridad {priority}, por «{quote}».",
    type_told="Tomado por {type}, a la vista de «{quote}».",
    derived="Añadidos por experiencia: {listed}.",
    left_out="Para otra incidencia: {quote}",
    not_understood="Dicho sobre el borrador y aún sin incorporar: «{quote}». ¿Qué debe cambiar?",
    dependencies=re.compile(
        r"\b(?:depende[n]? de|bloquead[oa] por|a la espera de|cuando (?:esté|estén) (?:list\w+|terminad\w+))\b.{0,60}|\b[A-Z][A-Z0-9]+-\d+\b"
    ),
    vague_words=re.compile(
        r"\b(?:rápid\w+|fácil\w*|intuitiv\w+|mejor(?:ar)?|modern\w+|optimiz\w+|sencill\w+|robust\w+|eficient\w+|etc)\b",
        re.IGNORECASE,
    ),
    urgencies=(
        (
            "highest",
            re.compile(
                r"\b(?:crític[oa]|bloqueante|producción (?:está )?caída|emergencia)\b",
                re.IGNORECASE,
            ),
        ),
        (
            "high",
            re.compile(
                r"\b(?:urgent\w+|cuanto antes|lo antes posible|prioridad alta|importante)\b",
                re.IGNORECASE,
            ),
        ),
        (
            "low",
            re.compile(
                r"\b(?:sin prisa|no corre prisa|prioridad baja|cuando (?:haya|tengáis) tiempo|menor|cosmétic\w+)\b",
                re.IGNORECASE,
            ),
        ),
    ),
    quotes=("«", "»"),
)
