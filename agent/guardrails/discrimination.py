"""Hatred, and what fair housing forbids: excluding, preferring and steering people by who they are."""

from agent.guardrails.disguise import masked
from agent.guardrails.rules import GAP, rule, words

_NO_THING = (
    r"(?![\s-](?:restaurant|food|cuisine|shop|supermarket|grocer|market|baker|church|chapel|cathedral|temple|synagogue"
    r"|mosque|museum|cemeter|school|festival|new year|art|style|architecture|garden|takeaway|cafe|wall|paint|cabinet|tile"
    r"|kitchen|bathroom|room|marble|interior|oak|stone|brick|stucco|trim|exterior|background|frame|text|decor|furniture"
    r"|door|roof|palette|theme|curtain|bedding|flower|unit|front|render|plaster|facade|linen|parking|access|toilet|bay"
    r"|facilit|ramp|badge|alarm|lift|discount|by |for an? ))"
)
"""What makes a thing of a word that may also mean people."""
_ORIGINS = (
    r"(?:blacks?|african[\s-]americans?|africans?|hispanics?|latin[oax]s?|mexicans?|asians?|chinese"
    r"|indians?|arabs?|roma|gyps(?:y|ies)|immigrants?|foreigners?|refugees?|migrants?|minorit(?:y|ies)"
    r"|muslims?|jews?|jewish|hindus?|sikhs?|catholics?|christians?|white(?:s| people| famil(?:y|ies)"
    r"| buyers?| tenants?| couples?| residents?)|non-?whites?|caucasians?|pakistanis?|romanians?"
    r"|polish (?:people|workers)|poles(?= (?:and|or) romanians| (?:need|please|allowed|welcome|only|apply)|\W*$)"
    r"|people of colou?r|coloured people|colored people)"
)
_OTHER = (
    r"(?:(?:mixed[\s-]race|interracial) (?:couples?|famil(?:y|ies)|people)|straight (?:people|couples?|tenants)|heterosexuals?|gays?|lesbians?|lgbtq?\+?|transgender|trans people|homosexuals?|same[\s-]sex couples?|disabled"
    r"|(?:people|persons?|tenants?|anyone) (?:with|in) (?:disabilit(?:y|ies)|wheelchairs?|children|kids)"
    r"|wheelchair users?|handicapped|deaf|blind people|mentally ill|pregnant women|single m(?:others|oms"
    r"|ums)|unmarried couples?|families with (?:\w+ )?(?:children|kids)|women|elderly|old people"
    r"|seniors|section 8|voucher holders|housing vouchers?|benefit claimants|people on benefits)"
)
_ORIGIN = rf"{_ORIGINS}{_NO_THING}"
_GROUP = rf"(?:{_ORIGINS}|{_OTHER}){_NO_THING}"
_PEOPLE = r"(?:people|famil(?:y|ies)|tenants?|renters?|buyers?|couples?|residents?|households?)"
_ABROAD = (
    r"(?:abroad|overseas|(?:other|foreign|certain|poor) countries|africa|asia|india|pakistan|china|syria|romania|poland|mexico"
    r"|nigeria|morocco|(?:eastern |southern )?europe|(?:the )?middle east|(?:latin|south|central) america)"
)
_AREA = r"(?:neighbou?rhoods?|areas?(?! rugs?)|communit(?:y|ies)|suburbs?|part of town|districts?)"
_HUE = r"(?:white|black|jewish|christian|muslim|hispanic|latino|asian|catholic|arab|mexican)"
_DISDAIN = (
    r"(?:lazy|dirty|stupid|criminals?|inferior|thieves|dangerous|animals|vermin|parasites|subhuman"
    r"|a burden|bad (?:tenants|neighbou?rs|drivers|for)|too (?:emotional|loud|dirty|lazy)|not welcome"
    r"|ruin\w*|destroy\w*|unclean|violent|worthless|less intelligent|trouble|untrustworthy|stink\w*|breed like|filth\w*|scum|savages|cockroaches|backward|primitive"
    r"|terrorists|rapists|freeloaders|taking over|take over|(?:never|don['’]t) pay)"
)
_GRUPO = (
    r"(?:negr[oa]s|blanc[oa]s|gitan[oa]s?|inmigrantes?|extranjer[oa]s?|mor[oa]s|musulman(?:es|as)?|judi[oa]s?"
    r"|latin[oa]s|chin[oa]s|sudamerican[oa]s|arabes?|homosexual(?:es)?|gays?|lesbianas?|transexual(?:es)?"
    r"|discapacitad[oa]s?|(?:personas|gente) (?:con discapacidad|de color|mayor(?:es)?)|familias con (?:niños"
    r"|hijos)|niños|madres solteras|embarazadas|ancian[oa]s|mujeres|rumanos|african[oa]s|minorias"
    r"|cristian[oa]s|catolic[oa]s|españoles|refugiados|marroquies|sillas? de ruedas)"
)
_ZH_BORN = (
    "(?:黑人|白人|外地人|回族|回民|维族|维吾尔族?|藏族|穆斯林|少数民族|外国人|同性恋|农民工|乡下人|农村人|河南人|东北人|新疆人|基督徒|犹太人"
    "|印度人|非洲人|移民|日本人|韩国人)"
)
_ZH_FRAIL = "(?:残疾人|残障人士|单身女性?|女性|女人|孕妇|老人|老年人|(?:有|带)(?:小)?孩子?的|(?:有|带)小孩的|小孩|单亲)"
"""Of whom a draft also speaks out of care."""
_ZH = f"(?:{_ZH_BORN}|{_ZH_FRAIL})"
_ZH_LET = "(?:租|卖|出租|出售|接待|欢迎|接受|招|收|考虑)"

_NO_NOUN = r"(?=\W*$|[.,;:!?)“”\"]| (?:und|oder|bitte|mehr|erwunscht|vermieten|verkaufen)(?!\w))"
"""What makes people of a word that may also go with a thing: "schwarze Fliesen"."""
_LEUTE = (
    r"(?:mietern?|mieterinnen|familien?|paaren?|leuten?|menschen|burgern?|staats(?:burgern?"
    r"|angehorigen?)|kaufern?|bewerbern?|interessenten)"
)
_GRUPPE = (
    r"(?:auslander(?:n|innen)?|turken|arabern?|afrikanern?|muslimen?|moslems?|juden|zigeunern?"
    r"|migrant(?:en|innen)|fluchtlingen?|asyl(?:anten|bewerbern?)|rumanen|russen|syrern?"
    rf"|polen(?! (?:grenz|verkehr|export|liefer)\w*)|homosexuellen?|schwulen|lesben|rollstuhlfahrern?"
    rf"|alleinerziehenden?|familien mit kindern|(?:schwarzen?|farbigen?|behinderten?)(?: {_LEUTE}|{_NO_NOUN}))"
)
_EIGENE = rf"(?:deutschen?|weissen?|arischen?|christlichen?)(?: {_LEUTE}(?!\w)|{_NO_NOUN})"

RULES = (
    rule(
        "slurs",
        *(
            masked(slur, "s", "es", "y")
            for slur in (
                "nigger",
                "nigga",
                "faggot",
                "kike",
                "gook",
                "wetback",
                "tranny",
                "raghead",
                "beaner",
                "towelhead",
                "sudaca",
                "maricon",
                "negrata",
                "panchito",
                "travelo",
                "paki",
                "pikey",
                "darkie",
                "shemale",
            )
        ),
        r"(?<!\w)retard(?:s|ed)(?!\w)|(?<!\w)(?:an?|you|those|these) retards?(?!\w)",
        r"(?<!\w)(?:chinks?(?! (?:in|of))|spics?(?!\W+(?:and|n|&)\W+span)|fags?)(?!\w)(?<!a chink)",
        words("subnormal(?:es)? mongolic[oa]s? mor[oa]s?_de_mierda maricas? negros?_de_mierda"),
        "黑鬼|支那|死同性恋|娘炮|阿三(?!哥)|高丽棒子|棒子国|劣等民族|低等民族|绿绿|番鬼|死残废|残废",
        always=True,
    ),
    rule(
        "excluding people",
        rf"(?<!\w)no (?:\w+ )?{_GROUP}(?!\w)(?!['’])(?! (?:were|was|should|has|had|died))",
        r"(?<!\w)no (?:kids|children|families|babies)(?!\w)(?!['’])(?! (?:room|bed|needed|menu|toys|were|was|should|has|had|died))",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})? (?:[^\s.!?]{{1,20}} ){{0,6}}?(?:not|[^\s.!?]{{0,12}}n['’]t) (?:be )?(?:welcome|bother|apply|wanted)(?!\w)",
        r"(?<!\w)(?:turn|turning|turns) (?:down|away) {0,1}(?:\w+ ){0,3}(?:in (?:an? )?wheelchairs?|with (?:an? )?(?:disabilit\w+|children|kids))(?!\w)",
        r"(?<!\w)(?:people like us|our own kind|(?:urban|inner[\s-]city|ghetto|ethnic) (?:types?|elements?|people))(?!\w)",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})? (?:(?:are|is|were|need|should|must|will)(?: not|n['’]t) "
        rf"(?:be )?(?:welcome|allowed|wanted|permitted|apply|considered|call|contact us|bother)|need not apply|keep out|out)(?!\w)",
        rf"(?<!\w)(?:not|never|n['’]t|n['’]?t want to|without|stop|avoid|refuse to|refusing to) "
        rf"(?:rent|sell|show|leas|market|advertis|lend|offer|cater)(?:e|ing)? {GAP}(?:to |for )?{_GROUP}",
        rf"(?<!\w)(?:not|never|n['’]t|n['’]?t want to|without|stop|avoid|refuse to|refusing to) let(?:ting)? "
        rf"(?:(?:\w+ ){{0,3}}to (?:\w+ )?{_GROUP}|(?:\w+ )?{_GROUP}(?: {_PEOPLE})? (?:in|move|rent|live|stay|view|apply|buy))(?!\w)",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})? (?:should|can|may|must|will|would)(?: (?:have to|want to))? (?:look|go|live|search|be happier"
        rf"|be better off|feel) (?:\w+ )?(?:elsewhere|out of place|somewhere else)(?!\w)",
        rf"(?<!\w)(?:refus|reject|deny|exclud|discourag|screen out|screen|filter out|weed out|turn away"
        rf"|get rid of|keep out|evict|avoid|ban|deter|scare off|drive out|push out|block|repel)"
        rf"(?:e|es|ing|s)? (?:all |any |the |out |away |renting to |attracting )*(?:{_GROUP}|{_PEOPLE} from {_ABROAD})(?!\w)",
        rf"(?<!\w)(?:keep|keeps|keeping) {GAP}(?:{_GROUP}|{_HUE})(?: {_PEOPLE})? (?:out|away|from (?:moving|renting|buying|applying|coming|living|our|this"
        r"|the (?:building|area|street|neighbou\w+)))(?!\w)",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})? will be (?:turned away|refused|rejected|sent away|kept out|excluded)(?!\w)",
        r"(?<!\w)(?:from|of) (?:certain|those|these|some|muslim|african|asian) (?:countries|backgrounds|cultures|religions|nationalities)"
        r"(?: \w+){0,3} (?:(?:not|n['’]t|no) |keep out|elsewhere)",
        rf"(?<!\w)(?:rather not|not|never|n['’]t|hate to) (?:want to |have to |wish to )?(?:live|share|sleep|be) (?:next (?:door )?to|near|with"
        rf"|among|beside|alongside) (?:any |the |all )?{_GROUP}(?!\w)",
        r"(?<!\w)no (?:dss|(?:housing )?benefits? (?:claimants|tenants)|housing benefit|vouchers)(?!\w)",
        rf"(?<!\w)(?:(?:kids|children) (?:are|is) not (?:welcome|wanted)|welcome\W[^.!?]{{0,30}}?(?:kids|children|wheelchairs?|{_GROUP})"
        r"(?: and \w+)? (?:are|is) not)(?!\w)",
        rf"(?<!\w)(?:not (?:suitable|meant|right|intended)|unsuitable) for {GAP}{_GROUP}(?!\w)",
        rf"(?<!\w)(?:without|free (?:of|from)|away from|few|fewer|too many|no more) (?:any |many |the )?"
        rf"{_ORIGIN}(?!\w)",
        r"(?<!\w)(?:child[\s-]?free|adults?[\s-]only) (?:building|apartments?|rental|complex|community"
        r"|tenants?|propert\w+|home|unit|flat|house)s?(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "preferring people",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})?(?:[\s-]only| preferred| exclusively)(?!\w)",
        rf"(?<!\w){_HUE}s? (?:{_PEOPLE} )?(?:only|preferred)(?!\w)|(?<!\w){_HUE}s?-only(?!\w)",
        rf"(?<!\w)(?:only|exclusively|just)(?! (?:\d|one |two |three |four |five |half|about|an? )) (?:\w+ ){{0,3}}(?:to |for |by |at )?{_GROUP}(?!\w)",
        rf"(?<!\w)(?:only|exclusively|prefer|preferably|preference for|want|perfect for|ideal for|great for"
        rf"|reserved for|suits?|target|attract) (?:\w+ ){{0,3}}{_HUE} {_PEOPLE}(?!\w)",
        r"(?<!\w)(?:men|women|males|females|ladies|gentlemen|able[\s-]bodied (?:\w+ )?|straight couples"
        r"|christians|whites) (?:only|preferred)(?!\w)|(?<!\w)able[\s-]bodied(?!\w)",
        r"(?<!\w)(?:british|european|english|german|american|aryan|western|native)[\s-](?:born )?(?:people|tenants?|nationals?|families"
        r"|applicants?|couples?) (?:only|preferred)(?!\w)|(?<!\w)(?:couples?|tenants?|people|professionals) without (?:kids|children)"
        r" (?:only|preferred|wanted)(?!\w)",
        r"(?<!\w)(?:english speakers|native speakers|citizens|singles|childless couples) (?:only|preferred)",
        spares_warnings=True,
    ),
    rule(
        "steering",
        rf"(?<!\w)(?:mostly|mainly|predominantly|majority)[\s-]?{_HUE}(?!\w){_NO_THING}",
        rf"(?<!\w)(?:all|nice|safe|good|traditional)[\s-]?{_HUE} (?:\w+ )?(?:{_PEOPLE}|{_AREA}|streets?|towns?|blocks?"
        r"|owners?|neighbou?rs|population|enclaves?)(?!\w)",
        rf"(?<!\w)(?:{_AREA}|streets?|blocks?|buildings?|town) (?:\w+ ){{0,3}}all[\s-]?{_HUE}(?!\w){_NO_THING}",
        rf"(?<!\w){_HUE} {_AREA}(?!\w)",
        rf"(?<!\w)steer(?:ing|s)? {GAP}(?:{_GROUP}|{_HUE} {_PEOPLE})(?!\w)",
        rf"(?<!\w)keep(?:ing|s)? {GAP}{_AREA} (?:\w+ )?{_HUE}(?!\w)",
        r"(?<!\w)(?:wrong|right|certain|those|undesirable|our) (?:kinds?|sorts?|types?) of (?:people|famil"
        r"|tenants?|residents?|neighbou?rs?)",
        r"(?<!\w)(?:ethnic|racial|religious) (?:make-?up|composition|mix|demographics?|profile|breakdown)",
        rf"(?<!\w)(?:what|which|how many) (?:race|religion|ethnicit\w+|nationalit\w+|{_ORIGIN}) ",
        r"(?<!\w)(?:bypass|get around|ignor|evad|circumvent|dodg|skirt|work around|sidestep)(?:e|ing)? "
        r"(?:the )?(?:fair[\s-]housing|anti-?discrimination|equality)",
        r"(?<!\w)undesirables?(?!\w)|(?<!\w)among your own(?: kind| people| faith)?(?!\w)(?! (?:plants|trees|books|things|four))",
        rf"(?<!\w)(?:not|never|n['’]t) (?:see|find|meet|hear) (?:any |many |a lot of )?{_ORIGIN}(?!\w)",
        r"(?<!\w)too (?:ethnic|foreign|multicultural)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "hatred",
        rf"(?<!\w){_GROUP}(?: {_PEOPLE})? (?:always |just |all |will |only )*(?:are |is |make |as |being )?"
        rf"(?:all |just |so |too |always |the )*{_DISDAIN}(?!\w)",
        rf"(?<!\w)(?:hate|hates|hating|despise) (?:all |the )?{_GROUP}(?!\w)",
        rf"(?<!\w)why (?:are |do |should )?(?:\w+ )?{_ORIGIN} (?:\w+ ){{0,4}}(?:lower|ruin|hurt|destroy|bring down"
        r"|decrease|should not|shouldn['’]t|can['’]?t|cannot|don['’]t belong)",
        r"(?<!\w)(?:jokes?|joke) (?:about|mocking|on) (?:\w+ ){0,2}" + _GROUP + r"(?!\w)",
        r"(?<!\w)(?:mock|mocking|mocks|insult|insulting|make fun of|making fun of|ridicul(?:e|ing)|blam(?:e"
        rf"|ing)) {GAP}{_GROUP}(?!\w)",
        r"(?<!\w)(?:white (?:supremac\w+|power|pride)|heil hitler|(?:master|superior|inferior) race"
        r"|neo-?nazis?|go back to (?:\w+ )?countr(?:y|ies)|ethnically pure|racist jokes?|sexist jokes?)",
        r"(?<!\w)(?:jews|zionists|muslims|immigrants|foreigners|blacks|gays|arabs|chinese) (?:\w+ )?(?:control|rule|run|have taken over|own)"
        r" (?:the|our|this|every|all|half)(?!\w)",
        r"(?<!\w)(?:whites|white people|christians) (?:should (?:keep|rule|own|stick)|built (?:this|our))(?!\w)",
        r"(?<!\w)women (?:can['’]t|cannot|belong|should stay|should not|shouldn['’]t|don['’]t)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "discrimination in Spanish",
        rf"(?<!\w)(?:no|nunca) (?:se )?(?:alquil\w+|vend\w+|acept\w+|quer\w+|quier\w+|admit\w+|arrend\w+"
        rf"|enseñ\w+|mostrar) {GAP}{_GRUPO}(?!\w)|(?<!\w)(?:no|nunca) dej\w+ (?:(?:entrar|vivir|alquilar|ver|pasar|comprar) "
        rf"{GAP}{_GRUPO}|{GAP}{_GRUPO} (?:entrar|vivir|alquilar|ver|pasar|comprar))(?!\w)|(?<!\w)(?:ni|nada de|fuera|sin) {_GRUPO}(?!\w)",
        rf"(?<!\w)(?:abstenerse|abstenganse) {GAP}{_GRUPO}|(?<!\w){_GRUPO} (?:abstenerse|fuera|no(?:\W*$| gracias| por favor"
        rf"| admitid\w+| aceptad\w+| (?:son )?bienvenid\w+|, ))(?!\w)",
        rf"(?<!\w)(?:solo|unicamente|exclusiv\w+|solamente|preferiblemente|preferencia)(?! (?:un[oa]? de|el \w+ por|\d)) {GAP}{_GRUPO}(?!\w)",
        rf"(?<!\w)(?:evitar|ahuyentar|excluir|excluya|rechazar|descartar|echar|alejar|filtrar|expulsar|disuadir)"
        rf" {GAP}{_GRUPO}(?!\w)",
        rf"(?<!\w)(?:barrios?|zonas?|vecindarios?|edificios?) (?:(?:de |para |sin |con pocos |libres? de |solo )+"
        rf"{_GRUPO}|(?:blanc|negr|gitan|latin|mor)[oa]s?)(?!\w)(?! (?:roto|mate))",
        r"(?<!\w)(?:niños|mujeres|ancian[oa]s|embarazadas|discapacitad[oa]s) (?:\w+ )?son (?:unos |unas |muy |todos |todas |tan )*(?:vag|suci"
        r"|ladron|delincuent|inferior|basura|escoria|peligros|animal|una plaga|tont|mal[oa]s|molest|ruidos)\w*",
        rf"(?<!\w)(?:l[oa]s )?(?!niños|mujeres|ancian|embarazadas|personas|gente|familias|madres|discapac){_GRUPO} (?:\w+ )?(?:son|bajan|arruinan|ensucian|estropean|roban|no pagan"
        r"|destroza\w*|apestan|huelen mal|nos invaden|deberian irse)(?!\w)",
        rf"(?<!\w)(?:odi[oa]\w*|burl\w+|chistes?) {GAP}{_GRUPO}(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "discrimination in Chinese",
        f"(?:不(?![少仅同断管论过久是])|拒绝|谢绝|禁止|排除|赶走|别|避免|排斥|远离|讨厌)(?:租|卖|出租|出售|接待|欢迎|让|接受|给|把)?"
        f"[^。！？，]{{0,4}}{_ZH_BORN}|{_ZH_BORN}[^。！？]{{0,4}}(?:勿扰|免谈|不租|不卖|除外|不要|禁止|与狗|绕道|别来|不得|请勿|不欢迎)",
        f"(?:不(?:要|想|愿意?|能|会|再|得)?|别|避免|禁止){_ZH_LET}(?:给)?[^。！？，]{{0,4}}{_ZH_FRAIL}"
        f"|(?:拒绝|谢绝|排除|赶走|排斥|讨厌|远离)(?:让|把)?{_ZH_LET}?(?:给)?[^。！？，]{{0,4}}{_ZH_FRAIL}"
        f"|{_ZH_FRAIL}[^。！？]{{0,6}}(?:勿扰|免谈|不租|不卖|除外|与狗|绕道|别来|不欢迎|(?:不要|禁止|不得|请勿)(?:租|入住|联系|打扰|看房|来))",
        f"(?:只|仅|限)(?:限|租|卖|给|接受|招|面向|欢迎|售|适合|想)*(?:给)?(?:本地)?{_ZH_BORN}|(?:没有|少){_ZH_BORN}",
        f"(?:只|仅|限)(?:限|租|卖|给|接受|招|面向|欢迎|售|想)+(?:给)?(?:本地)?{_ZH_FRAIL}|没有(?:老人|小孩)的(?:小区|楼|社区)",
        f"{_ZH_BORN}[^。！？，]{{0,6}}(?:素质(?:低|差)|很?懒|肮脏|脏|劣等|小偷|骗子|犯罪|拉低|破坏|低人一等|不如|不配|都是|恶心|很?臭|下贱|偷东西|野蛮|恐怖分子)",
        f"{_ZH_FRAIL}[^。！？，]{{0,6}}(?:素质(?:低|差)|很?懒|肮脏|劣等|拉低|低人一等|不配)",
        f"(?:嘲笑|讽刺|侮辱|贬低|歧视|取笑)(?:的|一下)?{_ZH}|(?:高素质|纯)白人|白人(?:社区|区)|黑人(?:社区|区)",
        spares_warnings=True,
    ),
    rule(
        "discrimination in German",
        rf"(?<!\w)(?:keinen?|ohne) {_GRUPPE}(?!\w)",
        r"(?<!\w)keine kinder(?!\w)(?! (?:ohne|allein|unbeaufsichtigt|im|am|auf|in der|in den))",
        rf"(?<!\w)nicht (?:\w+ )?an (?:\w+ )?{_GRUPPE}(?!\w)",
        rf"(?<!\w){_GRUPPE} (?:sind )?(?:unerwunscht|raus|zwecklos|ausgeschlossen|nicht (?:erwunscht"
        r"|willkommen|gewunscht|zugelassen))(?!\w)",
        rf"(?<!\w){_GRUPPE} (?:\w+ ){{0,3}}(?:ablehne|ausschliesse|abschrecke|fernhalte|aussortiere"
        r"|loswerde)n?(?!\w)",
        rf"(?<!\w)(?:nur|ausschliesslich|bevorzugt|lieber) (?:(?:an|fur) )?{_EIGENE}",
        r"(?<!\w)(?<!und )(?<!oder )ohne migrationshintergrund(?!\w)",
        spares_warnings=True,
    ),
)
