"""What a message wants, read by rules. No decision is among it: those are made on a card."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from agent.ports.courses import Role, Skill
from agent.text import language_of
from agent.workflows.coach.contracts import LearningPlan, Progress, Want, Wanted
from agent.workflows.coach.planning import amounts
from agent.workflows.coach.planning.goals import goal_from
from agent.workflows.coach.planning.numerals import NUMBER, number
from agent.workflows.coach.planning.vocabulary import bounded, even
from agent.workflows.coach.planning.wishes import wishes_in
from agent.workflows.coach.words import told

SURE, LIKELY, UNSURE, NONE = 0.9, 0.7, 0.4, 0.0


@dataclass(frozen=True)
class Intent:
    wanted: Wanted
    confidence: float


_MILESTONE = r"(?:milestones?|steps?|hitos?|etapas?|pasos?|里程碑|阶段|步骤)"
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "primer": 1, "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3,
    "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5, "sexto": 6,
    "septimo": 7, "octavo": 8,
}  # fmt: skip
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_NAMED = re.compile(
    rf"(?<![a-z])m ?(?P<m>[1-9])(?!\d|[a-z])|{_MILESTONE}\s*(?:number |numero |no\.? |#|n[º°] ?)?(?P<after>{NUMBER})(?P<more>(?:\s*(?:,|and|y|和|、)\s*\d)*)"
    rf"|\b(?P<ordinal>{_ORDINAL})\s+{_MILESTONE}|第\s*(?P<zh>{NUMBER})\s*个?{_MILESTONE}"
)
_THIS = re.compile(
    rf"\b(?:this|current|the|next|est[ea]|el|la|actual) {_MILESTONE}\b|(?:这个?|当前的?|本){_MILESTONE}"
)
_PROOF = re.compile(
    r"(?:\bproof\b|\bprueba\b|证明)[^:：]{0,60}[:：]\s*(?P<value>\S.*)", re.DOTALL | re.IGNORECASE
)
_QUIZ = re.compile(
    r"\b(?:quiz(?:zes)?|test (?:me|myself|my knowledge)|examine me|ask me questions|check my knowledge"
    r"|(?:hazme|ponme|dame|quiero|hacer|haz)\b[^.?]{0,20}\b(?:test|examen|cuestionario|preguntas)|preguntame|examiname|evaluame|ponme a prueba)\b"
    r"|考考我|测验|小测|测试(?:一下)?我|出.{0,4}题"
)
_MISSED = re.compile(
    r"\b(?:(?:i(?:'ve| have)? |we )?(?:missed|skipped|lost)\b(?!\s+the (?:point|course))|(?:could not|couldn't|didn't|did not|haven't|have not|was not able to|wasn't able to|unable to) (?:get to )?(?:stud\w+|learn\w*|work(?:ed)?|do (?:anything|any|much))|(?:was|been|am|got) (?:ill|sick|away|on holiday|travell?ing|too busy)|(?:i am|i'm|im|fell|falling|got|am) behind|no time (?:for|last|this|these)"
    r"|(?:me )?(?:perdi|he perdido|salte|he saltado|me salte|falte)\b|no (?:pude|he podido|estudie|he estudiado|tuve tiempo)|(?:estuve|he estado) (?:enferm[oa]|fuera|de viaje|de vacaciones|malo|mala)|voy (?:con retraso|atrasad[oa]|retrasad[oa])|semanas? sin estudiar)\b"
    r"|(?:错过|落下|耽误|缺)了|没(?:有)?(?:时间)?(?:学习?|看|做)(?!过)|(?:生病|出差|度假|请假)了|落后了?|没时间学"
)
_LAST = re.compile(r"\b(?:last|this|la semana pasada|esta semana)\b|上周|上个?星期|这周|本周")
_WEEKS = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:个)?(?:whole |full |entire )?(?P<unit>weeks?|days?|months?|semanas?|dias?|mes(?:es)?|周|星期|礼拜|天|月)"
)
_DONE = re.compile(
    r"\b(?:i(?:'ve| have|'m| am)? (?:just |already |now )*(?:finished|completed|done|passed|through|ticked)|finished|completed|(?:is|are) (?:done|finished|complete|completed)|done with|mark\b[^.]{0,25}\b(?:done|complete\w*|finished)|tick (?:off )?"
    r"|(?:he |ya |acabo de |hemos )+(?:\w+ )?(?:terminad[oa]|acabad[oa]|completad[oa]|terminar|acabar|completar)|termine|acabe|complete|(?:esta|estan) (?:terminad|hech|complet|acabad)[oa]s?|marca\w*\b[^.]{0,25}\b(?:hech|terminad|complet)\w*)\b"
    r"|(?:已经?)?(?:完成|学完|做完|结束)了?|搞定了?"
)
_NOT_DONE = re.compile(
    r"\b(?:not|n't|never|haven't|didn't|hasn't|isn't|almost|nearly|half|until|when|if|once|before|after|no|aun|todavia|casi|cuando|si)\b[^.,;]{0,25}$|(?:没有?|还没|未|尚未|快要?|不能|如果|等|怎么|怎样|如何|什么时候)\s*.{0,6}$"
)
_UNDONE = re.compile(
    r"\b(?:undo|reopen|re-open|untick|uncheck|mark\b[^.]{0,25}\b(?:not done|undone|open)|not (?:actually |really )?(?:done|finished) after all|desmarca\w*|reabr\w+|deshaz)\b|撤销|重新打开|取消完成|标记为未完成"
)
_LOGGED = re.compile(
    r"\b(?:today|yesterday|this (?:week|morning|weekend)|last (?:week|night)|logged?|stud(?:ied|y log)|spent|worked|did|put in|hoy|ayer|esta (?:semana|manana)|estudie|he estudiado|dedique|hice|registra|anota)\b|今天|昨天|今晚|学了|花了|用了|记录|本周|这周"
)
_COURSES = re.compile(
    r"\b(?:(?:find|show|search|look for|get|recommend|suggest|give|need|want|any|list|see|browse)\b[^.;]{0,30}\bcourses?|(?:more|other|different|better|free|cheaper|new|alternative) courses?|courses? (?:on|for|about|in|to|that)|which courses?|what courses?"
    r"|(?:busca\w*|muestra\w*|recomienda\w*|sugiere\w*|dame|quiero|ensename|necesito|encuentra)\b[^.;]{0,25}\bcursos?|(?:mas|otros|distintos|mejores) cursos|cursos? (?:de|sobre|para|gratuit\w+|gratis|distintos|diferentes)|que cursos?)\b"
    r"|(?:找|推荐|搜索?|看看|换|给我|有(?:没有|什么|哪些)|更多|其他|别的|还有).{0,10}课程?|课程(?:推荐|列表)"
)
_NAMED_COURSES = re.compile(r"\b(?:courses?|cursos?)\b|课")
_SEEKS = re.compile(
    r"\b(?:find|show|search|look for|recommend|suggest|list|which|what)\b[^.;]{0,30}\bcourses?\b"
    r"|\b(?:busca|muestra|recomienda|sugiere|encuentra|ensena)\w*\b[^.;]{0,25}\bcursos?\b"
    r"|(?:找|推荐|搜).{0,10}课"
)
_PLAN = re.compile(
    r"\b(?:(?:make|create|build|draw up|write|show|see|give|open|prepare|generate|design|need|want|view|display|continue|resume)\b[^.;]{0,25}\b(?:plan|roadmap|schedule|timetable)|(?:my|the|a|study|learning) plan\W*$|plan (?:it|this|please|my)"
    r"|(?:haz|hazme|crea|prepara|muestra\w*|ensename|dame|quiero|ver|genera|disena|necesito)\b[^.;]{0,25}\b(?:plan|hoja de ruta|calendario)|(?:mi|el) plan\W*$)\b"
    r"|(?:制定|做|给我|生成|看看?|显示|打开|安排|规划|需要|要).{0,8}(?:计划|规划|路线图?|日程)|^\W*(?:我的)?(?:学习)?计划\W*$"
)
_ADJUST = re.compile(
    r"\b(?:adjust|change|modify|edit|move|shift|rework|rearrange|replan|re-plan|reschedule|update|make (?:it|this|that|the|milestone)"
    r"|ajusta\w*|cambia\w*|modifica\w*|edita\w*|mueve|mover|reorganiza\w*|actualiza\w*|haz(?:lo|la)?)\b|调整|修改|改(?:一下|成|为|动)?|变更|挪|移动|重新安排|重排"
)
_OF_PLAN = re.compile(
    rf"\b(?:plan|schedule|dates?|deadline|fechas?|calendario|plazo)\b|{_MILESTONE}|计划|日期|时间|日程|期限"
)
_WISH_OF_PLAN = re.compile(
    r"\b(?:course|curso|it|this|everything|all|todo|esto)\b|课|它|这|全部|所有|都"
)
_WH = re.compile(
    r"^\W*(?:and |so |but |ok |y |pero )?(?:what|whats|when|where|why|who|which|how|is|are|does|do i|did|am i|will|should|has|have i|que|cual|cuales|cuando|donde|por que|quien|como|cuanto|cuantas?|cuantos|hay|es|esta)\b"
    r"|^\W*(?:什么|为什么|为何|怎么|怎样|如何|哪|谁|多少|几|是不是|是否)|(?:吗|呢|什么|多久|多少|几[天周个]|哪[个些里门]|为什么|怎么办|什么时候)[^，。；]{0,8}[?？]?\s*$"
)
_POLITE = re.compile(
    r"^\W*(?:can|could|would|will) (?:you|we|i)\b|^\W*(?:please|pls)\b|^\W*(?:puedes|podrias|podemos|me puedes)\b|^\W*(?:可以|能|能不能|能否|可不可以|请|麻烦)"
)
_ASKS = re.compile(r"[?？]\s*$")
_DECIDES = re.compile(
    r"^\W*(?:yes|yep|yeah|ok|okay|sure|fine|no|nope|approve[ds]?|i approve|approve it|agreed?|i agree|i disagree|disagree|reject(?:ed)?|accept(?:ed)?|looks good|lgtm|great|perfect|satisfied|go ahead|do it"
    r"|si|vale|de acuerdo|no estoy de acuerdo|estoy de acuerdo|apruebo|aprobado|acepto|rechazo|perfecto|bien|me gusta|no me gusta|adelante|claro"
    r"|同意|不同意|我同意|我不同意|好|好的|可以|不可以|不行|行|是|是的|不是|不|批准|拒绝|满意|不满意|通过|没问题|赞成|反对)\W*(?:please|thanks?|thank you|gracias|谢谢|了|吧|这个?计划|el plan|the plan|with (?:it|the plan|this)|it|this|con (?:el plan|esto))*\W*$"
)
_LEARNS = re.compile(
    r"\b(?:learn|study|teach me|become|get into|move into|switch to|new goal|goal is|master|improve my|start over with|instead"
    r"|aprender|estudiar|ensen[ae]me|convertirme|nuevo objetivo|nueva meta|dedicarme|ser)\b|学习|想学|学会|成为|转行|转做|入门|新目标|新的目标|改学|教我|掌握"
)


def intent_of(
    text: str,
    *,
    skills: Sequence[Skill],
    roles: Sequence[Role],
    plan: LearningPlan | None,
    today: date,
) -> Intent:
    """The first that fits, the most particular first; "unclear" when none does."""
    text = bounded(text)
    folded = even(text)[1]
    reading = _Reading(text, folded, plan, today)
    if not folded or _DECIDES.search(folded):
        return reading.of("unclear", NONE, why="decision" if folded else "unclear")
    found = reading.quiz() or reading.progress()
    if found:
        return found
    asks = bool(_WH.search(folded)) or bool(_ASKS.search(folded) and not _POLITE.search(folded))
    goal = goal_from(text, skills, roles, today)
    names_goal = bool(goal and (goal.skills or goal.uncovered))
    learns = names_goal and bool(_LEARNS.search(folded))
    if asks:
        return _question(reading, names_goal=names_goal)
    if not learns and (adjusting := reading.adjust()):
        return adjusting
    return _request(reading, learns=learns, names_goal=names_goal)


def _question(reading: "_Reading", *, names_goal: bool) -> Intent:
    if _COURSES.search(reading.folded):
        return reading.of("courses", UNSURE if reading.plan else SURE)
    # "How do I become a data scientist?" asks for a plan where there is none.
    is_goal = names_goal and not reading.plan
    return reading.of("new_goal" if is_goal else "question", LIKELY)


def _names_cost(folded: str) -> bool:
    """Whether courses are named only after the wish to learn: "learn SQL, free courses"."""
    wish, named = _LEARNS.search(folded), _NAMED_COURSES.search(folded)
    return bool(wish and named and wish.start() < named.start() and not _SEEKS.search(folded))


def _request(reading: "_Reading", *, learns: bool, names_goal: bool) -> Intent:
    if _COURSES.search(reading.folded) and not (learns and _names_cost(reading.folded)):
        return reading.of("courses", SURE)
    if learns:
        return reading.of("new_goal", SURE)
    if _PLAN.search(reading.folded):
        return reading.of("plan", SURE)
    if names_goal:
        return reading.of("new_goal", UNSURE if reading.plan else LIKELY)
    return reading.of("unclear", NONE)


@dataclass(frozen=True)
class _Reading:
    text: str
    folded: str
    plan: LearningPlan | None
    today: date

    def of(self, kind: Want, confidence: float, *, why: str = "", **more: Any) -> Intent:
        reason = told(f"intent.{why or kind}", language_of(self.text))
        wanted = Wanted(kind=kind, why=reason, milestones=self.milestones(), **more)
        return Intent(wanted, confidence)

    def milestones(self) -> tuple[str, ...]:
        """Those that are named and exist; "this one" is the first that is open."""
        known = [each.id for each in self.plan.milestones] if self.plan else []
        named: list[float | None] = []
        for match in _NAMED.finditer(self.folded):
            if match["ordinal"]:
                named.append(_ORDINALS[match["ordinal"]])
            else:
                named.append(number(match["m"] or match["after"] or match["zh"] or ""))
            named += [float(n) for n in re.findall(r"\d", match["more"] or "")]
        if not named and self.plan and _THIS.search(self.folded):
            return tuple(each.id for each in self.plan.milestones if not each.done)[:1]
        ids = [f"M{int(n)}" for n in named if n]
        return tuple(id_ for id_ in dict.fromkeys(ids) if id_ in known)

    def quiz(self) -> Intent | None:
        return self.of("quiz", SURE) if _QUIZ.search(self.folded) else None

    def progress(self) -> Intent | None:
        given = _PROOF.search(self.text)
        if given and self.milestones():
            return self._progress("proof", SURE, proof=given["value"].strip())
        if _UNDONE.search(self.folded) and self.milestones():
            return self._progress("undone", SURE)
        if _MISSED.search(self.folded) and not _ASKS.search(self.folded):
            return self._progress("missed", SURE if self._weeks() else LIKELY, weeks=self._weeks())
        match = _DONE.search(self.folded)
        is_claim = match and not _NOT_DONE.search(self.folded[: match.start()])
        if is_claim and not _ASKS.search(self.folded) and not _WH.search(self.folded):
            if self.milestones():
                return self._progress("done", SURE)
            if re.search(_MILESTONE, self.folded):
                return self._progress("done", LIKELY)
        told_hours = [each for each in amounts.amounts(self.text) if not each.every]
        if told_hours and _LOGGED.search(self.folded):
            return self._progress("hours", SURE, hours=sum(each.hours for each in told_hours))
        return None

    def _progress(self, what: Progress, confidence: float, **more: Any) -> Intent:
        return self.of("progress", confidence, progress=what, **more)

    def _weeks(self) -> int | None:
        """Whole weeks, at least one; None when nobody says how many."""
        span = _WEEKS.search(self.folded)
        if not span:
            return 1 if _LAST.search(self.folded) else None
        counted, unit = number(span["n"]) or 1, span["unit"]
        if unit.startswith(("d", "天")):
            counted /= 7
        elif unit.startswith(("m", "月")):
            counted *= 4.35
        return max(1, round(counted))

    def adjust(self) -> Intent | None:
        wishes = wishes_in(self.text, self.today)
        is_of_plan = bool(_OF_PLAN.search(self.folded))
        is_told = is_of_plan and bool(_ADJUST.search(self.folded))
        is_about_it = is_of_plan or bool(self.milestones() or _WISH_OF_PLAN.search(self.folded))
        if not self.plan or not (wishes or is_told):
            return None
        if wishes and self.milestones():
            return self.of("adjust", SURE, wish=self.text.strip())
        wish = self.text.strip() if wishes else ""
        if wishes and all(w.kind in {"other_course", "drop_course"} for w in wishes):
            # "Other courses" is for the whole search; one course is of a milestone.
            return None
        return self.of("adjust", LIKELY if is_about_it else UNSURE, wish=wish)
