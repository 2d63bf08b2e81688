"""QTI 2.1: a content package with a manifest, a test, and a file for each question."""

import io
import re
import zipfile
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from agent.exchange import xml_tree
from agent.exchange.markup import printable
from agent.exchange.sheet import Sheet, feedback, short_answers
from agent.ports import Item

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
QTI_PLACE = f"{QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
CORRECT = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
MAPPED = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"
ITEM_KIND, TEST_KIND = "imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"
# A package of the same questions is the same file.
_MOMENT = (2000, 1, 1, 0, 0, 0)
_CODE = re.compile(r"`([^`\n]+)`")


def write(sheet: Sheet) -> bytes:
    names = {_identifier(number, item): item for number, item in enumerate(sheet.items, start=1)}
    files = {
        "imsmanifest.xml": _manifest(names),
        "test.xml": _test(sheet.title, names),
        **{f"items/{name}.xml": _item(name, item) for name, item in names.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for path, element in files.items():
            entry = zipfile.ZipInfo(path, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, xml_tree.written(element))
    return packed.getvalue()


def _identifier(number: int, item: Item) -> str:
    """A name as XML allows, and unique in the package."""
    return f"q{number}-" + re.sub(r"[^A-Za-z0-9._-]", "-", item.id)[:60]


def _manifest(names: Iterable[str]) -> Element:
    manifest = Element("manifest", {"xmlns": PACKAGE, "identifier": "interlude-package"})
    metadata = SubElement(manifest, "metadata")
    SubElement(metadata, "schema").text = "QTIv2.1 Package"
    SubElement(metadata, "schemaversion").text = "1.0.0"
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    names = list(names)
    test = _resource(resources, "test", TEST_KIND, "test.xml")
    for name in names:
        SubElement(test, "dependency", identifierref=name)
    for name in names:
        _resource(resources, name, ITEM_KIND, f"items/{name}.xml")
    return manifest


def _resource(resources: Element, name: str, kind: str, path: str) -> Element:
    resource = SubElement(resources, "resource", identifier=name, type=kind, href=path)
    SubElement(resource, "file", href=path)
    return resource


def _root(tag: str, **attributes: str) -> Element:
    place = {"xmlns": QTI, "xmlns:xsi": XSI, "xsi:schemaLocation": QTI_PLACE}
    return Element(tag, {**place, **attributes})


def _test(title: str, names: Iterable[str]) -> Element:
    test = _root("assessmentTest", identifier="test", title=printable(title) or "Quiz")
    part = SubElement(
        test, "testPart", identifier="part", navigationMode="linear", submissionMode="individual"
    )
    section = SubElement(
        part, "assessmentSection", identifier="section", title="Questions", visible="true"
    )
    for name in names:
        SubElement(section, "assessmentItemRef", identifier=name, href=f"items/{name}.xml")
    return test


def _item(name: str, item: Item) -> Element:
    element = _root(
        "assessmentItem",
        identifier=name,
        title=printable(item.id),
        adaptive="false",
        timeDependent="false",
        label=printable(f"{item.topic} {item.difficulty} {item.objective}".strip()),
        **{"xml:lang": printable(item.language)},
    )
    answers = short_answers(item)
    _declared(element, item, answers)
    SubElement(
        element, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float"
    )
    if said := feedback(item):
        SubElement(
            element,
            "outcomeDeclaration",
            identifier="EXPLAINED",
            cardinality="single",
            baseType="identifier",
        )
    body = SubElement(element, "itemBody")
    _write_interaction(body, item, is_short=bool(answers))
    if item.kind == "choice":
        SubElement(element, "responseProcessing", template=CORRECT)
    elif answers:
        SubElement(element, "responseProcessing", template=MAPPED)
    if said:
        shown = SubElement(
            element,
            "modalFeedback",
            outcomeIdentifier="EXPLAINED",
            identifier="none",
            showHide="hide",
        )
        _paragraphs(shown, said)
    return element


def _declared(element: Element, item: Item, answers: list[str]) -> None:
    kind = "identifier" if item.kind == "choice" else "string"
    response = SubElement(
        element,
        "responseDeclaration",
        identifier="RESPONSE",
        cardinality="single",
        baseType=kind,
    )
    right = SubElement(response, "correctResponse")
    SubElement(right, "value").text = printable(item.key)
    if answers:
        mapping = SubElement(response, "mapping", defaultValue="0")
        for answer in answers:
            SubElement(
                mapping,
                "mapEntry",
                mapKey=printable(answer),
                mappedValue="1",
                caseSensitive="false",
            )


def _write_interaction(body: Element, item: Item, *, is_short: bool) -> None:
    if item.kind == "choice":
        interaction = SubElement(
            body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true", maxChoices="1"
        )
        _inline(SubElement(interaction, "prompt"), item.question_text)
        for id_, text in item.options:
            _inline(SubElement(interaction, "simpleChoice", identifier=id_), text)
        return
    _paragraphs(body, item.question_text)
    if is_short:
        place = SubElement(body, "p")
        SubElement(place, "textEntryInteraction", responseIdentifier="RESPONSE")
    else:
        SubElement(body, "extendedTextInteraction", responseIdentifier="RESPONSE")


def _paragraphs(parent: Element, text: str) -> None:
    for line in text.split("\n"):
        _inline(SubElement(parent, "p"), line)


def _inline(parent: Element, text: str) -> None:
    """Text with code between backticks, as elements."""
    parts = _CODE.split(printable(text.replace("\n", " ")))
    parent.text = parts[0]
    for code, after in zip(parts[1::2], parts[2::2], strict=True):
        element = SubElement(parent, "code")
        element.text, element.tail = code, after
