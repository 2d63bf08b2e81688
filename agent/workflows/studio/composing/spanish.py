"""Spanish wording."""

from agent.workflows.studio.composing.phrases import (
    Blog,
    General,
    Images,
    Phrases,
    Reading,
    Social,
    Strategy,
    caseless,
)

_READING = Reading(
    aspects={
        "what": caseless(
            r"\b(?:es|son) (?:una?|el|la|los|las|lo)\b|\bsignifica|\bconsiste|\bqu[eé] es\b|\bse llama|\bconceptos?\b"
        ),
        "why": caseless(
            r"\bpor qu[eé]\b|\bayuda|\bventaja|\brazon|\braz[oó]n|\bimporta|\bmerece\b|\bconfianza\b"
        ),
        "how": caseless(
            r"\bc[oó]mo\b|\bpasos?\b|\borden\b|\bprepar|\bconviene\b|\bdebe|\bprimero\b|\bsegundo\b|\bempie|\belegir\b"
            r"|\bcompar|\bpregunt|\blimpi|\bmed(?:ir|ida)"
        ),
        "costs": caseless(
            r"\bcost|\bcuesta|\bprecios?\b|\bpag|\bgastos?\b|\bpresupuesto|\bdinero\b|\bbarat|\bcar[oa]s?\b|€|\bimpuestos?\b|\bahorr"
        ),
        "mistakes": caseless(
            r"\berror|\bevit|\bnunca\b|\bmal\b|\briesgo|\bproblema|\bdemasiad|\bfalla|\bolvid|\bpierde|\bda[ñn]o|\bcuidado\b"
        ),
        "next": caseless(r"\bdespu[eé]s\b|\bluego\b|\bal final\b|\bsiguiente|\bmanten|\buna vez\b"),
    },
    defines=caseless(
        r"^(?:el |la |los |las |una? )?(?P<subject>[\w -]{2,60}?) (?:(?:es|son) (?:una?|el|la|los|las)"
        r"|significa|consiste en)\b"
    ),
    contrast=caseless(
        r"\bpero\b|\bsino\b|\ben lugar de\b|\ben vez de\b|\bmientras\b|\baunque\b|\bno\b|\bsolo\b|\bmenos\b|\bfrente a\b"
    ),
    leans=caseless(
        r"^(?:est[oaes]{1,3}|es[oae]s?|ell[oa]s?|adem[aá]s|tambi[eé]n|pero|y|entonces|as[ií]|sin embargo"
        r"|por eso|su|sus|ambos|otr[oa]s?)\b"
    ),
    orders=caseless(
        r"^(?:no )?(?:busca|calcula|compara|comprueba|elige|empieza|escribe|evita|guarda|haz|limpia|lleva"
        r"|mide|mira|pide|pon|pregunta|prepara|quita|repara|retira|reserva|revisa|usa|visita)\b"
    ),
    frames=caseless(
        r"^(?:introducci[oó]n|resumen|conclusi[oó]n(?:es)?|fuentes?|referencias?|notas?|[ií]ndice|acerca de)$"
    ),
)

_BLOG = Blog(
    titles=(
        "{label}: lo que conviene saber antes",
        "{label}: guía clara",
        "{label}, paso a paso",
        "{label}: lo esencial en orden",
        "{label}: por dónde empezar y qué evitar",
        "{label} con palabras sencillas",
        "{label}",
    ),
    headings={
        "what": ("Lo básico", "Para empezar", "Los conceptos"),
        "why": ("Por qué importa", "Lo que aporta", "Las razones"),
        "how": ("Cómo se hace", "En la práctica", "Manos a la obra"),
        "costs": ("Costes y dinero", "Cuánto cuesta", "El presupuesto"),
        "mistakes": ("Errores que evitar", "Lo que puede salir mal", "Tropiezos frecuentes"),
        "next": ("Lo que viene después", "Y más adelante", "Para mantenerlo"),
    },
    openings=(
        "¿Por dónde se empieza con {topic}? Las secciones van en orden.",
        "Aquí tienes {topic} con palabras sencillas y en el orden en que hace falta.",
        "Este texto recorre {topic} pregunta a pregunta.",
        "¿Qué hay que saber sobre {topic}, y qué puede esperar? Este texto lo pone en orden.",
        "Esta es una guía sencilla sobre {topic}, de la primera pregunta a la última.",
    ),
    overviews=(
        "{label}, en este orden: {headings}.",
        "{label}, sección a sección: {headings}.",
        "{label}, punto por punto: {headings}.",
        "{label}, de principio a fin: {headings}.",
    ),
    glances=("De un vistazo", "Los datos de un vistazo"),
    endings=("En resumen", "Para terminar", "Conclusión"),
    closings=(
        "Hasta aquí {topic}, desde «{first}» hasta «{last}».",
        "Empieza por «{first}», y lee lo demás cuando te haga falta.",
        "Cada sección se entiende por sí sola, desde «{first}» hasta «{last}».",
        "Nada de esto tiene que ocurrir a la vez: «{first}» es un buen comienzo.",
    ),
    sources="Fuentes: {links}.",
    metas=(
        "{label}: {headings}.",
        "{label} con palabras sencillas: {headings}.",
        "{label}, paso a paso: {headings}.",
    ),
    meta_ends=(
        "Paso a paso.",
        "Con palabras claras.",
        "Léelo antes de empezar.",
        "En orden y sin adornos.",
        "Una lectura tranquila antes de decidir.",
        "Qué hacer, qué preguntar y qué puede esperar.",
        "Una lectura clara para quien quiere decidir con calma.",
        "Qué hacer, qué preguntar, qué puede esperar y qué conviene evitar.",
    ),
    meta_fill="Una guía clara de lo que hay que hacer, lo que hay que pedir y lo que se puede dejar"
    " para más tarde, paso a paso y en orden, de principio a fin, con calma y sin prisa.",
)

_SOCIAL = Social(
    questions=(
        "¿Qué te gustaría saber primero sobre {topic}?",
        "{Topic}: ¿por dónde empezarías tú?",
        "¿Qué duda sobre {topic} se repite una y otra vez?",
        "¿Tienes {topic} entre tus planes?",
        "¿A quién preguntarías sobre {topic}?",
    ),
    statements=("{Topic}, con palabras sencillas.", "Unas palabras claras sobre {topic}."),
    contrasts=(
        "{Topic}: menos suposiciones y más contenido.",
        "Ni eslóganes ni prisas: {topic}, con detalle.",
        "Parece sencillo: {topic}. Los detalles merecen atención.",
    ),
    contexts=(
        "Aquí van los puntos sobre {topic} que se pueden comprobar en una fuente.",
        "Lo que sigue sobre {topic} tiene una fuente detrás de cada línea.",
        "Cada uno de los puntos sobre {topic} se puede comprobar.",
    ),
    bridges=(
        "Conviene recordar:",
        "Lo que destaca:",
        "Dicho claramente:",
        "Según las fuentes:",
        "En detalle:",
    ),
    asks=(
        "¿Qué añadirías tú sobre {topic}?",
        "¿Qué harías tú primero?",
        "¿Ves {topic} de otra manera? Deja un comentario en tu estilo.",
        "Comparte este texto con quien tenga {topic} por delante.",
        "¿Cuál de estos puntos ya forma parte de tu plan?",
    ),
    captions=(
        "{Topic}, en pocas palabras.",
        "{Topic} sin complicaciones.",
        "Hoy: {topic}.",
        "Un poco de ayuda con {topic}.",
    ),
    saves=(
        "Guarda esto para más tarde.",
        "Comparte esto con quien lo necesite.",
        "Guarda esto para el día en que haga falta.",
    ),
    suffixes=("Consejos", "Guia", "Ideas", "Ayuda", "PasoAPaso", "Claves"),
)

_STRATEGY = Strategy(
    title="{Topic}: plan de contenidos",
    sections={
        "audience": "Audiencia",
        "pillars": "Pilares de contenido",
        "mix": "Mezcla de formatos",
        "channels": "Canales",
        "calendar": "Calendario",
        "kpis": "Indicadores (KPI)",
        "roadmap": "Hoja de ruta",
    },
    summary=(
        "Un plan de contenidos sobre {topic}. Sus pilares: {pillars}.",
        "Este plan convierte {topic} en una serie. Las partes: {pillars}.",
        "Contenidos sobre {topic}, con un hilo. En este orden: {pillars}.",
    ),
    audience=(
        "{Audience}, en lo que toca a {topic}.",
        "Para: {audience}. La ocasión es {topic}.",
    ),
    nobody="Lectores que tienen {topic} por delante.",
    audience_questions=(
        "{pillar}: ¿por dónde empezar?",
        "{pillar}: ¿qué puede esperar?",
        "{pillar}: ¿qué se pasa por alto?",
        "{pillar}: ¿quién puede ayudar?",
        "{pillar}: ¿qué hace falta?",
    ),
    pillars={
        "what": ("Conceptos de {topic}", "{Topic} desde el principio"),
        "why": ("Razones para {topic}", "{Topic}: por qué"),
        "how": ("{Topic} en la práctica", "{Topic}, paso a paso"),
        "costs": ("{Topic} y dinero", "El presupuesto de {topic}"),
        "mistakes": ("{Topic}: qué evitar", "Tropiezos con {topic}"),
        "next": ("Después de {topic}", "{Topic}: lo siguiente"),
    },
    pillar_uses=("Sirve para: {kinds}.", "Formatos: {kinds}.", "Previsto como: {kinds}."),
    mix=("**{kind}**, {share} %: {titles}.", "{share} % de **{kind}**, como {titles}."),
    channels={
        "blog": (
            "**Blog**: {pillar} con detalle, para que se encuentre en los buscadores.",
            "**Blog**: el lugar de {pillar} al completo.",
        ),
        "linkedin": (
            "**LinkedIn**: {pillar}, punto por punto, para conversar entre profesionales.",
            "**LinkedIn**: textos breves sobre {pillar} que acaban en pregunta.",
        ),
        "instagram": (
            "**Instagram**: una imagen y un texto sobre {pillar}.",
            "**Instagram**: {pillar} para mirar, guardar y enviar.",
        ),
    },
    columns=("Semana", "Día", "Formato", "Título", "Pilar"),
    days=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    kinds={
        "blog": "entrada de blog",
        "linkedin": "publicación de LinkedIn",
        "instagram": "publicación de Instagram",
        "blogs": "entradas de blog",
        "linkedins": "publicaciones de LinkedIn",
        "instagrams": "publicaciones de Instagram",
    },
    slots=(
        "más de cerca",
        "preguntas de lectores",
        "lo que se pasa por alto",
        "en la práctica",
        "a favor y en contra",
        "lista de control",
    ),
    kpis={
        "blog": (
            "Blog: visitas desde buscadores a «{title}» y hasta dónde se lee.",
            "Blog: consultas que empiezan en «{title}».",
        ),
        "linkedin": (
            "LinkedIn: comentarios en «{title}» y quién los escribe.",
            "LinkedIn: seguidores nuevos en la semana de «{title}».",
        ),
        "instagram": (
            "Instagram: veces que se guarda y se envía «{title}».",
            "Instagram: visitas al perfil tras «{title}».",
        ),
    },
    kpi_rhythm=(
        "Anota los valores antes de empezar con {topic} y luego cada semana.",
        "Compara los pilares de {topic} entre sí y no con otras marcas.",
    ),
    phases=(
        (
            "**Preparar**: cerrar {pillars} y reunir imágenes para «{first}».",
            "**Arrancar**: acordar {pillars} y redactar «{first}».",
        ),
        (
            "**Publicar**: seguir el calendario desde «{first}» hasta «{last}».",
            "**Mantener**: una entrega tras otra hasta «{last}».",
        ),
        (
            "**Revisar**: ver qué ha funcionado de {pillars} y planificar {topic} de nuevo.",
            "**Aprender**: quedarse con lo que ha servido a {topic} y dejar lo demás.",
        ),
    ),
)

_IMAGES = Images(
    scenes=(
        (
            caseless(r"staging|decor|sal[oó]n|interior"),
            ("un salón luminoso con un sofá claro, una mesa baja y una planta verde",),
        ),
        (
            caseless(r"fachada|exterior|jard[ií]n"),
            ("la fachada de una casa cuidada con la puerta pintada, un camino limpio y macetas",),
        ),
        (
            caseless(r"\bfotos?\b|fotograf|v[ií]deo|c[aá]mara"),
            ("una cámara sobre un trípode en una habitación ordenada y con sol",),
        ),
        (
            caseless(r"hipoteca|pr[eé]stamo|entrada|financ"),
            ("una mesa de cocina con papeles en montones ordenados, una calculadora y una taza",),
        ),
        (
            caseless(r"primera vivienda|primera casa|comprar"),
            ("una mano con unas llaves nuevas ante una puerta abierta a una sala vacía con sol",),
        ),
        (
            caseless(r"alquil|inquilin|arrenda"),
            ("un piso pequeño con la mesa puesta, una bicicleta junto a la pared y luz de mañana",),
        ),
        (caseless(r"mudanza"), ("cajas de mudanza con etiquetas junto a una alfombra enrollada",)),
        (
            caseless(r"barrio|calle|ciudad"),
            ("una calle tranquila con árboles, una panadería y casas bajas",),
        ),
        (
            caseless(r"energ|aisla|eficien"),
            (
                "una casa antigua de ladrillo con ventanas nuevas y una bomba de calor junto al muro",
            ),
        ),
        (caseless(r"caf[eé]"), ("granos de café tostado en una pala junto a una taza blanca",)),
    ),
    elsewhere=(
        "una mesa ordenada con un cuaderno y unos objetos que evocan {topic}",
        "un bodegón sereno sobre {topic}",
    ),
    lights=(
        "luz suave desde la izquierda",
        "luz cálida de la tarde",
        "luz clara de la mañana",
        "luz de día nublado",
        "sol bajo y sombras largas",
        "luz de lámparas al anochecer",
    ),
    framings=(
        "a la altura de los ojos",
        "de frente, con líneas tranquilas",
        "desde la puerta, con profundidad",
        "de cerca, con fondo desenfocado",
        "desde un poco más arriba",
        "en plano abierto",
    ),
    prompts=(
        "{Light}: {scene}{details}; {framing}, sobre {topic}; {bounds}.",
        "{Framing}: {scene}{details}, con {light}, para {topic}, {bounds}.",
        "{Scene}{details}; {light}. El tema es {topic}; {bounds}.",
    ),
    ratio={
        r"\b1:1\b|\bcuadrad": "1:1",
        r"\b16:9\b|\bhorizontal\b|\bcabecera\b|\bportada\b|\bbanner\b|\bapaisad": "16:9",
        r"\b9:16\b|\bvertical\b|\bhistoria\b|\bstor(?:y|ies)\b|\breels?\b": "9:16",
        r"\b4:3\b": "4:3",
        r"\b3:4\b|\bcartel\b|\bretrato\b|\bfolleto\b": "3:4",
        r"\bblog\b|\blinked ?in\b": "16:9",
    },
    styles={
        r"\bacuarela": "acuarela",
        r"\b3-?d\b": "render 3D",
        r"\bminimalista": "minimalista",
        r"\bboceto|\bdibujo|\bl[aá]piz": "dibujo a línea",
        r"\b[oó]leo\b": "óleo",
        r"\bretro\b|\bvintage\b": "retro",
        r"\bilustraci[oó]n|\bvectorial": "ilustración plana",
        r"\bfoto\w*": "fotografía",
    },
    default_style="fotografía",
    bounds=(
        "sin letras, sin logotipos y sin personas reconocibles",
        "sin texto ni marcas ni rostros",
        "sin nadie reconocible y sin rótulos",
    ),
    alt="{Scene}, con {light}",
    features=", con {features}",
    place=", {place}",
)

_GENERAL = General(
    found=(
        "Esto dicen las fuentes sobre {topic}.",
        "Sobre {topic}, las fuentes dicen lo siguiente.",
    ),
    onward=(
        "Si ha de ser un texto, pide una entrada de blog, un post de LinkedIn o de Instagram sobre {topic}.",
        "A partir de aquí puedes pedir un texto, una imagen o un plan de contenidos sobre {topic}.",
    ),
    help="Puedo escribir una entrada de blog, un post de LinkedIn, un texto de Instagram, una imagen o"
    " un plan de contenidos para {brand}, y reunir datos con sus fuentes. Di de qué debe tratar, por"
    " ejemplo: «{example}».",
    help_on="Puedo convertir {topic} en una entrada de blog, un post de LinkedIn, un texto de Instagram,"
    " una imagen o un plan de contenidos para {brand}. Di qué debe ser y primero busco datos.",
    nothing="No se ha encontrado nada sobre {topic}, así que no hay aquí nada que pueda contar desde una fuente.",
)

SPANISH = Phrases(
    stop=".",
    gap=" ",
    comma=", ",
    last=" y ",
    colon=": ",
    second_colon=", ",
    labels={
        "property_type": "Inmueble",
        "location": "Ubicación",
        "price": "Precio",
        "features": "Características",
    },
    you=caseless(r"\b(?:t[uú]s?|te|contigo)\b"),
    calls=(
        "Contacta con {brand} si tienes dudas sobre {topic}.",
        "Habla con {brand} antes del siguiente paso.",
        "Consulta a {brand} sobre {topic}.",
    ),
    reading=_READING,
    blog=_BLOG,
    social=_SOCIAL,
    strategy=_STRATEGY,
    images=_IMAGES,
    general=_GENERAL,
)
