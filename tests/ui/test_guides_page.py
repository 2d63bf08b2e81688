"""The library's tabs on teaching guides and samples."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from agent.adapters.samples import FOLDER
from ui import session

LIBRARY = "../pages/library.py"


@pytest.fixture
def page(app: AppTest) -> AppTest:
    return app.switch_page(LIBRARY).run()


def ports():
    return session.graph_agent().ports


def field(page: AppTest, label: str):
    return next(w for w in [*page.text_input, *page.text_area] if w.label == label)


def button(page: AppTest, label: str):
    return next(b for b in page.button if b.label == label)


def said(page: AppTest) -> str:
    """What is drawn, without the backslashes that keep it plain."""
    drawn = [*page.success, *page.error, *page.info, *page.warning]
    return " ".join(str(each.value) for each in drawn).replace("\\", "")


@pytest.fixture
def form(page: AppTest) -> AppTest:
    return button(page, "Edit").click().run()


def test_a_guide_is_a_page_to_read_first(page: AppTest) -> None:
    guide = ports().guides.guide("databases")
    read = " ".join(str(each.value) for each in page.markdown)
    assert guide["evaluacion"]["extraordinaria"].split()[0] in read
    assert guide["profesorado_y_tutorias"][0]["nombre"].split()[0] in read
    assert not [b for b in page.button if b.label == "Save"]


class TestForm:
    def test_saving_without_a_change_keeps_the_guide_as_it_was(self, form: AppTest) -> None:
        before = ports().guides.guide("databases")
        button(form, "Save").click().run()
        assert ports().guides.guide("databases") == before

    def test_a_change_is_saved_and_can_be_undone(self, form: AppTest) -> None:
        field(form, "Credits").set_value("9 ECTS")
        field(form, "Links").set_value("one\n\n two \n")
        button(form, "Save").click().run()
        assert "saved" in said(form)
        saved = ports().guides.guide("databases")
        assert (saved["creditos"], saved["enlaces"]) == ("9 ECTS", ["one", "two"])
        button(form, "Undo the last change").click().run()
        assert ports().guides.guide("databases")["creditos"] == "6 ECTS"

    def test_what_is_wrong_is_said_and_nothing_is_lost(self, form: AppTest) -> None:
        field(form, "Name of the subject").set_value(" ")
        field(form, "Credits").set_value("9 ECTS")
        button(form, "Save").click().run()
        assert "must not be empty" in said(form)
        assert "nothing you wrote is lost" in said(form)
        assert field(form, "Credits").value == "9 ECTS"
        assert ports().guides.guide("databases")["creditos"] == "6 ECTS"
        field(form, "Name of the subject").set_value("Databases")
        button(form, "Save").click().run()
        assert ports().guides.guide("databases")["creditos"] == "9 ECTS"

    def test_the_sample_comes_back(self, page: AppTest) -> None:
        ports().guides.put("databases", {"asignatura": "Mine"})
        page.run()
        button(page, "Restore the sample's guide").click().run()
        sample = json.loads((FOLDER / "databases" / "guide.json").read_text("utf-8"))
        assert ports().guides.guide("databases") == sample


class TestRemoving:
    def test_a_removed_guide_is_offered_again(self, page: AppTest) -> None:
        before = ports().guides.guide("databases")
        page.button(key="guide-remove-databases").click().run()
        assert ports().guides.guide("databases") is None
        assert "removed" in said(page)
        assert "No teaching guide yet" in " ".join(m.value for m in page.markdown)
        button(page, "Undo the last change").click().run()
        assert ports().guides.guide("databases") == before

    def test_one_is_written_from_nothing(self, page: AppTest) -> None:
        page.button(key="guide-remove-databases").click().run()
        button(page, "Write one").click().run()
        field(page, "Credits").set_value("3")
        button(page, "Save").click().run()
        written = ports().guides.guide("databases")
        assert written["creditos"] == "3"
        assert set(written) == {"asignatura", "creditos"}


class TestImport:
    def paste(self, page: AppTest, text: str) -> None:
        field(page, "Paste text, HTML or JSON").set_value(text).run()
        page.button(key="guide-read-databases").click().run()

    def test_json_becomes_a_draft_that_is_saved_by_hand(self, page: AppTest) -> None:
        before = ports().guides.guide("databases")
        self.paste(page, '{"asignatura": "Otra", "créditos": 12}')
        assert "press Save" in said(page)
        assert ports().guides.guide("databases") == before
        assert field(page, "Credits").value == "12"
        button(page, "Save").click().run()
        assert ports().guides.guide("databases") == {"asignatura": "Otra", "creditos": "12"}

    def test_a_page_tells_what_was_found_and_what_was_not(self, page: AppTest) -> None:
        self.paste(page, "Guía docente de Redes\nCréditos: 6\nEvaluación extraordinaria\nOral.")
        assert "Found: name of the subject, credits, assessment." in said(page).replace("\\", "")
        assert "Not found:" in said(page)
        assert field(page, "Assessment: resit").value == "Oral."
        assert field(page, "Assessment: first attempt").value == ""
        button(page, "Discard the draft").click().run()
        assert button(page, "Edit")

    def test_what_is_wrong_in_a_file_is_said_by_the_names_of_the_form(self, page: AppTest) -> None:
        self.paste(page, '{"asignatura": "X", "fechas": [{"que": "Examen"}], "foo": 1}')
        assert "Dates: Row 1: the date must not be empty." in said(page)
        assert "foo: A teaching guide has no such field." in said(page)


class TestSamples:
    def test_a_sample_goes_and_comes_back_as_a_whole(self, page: AppTest) -> None:
        page.button(key="sample-button-statistics").click().run()
        assert not page.exception
        assert "is removed" in said(page)
        assert ports().library.documents("statistics") == []
        assert ports().guides.guide("statistics") is None
        assert ports().bank.items("statistics") == []
        page.button(key="sample-button-statistics").click().run()
        assert len(ports().library.documents("statistics")) == 7
        assert ports().guides.guide("statistics")["asignatura"] == "Introducción a la estadística"
