"""What a sentence of a text does there: give a reason, an example, a relation to something else."""

import re

# Matched on folded text: no case, no accents.
_REASON = re.compile(
    r"\b(?:because|so that|therefore|since|in order to|otherwise|at the cost|in exchange|whereas"
    r"|reduces?|avoids?|prevents?|speeds? up|slow(?:s|er)?|costs?|risks?|worth|which is why"
    r"|hence)\b"
    r"|\b(?:porque|para que|por eso|evitan?|reducen?|a cambio|coste|ya que|puesto que|debido a"
    r"|por lo (?:que|tanto)|de modo que|con el fin|impiden?|permiten?|ventajas?|inconvenientes?)\b"
    r"|因为|所以|为了|避免|代价|因此|由于|以便|从而|防止|使得|好处|缺点|优点"
)
_PURPOSE = re.compile(
    r"\b(?:so that|in order to|lets?|allows?|enables?|ensures?|guarantees?|protects?|helps?|avoids?"
    r"|prevents?|reduces?|speeds? up|serves? (?:to|as)|used (?:to|for)"
    r"|makes? it (?:possible|easier)|purpose|benefits?|advantages?)\b"
    r"|\b(?:para que|permiten?|garantizan?|garantia|aseguran?|protegen?|ayudan? a|evitan?|impiden?"
    r"|reducen?|sirven? (?:para|de)|con el fin|ventajas?)\b"
    r"|为了|以便|避免|防止|保证|确保|允许|保护|有助于|帮助|用于|用来|目的|好处|优点"
)
_EXAMPLE = re.compile(
    r"\bfor (?:example|instance)\b|\be\.g\.|\bsuch as\b|\bexamples? of\b"
    r"|\b(?:por|un|como) ejemplo\b|\bp\. ?ej\.|\bcomo (?:el|la|los|las) (?:de|que)\b"
    r"|例如|比如|譬如|举例"
)
_RELATION = re.compile(
    r"\b(?:unlike|whereas|while|compared (?:to|with)|in contrast|rather than|instead of"
    r"|depends? on|related to|corresponds? to|as well as|follows from|consequence|just as"
    r"|equivalent|the same as|differs?)\b"
    r"|\b(?:mientras que|a diferencia de|en cambio|frente a|en lugar de|depende[n]? de"
    r"|relaciona\w*|corresponde[n]? a|consecuencia|igual que|equivale\w*|se distingue\w*"
    r"|comparad[oa]s? con)\b"
    r"|不同于|相比|而不是|取决于|依赖|对应|关系|相当于|区别|相反|与此"
)
_NUMBER = re.compile(r"(?<![a-z\d.,])\d+(?:[.,]\d+)?")
WORKED = 3
"""Numbers in one sentence that show how something is worked out."""


def gives_reason(folded: str) -> bool:
    return _REASON.search(folded) is not None


def gives_purpose(folded: str) -> bool:
    """What something is good for, which not every reason tells."""
    return _PURPOSE.search(folded) is not None


def gives_example(folded: str) -> bool:
    """In so many words, or by working with numbers."""
    return _EXAMPLE.search(folded) is not None or len(_NUMBER.findall(folded)) >= WORKED


def relates(folded: str) -> bool:
    return _RELATION.search(folded) is not None
