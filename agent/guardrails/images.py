"""What no picture may show, in English, Spanish and Chinese: whole words and phrases."""

import re

from agent.guardrails.disguise import undisguised
from agent.guardrails.rules import GAP, Rule, rule, words
from agent.guardrails.verdict import PASSED, Verdict

_CHILD = (
    r"(?:child(?:ren)?|kids?|toddlers?|bab(?:y|ies)|infants?|newborns?|minors?|teens?|teenagers?"
    r"|girls?|boys?|schoolgirls?|schoolboys?|daughters?|sons?|pupils?)(?![\w'’-])"
)
_NINO = r"(?:niñ[oa]s?|bebes?|menores|adolescentes?|chiquill[oa]s?|hij[oa]s?)(?!\w)"
_HAN_CHILD = (
    r"(?:小孩子?|孩子|孩童|儿童|婴儿|宝宝|幼儿|少女|女童|男童|小女孩|小男孩|小学生|中学生|未成年人)"
)
_WIDE = r"(?:[^\s.!?。！？]{1,30}[\s,]+){0,7}?"
"""Up to seven words of the same sentence."""
_HEIGHTS = (
    r"(?:balcon(?:y|ies)|railings?|ledges?|window[\s-]?sills?|roofs?|rooftops?|pools?|bath(?:tub)?s?"
    r"|cliffs?|scaffold(?:ing)?s?|roads?|ovens?|stoves?|ladders?)"
)
_BLADES = (
    r"(?:knif(?:e|es)|knives|guns?|rifles?|pistols?|weapons?|matches|lighters?|razors?|syringes?)"
)
_SHOWN_BODY = r"(?:lingerie|underwear|bikinis?|thongs?|pant(?:y|ies)|bras?|negligees?)(?![\w-])"
_WOUNDED = r"(?:hands?|arms?|legs?|fac(?:e|es)|heads?|bod(?:y|ies)|m[ae]n|wom[ae]n|people|persons?|animals?)"

_GORE = (
    rule(
        "blood and bodies",
        r"(?<!\w)blood(?!\w)(?![\s-](?:oranges?|red|moons?|pressure|types?|banks?|don\w+|drives?))",
        words(
            "bloodied bloody_scene gory gore corpses? cadavers? carcass(?:es)? entrails body_bags?"
        ),
        rf"(?<!\w)(?:bleeding|wounded|severed|mutilated|dismembered|charred) {GAP}{_WOUNDED}(?!\w)",
        rf"(?<!\w){_WOUNDED} {GAP}bleeding(?!\w)|(?<!\w)severed (?:limbs?|fingers?)(?!\w)",
        r"(?<!\w)(?:wounded|injured|dead|drowned|murdered) (?:bod(?:y|ies)|m[ae]n|wom[ae]n|people|persons?"
        r"|animals?|dogs?|cats?|birds?|child(?:ren)?|soldiers?)(?!\w)",
        r"(?<!\w)(?:lying|lies|found|shot|left) dead(?!\w)",
        r"(?<!\w)(?:crime|murder) scenes?(?!\w)|(?<!\w)chalk outline of an? (?:body|person)(?!\w)",
        r"(?<!\w)(?:jump|fall|plung)(?:s|es|ing)? (?:out of|from|off) (?:an? |the |their )?(?:\w+ )?"
        r"(?:windows?|roofs?|rooftops?|balcon(?:y|ies))(?!\w)",
        r"(?<!\w)sangre(?!\w)(?! fria)|(?<!\w)sangr(?:ando|ient[oa]s?|an)(?!\w)",
        words("cadaver(?:es)? herid[oa]s? mutilad[oa]s? descuartizad[oa]s? escena_del_crimen"),
        "鲜血|流血|滴血|血泊|血迹|血淋淋|血腥|(?:一[滩摊片地]|满[地墙身]的?)血|尸体|尸首|断肢|残肢"
        "|受伤的?人|(?:凶案|犯罪|凶杀)现场|坠楼|跳楼(?!价|大?甩卖|促销)",
        spares_warnings=True,
    ),
    rule(
        "weapons",
        r"(?<!\w)(?<!glue )(?<!glue-)(?<!nail )(?<!spray )(?<!caulk )(?<!caulking )(?<!heat )(?<!staple )"
        r"(?<!paint )(?<!massage )(?<!water )guns?(?!\w)(?![\s-]?(?:metal|safes?|cabinets?))",
        r"(?<!\w)rifles?(?!\w)(?![\s-](?:green|range))|(?<!\w)pistols?(?!\w)|(?<!\w)ak[\s-]?47",
        r"(?<!\w)shotguns?(?!\w)(?![\s-](?:houses?|homes?|flats?|apartments?|cottages?|styles?|doubles?))",
        words("handguns? machine_guns? revolvers? grenades? firearms?"),
        r"(?<!\w)pistolas?(?!\w)(?! de (?:silicona|pintura|clavos|calor|agua|masaje|pegamento|grapas))",
        words("escopetas? fusil(?:es)? metralletas? revolver(?:es)? armas?_de_fuego"),
        "手枪|步枪|机枪|猎枪|冲锋枪|手榴弹|(?:拿|持|举|端|握)(?:着|起)?(?:一[把支])?枪(?!头|灰)",
        spares_warnings=True,
    ),
    rule(
        "symbols of hate",
        words("swastikas? nazis? ku_klux_klan kkk hitler hooded_klansm[ae]n"),
        words("esvasticas? cruz_gamada ss_runes"),
        "纳粹|希特勒|卍字旗|万字旗|三k党",
    ),
)

_BODIES = (
    rule(
        "nudity",
        r"(?<!\w)naked(?!\w)(?![\s-](?:eyes?|(?:light )?bulbs?|flames?|bricks?|lights?|walls?|wood|truth"
        r"|cakes?|concrete|trees?|branches|plaster|beams?|stones?|floors?|timber|shelv\w+))",
        r"(?<!\w)nude (?:bod(?:y|ies)|figures?|paintings?|portraits?|models?|scenes?|sunbath\w+|swim\w*"
        r"|couples?|wom[ae]n|m[ae]n|people|girls?|boys?|photos?|sculptures?|statues?|art)(?!\w)",
        r"(?<!\w)(?:in the nude|nudity|topless|shirtless|half[\s-]naked|scantily|cleavage|undress(?:ed|ing))(?!\w)",
        r"(?<!\w)bare[\s-](?:chest(?:ed)?|breast(?:s|ed)?|bottoms?|skinned)(?!\w)",
        r"(?<!\w)(?:without (?:any )?clothes|no clothes on|wearing nothing)(?!\w)",
        rf"(?<!\w)(?:in|wearing|wears) {GAP}{_SHOWN_BODY}",
        r"(?<!\w)(?:wearing|in|with) (?:only|just|nothing but) an? (?:towel|sheet|bathrobe)(?!\w)",
        r"(?<!\w)(?:bikini|lingerie|swimsuit|swimwear|underwear) (?:models?|girls?|babes?|shoots?)(?!\w)",
        r"(?<!\w)(?:sensual(?:ly)?|seductive(?:ly)?|erotic|provocative(?:ly)?|suggestive|sexy) "
        rf"{GAP}(?:pos(?:e|es|ing)|looks?|gaze|wom[ae]n|m[ae]n|girls?|guys?|ladies|lady|models?|people|couples?)"
        r"(?!\w)",
        r"(?<!\w)(?<!ladrillo )(?<!ladrillos )(?<!pared )(?<!paredes )(?<!bombilla )(?<!bombillas )(?<!piedra )"
        r"(?<!hormigon )(?<!madera )(?<!arbol )(?<!arboles )(?<!vigas )(?<!suelo )desnud[oa]s?(?!\w)",
        r"(?<!\w)(?:semidesnud[oa]s?|ligeras? de ropa|sin ropa|sin camiseta|pose sensual|poses sensuales)(?!\w)",
        r"(?<!\w)en (?:bikini|lenceria|ropa interior|tanga|bragas|calzoncillos)(?!\w)",
        "裸体|裸照|裸女|裸男|裸身|裸背|裸露(?:的)?(?:身|胸|肩|背)|全裸|半裸|赤裸|光着身子|不穿衣服|没穿衣服|露点|走光"
        "|透视装|三点式|丁字裤|比基尼|(?:穿|身穿|只穿|身着)[^。，]{0,8}(?:内衣|内裤)|内衣(?:模特|秀|照)"
        "|性感[^。，]{0,6}(?:美女|女|男|模特|身材|姿势|照)",
    ),
    rule(
        "minors undressed",
        rf"(?<!\w){_CHILD} {_WIDE}(?:in|wearing) {GAP}(?:swimsuits?|bathing suits?|swimwear|swim trunks|"
        rf"speedos?|diapers only|{_SHOWN_BODY})",
        rf"(?<!\w)(?:swimsuit|bikini|undressed|topless|shirtless|nude) {GAP}{_CHILD}",
        rf"(?<!\w){_NINO} {GAP}(?:en (?:bañador|traje de baño|bikini|ropa interior|braguitas)|desnud[oa]s?)(?!\w)",
        f"{_HAN_CHILD}[^。]{{0,8}}(?:泳装|泳衣|泳裤|比基尼|内衣|内裤|光着|裸(?!色))",
        f"(?:泳装|泳衣|比基尼|内衣|裸体)的?{_HAN_CHILD}",
    ),
    rule(
        "minors in danger",
        rf"(?<!\w){_CHILD} {_WIDE}(?:hold(?:ing|s)?|play(?:ing|s)? with|with|carry(?:ing)?|grab(?:bing|s)?"
        rf"|us(?:ing|es)|point(?:ing|s)?) {GAP}{_BLADES}(?![\w-])",
        rf"(?<!\w){_CHILD} {_WIDE}play(?:ing|s)? with (?:the )?(?:fire|electric\w*|sockets?|plastic bags?)"
        r"(?![\w-])(?! (?:trucks?|engines?))",
        rf"(?<!\w){_CHILD} {_WIDE}(?:drinking|with|holding) {GAP}(?:beers?|wine|vodka|alcohol|whisky|drugs)"
        r"(?!\w)",
        rf"(?<!\w){_CHILD} {GAP}(?:smok(?:es|ing)|vap(?:es|ing)|cigarettes?|drunk|tied up|locked (?:in|up)|crying in a "
        r"(?:corner|cellar|basement)|bruised|beaten)(?!\w)",
        rf"(?<!\w){_CHILD} {_WIDE}(?:alone|unattended|unsupervised|by (?:him|her|them)sel(?:f|ves)|climb\w*"
        rf"|crawl\w*|dangl\w+|hanging|lean(?:s|ing) (?:over|out of)|balanc\w+|on the edge of) {_WIDE}{_HEIGHTS}(?!\w)",
        rf"(?<!\w)(?:unattended|unsupervised|lone(?:ly)?|drowning) {GAP}{_CHILD} {_WIDE}{_HEIGHTS}(?!\w)",
        rf"(?<!\w){_NINO} {GAP}sol[oa]s? {GAP}(?:piscina|balcon|barandilla|ventana|tejado|bañera|carretera"
        r"|azotea)(?!\w)",
        rf"(?<!\w){_NINO} {GAP}(?:jugando con (?:el )?(?:fuego|cuchillos?|cerillas|un (?:cuchillo|mechero)"
        r"|una pistola|armas)|fumando|borrach[oa]s?|bebiendo (?:alcohol|cerveza|vino)|con (?:una pistola|un arma"
        r"|un cuchillo))(?!\w)",
        f"{_HAN_CHILD}[^。]{{0,8}}(?:独自|单独|一个人|无人看管|爬(?:上|在|过)?)[^。]{{0,8}}"
        "(?:阳台|窗|泳池|浴缸|浴盆|屋顶|天台|栏杆|马路|护栏)",
        f"{_HAN_CHILD}[^。]{{0,8}}(?:玩(?:刀|火|枪|打火机|火柴)|(?:拿|举)着?(?:刀|枪)|抽烟|吸烟|喝酒)",
    ),
)

_NAMES = """
    taylor_swift elon_musk donald_trump president_trump melania_trump ivanka_trump joe_biden
    kamala_harris barack_obama michelle_obama obama hillary_clinton bill_clinton george_bush
    vladimir_putin putin volodymyr_zelensky zelensky xi_jinping narendra_modi emmanuel_macron
    angela_merkel boris_johnson rishi_sunak keir_starmer king_charles prince_william prince_harry
    meghan_markle kate_middleton queen_elizabeth princess_diana pope_francis pope_leo papa_francisco papa_leon dalai_lama
    greta_thunberg jeff_bezos bill_gates mark_zuckerberg steve_jobs warren_buffett tim_cook sam_altman
    oprah(?:_winfrey)? ellen_degeneres jimmy_fallon gordon_ramsay jamie_oliver martha_stewart
    chip_and_joanna_gaines joanna_gaines leonardo_dicaprio brad_pitt angelina_jolie tom_cruise
    tom_hanks johnny_depp robert_downey scarlett_johansson jennifer_(?:lopez|aniston|lawrence)
    george_clooney julia_roberts will_smith dwayne_johnson ryan_(?:gosling|reynolds) margot_robbie
    emma_(?:watson|stone) keanu_reeves morgan_freeman denzel_washington meryl_streep nicole_kidman
    natalie_portman zendaya timothee_chalamet marilyn_monroe audrey_hepburn elvis_presley
    michael_jackson beyonce rihanna shakira lady_gaga ariana_grande selena_gomez billie_eilish
    justin_bieber harry_styles ed_sheeran bruno_mars bad_bunny kanye_west eminem jay-z snoop_dogg
    kim_kardashian kardashians? kylie_jenner kendall_jenner paris_hilton britney_spears david_beckham
    victoria_beckham cristiano_ronaldo lionel_messi messi neymar kylian_mbappe mbappe maradona
    lebron_james michael_jordan serena_williams roger_federer rafael_nadal rafa_nadal novak_djokovic
    carlos_alcaraz usain_bolt simone_biles tiger_woods lewis_hamilton fernando_alonso pele
    penelope_cruz antonio_banderas javier_bardem pedro_almodovar rosalia_vila julio_iglesias
    enrique_iglesias alejandro_sanz ricky_martin luis_miguel salma_hayek gael_garcia_bernal
    georgina_rodriguez felipe_vi reina_letizia pedro_sanchez javier_milei nicolas_maduro fidel_castro
    frida_kahlo albert_einstein nelson_mandela martin_luther_king mahatma_gandhi winston_churchill
    jackie_chan bruce_lee jet_li yao_ming fan_bingbing mrbeast
"""
_HAN_NAMES = (
    "成龙(?!大|路)|李小龙|李连杰|马斯克|特朗普|川普|拜登|奥巴马|普京|习近平|泽连斯基|马云|马化腾|雷军(?!训)|刘强东|王健林"
    "|任正非|董明珠|乔布斯|扎克伯格|比尔盖茨|贝索斯|泰勒斯威夫特|霉霉|范冰冰|章子怡|巩俐|赵丽颖|杨幂|刘亦菲|迪丽热巴"
    "|杨洋(?!溢)|肖战|王一博|易烊千玺|蔡徐坤|周杰伦|刘德华|周润发|梁朝伟|黄晓明|胡歌|吴京|沈腾|姚明|刘翔|李娜|郎平|梅西"
    "|贝克汉姆|姆巴佩|乔丹|詹姆斯·?勒布朗|科比|莱昂纳多|安吉丽娜|奥黛丽·?赫本|玛丽莲·?梦露|迈克尔·?杰克逊|英国女王|戴安娜王妃"
)
_STARS = r"(?:actors?|actress(?:es)?|singers?|footballers?|athletes?|politicians?|players?|rappers?|models?)"
_ESTRELLAS = (
    r"(?:actor(?:es)?|actriz|actrices|cantantes?|futbolistas?|politic[oa]s?|modelos?|influencers?)"
)

_LIKENESSES = (
    rule(
        "likeness of real people",
        words(" ".join(_NAMES.split())),
        r"(?<!\w)celebrit(?:y|ies)(?!\w)(?![\s-](?:inspired|styled?|homes?|houses?|kitchens?|bathrooms?"
        r"|bedrooms?|neighbou?rhoods?|interiors?|mansions?))",
        rf"(?<!\w)(?:famous|well-known|popular) (?:\w+ )?(?:{_STARS}|person|people|faces?|influencers?)(?!\w)",
        r"(?<!\w)(?:movie|film|pop|tv|hollywood|football|soccer|sports?) stars?(?!\w)",
        r"(?<!\w)look[\s-]?alikes?(?!\w)|(?<!\w)in the (?:exact )?likeness of(?!\w)"
        r"|(?<!\w)(?:looks?|looking) (?:just |exactly )like (?:the )?(?:president|king|queen|pope)(?!\w)",
        r"(?<!\w)deep[\s-]?fakes?(?!\w)|(?<!\w)impersonat\w+",
        rf"(?<!\w)famos[oa]s? {_ESTRELLAS}(?!\w)|(?<!\w){_ESTRELLAS} famos[oa]s?(?!\w)",
        words("celebridad(?:es)? estrellas?_de_(?:cine|pop|futbol|hollywood) doble_de_un_famoso"),
        _HAN_NAMES,
        "明星(?!产品|小区|学校|楼盘|户型|项目|企业|物业|服务|员工|经纪人|品牌|单品|城市|街|路|中介|团队|社区|家电)"
        "|名人(?!故居|街|路|堂|酒店|苑)|网红脸|换脸|深度伪造|长得像[^。]{0,6}(?:总统|主席|国王)",
        spares_warnings=True,
    ),
)

_BRANDS = (
    r"(?:zillow|redfin|realtor\.com|re/?max|century 21|keller williams|coldwell banker|sotheby['’]?s?"
    r"|airbnb|booking\.com|idealista|fotocasa|rightmove|zoopla|trulia|opendoor|wework|apple|nike|adidas"
    r"|coca[\s-]?cola|pepsi|mcdonald['’]?s?|burger king|starbucks|ikea|google|amazon|disney|tesla|bmw"
    r"|mercedes(?:-benz)?|ferrari|porsche|gucci|louis vuitton|chanel|prada|rolex|microsoft|netflix|samsung"
    r"|sony|home depot|walmart|lego|zara|visa|mastercard|fedex|uber)"
)
_HAN_BRANDS = (
    "(?:链家|贝壳(?:找房)?|安居客|我爱我家|自如|万科|恒大|碧桂园|保利|龙湖|苹果|华为|小米|耐克|阿迪达斯|可口可乐|百事|麦当劳"
    "|肯德基|星巴克|宜家|腾讯|阿里巴巴|京东|奔驰|宝马|特斯拉|竞争对手|同行|其他公司|别家公司|对手)"
)
_MARK = r"(?:logos?|logotypes?|trademarks?|emblems?|wordmarks?|brand marks?|branding)"
_SELLERS = r"(?:competitors?|rivals?|the competition|another (?:agency|company|brand|firm)"
_SELLERS += r"|other (?:agencies|companies|brands|firms)|famous brands?|well-known brands?)"

_MARKS = (
    rule(
        "logos of others",
        rf"(?<!\w){_BRANDS}(?:['’]s?)? (?:\w+ )?{_MARK}(?!\w)|(?<!\w)golden arches(?!\w)|(?<!\w)swoosh(?!\w)",
        rf"(?<!\w){_MARK} (?:of|from|by) (?:an? |our |the |their |my )?(?:{_BRANDS}|{_SELLERS})(?!\w)",
        r"(?<!\w)(?:competitors?|rivals?)['’]s? logos?(?!\w)",
        rf"(?<!\w)(?:logos?|logotipos?|emblemas?) (?:de(?:l)?(?: la| los| las)?) (?:{_BRANDS}|competencia"
        r"|competidor(?:es)?|otra (?:agencia|empresa|marca)|otras (?:agencias|empresas|marcas))(?!\w)",
        rf"{_HAN_BRANDS}(?:的)?(?:公司)?(?:标志|标识|商标|徽标|logo)",
        spares_warnings=True,
    ),
    rule(
        "characters of others",
        words(
            "(?:mickey|minnie)_mouse donald_duck disney_(?:princess(?:es)?|characters?|villains?)"
            " spider-?man batman superman wonder_woman iron_man captain_america darth_vader star_wars"
            " (?:baby_)?yoda pikachu pokemon hogwarts harry_potter super_mario mario_bros hello_kitty"
            " winnie_the_pooh shrek despicable_me homer_simpson bart_simpson the_simpsons spongebob"
            " peppa_pig doraemon totoro naruto mafalda sonic_the_hedgehog toy_story buzz_lightyear"
            " elsa_(?:from|of)_frozen paw_patrol princesas?_(?:de_)?disney personajes?_de_disney"
        ),
        r"(?<!\w)barbie(?!\w)(?![\s-](?:pink|core))|(?<!\w)spider man(?!\w)",
        "米老鼠|米奇(?!雕)|唐老鸭|迪士尼(?:公主|人物|角色)|皮卡丘|宝可梦|哆啦a梦|哈利·?波特|蜘蛛侠|蝙蝠侠|钢铁侠|美国队长|小黄人"
        "|凯蒂猫|海绵宝宝|小猪佩奇|奥特曼|龙猫|喜羊羊|熊出没|柯南|火影忍者",
        spares_warnings=True,
    ),
)

_MINORS = (
    "Pictures of children in danger or undressed are never made. Show them safe and clothed, or"
    " show the place without people."
)
_NUDITY = (
    "Pictures of nudity or of people in underwear are never made. Show people in everyday clothes,"
    " or the place without people."
)
_HARM = "Pictures of injury, weapons or symbols of hate are never made. Ask for one without."
_PERSONS = (
    "A picture may not show a real, known person: they have not agreed to it. Ask for a person"
    " without a name, such as “a smiling buyer”."
)
_OTHERS = (
    "A picture may not show the logos or characters of others. Leave them out, or add your own"
    " logo afterwards."
)
_RULES: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (_MINORS, _BODIES[1:]),
    (_NUDITY, _BODIES[:1]),
    (_HARM, _GORE),
    (_PERSONS, _LIKENESSES),
    (_OTHERS, _MARKS),
)
"""The gravest first, since one is named."""

_DENIED = re.compile(
    r"(?:(?<!\w)(?:no|not|without|avoid(?:ing)?|never|exclud\w+|sin|ni|evita\w*|nunca)\s+"
    r"(?:[\w'’-]+(?:,\s*|\s+)){0,4}|(?:没有|不要|不含|避免|无)[^。，；]{0,6})$"
)
_LEAVES_DENIAL = re.compile(r"(?<!\w)(?:with|but|showing|of|con|pero|de)\s|但|而是")
_BEFORE = 120


def check(text: str) -> Verdict:
    read = undisguised(text)
    for message, rules in _RULES:
        for each in rules:
            if quote := _hit(each, read):
                return Verdict(
                    passed=False,
                    message=message,
                    blocked_by="image_safety",
                    details={"rule": each.name, "quote": quote},
                )
    return PASSED


def _hit(each: Rule, text: str) -> str:
    """What the rule fires on; a prompt may well say what is not to be seen ("no logos")."""
    for found in each.pattern.finditer(text):
        if not (each.spares_warnings and _is_denied(text[: found.start()])):
            return found[0].strip()
    return ""


def _is_denied(before: str) -> bool:
    denial = _DENIED.search(before[-_BEFORE:])
    return denial is not None and not _LEAVES_DENIAL.search(denial[0])
