"""The teaching guide's fields: which a question asks for, and how they read."""

import re
from collections.abc import Sequence
from typing import Any

from agent.errors import AgentError
from agent.ports import Context
from agent.teaching_guide import PARTS
from agent.text import content_words, fold, is_han

Plain = dict[str, Any]

# Field -> (what it is called in an answer, words that ask for it). The first
# group decides alone; order is the order of the answer.
_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("fechas", "Dates", (r"\bwhen\b.{0,40}\b(?:exam|final|test|midterm|deadline|project|due|lab|start|class|lecture|resit|retake)"
     r"|\b(?:exam|deadline|due|submission|hand.?in) (?:date|day|time|room)s?\b|\bdate of the\b|\bdeadlines?\b|\bcuando\b.{0,30}\b(?:examen|examenes|entrega|parcial|final|practica|prueba|recuperacion|convocatoria)|\bplazos?\b"
     r"|\bfechas?\b|(?:考试|期末|截止|作业).{0,8}(?:时间|什么时候|日期|几号|哪天|何时)|(?:什么时候|几号|何时).{0,8}(?:考试|期末|交|截止|测验|补考)|(?:测验|补考|实验报告|申请).{0,6}(?:什么时候|几号|何时|哪天|时间|截止)|(?:考试|期末|补考|测验).{0,6}(?:在哪|地点|教室)"
     r"|\bwhere\b.{0,30}\b(?:exam|final)\b|\bdonde\b.{0,30}\bexamen\b|\bwhat (?:day|time|date|room)\b.{0,30}\b(?:exam|final)\b")),
    ("evaluacion", "Assessment", (r"\b(?:grad(?:ed|ing|es?)|marks?|marking|assess(?:ed|ment)|weigh(?:t|ts|ting|ted)|percentage|pass mark|fail(?:ed)? the)\b"
     r"|\b(?:count|worth)s?\b.{0,30}\b(?:exam|grade|final|mark|lab|project)|\b(?:exam|lab|project|homework|coursework)s?\b.{0,30}\b(?:count|worth|percent|%)"
     r"|\bresit\b|\bretake\b|\bminimum (?:mark|grade)\b|\bto pass\b|\bevaluacion\b|\bevalua\b|\bcalific\w+\b|\b(?:la|mi|que|cual es la) notas?\b(?! (?:tipificad|estandar))(?!.{0,30}\btipificad)|\bnotas? (?:final(?:es)?|minimas?|de corte)\b|\bcuanto (?:vale|cuenta|pesa)\b|\baprobar\b"
     r"|\bpondera(?:n|cion(?:es)?)?\b|\brecuperacion\b|\bextraordinaria\b|\bsuspend[oe]\w*\b|\bsi no apruebo\b|评分|成绩|分数怎么算|总评|占.{0,6}(?:分|比|%|多少)|怎么(?:打分|考核)|考核|补考|及格")),
    ("profesorado_y_tutorias", "Teachers and office hours", (r"\b(?:teacher|lecturer|professor|instructor|tutor|prof)s?\b.{0,40}\b(?:who|name|office|hours?|contact|e?mail|see|meet|teach)"
     r"|\bwho (?:teaches|is teaching|gives|lectures|runs)\b|\bwho(?:.?s| is| are)\b.{0,15}\b(?:teacher|lecturer|professor|instructor|prof)s?\b|\boffice hours?\b|\bprofesor\w*\b|\btutorias?\b|\bquien (?:da|ensena|imparte)\b"
     r"|(?:老师|教授|任课).{0,8}(?:是谁|谁|办公|答疑|联系)|谁(?:教|上|负责)|答疑|办公时间")),
    ("bibliografia", "Bibliography", r"\b(?:textbooks?|bibliograph\w+|reading list|recommended (?:book|reading)s?|which books?|what books?|books? (?:for|should|do|to)|what (?:should|must|do) (?:i|we) (?:have to |need to )?read)\b|\bque (?:hay|tengo|tenemos) que leer\b|\bque (?:debo|debemos) leer\b|\bbibliografia\b|\blibros?\b|教材|参考书|课本|书目|什么书"),
    ("programa", "Programme", r"\b(?:syllabus|programme|course (?:outline|contents?|units?|topics)|units? (?:of|in) (?:the|this) (?:course|subject)|topics (?:of|in|covered|are covered)|what (?:are the )?(?:topics|units))\b|\bcuales son los temas\b|\btemario\b|\bprograma\b|\btemas (?:de la|del)\b|\bque temas\b|\bque (?:entra|se ve|se da|vemos)\b.{0,20}\b(?:examen|asignatura|curso)\b|\bpracticas (?:hay|se hacen|haremos)\b|\bprograma de practicas\b|有哪些实验|实验有哪些|第.{1,2}讲(?:讲|是)?什么|大纲|课程内容|哪些(?:主题|章|单元)|教学计划"),
    ("prerrequisitos", "Prerequisites", r"\bprerequisites?\b|\bprereqs?\b|\bneed to (?:know|have taken)\b.{0,20}\b(?:before|first)\b|\bbefore (?:taking|i take|enrolling)\b|\bprerrequisitos?\b|\brequisitos? previos?\b|先修|前置课程|预备知识"),
    ("creditos", "Credits", r"\b(?:credits?|ects)\b|\bcreditos?\b|学分"),
    ("resultados_de_aprendizaje", "Learning outcomes", r"\b(?:learning (?:outcomes?|objectives?|goals?)|objectives of (?:the|this) (?:course|subject)|(?:what|things?) (?:will|should|am|must|do) (?:i|we)\b.{0,25}\b(?:learn|able to do))\b|\bresultados de aprendizaje\b|\bobjetivos\b|\bque (?:aprendere|voy a aprender|se aprende|aprenderemos)\b|学习目标|学习成果|学到什么"),
    ("software_libre", "Software", r"\b(?:which|what|free|open.?source) (?:software|tools?|programs?)\b|\bsoftware (?:do|is|will|should|we|used|needed|required)\b|\b(?:install|need)\b.{0,20}\bsoftware\b|\bsoftware libre\b|\bque (?:software|programas?|herramientas?)\b|什么软件|哪些软件|用.{0,4}软件|软件"),
    ("metodologia", "Methodology", r"\b(?:methodology|teaching method\w*|how (?:is|are) (?:the |this )?(?:course|class|classes|subject|lectures?) (?:taught|organi[sz]ed|run|structured))\b|\bmetodologia\b|\bcomo son las clases\b|\bclases (?:teoricas|practicas)\b|\bcomo se (?:imparte|organizan?)\b|教学方法|怎么上课|授课方式"),
    ("competencias", "Competences", r"\bcompetenc(?:e|es|y|ies)\b|\bcompetencias\b|能力要求"),
    ("curso", "Year", r"\b(?:what|which) year\b|\ben que curso\b|哪一?年级"),
    ("semestre", "Semester", r"\b(?:what|which) (?:semester|term)\b|\bque semestre\b|哪个?学期"),
    ("enlaces", "Links", r"\b(?:course|subject) (?:page|website|site|link)s?\b|\bpagina web\b|\benlaces\b|课程网站"),
    ("grado", "Degree", r"\b(?:what|which) degree\b|\bque grado\b|什么专业"),
    ("tipo", "Type", r"\b(?:compulsory|mandatory|optional|elective)\b.{0,20}\b(?:course|subject)|\b(?:course|subject)\b.{0,20}\b(?:compulsory|mandatory|optional|elective)\b|\bobligatoria\b|\boptativa\b|必修|选修"),
    ("breve_descripcion", "Description", r"\b(?:what is (?:this|the) (?:course|subject) about|describe (?:this|the) (?:course|subject))\b|\bde que (?:va|trata) (?:la|esta) asignatura\b|(?:这门课|课程).{0,4}(?:讲什么|介绍)"),
)  # fmt: skip
_COMPILED = tuple((key, re.compile(pattern)) for key, _name, pattern in _FIELDS)
_SQL = re.compile(r"\bselect\b.+\bfrom\b|\bgroup by\b|\bcreate table\b")
NAMES = {key: name for key, name, _pattern in _FIELDS}
KEYS = tuple(NAMES)
SUMMARY = ("grado", "curso", "semestre", "creditos", "breve_descripcion")
_NAMED = {key: (english, spanish, chinese) for key, english, spanish, chinese in (
    ("fechas", "Dates", "Fechas", "重要日期"),
    ("evaluacion", "Assessment", "Evaluación", "考核方式"),
    ("profesorado_y_tutorias", "Teachers and office hours", "Profesorado y tutorías", "教师与答疑时间"),
    ("bibliografia", "Bibliography", "Bibliografía", "参考书目"),
    ("programa", "Programme", "Programa", "教学大纲"),
    ("prerrequisitos", "Prerequisites", "Prerrequisitos", "先修要求"),
    ("creditos", "Credits", "Créditos", "学分"),
    ("resultados_de_aprendizaje", "Learning outcomes", "Resultados de aprendizaje", "学习成果"),
    ("software_libre", "Software", "Software libre", "软件"),
    ("metodologia", "Methodology", "Metodología", "教学方法"),
    ("competencias", "Competences", "Competencias", "能力要求"),
    ("curso", "Year", "Curso", "年级"),
    ("semestre", "Semester", "Semestre", "学期"),
    ("enlaces", "Links", "Enlaces", "链接"),
    ("grado", "Degree", "Grado", "专业"),
    ("tipo", "Type", "Tipo", "课程类型"),
    ("breve_descripcion", "Description", "Descripción", "课程简介"),
    ("ordinaria", "Ordinary", "ordinaria", "正常考核"),
    ("extraordinaria", "Resit", "extraordinaria", "补考"),
    ("unica_final", "Single final assessment", "única final", "一次性考核"),
    ("teorico", "Theory", "teórico", "理论"),
    ("practico", "Practical", "práctico", "实验"),
    ("fundamental", "Core reading", "fundamental", "主要教材"),
    ("complementaria", "Further reading", "complementaria", "补充读物"),
    ("guide", "Teaching guide", "Guía docente", "教学指南"),
)}  # fmt: skip
_LANGUAGES = ("en", "es", "zh")
_JOINED = {"en": "{}, {}", "es": "{}, {}", "zh": "{}（{}）"}

# Part -> words that ask for it alone. "Extraordinaria" holds "ordinaria", hence the word breaks.
_PART_ASKED: tuple[tuple[str, str], ...] = (
    ("evaluacion.extraordinaria", r"\bresits?\b|\bretakes?\b|\b(?:re-?sit|second) (?:exam|session)\b|\bextraordinari[ao]\b|\brecuperacion\b|\bsegunda convocatoria\b|\bsuspend[oe]\w*\b|\bsi (?:no apruebo|suspendo)\b|补考|不及格"),
    ("evaluacion.unica_final", r"\bsingle final\b|\bunica final\b|\bevaluacion unica\b|一次性考核|免修"),
    ("evaluacion.ordinaria", r"\b(?:ordinary|continuous) (?:session|assessment)\b|\bordinaria\b|\bevaluacion continua\b|正常考核|平时成绩"),
    ("programa.practico", r"\b(?:practical|labs?|laborator\w+|seminars?)\b|\bpractic[oa]s?\b|\blaboratorios?\b|\bseminarios?\b|实验|上机"),
    ("programa.teorico", r"\b(?:theory|theoretical|lectures?)\b|\bteori(?:a|co)\b|\bteoric[oa]s?\b|理论"),
    ("bibliografia.complementaria", r"\b(?:further|complementary|additional) (?:reading|books?|bibliography)\b|\bcomplementari[ao]s?\b|补充|课外"),
    ("bibliografia.fundamental", r"\b(?:core|essential|main|basic) (?:reading|books?|textbooks?|bibliography)\b|\bfundamental(?:es)?\b|\bbibliografia basica\b|主要教材"),
)  # fmt: skip
_PARTS_COMPILED = tuple((key, re.compile(pattern)) for key, pattern in _PART_ASKED)

DOTTED = tuple(f"{field}.{part}" for field, parts in PARTS.items() for part in parts)


def held(subject: str, context: Context) -> Plain:
    """The guide; empty when there is none, or none that can be reached.

    For what is better with a guide and does without. Whoever asks for a fact is told.
    """
    try:
        return context.ports.guides.guide(subject) or {}
    except AgentError:
        return {}


def outcomes(subject: str, context: Context) -> dict[str, str]:
    """The texts of the guide's learning outcomes, by their ids."""
    found = held(subject, context).get("resultados_de_aprendizaje") or []
    return {o["id"]: str(o["text"]) for o in found if isinstance(o, dict) and "id" in o}


def label(key: str, language: str) -> str:
    return _NAMED[key][_LANGUAGES.index(language) if language in _LANGUAGES else 0]


def narrowed(question: str, keys: list[str]) -> list[str]:
    """The keys, with a field in place of whose whole only parts are asked for, as "a.b"."""
    folded = fold(question)
    parts = [key for key, pattern in _PARTS_COMPILED if pattern.search(folded)]
    found: list[str] = []
    for key in keys:
        asked = [part for part in parts if part.startswith(f"{key}.")]
        found += asked or [key]
    return found


def fields_asked(question: str) -> list[str]:
    """The guide's fields that a question asks for; none when it is not about the course."""
    folded = fold(question)
    if _SQL.search(folded):
        return []
    asked = [key for key, pattern in _COMPILED if pattern.search(folded)]
    if "fechas" in asked and re.search(r"\bexam\b.*\bgrad|\bgrad.*\bexam\b", folded):
        asked = list(dict.fromkeys([*asked, "evaluacion"]))
    return asked


def words_asked(question: str) -> set[str]:
    """The question's stems, and of a resit also what guides call it."""
    words = set(content_words(question))
    if "evaluacion.extraordinaria" in narrowed(question, ["evaluacion"]):
        words |= set(content_words("resit extraordinaria 补考"))
    return words


def lines(guide: Plain, keys: Sequence[str], *, language: str = "en") -> list[Plain]:
    """The fields, or parts of them as "a.b", as citable lines, exactly as they stand in the guide."""
    found = []
    for key in keys:
        field, _, wanted = key.partition(".")
        for part, text in _parts(guide.get(field)):
            if wanted in ("", part):
                found.append(_entry(guide, field, part, text, language))
    return found


def _entry(guide: Plain, field: str, part: str, text: str, language: str) -> Plain:
    name = label(field, language)
    joined = _JOINED.get(language, _JOINED["en"])
    return {
        "kind": "guide",
        "id": f"guide:{field}:{part}",
        "field": field,
        "title": label("guide", language),
        "heading": joined.format(name, label(part, language)) if part else name,
        "text": text,
        "source": str(guide.get("url", "")),
    }


def _parts(value: Any) -> list[tuple[str, str]]:
    """(name of the part, text), the name empty for a field without parts."""
    if not value:
        return []
    match value:
        case dict():
            return [(str(key), _text(entry)) for key, entry in value.items() if entry]
        case _:
            return [("", _text(value))]


def _text(value: Any) -> str:
    match value:
        case list():
            return "\n".join(f"- {_text(entry)}" for entry in value)
        case {"nombre": name, "tutorias": hours}:
            return _colon(name, hours)
        case {"que": what, "cuando": when, "donde": where}:
            comma = "，" if _is_chinese(what) else ", "
            return _colon(what, f"{when}{comma}{where}" if where else when)
        case {"text": text}:
            return str(text)
        case dict():
            return "; ".join(f"{key}: {entry}" for key, entry in value.items())
        case _:
            return str(value)


def _colon(before: str, after: str) -> str:
    if not after:
        return before
    return f"{before}：{after}" if _is_chinese(before) else f"{before}: {after}"


def _is_chinese(text: str) -> bool:
    return is_han(text[-1:]) or text.endswith("）")
