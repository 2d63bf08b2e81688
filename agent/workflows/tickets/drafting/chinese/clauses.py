"""The clauses of a Chinese request: who does what, when, and what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.workflows.tickets.drafting.chinese.statements import (
    ACT,
    ACTS,
    SIGN,
    object_of,
    subject_of,
)
from agent.workflows.tickets.drafting.reading import Request

Form = Literal["can", "only", "must", "do", "wrong", "named", "fact"]

_SENTENCE = re.compile(r"[。！？!?；;\n]+")
_PART = re.compile(r"[，,：:]\s*")
_PERSON = re.compile(
    r"(?:人员|人|员|者|用户|客户|顾客|家长|学生|老师|教师|店长|经理|主管|会员|护士|医生|患者|司机|骑手|商家|运营|财务|客服"
    r"|同事|团队|买家|卖家|居民|业主|读者|教练|校长|队|方|我们|大家|收银|采购|销售|代表|[班组部院馆楼处]长)$"
)
_ABLE = r"(?:能够|可以|能|可)?"
_STORY = re.compile(r"^作为(?:一名|一个|一位)?(?P<role>.+)$")
_WISH = re.compile(rf"^(?:我|我们)?(?:希望|想要|想|需要|要求){_ABLE}(?P<vp>.+)$")
_AIM = re.compile(
    r"^(?P<no>以免|免得)?(?:以便|这样|从而|好让|使得|为了|目的是)?(?<=[便样而免得让了是])(?P<aim>.+)$"
)
_PLACED = re.compile(
    r"^(?P<place>[^，把将给向]{2,8}?)(?:上|里|中)?(?P<vp>(?:增加|新增|添加|支持|显示|加上|提供)(?!了).{2,})$"
)
_NO_MORE = re.compile(r"^(?P<condition>.{1,8}后)(?P<no>(?:不能|不可以?|不得|无法).+)$")
_WHEN_GETS = re.compile(
    r"^(?P<condition>.{3,20}?(?:时|后))(?:能|会|可以)?(?P<vp>(?:收到|看到|得到|接到).+)$"
)
ASKS_HASTE = re.compile(
    r"(?:^|[，,])(?:请|麻烦|希望|望)*(?:尽快|马上|立即|抓紧|优先)(?:处理|修复|解决|安排|看一下|跟进)一?下?$"
)
_CAUSE = re.compile(r"^(?:因为|由于|原因是)(?P<why>.+)$")
_ONLY = re.compile(
    r"^(?:只有|仅有|仅限|仅|只允许|只能由)(?P<subject>.+?)(?:才)?(?:可以|能够|能|可)(?P<vp>.+)$"
)
_ALLOWED = re.compile(r"^(?:让|使|允许)(?=.{1,10}?(?:可以|能))|(?:应该|应当|应)(?=能|可以)")
_LETS = re.compile(rf"^(?:允许|让)(?P<subject>.{{1,8}}?)(?P<vp>(?:{ACTS}).+)$")
_WANTS = re.compile(
    rf"^(?P<subject>[^希想需要]{{1,15}}?)(?:希望|想要|想|要求|需要){_ABLE}(?P<vp>.+)$"
)
_CAN = re.compile(r"^(?P<subject>[^可能]{1,15}?)(?:可以|能够|可|能)(?P<vp>.{2,})$")
_MUST = re.compile(
    r"^(?P<subject>[^必需要]{0,15}?)(?:要求|应该|应当|(?<![响供适反对相效回])应|必须|须|需要|需)(?P<vp>.+)$"
)
_DO = re.compile(
    rf"^(?:请|麻烦|帮忙|请帮忙|要|并且|并|同时|且|另外)*(?P<vp>(?:把.+?|将.+?|(?:自动|统一|批量)?(?:给|向|为)[^，]{{1,10}}?)?(?:自动|统一|批量)?(?:{ACTS}).*)$"
)
_REPORTED = re.compile(
    r"^(?:客户|用户|客服|门店|运营|同事|学生|家长|有人)?(?:反馈|反映|投诉|报告)(?:说)?"
)
_MANNER = re.compile(r"(?:并且|并|且|同时)?(?P<how>(?:按|从|以(?!后|前)|用(?!户)|在(?!线)).+)$")
_CONDITION = re.compile(r"^(?:当|如果|若|一旦|在)?.{2,30}?(?:时|后|之后|的时候|的话|前|期间)$")
IS_CASE = re.compile(r"^(?:如果|若|一旦|当|假如)")
_INNER = re.compile(
    r"^(?P<condition>(?:.{0,14}?在.{2,14}?(?:时|后)|.{3,18}?(?:时|后)))(?P<main>(?!续).{3,})$"
)
_SYSTEM = re.compile(
    r"(?P<system>[A-Za-z\u4e00-\u9fff]{2,8}?(?:小程序|系统|平台|网站|商城|公众号|后台|应用|APP|App|客户端))"
)


@dataclass(frozen=True)
class Clause:
    form: Form
    predicate: str
    subject: str = ""
    condition: str = ""
    sentence: int = 0


def is_person(phrase: str) -> bool:
    return bool(_PERSON.search(phrase))


def _permitted(part: str) -> str:
    """Says "允许客服撤回" and "客服应该可以撤回" as "客服可以撤回"."""
    if (found := _LETS.match(part)) and is_person(found["subject"]):
        return f"{found['subject']}可以{found['vp']}"
    return _ALLOWED.sub("", part)


class Said:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.role = self.aim = self.cause = ""
        self.is_to_avoid = False
        """Whether the aim is that something does not happen."""
        self.last = ""
        """Who or what was spoken of last."""
        self.system = _system(request.text)
        self.sentences = [s.strip() for s in _SENTENCE.split(request.text) if s.strip()]
        self.clauses: list[Clause] = []
        for number, text in enumerate(self.sentences):
            for clause in self._clauses(text):
                self._keep(replace(clause, sentence=number))

    def _keep(self, clause: Clause) -> None:
        self.last = clause.subject or self.last
        asks = clause.form in {"can", "only"}
        if asks and not self.role and is_person(clause.subject):
            self.role = clause.subject
        self.clauses.append(clause)

    def _clauses(self, text: str) -> Iterator[Clause]:
        condition = ""
        for spoken in filter(None, map(str.strip, _PART.split(text))):
            part = _REPORTED.sub("", spoken)
            if ASKS_HASTE.match(part):
                continue
            if found := _STORY.match(part):
                self.role = found["role"]
            elif found := _AIM.match(part):
                self.is_to_avoid = bool(found["no"])
                self.aim = self.aim or found["aim"]
            elif self.clauses and re.match("影响|导致|造成", part):
                self.cause = self.cause or part
            elif found := _CAUSE.match(part):
                self.cause = self.cause or found["why"]
            elif IS_CASE.match(part) or (_CONDITION.match(part) and not SIGN.search(part)):
                condition = part
            else:
                yield self._main(part, condition)
                condition = ""

    def _main(self, part: str, condition: str) -> Clause:
        part = _permitted(part)
        if (found := _NO_MORE.match(part)) and any(
            c.form in {"can", "only", "do"} for c in self.clauses
        ):
            return Clause("must", found["no"], self._thing_before(), found["condition"])
        acts = _DO.match(part)
        is_noun = acts and re.match("搜索|查询|查看|分享|上传|下载|打印|登录|导出|导入|支付", part)
        if found := _ONLY.match(part):
            return Clause("only", found["vp"], found["subject"], condition)
        if (found := _WISH.match(part)) and self.role:
            return self._wished(found["vp"], condition)
        if SIGN.search(part) and (is_noun or not acts) and not _MUST.match(part):
            return self._wrong(part, condition)
        if (found := _WANTS.match(part)) and is_person(found["subject"]):
            return Clause("can", found["vp"], found["subject"], condition)
        if acts:
            return self._done(acts["vp"], condition)
        if (
            (found := _PLACED.match(part))
            and not _MUST.match(part)
            and not is_person(found["place"])
        ):
            return Clause("do", found["vp"], found["place"], condition)
        return self._statement(part, condition)

    def _statement(self, part: str, condition: str) -> Clause:
        if (found := _CAN.match(part)) and is_person(found["subject"]):
            return Clause("can", found["vp"], found["subject"], condition)
        if found := _MUST.match(part):
            subject = found["subject"] or self._who(found["vp"])
            return Clause("must", found["vp"], subject, condition)
        if found := _MANNER.match(part):
            return Clause("must", found["how"], self._who(found["how"]), condition)
        if self.request.kind == "bug":
            return self._wrong(part, condition)
        is_fact = bool(self.clauses) and self.clauses[0].form == "do" and "已" in part
        return Clause("fact" if is_fact else "named", part, subject_of(part), condition)

    def _done(self, predicate: str, condition: str) -> Clause:
        """What is to be done, or with "保证" what has to hold."""
        inner = re.match(
            r"(?:保证|确保)(?P<condition>.{2,15}?(?<!同)时(?!间|候))(?P<main>.+)$", predicate
        )
        if inner:
            thing = self._thing_before() or self.system
            return Clause("must", inner["main"], thing, inner["condition"])
        if found := re.match(r"(?:保证|确保)(?P<what>.+)$", predicate):
            return Clause(
                "named", found["what"], subject_of(found["what"]) or found["what"], condition
            )
        return Clause("do", predicate, "", condition)

    def _wished(self, predicate: str, condition: str) -> Clause:
        """What the role wants to do, or to get "when" something happens."""
        if not condition and (found := _WHEN_GETS.match(predicate)):
            condition, predicate = found["condition"], found["vp"]
        return Clause("can", predicate, self.role, condition)

    def _thing_before(self) -> str:
        done = [object_of(c.predicate) for c in self.clauses if c.form in {"do", "can", "only"}]
        return done[-1] if done else ""

    def _who(self, predicate: str) -> str:
        """Whom a sentence without a subject is about."""
        things = [object_of(c.predicate) for c in self.clauses if c.form in {"can", "do"}]
        wrong = [c.subject for c in self.clauses if c.form == "wrong" and c.subject]
        if wrong and not ACT.match(predicate):
            return wrong[0]
        if self.last and not is_person(self.last) and not wrong:
            return self.last
        return things[-1] if things else self.system

    def _wrong(self, part: str, condition: str) -> Clause:
        if not condition and (found := _INNER.match(part)) and SIGN.search(found["main"]):
            condition, part = found["condition"], found["main"]
        return Clause("wrong", part, subject_of(part), condition)


def _system(text: str) -> str:
    found = _SYSTEM.search(text)
    return re.sub(r"^(?:在(?!线)|从|给|为|把|将|请)", "", found["system"]) if found else "系统"
