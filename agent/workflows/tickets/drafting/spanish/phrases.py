"""What a draft by rules says in Spanish."""

import re

from agent.workflows.tickets.drafting.phrases import Phrases, topic

TOPICS = (
    topic(
        r"^(?:(?:añadir|crear|implementar|introducir|tener)\s.{0,20})?(?:la )?(?:autenticación|doble factor|login|inicio de sesión|acceso único)\b|^iniciar sesión\b",
        "Bastan credenciales válidas para {short}; otras se rechazan, y el mensaje no revela qué dato falla.",
        "Tras cerrar la sesión, una página que exige {short} vuelve a pedir las credenciales.",
        "¿Qué abarca {short}: contraseña, acceso único, segundo factor?",
    ),
    topic(
        r"^\w+.*\b(?:accesibles?|lector(?:es)? de pantalla|wcag)\b",
        "Se llega {to_short} y se sale de allí solo con el teclado, con el foco siempre visible.",
        "Un lector de pantalla dice nombre, función y estado de cada elemento {of_short}.",
        "¿Quién prueba {short} con personas que dependen de ello?",
    ),
    topic(
        r"^(?:investigar|analizar|averiguar|estudiar)\b",
        "Lo averiguado sobre {short} se apoya en una medición que otros pueden repetir.",
        "Cada paso que se siga de lo averiguado sobre {short} tiene su incidencia.",
        "¿Cuánto tiempo se puede dedicar {to_short} antes de decidir?",
    ),
    topic(
        r"^(?:sustituir|migrar|mover|trasladar|reemplazar)\b",
        "Después del cambio, nada usa ya {source}.",
        "La vuelta atrás {to_source} está escrita y se ha probado.",
        "¿Qué pasa con lo que siga dependiendo {of_short}?",
        "¿Cuánto tiempo puede faltar {short} durante el cambio?",
    ),
    topic(
        r"^(?:actualizar|configurar)\b",
        "La vuelta al estado anterior {of_short} está escrita y se ha probado.",
        "Las pruebas automáticas en torno {to_short} pasan tras el cambio.",
        "¿Qué depende {of_short} y hay que avisar antes?",
    ),
    topic(
        r"^(?:renovar|rotar)\b",
        "Lo que usa {short} se ha probado tras el cambio.",
        "Consta en esta incidencia dónde se usa {short}.",
        "¿Qué depende {of_short} y hay que avisar antes?",
    ),
    topic(
        r"^(?:eliminar|borrar|quitar|suprimir)\b(?! (?:mis?|sus?) ).{0,30}\b(?:usuari\w+|cuentas?|registros?|datos|clientes?|ficheros?|entradas?)\b",
        "Los recuentos de antes y después muestran que solo faltan {short}.",
        "¿Hay que guardar una copia de {short}, y hasta cuándo?",
    ),
    topic(
        r"^(?:eliminar|borrar|quitar|retirar|suprimir)\b(?!.{0,30}\b(?:usuari\w+|cuentas?|registros?|datos|clientes?|ficheros?|entradas?)\b)",
        "Una búsqueda en código, configuración y documentación no halla nada que use aún {short}.",
        "La compilación y las pruebas pasan sin {short}.",
        "¿Hay que conservar datos que pertenezcan {to_short}?",
        "¿Usa alguien de fuera del equipo todavía {short}?",
    ),
    topic(
        r"^importar\b",
        "Importar de nuevo el mismo fichero no duplica {short}.",
        "¿Los duplicados entre {short} se actualizan, se omiten o se señalan?",
    ),
    topic(
        r"^(?:exportar|descargar)\b",
        "Cada columna ({columns}) coincide con su origen en una muestra comprobada a mano.",
        "Lo exportado {of_short} coincide con lo que se ve en pantalla.",
        "Si no hay nada que exportar {of_short}, un mensaje lo dice y no sale un fichero vacío.",
        "¿Quién más puede tener {short} como fichero?",
    ),
    topic(
        r"^recibir\b.{0,30}\b(?:informes?|resúmen(?:es)?|listados?)\b",
        "Las cifras {of_short} coinciden con su origen en un periodo comprobado a mano.",
        "Un periodo sin datos figura como tal en {short}.",
        "¿Quién más puede ver {short}, y cuánto tiempo se guarda?",
    ),
    topic(
        r"^(?:avisar|notificar|alertar|recordar a|informar a)\b|^(?:recibir|enviar|mandar|tener)\b.{0,40}\b(?:avisos?|correos?|sms|notificaci\w+|recordatorios?|alertas?|mensajes?)\b",
        "Un mismo hecho da lugar a un solo envío {of_message}.",
        "Si falla el envío {of_message}, constan la hora y el motivo.",
        "¿Cuál es el texto exacto {of_message}?",
    ),
    topic(
        r"^(?:reservar|comprar|pedir (?!ayuda)|encargar)\b",
        "Pulsar otra vez enseguida cuenta una sola vez para {short}.",
        "Si entretanto {short} ya no {be} disponible, un mensaje lo dice y nada cambia.",
        "¿Hasta cuándo se puede deshacer un paso que afecte {to_short}?",
    ),
    topic(
        r"^(?:cancelar|anular|cambiar .{0,20}\bcitas?)\b",
        "Lo que se cambia o se anula {of_short} queda registrado con su hora.",
        "¿Hasta cuándo se puede deshacer un paso que afecte {to_short}?",
    ),
    topic(
        r"^(?:cobrar|pagar|reembolsar|facturar)\b",
        "El importe que se muestra y el que se cobra coinciden al céntimo en {short}.",
        "¿Cómo se redondea y qué impuesto se aplica en {short}?",
    ),
    topic(
        r"^(?:mejorar|reducir|acelerar|optimizar)\b.*\b(?:rendimiento|tiempo|velocidad|carga|rápid\w+)\b|^acelerar\b|^tardar menos\b",
        "Lo que {show} {short} es lo de antes; solo cambia el tiempo que tarda.",
        "Los tiempos {of_short}, antes y después, constan medidos de igual forma.",
        "¿En qué parte de los casos debe cumplir {short} el límite?",
    ),
    topic(
        r"^solo: ",
        "Sin ese permiso, tampoco se obtiene {short} por dirección directa ni por búsqueda.",
        "¿Quién concede y retira el permiso sobre {short}?",
    ),
    topic(
        r"\bsin (?:conexión|red|cobertura|internet)\b",
        "Cerrar {system} antes de recuperar la conexión no pierde nada {of_short}.",
        "¿Qué versión {of_short} vale si ambos lados cambiaron?",
    ),
    topic(
        r"^(?:ver|consultar|mirar) (?:mis?|sus?) ",
        "Entre {short} no aparece lo de otra persona, tampoco por su dirección.",
    ),
    topic(
        r"^(?:ver|consultar|mirar|listar) (?!cuánt|cóm|qué|quién|dónde|si |cuándo)(?:\w+ ){0,2}?(?:\w+s|historial|lista)\b",
        "Mientras no haya {bare}, una frase lo dice en lugar de una página vacía.",
        "¿En qué orden aparecen {short}, y cuántas cosas a la vez?",
    ),
    topic(
        r"^(?:buscar|filtrar|ordenar)\b",
        "Si no hay resultados, una frase lo dice en lugar {of_short}.",
        "¿Qué tamaño puede alcanzar {short}?",
    ),
    topic(
        r"^(?:añadir|introducir|ofrecer|elegir|recordar|tener)\b.{0,30}\b(?:modo oscuro|tema|idioma|preferencia|ajustes?|letra)\b",
        "Lo elegido para {short} sigue puesto tras cerrar la sesión y volver a entrar.",
        "¿Qué vale para {short} antes de que nadie elija?",
    ),
    topic(
        r"^traducir\b",
        "Alguien que tiene esa lengua como materna ha leído lo que {say} {short}.",
        "Ningún texto {of_short} queda en la lengua original, enlaces incluidos.",
        "¿Quién revisa {short} cuando cambie el original?",
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
        "Los pasos de arriba, dados en {environment}, llevan a lo esperado {of_short}.",
        "Una prueba automática da los pasos de arriba; sin la corrección {of_short} falla.",
        "Aparte de este fallo, {short} {stay} como antes.",
        "¿En qué versión y entorno se ha visto?",
        "¿Desde cuándo y con qué frecuencia ocurre con {short}?",
        "¿Qué daño en torno {to_short} hay que reparar además?",
    ),
    fallback=topic(
        "",
        "Si {acting} no es posible, un mensaje lo dice y explica cómo seguir.",
        "Una prueba automática demuestra que {shown}.",
        "Alguien ajeno al equipo ha probado «{title}», y lo que encontró consta aquí.",
        "Una prueba automática cubre {short}.",
        "Una segunda persona ha comparado {short} con esta incidencia y no echa nada en falta.",
        "Alguien ajeno al equipo ha mirado {short}, y lo que dijo consta aquí.",
        "¿Qué {of_short} queda fuera por ahora?",
    ),
    task=topic(
        "",
        "Una segunda persona ha comprobado el resultado de {doing}.",
        "Lo hecho para {doing} consta por escrito en esta incidencia.",
        "Quien nota que se va a {doing} está avisado.",
        "¿Quién debe saber de antemano que se va a {doing}?",
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
    few="Resultados que se piden: {count}.",
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
