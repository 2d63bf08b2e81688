"""Understands a request in Chinese: who, what, when, why, and what is wrong."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.workflows.tickets.drafting.reading import Kind, Reading, Request

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
_AIM = re.compile(r"^(?:以便|这样|从而|以免|好让|免得|使得|为了|目的是)(?P<aim>.+)$")
_CAUSE = re.compile(r"^(?:因为|由于|原因是)(?P<why>.+)$")
_ONLY = re.compile(
    r"^(?:只有|仅有|仅限|仅|只允许|只能由)(?P<subject>.+?)(?:才)?(?:可以|能够|能|可)(?P<vp>.+)$"
)
_WANTS = re.compile(
    rf"^(?P<subject>[^希想需要]{{1,15}}?)(?:希望|想要|想|要求|需要){_ABLE}(?P<vp>.+)$"
)
_CAN = re.compile(r"^(?P<subject>[^可能]{1,15}?)(?:可以|能够|可|能)(?P<vp>.{2,})$")
_MUST = re.compile(
    r"^(?P<subject>[^必需]{0,15}?)(?:应该|应当|(?<![响供适反对相效回])应|必须|须|需要|需)(?P<vp>.+)$"
)
_ACTS = (
    "优化 保证 确保 升级 迁移 删除 移除 增加 新增 添加 支持 修复 修改 替换 导出 导入 发送 通知 显示 限制 保留 "
    "改成 改为 调整 更换 清理 配置 实现 提供 允许 禁止 记录 统计 生成 同步 备份 恢复 合并 拆分 下线 上线 接入 "
    "提醒 推送 屏蔽 隐藏 标记 标注 校验 验证 检查 查看 搜索 筛选 排序 上传 下载 分享 收到 接收 打印 取消 预约 "
    "调研 排查 编写 整理 设置 缩短 提高 降低 查询"
).split()
_ACT = re.compile(rf"(?P<verb>{'|'.join(_ACTS)})(?:一个|一下|一份)?(?P<rest>.*)$")
_DO = re.compile(
    rf"^(?:请|麻烦|帮忙|请帮忙|要|并且|并|同时|且|另外)*(?P<vp>(?:把.+?|将.+?|(?:给|向|为)[^，]{{1,10}}?)?(?:自动|统一|批量)?(?:{'|'.join(_ACTS)}).*)$"
)
_ONE_OFF = frozenset(
    "升级 迁移 删除 移除 替换 更换 清理 配置 修改 合并 拆分 下线 接入 调研 排查 编写 整理 恢复".split()
)
_REPORTED = re.compile(
    r"^(?:客户|用户|客服|门店|运营|同事|学生|家长|有人)?(?:反馈|反映|投诉|报告)(?:说)?"
)
_CONDITION = re.compile(r"^(?:当|如果|若|一旦|在)?.{2,30}?(?:时|后|之后|的时候|的话|前|期间)$")
_IF = re.compile(r"^(?:如果|若|一旦|当|假如)")
_INNER = re.compile(
    r"^(?P<condition>(?:.{0,14}?在.{2,14}?(?:时|后)|.{3,18}?(?:时|后)))(?P<main>(?!续).{3,})$"
)
SIGN = re.compile(
    r"超时|丢失|错误|错了|算错|失败|白屏|黑屏|崩溃|闪退|卡顿|卡死|很慢|太慢|变慢|无法|不能|不了|重复|从头|旋转|报错|异常|乱码"
    r"|消失|不见|空白|延迟|打不开|没有反应|没反应|不显示|漏掉|缺失|超过[\d一二两三四五六七八九十]+秒|偏移|串|看不到|收不到|两次"
)
_SLOW = re.compile(r"超时|[秒慢]|卡顿|延迟")
_SYSTEM = re.compile(
    r"(?P<system>[A-Za-z\u4e00-\u9fff]{2,8}?(?:小程序|系统|平台|网站|商城|公众号|后台|应用|APP|App|客户端))"
)
_ENVIRONMENT = re.compile(
    r"(?:iOS|iPadOS|iPad|iPhone|Android|安卓|鸿蒙|Windows|macOS|Chrome|Safari|Edge|Firefox)\s?[\d.]*端?"
)
_MORE_THAN = re.compile(
    r"(?:超过|大于|多于|高于)(?P<figure>[\d一二两三四五六七八九十百千万][\d.一二两三四五六七八九十百千万]*(?:%|[\u4e00-\u9fffA-Za-z]{1,2}))"
)
_UP_TO = re.compile(
    r"(?:最多|至多|上限为?)(?P<figure>[\d一二两三四五六七八九十百千万]+(?!次)[\u4e00-\u9fff]{1,2})"
)
_UNDER = re.compile(r"(?P<figure>[\d一二两三四五六七八九十.]+(?:毫秒|秒)(?:以内|之内|内))")
_EXPIRES = re.compile(
    r"(?P<figure>[\d一二两三四五六七八九十]+(?:个)?(?:小时|分钟|天|日|周))后(?:失效|过期|作废)"
)
_SPLIT_BY = re.compile(r"按(?P<columns>[^，,。]+?)分(?:列|组|类|开)")


@dataclass(frozen=True)
class Clause:
    form: Form
    predicate: str
    subject: str = ""
    condition: str = ""
    sentence: int = 0


def is_person(phrase: str) -> bool:
    return bool(_PERSON.search(phrase))


class Said:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.role = self.aim = self.cause = ""
        self.last = ""
        """Who or what was spoken of last."""
        self.system = _system(request.text)
        self.sentences = [s.strip() for s in _SENTENCE.split(request.text) if s.strip()]
        self.clauses: list[Clause] = []
        for number, text in enumerate(self.sentences):
            for clause in self._clauses(text):
                self.clauses.append(replace(clause, sentence=number))  # noqa: PERF401 - read on the way

    def _clauses(self, text: str) -> Iterator[Clause]:
        condition = ""
        for part in filter(None, map(str.strip, _PART.split(text))):
            part = _REPORTED.sub("", part)
            if found := _STORY.match(part):
                self.role = found["role"]
            elif found := _AIM.match(part):
                self.aim = self.aim or found["aim"]
            elif found := _CAUSE.match(part):
                self.cause = self.cause or found["why"]
            elif _IF.match(part) or (_CONDITION.match(part) and not SIGN.search(part)):
                condition = part
            else:
                clause = self._main(part, condition)
                condition = ""
                if clause.subject:
                    self.last = clause.subject
                if clause.form in {"can", "only"} and not self.role and is_person(clause.subject):
                    self.role = clause.subject
                yield clause

    def _main(self, part: str, condition: str) -> Clause:
        if found := _ONLY.match(part):
            return Clause("only", found["vp"], found["subject"], condition)
        if (found := _WISH.match(part)) and self.role:
            return Clause("can", found["vp"], self.role, condition)
        acts = _DO.match(part)
        is_noun = acts and re.match("搜索|查询|查看|分享|上传|下载|打印|登录|导出|导入|支付", part)
        if SIGN.search(part) and (is_noun or not acts) and not _MUST.match(part):
            return self._wrong(part, condition)
        if (found := _WANTS.match(part)) and is_person(found["subject"]):
            return Clause("can", found["vp"], found["subject"], condition)
        if found := acts:
            return self._done(found["vp"], condition)
        if (found := _CAN.match(part)) and is_person(found["subject"]):
            return Clause("can", found["vp"], found["subject"], condition)
        if found := _MUST.match(part):
            return Clause(
                "must", found["vp"], found["subject"] or self._who(found["vp"]), condition
            )
        if re.match(r"(?:并且|并|且|同时)?(?:按|从|以(?!后|前)|用(?!户)|在(?!线))", part):
            bare = re.sub(r"^(?:并且|并|且|同时)", "", part)
            return Clause("must", bare, self._who(bare), condition)
        if self.request.kind == "bug":
            return self._wrong(part, condition)
        is_fact = bool(self.clauses) and self.clauses[0].form == "do" and "已" in part
        return Clause("fact" if is_fact else "named", part, subject_of(part), condition)

    def _done(self, predicate: str, condition: str) -> Clause:
        """ "自动收到" of somebody before is theirs; a command is for whoever builds it."""
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

    def _thing_before(self) -> str:
        done = [object_of(c.predicate) for c in self.clauses if c.form == "do"]
        return done[-1] if done else ""

    def _who(self, predicate: str) -> str:
        """Whom a sentence without a subject is about."""
        things = [object_of(c.predicate) for c in self.clauses if c.form in {"can", "do"}]
        wrong = [c.subject for c in self.clauses if c.form == "wrong" and c.subject]
        if wrong and not _ACT.match(predicate):
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


def subject_of(statement: str) -> str:
    """What stands before the verb of a short statement."""
    found = re.match(
        r"(?P<subject>[^会被不无没就仍还经将只]{2,14}?)(?=会|被|不|无法|没有|没|就|仍|还|经常|总是|将|只|自动|丢失|超时|失败|报错|消失|重复"
        rf"|错|标|需|应|可以|失效|[\d一二两三四五六七八九十]+(?:小时|天|分钟)|{SIGN.pattern})",
        statement,
    )
    return found["subject"] if found else ""


def object_of(predicate: str) -> str:
    """What a verb acts on: "取件码" in "把取件码分享给好友"."""
    if found := re.match(
        r"(?:并)?(?:把|将)(?P<thing>.+?)(?=升级|迁移|分享|改|发|导|删|移|换|设|标|同步|推|上传|合并|从|到|给|按)",
        predicate,
    ):
        return found["thing"]
    if found := _ACT.search(predicate):
        rest = re.split(r"，|、(?=并)|并|以便|到|给|时|后|的功能", found["rest"])[0]
        return rest or predicate
    return predicate


def in_short(thing: str) -> str:
    """ "退款汇总报表" of "各门店的退款汇总报表"."""
    thing = re.split("翻到|点击|打开|进入|切换", thing)[0] or thing
    last = thing.rsplit("的", 1)[-1]
    return last if len(last) >= 2 and len(thing) > 6 else thing


def turned(statement: str, *, from_now_on: bool = False) -> str:
    """What is wrong, said as what is right; empty when that cannot be told."""
    no = "不再" if from_now_on else "不会"
    statement = statement.removesuffix("了")
    if found := re.match(r"(?P<before>.*?)(?:无法|不能)(?P<rest>.+)$", statement):
        return f"{found['before']}能够{found['rest']}"
    if found := re.match(
        r"(?P<before>.*?)超过(?P<rest>[\d一二两三四五六七八九十]+秒.*)$", statement
    ):
        return f"{found['before']}不超过{found['rest']}"
    if found := re.match(r"(?P<before>.*?)(?:经常|总是|会|就)(?P<rest>.+)$", statement):
        return f"{found['before']}{no}{found['rest']}"
    if found := re.match(
        r"(?P<before>.{1,20}?)(?P<rest>(?:丢失|超时|失败|白屏|黑屏|崩溃|闪退|卡顿|卡死|重复|报错|消失|算错|延迟|旋转|漏掉).*)$",
        statement,
    ):
        return f"{found['before']}{no}{found['rest']}"
    return ""


# What a draft says


def sentence(*parts: str) -> str:
    return "".join(filter(None, parts)).strip("，,。；; ") + "。"


def read(request: Request) -> Reading:
    found = Said(request)
    kind, told = _kind(found)
    main = _main(found.clauses, kind)
    thing = _thing(found, main)
    stated = list(dict.fromkeys(_stated(found)))
    more = dict.fromkeys(_turned(found, kind))
    return Reading(
        request=request,
        kind=kind,
        title=_title(found, main),
        narrative=list(_narrative(found, kind, main)),
        thing=thing,
        role=found.role,
        reason=_reason(found),
        told=told,
        stated=stated,
        turned=[text for text in more if text not in stated],
        slots=_slots(found, main, kind, thing),
        is_bare=not found.clauses
        or all(c.form == "named" and not c.subject for c in found.clauses),
    )


def _reason(found: Said) -> str:
    fact = next((c.predicate for c in found.clauses if c.form == "fact"), "")
    told = found.aim or found.cause or fact
    return sentence(told) if told else ""


def _kind(found: Said) -> tuple[Kind, str]:
    if found.request.kind:
        return found.request.kind, ""
    wrong = next((c for c in found.clauses if c.form == "wrong"), None)
    wanted = any(c.form in {"do", "must"} for c in found.clauses)
    if wrong:
        sign = SIGN.search(wrong.predicate)
        is_slow = wanted and _SLOW.search(wrong.predicate)
        return ("improvement" if is_slow else "bug"), sign.group(0) if sign else ""
    first = next(iter(found.clauses), None)
    act = _ACT.search(first.predicate) if first and first.form == "do" else None
    if act and act["verb"] in _ONE_OFF:
        return "task", act["verb"]
    return "story", found.role


def _main(clauses: list[Clause], kind: Kind) -> Clause | None:
    order: dict[Kind, tuple[Form, ...]] = {"bug": ("wrong",), "improvement": ("do", "wrong")}
    for form in order.get(kind, ()):
        for clause in clauses:
            if clause.form == form:
                return clause
    return next((c for c in clauses if c.form != "wrong"), None) or next(iter(clauses), None)


def _thing(found: Said, main: Clause | None) -> str:
    if main is None:
        return found.request.text.strip("。")
    main = _asking(found) or main
    if main.form in {"wrong", "named"}:
        inner = re.match(r"(?P<subject>.+?)在", main.condition)
        return main.subject or (inner["subject"] if inner else "") or main.predicate
    if main.form == "must":
        return object_of(main.predicate) if _ACT.match(main.predicate) else main.subject
    return object_of(main.predicate)


def _asking(found: Said) -> Clause | None:
    """What the role itself wants to do."""
    return next((c for c in found.clauses if c.form == "can" and found.role), None)


def _title(found: Said, main: Clause | None) -> str:
    if main is None:
        return found.request.text.strip("。")
    text = main.predicate
    if main.form == "only":
        text = f"仅{main.subject}可{text}"
    elif main.form == "must":
        text = f"{main.subject}{text}"
    elif main.form == "wrong" and main.condition:
        text = f"{main.condition}，{text}"
    elif main.condition:
        text = f"{main.condition}，{text}"
    return text.strip("，。 ")[:120]


def _stated(found: Said) -> Iterator[str]:
    for clause in found.clauses:
        lead = f"{clause.condition}，" if clause.condition else ""
        match clause.form:
            case "can":
                yield sentence(
                    lead,
                    clause.subject,
                    "可以" if not clause.predicate.startswith("看") else "能",
                    clause.predicate,
                )
            case "only":
                yield sentence(lead, clause.subject, "可以", clause.predicate)
                yield sentence("除", clause.subject, "以外，没有人可以", clause.predicate)
            case "must":
                yield sentence(lead, clause.subject, clause.predicate)
            case "do":
                yield _done(clause, lead, found.system)
            case "named" if clause.subject:
                yield sentence(lead, clause.predicate)
            case "wrong":
                right = turned(clause.predicate, from_now_on=True)
                if right:
                    yield sentence(lead, right)
                else:
                    yield f"不再出现“{clause.condition}{clause.predicate}”的情况。"


def _done(clause: Clause, lead: str, system: str) -> str:
    act = _ACT.search(clause.predicate)
    thing = object_of(clause.predicate)
    if not act:
        return sentence(lead, system, clause.predicate)
    if act["verb"] == "优化":
        return f"{thing}优化前后的实测数据附在本工单。"
    if act["verb"] not in _ONE_OFF:
        return sentence(lead, system, clause.predicate)
    after = act["rest"].replace(thing, "", 1) if thing in act["rest"] else act["rest"]
    return sentence(lead, thing, "已", act["verb"], after)


def _turned(found: Said, kind: Kind) -> Iterator[str]:
    for clause in found.clauses:
        if expires := _EXPIRES.search(clause.predicate):
            subject = clause.subject or found.last
            yield f"{expires['figure']}之内{subject}仍可使用，过后再用会提示已失效。"
        if clause.condition and clause.form == "do" and _IF.match(clause.condition):
            yield f"不属于“{clause.condition}”时，{found.system}不会{clause.predicate}。"
    if kind == "bug":
        return
    text = found.request.text
    wanted = " ".join(c.predicate for c in found.clauses if c.form != "wrong")
    for figure in _MORE_THAN.finditer(wanted):
        yield f"恰好为{figure['figure']}时，不算“{figure.group(0)}”。"
    for figure in _UP_TO.finditer(wanted):
        yield f"多于{figure['figure']}时会有提示，并写明这一上限。"
    for figure in _UNDER.finditer(text):
        load = next((c.condition for c in found.clauses if c.form == "must" and c.condition), "")
        under = f"在“{load}”的条件下，" if load else ""
        yield f"{under}已实测达到“{figure['figure']}”。"


def _narrative(found: Said, kind: Kind, main: Clause | None) -> Iterator[str]:
    if kind == "bug":
        yield from _fault(found, main)
        return
    if kind == "improvement":
        wrong = {c.sentence for c in found.clauses if c.form == "wrong"}
        yield "**现状：**" + "".join(
            sentence(s) for n, s in enumerate(found.sentences) if n in wrong
        )
        wanted = "".join(sentence(s) for n, s in enumerate(found.sentences) if n not in wrong)
        if wanted:
            yield f"**期望：**{wanted}"
        return
    asking = _asking(found)
    if asking is None:
        first, *others = found.sentences or [found.request.text]
        yield f"**目标：**{sentence(first)}"
    else:
        aim = f"，以便{found.aim}" if found.aim else ""
        yield sentence(f"作为{found.role}，我希望{asking.condition}{asking.predicate}{aim}")
        rest = [c for c in found.clauses if c is not asking and c.sentence == asking.sentence]
        others = ["；".join(list(_stated_of(found, rest)))] if rest else []
        others += [s for n, s in enumerate(found.sentences) if n != asking.sentence]
    if others:
        yield "".join(map(sentence, others))


def _stated_of(found: Said, clauses: list[Clause]) -> Iterator[str]:
    for clause in clauses:
        who = "" if clause.form in {"do", "named"} else clause.subject
        can = "可以" if clause.form in {"can", "only"} else ""
        yield "".join(filter(None, (clause.condition, who, can, clause.predicate)))


def _fault(found: Said, main: Clause | None) -> Iterator[str]:
    wrong = [c for c in found.clauses if c.form == "wrong"]
    seen = {c.sentence for c in wrong}
    observed = "".join(sentence(s) for n, s in enumerate(found.sentences) if n in seen)
    yield f"**实际：**{observed or sentence(found.request.text)}"
    expected = [
        found.sentences[n]
        for n in dict.fromkeys(
            c.sentence for c in found.clauses if c.form in {"must", "only", "do"}
        )
        if n not in seen
    ]
    if not expected:
        expected = [turned(c.predicate) or f"不出现“{c.predicate}”" for c in wrong]
    yield f"**预期：**{''.join(map(sentence, expected))}"
    steps = []
    environment = _ENVIRONMENT.search(found.request.text)
    if environment:
        steps.append(
            f"在{environment.group(0)}上打开{found.system if found.system != '系统' else '产品'}。"
        )
    if main and main.condition:
        action = re.sub(r"^(?:当|在(?!线))|(?:的时候|时|之后|后)$", "", main.condition)
        steps.append(sentence(action))
    steps.append(f"查看{main.subject if main and main.subject else '结果'}。")
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, start=1))
    yield f"**步骤（待确认）：**\n\n{listed}"


def _slots(found: Said, main: Clause | None, kind: Kind, thing: str) -> dict[str, str]:
    text = found.request.text
    environment = _ENVIRONMENT.search(text) if kind == "bug" else None
    columns = _SPLIT_BY.search(text)
    short = in_short(thing)
    doing = short
    main = _asking(found) or main
    if kind == "bug":
        doing = f"修复{short}"
    elif main and main.form in {"do", "can", "only"}:
        act = _ACT.search(main.predicate)
        doing = f"{act['verb']}{short}" if act else f"“{main.predicate[:14]}”"
    slots = {
        "system": found.system,
        "environment": environment.group(0) if environment else "",
        "columns": columns["columns"] if columns else "",
        "short": short,
        "doing": doing,
    }
    return {name: text for name, text in slots.items() if text}
