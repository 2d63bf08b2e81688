"""What would make an issue better, and by how much: each proposal is tried out by the rules."""

from collections.abc import Mapping

from agent.workflows.tickets.contracts import Advice, Criterion, IssueText
from agent.workflows.tickets.maturity import phrases
from agent.workflows.tickets.maturity.moves import MOVES, Move
from agent.workflows.tickets.maturity.reading import Reading
from agent.workflows.tickets.maturity.saying import quoted
from agent.workflows.tickets.maturity.scoring import overall

MOST = 6
LEAST_GAIN = 0.5


def advise(issue: IssueText, weights: Mapping[Criterion, float]) -> list[Advice]:
    """At most six, the greatest gain first; what needs no answer is never crowded out."""
    reading, before = Reading.of(issue), overall(issue, weights)
    gains = {move.id: _gain(move, reading, weights, before=before) for move in MOVES}
    worth = [move for move in MOVES if gains[move.id] >= LEAST_GAIN]
    first = sorted(worth, key=lambda move: (move.asks, -gains[move.id]))[:MOST]
    return [
        _advice(move, reading, gains[move.id])
        for move in sorted(first, key=lambda move: -gains[move.id])
    ]


def changed(issue: IssueText, move: Move, answer: str) -> IssueText:
    text = move.apply(Reading.of(issue), answer)
    return issue.model_copy(update={move.field: text})


def _gain(
    move: Move, reading: Reading, weights: Mapping[Criterion, float], *, before: float
) -> float:
    answer = phrases.STAND_INS[move.id][reading.language] if move.asks else ""
    after = changed(reading.issue, move, answer)
    return 0.0 if after == reading.issue else round(overall(after, weights) - before, 2)


def _advice(move: Move, reading: Reading, gain: float) -> Advice:
    quote = quoted(move.about(reading), reading.language)
    text = phrases.ADVICE[move.id][reading.language].replace("{quote}", quote)
    asks = phrases.ASKS[move.id][reading.language].replace("{quote}", quote) if move.asks else ""
    return Advice(
        id=move.id, criterion=move.criterion, text=text, gain=gain, field=move.field, asks=asks
    )
