"""Safety by rules: whole words and phrases, masked ones too.

In English, Spanish and Chinese; discrimination in German, too.
"""

import re
from collections.abc import Callable

from agent.guardrails import discrimination, drafts, illegal, profanity, sexual, violence
from agent.guardrails.disguise import undisguised
from agent.guardrails.rules import Rule, sentence_around
from agent.guardrails.verdict import PASSED, Category, Verdict

_RULES: tuple[tuple[Category, tuple[Rule, ...]], ...] = (
    ("discrimination", discrimination.RULES),
    ("illegal", illegal.RULES),
    ("violence", violence.RULES),
    ("sexual", sexual.RULES),
    ("profanity", profanity.RULES),
)
"""The gravest first, since one is named."""

_MESSAGES: dict[Category, str] = {
    "discrimination": "This would exclude, favour or demean people for who they are, which fair "
    "housing rules forbid. Describe the place and what it offers, not who should live there.",
    "illegal": "This asks for something unlawful. Ask how to do it by the rules, or how to "
    "protect people from it.",
    "violence": "There is violence or a threat in this, and that is never written. Ask "
    "for something without it.",
    "sexual": "There is sexual content in this, and that is never written. Ask for "
    "something without it.",
    "profanity": "This has swear words in it. Take them out and send it again.",
}

_WARNS = re.compile(
    r"(?<!\w)(?:avoid(?:ing|s)? (?:being |an? |the |any |common |online |falling for )*(?:(?:wire|title|rental|mortgage|deposit"
    r"|appraisal|insurance|property|listing) )?(?:fraud|scams?|swindles?|phishing|forgery)(?! (?:check|detect|charge|control|alert"
    r"|report|inquir|polic|prevent|screen|law))|avoid(?:ing|s)? (?:an? |any )?(?:illegal|unlawful|wrongful) evictions?"
    r"(?! (?:claim|charge|complaint|fine|law|lawsuit|notice|penalt|suit))|prevent\w*|protect\w*|spot"
    r"|spotting|detect\w*|recogni[sz]\w*|report(?:ing)? (?:an?|the|suspected|housing)|warn\w*|red flags?"
    r"|anti|against|combat\w*|fight(?:ing)?|complian\w*|comply\w*|complain\w*|awareness|regulat\w+|legally|lawful\w*|victims?|penalt\w+"
    r"|unlawful|illegal to|history|histori\w+|redlining|training|violat\w+|prohibit\w*|disclos\w*"
    r"|lawsuits?|ended|act of|fair[\s-]housing|discriminat\w+|rights|safety|how to tell|beware|escape"
    r"|previous(?:ly)?|stigmati[sz]ed|remediat\w*|why (?:you|we|agents?) (?:should|must|can)(?: not|n['’]t|"
    r"not)|accessib\w+|inclusi\w+|support\w*"
    r"|evitar|prevenir|prevencion|proteger\w*|detectar|denunci\w+|contra|ilegal|ley|leyes|victimas?|historia"
    r"|discriminacion|derechos|cumpl\w+|cuidado con|alert\w+|accesib\w+|inclusi\w+|seguridad"
    r"|verboten|verbietet|gesetz\w*|agg|diskriminier\w*|rechtswidrig|unzulassig|gleichbehandlung\w*)(?!\w)"
    r"|防|反(?:洗钱|诈骗|歧视|对)|避免被|打击|警惕|识别|辨别|举报|预防|远离诈骗|法律|违法|合规|法规|历史|受害|拒绝歧视|反家暴|提醒|当心"
)
_EVADES = re.compile(
    r"(?<!\w)(?:without (?:getting caught|violating|being|breaking)|get(?:ting)? around|bypass\w*|ignor\w+"
    r"|undetected|evad\w+|circumvent\w*|avoid(?:ing)? detection|not get caught|despite|dodg\w+|so (?:no one|nobody)"
    r"|sin que|esquivar|burlar|saltar\w*|evitar (?:que|el control|la inspeccion)"
    r"|umgeh\w*|trotz)(?!\w)"
    r"|(?:不被|避开|绕过|逃避|躲避|规避)"
)


_Spares = Callable[[Category, Rule, str, re.Match[str]], bool]


def check(text: str) -> Verdict:
    """For what is asked for."""
    return _check(text, _asks_against)


def check_draft(text: str) -> Verdict:
    """For what is to be published: it may tell of what may not be asked for."""
    return _check(text, drafts.tells)


def _check(text: str, spares: _Spares) -> Verdict:
    read = undisguised(text)
    for category, rules in _RULES:
        for rule in rules:
            for found in rule.pattern.finditer(read):
                if found[0].strip() and not spares(category, rule, read, found):
                    return Verdict(
                        passed=False,
                        message=_MESSAGES[category],
                        blocked_by=category,
                        details={"rule": rule.name, "quote": found[0].strip()},
                    )
    return PASSED


def _asks_against(_category: Category, rule: Rule, text: str, found: re.Match[str]) -> bool:
    """Whether the sentence around warns of what it names, and does not ask how to get by."""
    sentence, _ = sentence_around(text, found.start())
    return rule.spares_warnings and bool(_WARNS.search(sentence)) and not _EVADES.search(sentence)
