"""The questions of the retrieval bench: every one still has its passage."""

from collections import Counter

from bench import retrieval


def test_every_question_has_its_passage_and_half_of_each_kind_is_reported():
    asked = retrieval.questions()
    assert len({each.passage for each in asked}) == len(asked) >= 90
    languages = Counter(each.language for each in asked)
    assert set(languages) == {"en", "es", "zh"}
    assert min(languages.values()) >= 30
    kinds = Counter((each.language, each.kind, each.is_reported) for each in asked)
    for language, kind, _ in kinds:
        assert abs(kinds[language, kind, True] - kinds[language, kind, False]) <= 1
