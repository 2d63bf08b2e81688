from agent.guardrails.disguise import apart, masked
from agent.guardrails.rules import rule

_ENDINGS = (
    "s",
    "es",
    "ed",
    "er",
    "ers",
    "ing",
    "in",
    "y",
    "ty",
    "ting",
    "head",
    "heads",
    "face",
    "hole",
    "holes",
    "off",
    "wit",
    "show",
    "load",
)
_STEMS = (
    "fuck", "fuk", "fck", "phuck", "shit", "bitch", "cunt", "asshole", "arsehole", "twat", "wank",
    "bollocks", "dickhead", "dipshit", "bullshit", "horseshit", "motherfucker", "cocksucker",
    "jackass", "dumbass", "bastard", "whore", "slut", "piss", "douchebag", "wanker", "tosser",
)  # fmt: skip
_SPANISH = (
    "mierda", "joder", "jodido", "jodida", "puta", "puto", "hijoputa", "gilipollas", "cabron",
    "cabrona", "cabrones", "coño", "pendejo", "pendeja", "chingar", "chingada", "chingado",
    "chinga", "culero", "cojones", "verga", "carajo", "culo", "mamon", "putada",
)  # fmt: skip
_GAPPED = ("fuck", "shit", "bitch", "cunt", "asshole", "mierda", "puta", "coño", "joder")
_CHINESE = (
    "他妈的", "去你妈", "操你", "肏", "傻逼", "傻b", "煞笔", "草泥马", "尼玛", "你妈逼", "妈逼", "鸡巴",
    "婊子", "贱人", "王八蛋", "狗日的", "混蛋", "卧槽", "操蛋", "狗东西", "傻叉", "去死吧", "牛逼", "装逼", "妈蛋", "干你娘",
    "日你妈", "日你娘", "日你大爷", "日你全家", "狗屎", "滚你", "傻屌", "屌丝", "特么的", "狗娘养",
)  # fmt: skip


def _spread(term: str) -> str:
    """Stars and blanks between the characters hide nothing."""
    return r"[\s*._-]{0,2}".join(term)


RULES = (
    rule(
        "swearing",
        *(masked(stem, *_ENDINGS) for stem in _STEMS),
        # In short words the digits would make roads and paper sizes of them.
        r"(?<!\w)[a@](?:ss|[s*]\$|\$[s$]|\*\*)(?:es|hat)?(?!\w)",
        r"(?<!\w)f\*{1,4}(?:k|ked|king|ing|er)?(?!\w)",
        r"(?<!\w)(?:wtf|stfu|gtfo|omfg|lmfao)(?!\w)",
        r"(?<!\w)d[i1!*]ck(?:s|wad)?(?!\w)(?<!dick)(?<!dicks)",
        r"(?<!\w)(?:suck (?:my|a|your)|(?:a|you|such a|these|those|big|total) (?:total )?)"
        r"\s?(?:dicks?|cocks?|pricks?)(?!\w|[\s-]and[\s-]bull)",
        r"(?<!\w)(?:piece of|full of|utter|total|such) crap(?!\w)",
    ),
    rule(
        "swearing in Spanish",
        *(masked(stem, "s", "mente") for stem in _SPANISH),
        r"(?<!\w)me cago en(?!\w)",
        r"(?<!\w)hij[oa]s? de (?:perra|puta)(?!\w)",
        r"(?<!\w)(?:que|te|a) (?:te )?(?:follen|jodan)(?!\w)",
        r"(?<!\w)pinches? (?:pendej|cabron|idiot|put|imbecil|estupid|mierd)\w{0,4}",
    ),
    rule(
        "swearing in Chinese",
        *map(_spread, _CHINESE),
        "我操(?![作心办控持劳练纵刀盘])|(?:算个|什么|是个)几把|几把玩意",
        r"(?<!\w)(?:tmd|cnm|nmsl|tnnd)(?!\w)",
    ),
    rule("letters apart", *map(apart, _GAPPED)),
)
