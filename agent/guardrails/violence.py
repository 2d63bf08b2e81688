from agent.guardrails.rules import GAP, rule, words

_WHO = (
    r"(?:someone|somebody|anyone|everyone|people|persons?|him|her|them|myself|yourself|himself"
    r"|herself|neighbou?rs?|tenants?|landlords?|wi(?:fe|ves)|husbands?|ex|boss(?:es)?|m[ae]n|wom[ae]n"
    r"|child|children|kids?|famil(?:y|ies)|co-?workers?|colleagues?|girlfriends?|boyfriends?"
    r"|mother|father|parents?|brother|sister|roommates?|flatmates?|squatters?|immigrants?|polic(?:e"
    r"|eman|emen)|cops?|politicians?|president|mayor|inspectors?|animals?|cats?|dogs?|pets?)"
)
_RIVAL = r"(?:agents?|realtors?|brokers?|competitors?|clients?|buyers?|sellers?|owners?)"
_HARM = (
    r"(?:kill(?:s|ed|ing)?|murder(?:s|ed|ing)?|stab(?:s|bed|bing)?|strangl(?:e|es|ed|ing)"
    r"|poison(?:s|ed|ing)?|tortur(?:e|es|ed|ing)|assassinat(?:e|es|ed|ing)|kidnap(?:s|ped|ping)?"
    r"|behead(?:s|ed|ing)?|butcher(?:s|ed|ing)?|maim(?:s|ed|ing)?|lynch(?:es|ed|ing)?|exterminat(?:e|es|ed|ing)"
    r"|slaughter(?:s|ed|ing)?|execut(?:e|es|ed|ing)|drown(?:s|ed|ing)?|suffocat(?:e|es|ed|ing))"
)
_HURT = (
    r"(?:hurt(?:s|ing)?|beat(?:s|ing|en)?(?: up)?|attack(?:s|ed|ing)?|punch(?:es|ed|ing)?|harm(?:ing)?"
    r"|shoot(?:s|ing)?|shot|assault(?:s|ed|ing)?|chok(?:e|es|ed|ing)|injur(?:e|ing)|bomb(?:s|ed|ing)?"
    r"|threaten(?:s|ed|ing)?|burn(?:s|ing)?|whip(?:s|ped|ping)?)"
)
_OBJECT = r"(?:(?:all|my|your|his|her|our|their|the|an?|that|this|these|those|some|old|young|other"
_OBJECT += r"|noisy|annoying|difficult|bad|rival|next[\s-]door)\s+){0,4}"

RULES = (
    rule(
        "threats",
        r"(?<!\w)(?:we|i|they|he|my \w+|our \w+)(?:['’]ll| will| shall|['’]re going to| are going to| am going to|['’]m going to) "
        r"(?:\w+ )?(?:(?:break|smash|cut(?: off)?|crush|burn|bash|rip off) your (?:\w+ )?(?:legs?|arms?|bones?|necks?|faces?"
        r"|kneecaps?|knees?|fingers?|skull|teeth|throat)|(?:kill|murder|shoot|stab|bury) (?:you|your))(?!\w)"
        r"(?! with (?:kindness|laughter|love))",
        r"(?<!\w)(?:you|your (?:famil(?:y|ies)|wi(?:fe|ves)|husband|kids?|child(?:ren)?|son|daughter|loved ones)) (?:will|won['’]t"
        r"|shall|are going to|might) (?:not |never )?(?:live to see|see (?:another|the next) (?:day|summer|morning)|bleed"
        r"|be found dead|pay with (?:your|their) (?:blood|li))",
        r"(?<!\w)(?:te|os) (?:vamos a |voy a |van a )(?:partir|romper|rajar|matar|pegar|quemar|reventar|cortar)(?!\w)",
        r"(?<!\w)(?:te|os) (?:mataremos|matare|matamos|romperemos|partire(?:mos)?)(?!\w)",
        r"(?<!\w)(?:anyone|whoever|everyone|those) who [^.!?]{1,50} (?:gets?|will be|will get) (?:stabbed|shot|beaten|killed|hurt)(?!\w)(?! by)",
        r"(?<!\w)(?:hunt you down|shoot you in|make you bleed)(?!\w)|(?<!\w)spik(?:e|ing) (?:her|his|their|someone['’]s) drinks?(?!\w)",
        "(?:烧|砸|炸)(?:了|掉)?(?:你|您)(?:家|的|全家)|泼(?:你|他|她|租客)?[^。]{0,3}硫酸|要(?:了)?(?:你|您)的?狗?命|弄死(?:你|他|她)|小心(?:你|您)的?(?:狗命|家人|全家|孩子|腿)|砍(?:了|死)(?:你|他|她)"
        "|打断(?:你|您)(?:的|们|双|两|一|条){0,3}腿",
        always=True,
    ),
    rule(
        "killing or hurting people",
        rf"(?<!\w){_HARM}\s+{_OBJECT}(?:{_WHO}|{_RIVAL}|refugees|migrants|jews|muslims|foreigners|gays|burglars?|intruders?|thieves)(?!\w)(?!['’]s? (?:time|plants?|lawn))",
        rf"(?<!\w){_HURT}\s+{_OBJECT}{_WHO}(?!\w)(?!['’]s? (?:price|offer|bid|wallet|feelings))",
        rf"(?<!\w){_WHO} {GAP}(?:being|getting|is|are|was|gets?) (?:stabbed|shot(?! (?:in|on|by|at"
        r"|with|for) )|shot dead|murdered|beaten|killed|tortured|strangled|hanged|executed)(?!\w)",
        r"(?<!\w)(?:beat|beating|kick|kicking) (?:the )?(?:hell|crap|life|living) out of(?!\w)",
        r"(?<!\w)(?:smash|crack|bash|crush)(?:ing)? (?:the|his|her|their|someone['’]s) (?:skulls?|faces?|heads?|teeth)(?: in)?(?!\w)",
        r"(?<!\w)slit(?:ting)? {0,1}(?:\w+ ){0,2}(?:throats?|wrists?)(?!\w)",
        r"(?<!\w)(?:get away with|commit|plan|plot|planning|contract) (?:an? |the )?(?:perfect )?murder",
        r"(?<!\w)(?:hire|find) an? (?:hit ?man|assassin|contract killer)(?!\w)",
        r"(?<!\w)death threats?(?!\w)|(?<!\w)deserves? to die(?!\w)|(?<!\w)die in a fire(?!\w)",
        r"(?<!\w)(?:violent|physical|violence) (?:threats?|revenge)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "weapons and attacks",
        r"(?<!\w)(?:mak|build|construct|assembl|plant|creat|detonat)(?:e|es|ing|s)? "
        rf"{GAP}(?:(?<!bath )(?<!seed )bombs?|explosives?|molotovs?(?: cocktails?)?|grenades?|ieds?)(?!\w)",
        rf"(?<!\w)(?:attack|assault|ambush|beat up)(?:s|ed|ing)? {GAP}(?:staff|employees|workers|officials)(?!\w)",
        words("pipe_bombs? nail_bombs? car_bombs? bomb_making ghost_guns? molotov_cocktails?"),
        r"(?<!\w)(?:3d[\s-])?print(?:ed|ing)? (?:an? )?(?:guns?|firearms?)(?!\w)",
        r"(?<!\w)(?:mass|school|workplace) shootings?(?!\w)|(?<!\w)shoot up (?:an?|the|my)(?!\w)",
        r"(?<!\w)(?:plan(?! of attack)|carry out|commit|stage|praise|glorify)\w* (?:an? |the )?(?:\w+ )?"
        r"(?:terror\w*|attacks?|massacre)(?!\w)",
        r"(?<!\w)burn(?:ing)? (?:his|her|their|your) (?:house|home|flat|car|shop)(?: down)?(?!\w)",
        r"(?<!\w)(?:set(?:ting)? fire to|burn(?:ing)? down|torch(?:ing)?|blow(?:ing)? up) "
        r"(?:my|the|an?|his|her|their|your|our|someone|\w+['’]s)(?!\w)(?! (?:photos?|images?|plans?))",
        spares_warnings=True,
    ),
    rule(
        "cruelty shown",
        words(
            "gory gore_scenes? gruesome dismember\\w* decapitat\\w* mutilat\\w* massacres? severed_heads?"
            " bloodied blood_soaked torture_scenes? disembowel\\w* genocide ethnic_cleansing"
            " corpses? dead_bod(?:y|ies) snuff_films? rape raped raping rapist lynching"
        ),
        r"(?<!\w)(?:covered|drenched|soaked|dripping) (?:in|with) (?:\w+ )?blood(?!\w)",
        r"(?<!\w)blood (?:everywhere|spatter\w*|splatter\w*|and guts|dripping|on the walls?)(?!\w)",
        r"(?<!\w)bloody (?:murder|corpse|fight|scene|massacre|knife|axe|body|death)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "self-harm",
        r"(?<!\w)(?:kill|hang|hurt|cut) (?:myself|yourself|themselves)(?!\w)",
        r"(?<!\w)(?:commit(?:ting)?|methods? of|ways to|how to) suicide(?!\w)|(?<!\w)self[\s-]harm",
        spares_warnings=True,
    ),
    rule(
        "violence in Spanish",
        r"(?<!\w)(?:matar|mata|mate|maten|asesin\w+|apuñal\w+|degoll\w+|tortur\w+|golpear|golpeando"
        r"|estrangul\w+|envenen\w+|secuestr\w+|linch\w+|descuartiz\w+|disparar|agredir|violar|pegar"
        r"|ahorcar|amenazar|quemar|ejecutar)(?:les?|los?|las?)? (?:viv[oa]s? )?(?:a|al)(?!\w)"
        r"(?! (?:dos|varios) pajaros)(?! (?:tiempo|medio|corto|largo|precio|pared|puerta|la vista))",
        r"(?<!\w)(?:hacer|fabricar|construir|poner|colocar|preparar|armar) (?:una |un )?"
        r"(?:bombas?|explosivos?|coctel molotov)(?!\w)(?! de (?:calor|agua|piscina|chocolate|jabon))",
        r"(?<!\w)(?:romper|partir|rajar|reventar)(?:te|le|les) (?:la|las|el|los) (?:cara|piernas|cabeza|huesos)(?!\w)",
        words(
            "bomba_casera explosivos?_caseros? tiroteos? masacres? decapit\\w+ descuartiz\\w+ sangrient[oa]s?"
            " amenazas?_de_muerte suicid\\w+ sicarios? cadaver(?:es)? mutil\\w+ paliza asesinatos?_en_masa"
        ),
        r"(?<!\w)(?:incendi\w+|quem\w+|prend\w+ fuego a) (?:la|su|el|una?|mi)(?!\w)"
        r"(?! (?:grasa|etapa|caloria))",
        r"(?<!\w)(?:llen[oa]s?|cubiert[oa]s?|manchad[oa]s?|charcos?) de sangre(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "violence in Chinese",
        "杀人|杀死(?!细菌|白蚁|蚊|害?虫|霉|病毒)|谋杀|杀掉|杀害|砍死|砍人|砍杀|捅死|捅人|弄死|打死(?!也)|炸弹|炸药"
        "|炸毁|炸掉|炸了|爆炸物|血腥|虐杀|虐待|酷刑|折磨|强奸|绑架|自杀|屠杀|恐怖袭击|枪杀|枪击|分尸|纵火|放火"
        "|烧(?:毁|掉|了)(?:他|她|邻居|房东|租客)|毒死(?!老鼠|蟑螂|害?虫)|暴打|殴打|毒打|勒死|斩首|肢解|行凶|碎尸"
        "|揍(?:他|她|人|一顿|租客|房东|邻居)|威胁信|打断(?:了|他|她|你|的|人|双|一|条|两|们){0,4}(?:腿|手(?![房机续工里段]))|人身威胁|死亡威胁|满(?:地|身)(?:是)?(?:鲜)?血|尸体|买凶(?!宅)|雇凶",
        spares_warnings=True,
    ),
)
