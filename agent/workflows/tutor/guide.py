"""The teaching guide's fields: which a question asks for, and how they read."""

import re
from typing import Any

from agent.text import fold

Plain = dict[str, Any]

# Field -> (what it is called in an answer, words that ask for it). The first
# group decides alone; order is the order of the answer.
_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("fechas", "Dates", (r"\bwhen\b.{0,40}\b(?:exam|final|test|midterm|deadline|project|due|lab|start|class|lecture)"
     r"|\b(?:exam|deadline|due|submission|hand.?in) (?:date|day|time|room)s?\b|\bdate of the\b|\bdeadlines?\b|\bcuando\b.{0,30}\b(?:examen|entrega|parcial|final|practica)"
     r"|\bfechas?\b|(?:考试|期末|截止|作业).{0,8}(?:时间|什么时候|日期|几号|哪天|何时)|(?:什么时候|几号|何时).{0,8}(?:考试|期末|交|截止)"
     r"|\bwhere\b.{0,30}\b(?:exam|final)\b|\bdonde\b.{0,30}\bexamen\b|\bwhat (?:day|time|date|room)\b.{0,30}\b(?:exam|final)\b")),
    ("evaluacion", "Assessment", (r"\b(?:grad(?:ed|ing|es?)|marks?|marking|assess(?:ed|ment)|weigh(?:t|ts|ting|ted)|percentage|pass mark|fail(?:ed)? the)\b"
     r"|\b(?:count|worth)s?\b.{0,30}\b(?:exam|grade|final|mark|lab|project)|\b(?:exam|lab|project|homework|coursework)s?\b.{0,30}\b(?:count|worth|percent|%)"
     r"|\bresit\b|\bretake\b|\bminimum (?:mark|grade)\b|\bto pass\b|\bevaluacion\b|\bevalua\b|\bcalific\w+\b|\bnotas?\b|\bcuanto (?:vale|cuenta|pesa)\b|\baprobar\b"
     r"|\bpondera\w*\b|\brecuperacion\b|\bextraordinaria\b|评分|成绩|占.{0,6}(?:分|比|%|多少)|怎么(?:打分|考核)|考核|补考|及格")),
    ("profesorado_y_tutorias", "Teachers and office hours", (r"\b(?:teacher|lecturer|professor|instructor|tutor|prof)s?\b.{0,40}\b(?:who|name|office|hours?|contact|e?mail|see|meet|teach)"
     r"|\bwho (?:teaches|is teaching|gives|lectures|runs)\b|\bwho(?:.?s| is| are)\b.{0,15}\b(?:teacher|lecturer|professor|instructor|prof)s?\b|\boffice hours?\b|\bprofesor\w*\b|\btutorias?\b|\bquien (?:da|ensena|imparte)\b"
     r"|(?:老师|教授|任课).{0,8}(?:是谁|谁|办公|答疑|联系)|谁(?:教|上|负责)|答疑|办公时间")),
    ("bibliografia", "Bibliography", r"\b(?:textbooks?|bibliograph\w+|reading list|recommended (?:book|reading)s?|which books?|what books?|books? (?:for|should|do|to))\b|\bbibliografia\b|\blibros?\b|教材|参考书|课本|书目|什么书"),
    ("programa", "Programme", r"\b(?:syllabus|programme|course (?:outline|contents?|units?|topics)|units? (?:of|in) (?:the|this) (?:course|subject)|topics (?:of|in|covered|are covered)|what (?:topics|units))\b|\btemario\b|\bprograma\b|\btemas (?:de la|del)\b|大纲|课程内容|哪些(?:主题|章|单元)|教学计划"),
    ("prerrequisitos", "Prerequisites", r"\bprerequisites?\b|\bprereqs?\b|\bneed to (?:know|have taken)\b.{0,20}\b(?:before|first)\b|\bbefore (?:taking|i take|enrolling)\b|\bprerrequisitos?\b|\brequisitos? previos?\b|先修|前置课程|预备知识"),
    ("creditos", "Credits", r"\b(?:credits?|ects)\b|\bcreditos?\b|学分"),
    ("resultados_de_aprendizaje", "Learning outcomes", r"\b(?:learning (?:outcomes?|objectives?|goals?)|objectives of (?:the|this) (?:course|subject)|(?:what|things?) (?:will|should|am|must|do) (?:i|we)\b.{0,25}\b(?:learn|able to do))\b|\bresultados de aprendizaje\b|\bobjetivos\b|学习目标|学习成果|学到什么"),
    ("software_libre", "Software", r"\b(?:which|what|free|open.?source) (?:software|tools?|programs?)\b|\bsoftware (?:do|is|will|should|we|used|needed|required)\b|\b(?:install|need)\b.{0,20}\bsoftware\b|\bsoftware libre\b|\bque (?:software|programas?|herramientas?)\b|什么软件|哪些软件|用.{0,4}软件|软件"),
    ("metodologia", "Methodology", r"\b(?:methodology|teaching method\w*|how (?:is|are) (?:the |this )?(?:course|class|classes|subject|lectures?) (?:taught|organi[sz]ed|run|structured))\b|\bmetodologia\b|\bcomo son las clases\b|\bclases (?:teoricas|practicas)\b|\bcomo se (?:imparte|organizan?)\b|教学方法|怎么上课|授课方式"),
    ("competencias", "Competences", r"\bcompetenc(?:e|es|y|ies)\b|\bcompetencias\b|能力要求"),
    ("curso", "Year", r"\b(?:what|which) year\b|\ben que curso\b|哪一?年级"),
    ("semestre", "Semester", r"\b(?:what|which) (?:semester|term)\b|\bque semestre\b|哪个?学期"),
    ("enlaces", "Links", r"\b(?:course|subject) (?:page|website|site|link)s?\b|\bpagina web\b|课程网站"),
    ("grado", "Degree", r"\b(?:what|which) degree\b|\bque grado\b|什么专业"),
    ("tipo", "Type", r"\b(?:compulsory|mandatory|optional|elective)\b.{0,20}\b(?:course|subject)|\b(?:course|subject)\b.{0,20}\b(?:compulsory|mandatory|optional|elective)\b|\bobligatoria\b|\boptativa\b|必修|选修"),
    ("breve_descripcion", "Description", r"\b(?:what is (?:this|the) (?:course|subject) about|describe (?:this|the) (?:course|subject))\b|\bde que (?:va|trata) (?:la|esta) asignatura\b|(?:这门课|课程).{0,4}(?:讲什么|介绍)"),
)  # fmt: skip
_COMPILED = tuple((key, re.compile(pattern)) for key, _name, pattern in _FIELDS)
_SQL = re.compile(r"\bselect\b.+\bfrom\b|\bgroup by\b|\bcreate table\b")
NAMES = {key: name for key, name, _pattern in _FIELDS}
KEYS = tuple(NAMES)
SUMMARY = ("grado", "curso", "semestre", "creditos", "breve_descripcion")

_PARTS = {
    "ordinaria": "Ordinary",
    "extraordinaria": "Resit",
    "unica_final": "Single final assessment",
    "teorico": "Theory",
    "practico": "Practical",
    "fundamental": "Core reading",
    "complementaria": "Further reading",
}


def fields_asked(question: str) -> list[str]:
    """The guide's fields that a question asks for; none when it is not about the course."""
    folded = fold(question)
    if _SQL.search(folded):
        return []
    asked = [key for key, pattern in _COMPILED if pattern.search(folded)]
    if "fechas" in asked and re.search(r"\bexam\b.*\bgrad|\bgrad.*\bexam\b", folded):
        asked = list(dict.fromkeys([*asked, "evaluacion"]))
    return asked


def lines(guide: Plain, keys: list[str] | tuple[str, ...]) -> list[Plain]:
    """The fields as citable lines, exactly as they stand in the guide."""
    found = []
    for key in keys:
        for part, text in _parts(guide.get(key)):
            heading = f"{NAMES[key]}, {part}" if part else NAMES[key]
            found.append(
                {
                    "kind": "guide",
                    "id": f"guide:{key}:{part}",
                    "field": key,
                    "title": "Teaching guide",
                    "heading": heading,
                    "text": text,
                    "source": str(guide.get("url", "")),
                }
            )
    return found


def _parts(value: Any) -> list[tuple[str, str]]:
    if not value:
        return []
    match value:
        case dict():
            return [
                (_PARTS.get(str(key), str(key)), _text(entry))
                for key, entry in value.items()
                if entry
            ]
        case _:
            return [("", _text(value))]


def _text(value: Any) -> str:
    match value:
        case list():
            return "\n".join(f"- {_text(entry)}" for entry in value)
        case {"nombre": name, "tutorias": hours}:
            return f"{name}: {hours}"
        case {"que": what, "cuando": when, "donde": where}:
            return f"{what}: {when}, {where}"
        case {"text": text}:
            return str(text)
        case dict():
            return "; ".join(f"{key}: {entry}" for key, entry in value.items())
        case _:
            return str(value)
