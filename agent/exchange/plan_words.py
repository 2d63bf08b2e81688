"""The words of a plan's files, in the language of its goal."""

from typing import Any

Words = dict[str, str]

_WORDS: dict[str, Words] = {
    "en": {
        "due_event": "Due",
        "study": "Study",
        "proof": "Proof",
        "tips": "Tip",
        "milestones": "Milestones",
        "findings": "What to watch",
        "courses": "Courses, and why",
        "status": "Status",
        "status_draft": "draft",
        "status_approved": "approved",
        "status_in_progress": "in progress",
        "status_done": "done",
        "duration": "Duration",
        "hours_a_week": "Hours a week",
        "dates": "From and to",
        "after": "after",
    },
    "es": {
        "due_event": "Fecha límite",
        "study": "Estudiar",
        "proof": "Prueba",
        "tips": "Consejo",
        "milestones": "Hitos",
        "findings": "A tener en cuenta",
        "courses": "Cursos, y por qué",
        "status": "Estado",
        "status_draft": "borrador",
        "status_approved": "aprobado",
        "status_in_progress": "en curso",
        "status_done": "terminado",
        "duration": "Duración",
        "hours_a_week": "Horas por semana",
        "dates": "Desde y hasta",
        "after": "después de",
    },
    "zh": {
        "due_event": "截止",
        "study": "学习",
        "proof": "完成证明",
        "tips": "提示",
        "milestones": "里程碑",
        "findings": "注意事项",
        "courses": "课程与理由",
        "status": "状态",
        "status_draft": "草稿",
        "status_approved": "已批准",
        "status_in_progress": "进行中",
        "status_done": "已完成",
        "duration": "时长",
        "hours_a_week": "每周小时数",
        "dates": "起止日期",
        "after": "先完成",
    },
}


def words_of(plan: dict[str, Any]) -> Words:
    return _WORDS[plan["goal"]["language"]]
