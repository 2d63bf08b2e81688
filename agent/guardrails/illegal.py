from agent.guardrails.rules import GAP, rule, words

_DRUG = (
    r"(?:drugs?|cocaine|heroin|meth|methamphetamine|crystal meth|fentanyl|ecstasy|mdma|lsd|ketamine"
    r"|crack cocaine|weed|marijuana|cannabis|opioids?|narcotics?)"
)
_PAPER = (
    r"(?:documents?|pay ?stubs?|pay ?slips?|ids?|identit(?:y|ies)|appraisals?|bank statements?"
    r"|signatures?|deeds?|titles?|passports?|reviews?|testimonials?|incomes?|permits?|licen[cs]es?"
    r"|certificates?|reports?|references?|tax returns?|w-?2s?|contracts?|leases?|listings?|papers?"
    r"|invoices?|employment letters?|proof of (?:funds|income)|mortgage applications?|letters?)"
)
_FAULT = (
    r"(?:defects?|damages?|mou?ld|asbestos|lead paint|termites?|problems?|flood(?:ing|s)?|leaks?|damp"
    r"|cracks?|issues?|violations?|faults?|rot|infestation|repairs?|radon|flaws?)"
)

RULES = (
    rule(
        "drugs",
        r"(?<!\w)(?:sell|buy|mak|cook|deal|smuggl|grow|produc|traffick?|hid|order|push|distribut"
        rf"|stash|advertis|manufactur|ship)(?:e|s|es|ing)? {GAP}{_DRUG}(?!\w)(?![\s-](?:free|store|test"
        r"|policy|screening|polic))",
        r"(?<!\w)(?:run|start|hid|operat|set up|conceal)(?:e|ing|ning|ting)? (?:\w+ ){0,2}(?:meth|drug) labs?(?!\w)",
        words("drug_deal(?:er|ers|ing)? drug_traffick\\w* drug_dens? meth_cook\\w* grow_op"),
        spares_warnings=True,
    ),
    rule(
        "fraud and forgery",
        rf"(?<!\w)(?:forg(?:e|ed|es|ing)|falsif(?:y|ies|ied|ying)|fabricat(?:e|ed|ing)|doctor(?:ed|ing)?"
        rf"|fak(?:e|ed|ing)|photoshop(?:ped|ping)?|counterfeit(?:ing|ed)?|bogus|phony) {GAP}{_PAPER}(?!\w)",
        r"(?<!\w)(?:copy|copies|copying|steal|tak(?:e|ing)) (?:\w+ ){0,2}(?:photo(?:graph)?s?|pictures|images) (?:of|from) "
        r"(?:someone|somebody|another|other)(?!\w)",
        r"(?<!\w)(?:collect|take|cash|pocket)(?:s|ing)? (?:\w+ ){0,3}(?:deposits?|rents?|money|fees?) (?:and|then|before you) (?:then )?"
        r"(?:vanish|disappear|run|leave|block)\w*",
        r"(?<!\w)(?:tell|claim to|write to) (?:the |your )?(?:insurers?|insurance(?: company)?|bank|lender)(?!\w)[^.!?]{0,60}?(?:and|to|then) "
        r"(?:pocket|collect|cash|keep)(?!\w)",
        r"(?<!\w)(?:buy|order|purchase)(?:ing)? (?:[\w-]+ ){0,3}(?:reviews|testimonials|ratings)(?!\w)",
        r"(?<!\w)(?:overstat|inflat|exaggerat|invent)(?:e|ing) (?:\w+ ){0,3}(?:incomes?|salary|earnings|turnover|valuation|square (?:feet"
        r"|met(?:re|er)s|footage))(?!\w)",
        r"(?<!\w)(?:fak|stag)(?:e|ing) (?:a |an |the )?(?:\w+ )?(?:leaks?|theft|burglar(?:y|ies)|accidents?|fires?|injur(?:y|ies)|break-ins?|claims?)(?!\w)",
        r"(?<!\w)counterfeit (?:money|bills|notes|currency|goods|cash)(?!\w)",
        r"(?<!\w)(?:commit|run|pull off|get away with|set up|start|creat|launch|design|writ|post|promot"
        rf"|plan|build|organi[sz])(?:e|es|s|ing|ting)? {GAP}(?:scams?|fraud|ponzi(?: schemes?)?"
        r"|pyramid schemes?|phishing|con|swindle)(?!\w)",
        words(
            "phishing_(?:emails?|sites?|pages?|messages?|campaigns?) insider_trading bait_and_switch"
        ),
        r"(?<!\w)(?:mortgage|insurance|loan|wire|title|appraisal|occupancy|tax|rental|lease) "
        r"(?:fraud|scams?)(?!\w)",
        r"(?<!\w)(?:scam|swindle|defraud|con|rip off|trick|deceive|mislead)(?:ming|ning|ing|s)? "
        rf"{GAP}(?:people|seniors?|elderly|buyers?|sellers?|tenants?|renters?|lenders?|banks?|insurers?"
        r"|investors?|clients?|owners?|homeowners?|appraisers?|inspectors?|widows?)(?!\w)",
        rf"(?<!\w)li(?:e|es|ed|ing) (?:about|on|to) {GAP}(?:incomes?|mortgage|loan|application|square"
        r"|lender|bank|buyers?|defects?|inspector|insurance)(?!\w)",
        r"(?<!\w)(?:fake|phantom|nonexistent|non-existent) (?:\w+ )?(?:rentals?|listings?|offers?"
        r"|bids?|bidders?|buyers?|homes?|apartments?)(?!\w)",
        r"(?<!\w)(?:listings?|flats?|apartments?|houses?|homes?|rentals?|propert\w+) (?:that|which) "
        r"(?:do(?:es)?(?: not|n['’]t)) (?:really |actually )?exist",
        spares_warnings=True,
    ),
    rule(
        "hidden defects",
        rf"(?<!\w)(?:hid|conceal|cover|mask|disguis|paint|plaster)(?:e|es|ing|s|ed)?(?: up| over)? {GAP}{_FAULT}(?!\w)[^.!?]{{0,80}}?"
        rf"(?:so|and|then) (?:that )?(?:the |your |no |any )?(?:buyers?|tenants?|surveyors?|inspectors?|one|body|they|nobody)"
        r" (?:will |would |can |could )?(?:never|not|n['’]t|won['’]t|finds?|knows?|notices?|suspects?)(?!\w)",
        rf"(?<!\w)(?:do not|don['’]t|never|no need to) (?:tell|warn|inform) (?:the |your |any )?(?:buyers?|tenants?|surveyors?|inspectors?"
        rf"|insurers?|lenders?)(?!\w)[^.!?]{{0,20}}?{_FAULT}(?!\w)",
        rf"(?<!\w)(?:hid|conceal|cover|mask|disguis|paint)(?:e|es|ing|s|ed)?(?: up| over)? {GAP}{_FAULT}"
        rf" {GAP}(?:from|so|without)(?!\w)",
        rf"(?<!\w)(?:without|avoid|instead of|not|never|skip) (?:having to )?(?:disclos|mention|report)"
        rf"(?:e|ing) {GAP}{_FAULT}(?!\w)",
        r"(?<!\w)(?:hide|conceal|cover up) (?:the |an? |our |my |any |serious )*(?:known \w+|asbestos|lead paint"
        r"|termites?|radon|(?:water|termite|structural|foundation|flood|fire|smoke) (?:damages?|problems?|issues?))"
        r"(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "money",
        r"(?<!\w)launder(?:s|ed|ing)? (?:\w+ ){0,3}(?:money|cash|funds|proceeds|profits)(?!\w)",
        r"(?<!\w)money[\s-]launder(?:ing|er|ers)?(?!\w)",
        r"(?<!\w)(?:evad|dodg|cheat)(?:e|es|ing|s)? (?:on )?(?:\w+ ){0,3}(?:tax(?:es)?|stamp duty|irs|vat)"
        r"(?!\w)|(?<!\w)tax evasion(?!\w)|(?<!\w)off the books(?!\w)",
        r"(?<!\w)(?:declare|register|record|state) (?:\w+ ){0,3}(?:lower|smaller|false) (?:\w+ )?(?:price|value|amount|sum)(?!\w)"
        r"|(?<!\w)(?:pay|paid|cash|money|rest|sum|hand) (?:\w+ ){0,3}under the table(?!\w)",
        r"(?<!\w)(?:tax (?:office|man|authority|inspector)|taxman|irs|hmrc) (?:will |would )?(?:never|not|won['’]t) (?:ever )?"
        r"(?:see|know|find|notice|learn)(?!\w)|(?<!\w)(?:through|via|using) (?:\w+ )?shell companies(?!\w)",
        r"(?<!\w)hid(?:e|ing) (?:\w+ ){0,3}(?:income|money|assets|cash|kickbacks?|rent)(?!\w) (?:from|in|"
        r"offshore)",
        r"(?<!\w)(?:slip|hand|pass|give) (?:\w+ ){0,3}(?:officers?|inspectors?|officials?|clerks?|surveyors?|notary) (?:an? )?(?:\w+ )?(?:envelope"
        r"|cash|bundle)(?!\w)",
        rf"(?<!\w)brib(?:e|es|ed|ing|ery)(?!\w)|(?<!\w)(?:pay|offer|tak|accept|hid)(?:e|ing|s)? {GAP}"
        r"kickbacks?(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "theft and break-in",
        r"(?<!\w)hack(?:ing|s)? (?:into|(?:an?|my|the|someone|somebody|their|his|her|your|\w+['’]s)"
        rf" {GAP}(?:accounts?|e?-?mails?|wi-?fi|computers?|phones?|banks?|database|locks?|cameras?"
        r"|passwords?))(?!\w)",
        r"(?<!\w)(?:steal(?:ing|s)?|stolen) (?:\w+ ){0,3}(?:identit\w+|deeds?|houses?|cards?|money|cash"
        r"|passwords?|data|photos?|packages?|deposits?|listings?|electricity|titles?|property)(?!\w)",
        r"(?<!\w)break(?:ing)? in(?:to| to) (?:an?|the|my|your|his|her|their|someone|empty|vacant"
        r"|locked|occupied|\w+['’]s) {0,1}(?:\w+ ){0,2}(?:hou?s?e?s?|homes?|buildings?|apartments?|cars?"
        r"|propert\w+|flats?|units?|lock ?box\w*|safe)(?!\w)",
        r"(?<!\w)(?:pick(?:ing)?|bypass(?:ing)?|disabl(?:e|ing)) (?:an?|the|my|any) (?:\w+ ){0,2}"
        r"(?:locks?|lock ?box(?:es)?|burglar alarms?|security (?:system|cameras?))(?!\w)",
        r"(?<!\w)forc(?:e|ing) (?:open )?(?:the |a )?(?:\w+ )?(?:door|window|lock) (?:open )?(?:with a crowbar|and (?:climb|go|walk|get) in)",
        r"(?<!\w)(?:bypass|tamper with|rig|slow down|turn back)(?:p?ing|s)? (?:the |your |an? )?(?:\w+ )?meters?(?!\w)"
        r"|(?<!\w)disconnect the meter and (?:re|put)",
        r"(?<!\w)(?:squat(?:ting)?) (?:in|illegally)(?!\w)",
        words(
            "human_traffick\\w* identity_theft pirated_software credit_card_skimm\\w* stolen_goods"
        ),
        r"(?<!\w)smuggl(?:e|es|ing)(?!\w)",
        r"(?<!\w)(?:buy|sell|get|obtain)(?:ing)? (?:an? )?(?:illegal|unregistered|untraceable|stolen)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "unlawful eviction and spying",
        rf"(?<!\w)(?:lock(?:ing)? (?:\w+ ){{0,2}}(?:tenants?|renters?) out|chang(?:e|ing) the locks {GAP}"
        r"(?:tenants?|renters?|without)|(?:shut|cut|turn)(?:ting|ing)? off (?:\w+ ){0,3}(?:heat(?:ing)?"
        r"|water|power|electricity|utilities|gas) (?:to|so|until|on) (?:\w+ ){0,4}tenants?)(?!\w)",
        r"(?<!\w)(?:shut|cut|turn)(?:ting|ing)? off (?:their|his|her) (?:heat(?:ing)?|water|power|electricity|gas)"
        r"(?!\w)",
        r"(?<!\w)(?:hidden|secret|spy) (?:cameras?|microphones?) (?:\w+ ){0,3}(?:tenants?|guests?|bathrooms?"
        r"|bedrooms?|renters?)(?!\w)",
        r"(?<!\w)(?:dump|throw|put) (?:their|his|her|the tenants?['’]?s?) (?:\w+ )?(?:things|belongings|stuff|furniture) (?:on|onto|in|into|out)(?!\w)",
        r"(?<!\w)illegal(?:ly)? evict\w*|(?<!\w)evict\w* (?:\w+ ){0,4}(?:illegally|without (?:a )?"
        r"(?:court|notice|due process))",
        spares_warnings=True,
    ),
    rule(
        "illegal in Spanish",
        r"(?<!\w)(?:blanque(?:ar|o|ando)|lav(?:ar|ado|ando)) (?:de )?(?:el |mi )?(?:dinero|capitales)(?!\w)",
        r"(?<!\w)falsific\w+|(?<!\w)(?:dinero negro|(?:cobr[ae]r?|pag[ae]r?|pago|alquilar|vender|parte) (?:\w+ )"
        r"{0,4}en (?:negro|b))(?! (?:mate|con|brillante|y (?:blanc|gris|ner|roj|madera|oro)))(?!\w)",
        r"(?<!\w)(?:documentos|nominas?|facturas|contratos?|escrituras|reseñas|opiniones|anuncios?"
        r"|certificados?|identidad(?:es)?|testimonios|recibos|dni) fals[oa]s?(?!\w)",
        r"(?<!\w)(?:evadir|evadiendo|no pagar|defraudar) (?:\w+ ){0,2}(?:impuestos|hacienda|iva|fisco)(?!\w)"
        r"|(?<!\w)evasion (?:fiscal|de impuestos)(?!\w)",
        r"(?<!\w)soborn\w+|(?<!\w)(?:estafar|timar|engañar) (?:a|al)(?!\w)|(?<!\w)(?:montar|hacer|crear)"
        r" (?:una )?(?:estafa|piramidal|phishing)|(?<!\w)estafa piramidal",
        r"(?<!\w)(?:vend|fabric|cocin|compr|cultiv|produc|esconde|trafic|pas)(?:er|ar|ir|iendo|ando|r|o|e|a)?"
        r" (?:con )?(?:\w+ ){0,2}(?:drogas?|cocaina|heroina|metanfetamina|marihuana|fentanilo)(?!\w)",
        r"(?<!\w)narcotrafic\w+|(?<!\w)hackear|(?<!\w)robar (?:\w+ ){0,2}(?:casas?|pisos?|identidad|datos"
        r"|tarjetas?|cuentas?|dinero|fotos)(?!\w)",
        r"(?<!\w)(?:ocultar|esconder|tapar|disimular) (?:\w+ ){0,3}(?:defectos?|vicios|humedad(?:es)?"
        r"|grietas?|goteras?|amianto|termitas|daños|moho)(?!\w)",
        r"(?<!\w)(?:tap[ae]|oculta|oculte|esconde|esconda|disimul[ae]|cubre|cubra|pint[ae]) (?:\w+ ){0,3}(?:defectos?|vicios"
        r"|humedad(?:es)?|grietas?|goteras?|amianto|termitas|daños|moho)(?!\w)[^.!?]{0,40}?(?<!\w)(?:no (?:le )?(?:dig|cuent|mencion)"
        r"\w+|nadie|sin (?:que|decir))",
        r"(?<!\w)(?:escritur\w+|declar\w+) (?:\w+ ){0,4}(?:por menos|por debajo)(?!\w)|(?<!\w)bajo mano(?!\w)",
        r"(?<!\w)okupar|(?<!\w)ocupar ilegalmente|(?<!\w)forzar (?:la|una) (?:cerradura|puerta)(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "illegal in Chinese",
        "洗钱|洗黑钱|贩毒|制毒|吸毒|(?:卖|买|种|制作|制造|藏|运)(?:冰毒|毒品|大麻|海洛因|可卡因)|(?<![请放休病产婚暑寒])假(?:证(?!明)|证明文件|合同|房产证|房源"
        "|流水|收入证明|发票|评论|好评|章|离婚)|伪造|(?<![打建营制])造假(?![日山花期草树牙肢石])|作假(?![日期设山花])|逃税|偷税|漏税|行贿|贿赂|回扣|诈骗|骗贷|骗取|骗(?:买家|租客|客户"
        "|老人|银行|钱)|黑客|入侵(?:他人|别人)?(?:系统|账户|网站|电脑)|盗取|盗窃|偷(?:窃|东西|拍|电|钱)|走私(?![人家密立募服])|开设?赌场|买卖枪支|枪支"
        "|传销|(?:隐瞒|掩盖|遮掩|瞒着|隐藏)[^。！？]{0,8}(?:漏水|缺陷|问题|凶宅|裂缝|霉|白蚁|损坏|事故)"
        "|(?:盖|遮|挡|糊|贴|刷)(?:住|上)?[^。！？]{0,8}(?:漏水|裂缝|霉|白蚁|渗水)[^。！？]{0,12}(?:别|不)(?:要)?(?:让|告诉|被)|把[^。！？，]{0,6}(?:裂缝|漏水|霉|渗水)[^。！？，]{0,4}(?:刷|盖|遮|糊|涂|藏)[^。！？]{0,12}(?:看不出|不用说|别说|不知道|不告诉)|阴阳合同|做低(?:房价|合同价|价格)|虚开|代开发票"
        "|(?<!印)刷(?:单|好评)|撬锁|撬门|非法(?:集资|入侵|赶走|驱逐)|庞氏|钓鱼(?:网站|邮件)|贩卖人口",
        spares_warnings=True,
    ),
)
