from agent.guardrails.rules import GAP, rule, words

_PERSON = (
    r"(?:wom[ae]n|girls?|m[ae]n|guys?|boys?|models?|ladies|lady|people|persons?|body|bodies"
    r"|couples?|teens?|housewi(?:fe|ves)|nurses?|maids?|agents?|realtors?|neighbou?rs?|tenants?"
    r"|wi(?:fe|ves)|moms?|mums?|students?|actress(?:es)?|celebrit(?:y|ies)|females?|males?)"
)
_PERSONA = r"(?:mujer(?:es)?|chicas?|hombres?|chicos?|modelos?|personas?|vecinas?|agentes?|jovenes)"
_BARE = (
    r"(?! (?:(?:brick|stone|concrete|timber|wooden|plaster) )?(?:walls?|bricks?|bulbs?|flames?|lights?|eyes?|wires?|beams?|"
    r"boards?|floors?|ceilings?|wood|stone|concrete|steel|trees?|branches|hillsides?|truth|options?|short|rooms?))"
)
"""What is bare without anybody in it."""
_SHOWN = r"(?:photos?|pics?|pictures?|images?|selfies?|scenes?|videos?|shots?|calendar|photoshoot)"

RULES = (
    rule(
        "pornography",
        r"(?<!\w)p[o0*]rn(?:[o0]|hub|ographic|ography|star|stars|s)?(?!\w)",
        words("hentai onlyfans xxx milf milfs camgirl camgirls nsfw smut erotica erotic"),
        r"(?<!\w)adult (?:videos?|films?|movies?|entertainment|sites?|websites?|stars?)(?!\w)",
        r"(?<!\w)sexually[\s-]explicit(?!\w)|(?<!\w)(?:explicit|graphic) sex(?:ual)?(?!\w)",
    ),
    rule(
        "sexual acts",
        words(
            "blowjobs? blow_jobs? handjobs? hand_jobs? orgasms? orgasmic masturbat\\w+ org(?:y|ies)"
            " threesomes? bdsm cumshots? cumming dildos? horny gangbangs? sexting striptease"
            " strip_tease deepthroat swingers_part(?:y|ies) creampie foreplay kinky"
        ),
        r"(?<!\w)(?<!same[\s-])sex (?:scenes?|tapes?|toys?|videos?|acts?|part(?:y|ies)|chats?"
        r"|positions?|stor(?:y|ies)|dungeons?|work|slaves?|shops?|cams?|clubs?|dolls?)(?!\w)",
        r"(?<!\w)(?:ha(?:ve|ving|s|d)|want|oral|anal|group|wild|steamy|hot) sex(?!\w)",
        r"(?<!\w)(?:happy[\s-]ending|sensual|erotic) massages?(?!\w)",
        r"(?<!\w)free (?:room|rent|flat) (?:for|in (?:exchange|return) for) (?:\w+ ){0,3}(?:intimacy|sex\w*|favou?rs)(?!\w)",
        r"(?<!\w)(?:exchange|return|trade|trading|pay(?:ing)?) (?:\w+ )?for sex(?!\w)",
        r"(?<!\w)sex (?:with|in (?:the|an?)|on (?:the|an?)|for (?:rent|money|cash))(?!\w)",
        r"(?<!\w)(?:making|make) love(?: to| in| on|\W*$)",
        r"(?<!\w)thrust(?:s|ing)? (?:\w+ )?(?:into|inside) (?:her|him|me|my)(?!\w)",
        r"(?<!\w)moan(?:s|ed|ing)? (?:with pleasure|in ecstasy|as (?:he|she|they) (?:thrust|entered|touch|kiss)\w*)",
        r"(?<!\w)(?:pleasure|satisfy) you (?:in bed|all night|in every way)(?!\w)",
        r"(?<!\w)sexual (?:acts?|favou?rs?|fantas(?:y|ies)|services?|encounters?|intercourse)(?!\w)",
    ),
    rule(
        "nudity",
        rf"(?<!\w)(?:nude|naked|topless|undressed|sexy|half[\s-]naked){_BARE} {GAP}{_PERSON}(?!\w)",
        rf"(?<!\w)(?:nude|naked|topless) {_SHOWN}(?!\w)",
        rf"(?<!\w){_PERSON} {GAP}(?:nude|naked|topless|in lingerie|undressing)(?!\w){_BARE}",
        r"(?<!\w)(?:in the nude|nudes|bare breasts?|big (?:boobs|tits|breasts))(?!\w)",
        r"(?<!\w)(?:bedroom|bed|pool|shower|jacuzzi|hot tub|sauna) (?:\w+ )?(?:naked|nude|topless)(?!\w)",
        r"(?<!\w)(?:get|getting|go|going|strip) (?:naked|nude|topless)(?!\w)|(?<!\w)lap ?dances?(?!\w)|(?<!\w)(?:wet|tight) pussy(?!\w)",
        r"(?<!\w)(?:hot|horny|naughty|busty) (?:girls?|babes?|hostess(?:es)?|housewives|teens?|chicks?)(?!\w)",
        r"(?<!\w)(?:naked|undressed) (?:and|,) (?:\w+ )?(?:ready|willing|waiting)(?!\w)",
        words("boobs penis(?:es)? genitals?"),
        r"(?<!\w)(?<!blue )(?<!great )(?<!coal )(?<!tailed )tits(?!\w)",
        r"(?<!\w)seductive(?:ly)? (?:pose|woman|girl|lingerie|model)s?(?!\w)",
    ),
    rule(
        "sex work",
        words("prostitut\\w+ brothels? call_girls? sugar_dadd(?:y|ies) strip_clubs? hookers?"),
        r"(?<!\w)escort (?:services?|girls?|agenc(?:y|ies)|ads?)(?!\w)|(?<!\w)female escorts?(?!\w)",
        r"(?<!\w)(?:male|female|hire an?|sexy|hot) strippers?(?!\w)",
        spares_warnings=True,
    ),
    rule(
        "sexual in Spanish",
        r"(?<!\w)porno(?:graf\w+)?(?!\w)",
        words(
            "eroti[ck][oa]s? follar follando folla follada masturb\\w+ orgias? orgasmos? tetas"
            " prostitut\\w+ prostibulos? burdel(?:es)? cachond[oa]s? putas_sexy sexting mamada"
        ),
        r"(?<!\w)sexo (?:explicito|oral|anal|salvaje|en|con|duro)(?!\w)",
        r"(?<!\w)(?:chicas? (?:calientes?|desnudas?)|ech(?:ar|amos|a) un polvo)(?!\w)",
        r"(?<!\w)a cambio de (?:\w+ )?(?:sexo|relaciones|favores sexuales)(?!\w)",
        r"(?<!\w)(?:tener|tiene|teniendo|escenas? de|hacer|relatos? de|fotos? de) sexo(?!\w)",
        r"(?<!\w)sexual(?:es|mente)? explicit\w+|(?<!\w)relaciones sexuales(?!\w)",
        rf"(?<!\w){_PERSONA} {GAP}(?:desnud[oa]s?|semidesnud[oa]s?|sexys?|en lenceria)(?!\w)",
        r"(?<!\w)(?:fotos?|imagen(?:es)?|videos?) (?:de )?desnud[oa]s?(?!\w)|(?<!\w)al desnudo total",
        r"(?<!\w)(?:contenidos?|videos?|peliculas?) para adultos(?!\w)",
    ),
    rule(
        "sexual in Chinese",
        "(?<![特景绿角红蓝白气颜])色情(?![怀况调感景节趣])|(?<![心感风表神])情色(?![彩调系泽块])|黄色(?:小说|网站|视频|图片|电影|片|内容|笑话|段子)|(?<![蛋姜])黄片|三级片|裸体|裸照|裸女|裸聊|[全半]裸(?!露)"
        "|裸男|赤裸(?:的)?(?:女|男|美女|身)|做爱(?![心好护吃国家])|(?<![个女男理感])性爱(?![好护美])|(?<![次个])性交(?![易付通流清纳给接换割叉谈往货手互代税款满完定押])"
        "|口交(?![通费易纳汇接叉流替付货错界房])|自慰|约炮|嫖|卖淫|妓女|援交|春药|(?:提供|特殊|有偿)性服务|(?:发生|有|进行|与|的|[男女])性行为"
        "|成人(?:视频|电影|网站|内容|小说|片|图片)|女优|情趣(?:用品|内衣|酒店)|(?<!浸)淫|乱伦|床戏|性幻想"
        "|肉偿|一夜情|包养|寂寞少妇|少妇等|激情(?:视频|服务)|陪睡|陪床服务|性感(?:的)?(?:美女|女|模特|身材|内衣|照)|脱光|不穿衣服",
    ),
)
