"""What is read: everything that was written, the usual files of others, and nothing by halves."""

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import exchange
from agent.errors import AgentError
from agent.exchange.markup import from_html
from agent.language.formulas import replaced
from agent.ports import Item
from tests.exchange.sample import ITEMS, SHEET
from tests.stores import bank_of

FREE = next(item for item in ITEMS if item.kind == "free")
FORMATS = {format_.suffix: format_ for format_ in exchange.FORMATS}
READ = (".gift", ".xml", ".csv", ".json")


def read(text: str, suffix: str, subject: str = "databases") -> exchange.Imported:
    return exchange.read(f"file{suffix}", text.encode(), subject=subject)


def heart(item: Item) -> Item:
    """What every format carries."""
    choice = {} if item.kind == "choice" else {"explanation": "", "evidence": ""}
    return replace(item, subject="", evidence_document="", origin="bank", terms=(), **choice)


@pytest.mark.parametrize("suffix", READ)
def test_what_was_written_comes_back(suffix):
    found = exchange.read(f"x{suffix}", FORMATS[suffix].write(SHEET), subject="databases")
    assert found.problems == ()
    assert list(map(heart, found.items)) == list(map(heart, ITEMS))
    assert {item.origin for item in found.items} == {"imported"}
    if suffix == ".json":
        assert [replace(item, origin="bank") for item in found.items] == list(ITEMS)


TEXT = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc", "Co", "Cn", "Zl", "Zp", "Zs"), exclude_characters="`"
    ),
    min_size=1,
    max_size=30,
).filter(lambda text: replaced(text, lambda _: "", str) == text)
"""Without a formula: its marks become those that others render."""


@pytest.mark.parametrize("suffix", READ)
@given(question=TEXT, options=st.lists(TEXT, min_size=3, max_size=6), explanation=TEXT)
def test_any_text_comes_back(suffix, question, options, explanation):
    texts = [f"{number} {text}" for number, text in enumerate(options)]
    item = replace(
        ITEMS[0],
        question_text=question,
        options=tuple(zip("abcdef", texts, strict=False)),
        key="b",
        explanation=explanation,
    )
    data = FORMATS[suffix].write(exchange.sheet_of("t", [item]))
    found = exchange.read(f"x{suffix}", data, subject="databases")
    assert found.problems == ()
    assert list(map(heart, found.items)) == [heart(item)]


GIFT = """
// A comment
$CATEGORY: $course$/Geography/Rivers

::Longest:: Which river is the longest? {
  =The Nile # well done
  ~The Rhine # no
  ~The Thames
  ####It has 6,650 km.
}

Grant is buried in {~Albany =New York ~Boston} , they say.

Who wrote it?{=Cervantes =Miguel de Cervantes}

::T:: The sun rises in the east.{T}

::N:: How many legs has a spider? {#8:0.5}

::M:: Match them. { =a -> b =c -> d =e -> f }

::W:: Two of these. {~%50%one ~%50%two ~%-100%three}

::D:: Only two. {=yes ~no}

::S:: The same twice. {=yes ~no ~no}

::E:: Write an essay. {}

A line without answers
"""


def test_gift_as_others_write_it():
    found = read(GIFT, ".gift")
    nile, grant, who = found.items
    assert nile.question_text == "Which river is the longest?"
    assert dict(nile.options)[nile.key] == "The Nile"
    assert [text for _, text in nile.options] == ["The Nile", "The Rhine", "The Thames"]
    assert (nile.explanation, nile.topic) == ("It has 6,650 km.", "Rivers")
    assert grant.question_text == "Grant is buried in _____ , they say."
    assert (who.kind, who.key) == ("free", "Cervantes")
    assert who.terms == (("Cervantes", "Miguel de Cervantes"),)
    told = "\n".join(found.problems)
    assert len(found.problems) == 8
    for reason in (
        "true or false", "number", "matches pairs", "exactly one right", "2 options",
        "the same", "no answer to grade by", "no answers in braces",
    ):  # fmt: skip
        assert reason in told


MOODLE = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/top/Keys</text></category></question>
<question type="multichoice"><name><text>Q1</text></name>
 <questiontext format="html"><text><![CDATA[<p>Which is <code>unique</code>?</p>
 <script>alert(1)</script>]]></text></questiontext>
 <single>true</single>
 <answer fraction="100"><text>A key</text></answer>
 <answer fraction="0"><text>A row</text></answer>
 <answer fraction="0"><text>A view</text></answer>
</question>
<question type="multichoice"><name><text>Two</text></name>
 <questiontext format="html"><text>Pick two</text></questiontext><single>false</single>
 <answer fraction="50"><text>A</text></answer><answer fraction="50"><text>B</text></answer>
 <answer fraction="0"><text>C</text></answer>
</question>
<question type="multichoice"><name><text>Picture</text></name>
 <questiontext format="html"><text>&lt;img src="http://evil.example/x.png"&gt; What?</text>
 </questiontext>
 <answer fraction="100"><text>A</text></answer><answer fraction="0"><text>B</text></answer>
 <answer fraction="0"><text>C</text></answer>
</question>
<question type="truefalse"><name><text>TF</text></name></question>
<question type="matching"><name><text>Match</text></name></question>
<question type="shortanswer"><name><text>Wild</text></name>
 <questiontext><text>What?</text></questiontext>
 <answer fraction="100"><text>norm*</text></answer></question>
<question type="multichoice"><name><text>Odd</text></name>
 <questiontext><text>What?</text></questiontext>
 <answer fraction="lots"><text>A</text></answer></question>
</quiz>"""


def test_moodle_xml_as_moodle_writes_it():
    found = read(MOODLE, ".xml")
    [item] = found.items
    assert item.question_text == "Which is `unique`?"
    assert dict(item.options)[item.key] == "A key"
    assert item.topic == "Keys"
    assert [problem.partition(":")[0] for problem in found.problems] == [
        "Two", "Picture", "TF", "Match", "Wild", "Odd",
    ]  # fmt: skip
    assert "a picture" in found.problems[1]


BOMB = """<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><quiz>&b;</quiz>"""


@pytest.mark.parametrize(
    ("text", "suffix", "said"),
    [
        (BOMB, ".xml", "document type"),
        ("<!DOCTYPE quiz SYSTEM 'http://evil.example/x.dtd'><quiz/>", ".xml", "document type"),
        ("<a>" * 500, ".xml", "nested too deeply"),
        ("<quiz><question>", ".xml", "not XML"),
        ("<html/>", ".xml", "not a Moodle quiz"),
        ("{", ".json", "not JSON"),
        ("[" * 100_000, ".json", "not JSON"),
        ('{"format": "interlude-questions", "version": 99}', ".json", "another version"),
        ("", ".csv", "empty"),
        ("a,b\n1,2\n", ".csv", "no column “question”"),
        ('question,key\n"a', ".csv", "cannot be read"),
        ("x", ".pdf", "known endings"),
        ("a\0b", ".gift", "not a text"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(text, suffix, said):
    with pytest.raises(AgentError) as told:
        read(text, suffix)
    assert said in told.value.message
    assert told.value.hint


def test_a_file_that_is_too_large_or_not_utf_8_is_refused():
    with pytest.raises(AgentError, match="larger than 5 MB"):
        exchange.read("x.gift", b"x" * (exchange.MOST_BYTES + 1), subject="s")
    with pytest.raises(AgentError, match="UTF-8"):
        exchange.read("x.csv", "question,key\né".encode("latin-1"), subject="s")


TABLE = """question;option_a;option_b;option_c;option_d;key;topic;difficulty
What is a key?;Unique;Any;None;All;a;keys;advanced
By its text?;One;Two;Three;;Two;;
Wrong key?;One;Two;Three;Four;e;;
Too few;One;Two;;;a;;
Same;One;one;Three;Four;a;;
;One;Two;Three;Four;a;;
Short;;;;;tuple|row;;
too;few;cells

What is a key?;Unique;Any;None;All;a;keys;advanced
"""


def test_a_table_as_a_spreadsheet_saves_it():
    found = read(TABLE, ".csv")
    first, second, third = found.items
    assert (first.key, first.difficulty, first.topic) == ("a", "advanced", "keys")
    assert (second.key, len(second.options)) == ("b", 3)
    assert (third.kind, third.terms) == ("free", (("tuple", "row"),))
    told = {problem.partition(":")[0]: problem for problem in found.problems}
    assert list(told) == ["Row 4", "Row 5", "Row 6", "Row 7", "Row 9", "Row 11"]
    assert "the key “e” is not one of its options" in told["Row 4"]
    assert "3 cells" in told["Row 9"]
    assert "earlier" in told["Row 11"]


def test_json_rows_that_do_not_fit_are_named():
    entries = [
        {"question_text": "What?", "key": "x", "options": [["a", "1"], ["b", "2"], ["c", "3"]]},
        {"question_text": "What?", "key": "a", "options": [["a"], ["b", "2"], ["c", "3"]]},
        {"question_text": 5, "key": "a"},
        "nonsense",
        {"question_text": "Good?", "key": "c", "options": [["x", "1"], ["y", "2"], ["c", "3"]]},
    ]
    text = json.dumps({"format": "interlude-questions", "version": 1, "items": entries})
    found = read(text, ".json")
    assert [(item.key, dict(item.options)[item.key]) for item in found.items] == [("c", "3")]
    assert [p.partition(":")[0] for p in found.problems] == [f"Question {n}" for n in range(1, 5)]


@given(st.text(max_size=300), st.sampled_from(READ))
def test_whatever_the_file_holds_it_is_read_or_refused(text, suffix):
    try:
        found = exchange.read(f"x{suffix}", text.encode("utf-8", "replace"), subject="s")
    except AgentError:
        return
    assert all(item.question_text for item in found.items)


def test_a_plan_says_what_is_new_changed_and_there_already():
    bank = bank_of([ITEMS[0], ITEMS[1]])
    changed = replace(ITEMS[1], explanation="Better.")
    sheet = exchange.sheet_of("t", [ITEMS[0], changed, ITEMS[2]])
    found = exchange.read("x.json", FORMATS[".json"].write(sheet), subject="databases")
    plan = exchange.plan(found, bank)
    assert ([i.id for i in plan.new], [i.id for i in plan.changed], plan.same) == (
        ["es-3"], ["hard-2"], 1,
    )  # fmt: skip
    assert bank.items("databases") == sorted([ITEMS[0], ITEMS[1]], key=lambda item: item.id)


def test_another_subject_s_question_is_never_overwritten():
    bank = bank_of([ITEMS[0]])
    found = exchange.read("x.json", FORMATS[".json"].write(SHEET), subject="botany")
    plan = exchange.plan(found, bank)
    assert ITEMS[0].id not in {item.id for item in plan.items}
    bank.put(plan.items)
    assert bank.items("databases") == [ITEMS[0]]
    assert len(bank.items("botany")) == len(ITEMS)
    again = exchange.plan(found, bank)
    assert (again.items, again.same) == ((), len(ITEMS))


@pytest.mark.parametrize("suffix", READ)
@pytest.mark.parametrize(
    "answer",
    [
        "List<String>",
        "a | b",
        "Send the lines of the file through cat x | sort | uniq, and count what is left of them",
    ],
)
def test_an_answer_with_signs_of_its_own_comes_back(suffix, answer):
    terms = ((answer,),) if len(answer) < 40 else ()
    item = replace(FREE, key=answer, terms=terms)
    data = FORMATS[suffix].write(exchange.sheet_of("t", [item]))
    found = exchange.read(f"x{suffix}", data, subject="databases")
    assert [(i.key, i.terms) for i in found.items] == [(answer, terms)]


@pytest.mark.parametrize("start", ["<a ", "<![", "</", "<!--", "<a href='", "<?", "&"])
def test_markup_that_never_ends_is_read_at_once(start):
    began = time.monotonic()
    from_html(start * 100_000)
    assert time.monotonic() - began < 5
