"""Names of skills and roles in a text: whole words, in any of the languages."""

import pytest

from agent.ports.courses import Role, Skill
from agent.workflows.coach.planning.vocabulary import Vocabulary

SKILLS = (
    Skill("python", {"en": "Python"}),
    Skill("c", {"en": "C"}),
    Skill("cpp", {"en": "C++"}),
    Skill("databases", {"en": "Databases", "es": "Bases de datos", "zh": "数据库"}),
    Skill("ml", {"en": "Machine learning", "zh": "机器学习"}),
    Skill("deep", {"en": "Deep learning"}, ("deep machine learning",)),
)
ROLES = (Role("snake", {"en": "Python"}, ("python developer",), {"python": 2}),)
VOCABULARY = Vocabulary(SKILLS, ())


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Python, C and C++", ["python", "c", "cpp"]),
        ("vitamin c and C#", []),
        ("I want to learn c", ["c"]),
        ("una base de datos", ["databases"]),
        ("DATABASE design", ["databases"]),
        ("machine-learning", ["ml"]),
        ("deep machine learning", ["deep"]),
        ("我想学习Python和机器学习", ["python", "ml"]),
        ("Ｐｙｔｈｏｎ", ["python"]),
        ("Pythonic databased", []),
        ("", []),
    ],
)
def test_names_are_whole_words_and_the_longest_wins(text: str, ids: list[str]):
    assert [mention.id for mention in VOCABULARY.mentions(text)] == ids


NETWORKS = Vocabulary((Skill("nets", {"en": "Networking"}, ("redes", "redes de ordenadores")),), ())


@pytest.mark.parametrize(
    "text",
    ["quiero aprender redes", "Redes y seguridad, 4 horas", "redes de ordenadores", "redes, SQL"],
)
def test_networks_are_named_by_their_spanish_plural(text: str):
    assert len(NETWORKS.mentions(text)) == 1


@pytest.mark.parametrize(
    "text", ["redes sociales", "Redes neuronales", "redes de pesca", "a red car", "la red"]
)
def test_other_nets_are_none(text: str):
    assert NETWORKS.mentions(text) == []


def test_places_are_those_of_the_text():
    text = "Ich möchte ﬁnally Python lernen"
    (mention,) = VOCABULARY.mentions(text)
    assert text[mention.start : mention.end] == "Python"


def test_a_name_of_both_is_the_roles_and_the_skill_is_known():
    both = Vocabulary(SKILLS, ROLES)
    (mention,) = both.mentions("Python")
    assert (mention.kind, mention.id) == ("role", "snake")
    assert both.skill_for(mention, "Python") == "python"
    (developer,) = both.mentions("python developer")
    assert both.skill_for(developer, "python developer") == ""


def test_without_names_nothing_is_found():
    assert Vocabulary((), ()).mentions("Python") == []
