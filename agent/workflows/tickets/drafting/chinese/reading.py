"""From the clauses of a Chinese request to what a draft says."""

import re
from collections.abc import Iterator

from agent.workflows.tickets.drafting.chinese.clauses import IS_CASE, Clause, Form, Said
from agent.workflows.tickets.drafting.chinese.narrative import (
    ENVIRONMENT,
    asking_of,
    narrative,
    sentence,
)
from agent.workflows.tickets.drafting.chinese.statements import (
    ACT,
    SIGN,
    hindered,
    in_short,
    object_of,
    turned,
)
from agent.workflows.tickets.drafting.reading import Deed, Kind, Reading, Request, word_set

_ONE_OFF = word_set(
    "升级 迁移 删除 移除 替换 更换 清理 配置 修改 合并 拆分 下线 接入 调研 排查 编写 整理 翻译 恢复"
)
_SLOW = re.compile(r"超时|[秒慢]|卡顿|延迟")
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
_MESSAGE = re.compile("短信提醒|提醒邮件|邮件提醒|短信通知|推送通知|短信|提醒|通知|推送")
_SPLIT_BY = re.compile(r"按(?P<columns>[^，,。]+?)分(?:列|组|类|开)")


def read(request: Request) -> Reading:
    found = Said(request)
    kind, told = _kind(found)
    main = _main(found.clauses, kind)
    thing = _thing(found, main)
    stated = list(dict.fromkeys(_stated(found, kind)))
    more = dict.fromkeys(_turned(found, kind))
    return Reading(
        request=request,
        kind=kind,
        title=_title(found, main),
        narrative=list(narrative(found, kind, main)),
        thing=thing,
        role=found.role,
        reason=_reason(found),
        told=told,
        stated=stated,
        deeds=list(_deeds(found)) if kind != "bug" else (),
        turned=[text for text in more if text not in stated],
        slots=_slots(found, main, kind, thing),
        is_bare=not found.clauses
        or all(c.form == "named" and not c.subject for c in found.clauses),
    )


def _reason(found: Said) -> str:
    fact = next((c.predicate for c in found.clauses if c.form == "fact"), "")
    told = (f"避免{found.aim}" if found.is_to_avoid else found.aim) or found.cause or fact
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
    act = ACT.search(first.predicate) if first and first.form == "do" else None
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
    return _about(asking_of(found) or main)


def _about(main: Clause) -> str:
    if main.form in {"wrong", "named"}:
        inner = re.match(r"(?P<subject>.+?)在", main.condition)
        before = re.sub(r"(?:时|后|之后)$", "", main.condition)
        named = hindered(main.predicate) or main.subject or (inner["subject"] if inner else "")
        return named or (object_of(before) if ACT.search(before) else main.predicate)
    if main.form == "must":
        return object_of(main.predicate) if ACT.match(main.predicate) else main.subject
    return object_of(main.predicate)


def _deeds(found: Said) -> Iterator[Deed]:
    """What is asked for, clause by clause: its verb, and all that is said of it."""
    for clause in found.clauses:
        if clause.form in {"wrong", "fact"} or re.match("不|没", clause.predicate):
            continue
        if clause.form == "must" and not re.search(f"{ACT.pattern}|秒", clause.predicate):
            continue
        act = ACT.search(clause.predicate) if clause.form != "named" else None
        verb = act["verb"] if act else ""
        thing = _about(clause)
        slots = {"short": in_short(thing)}
        if message := _MESSAGE.search(thing):
            slots["message"] = message[0]
        lead = "只有" if clause.form == "only" else verb
        yield Deed(f"{lead} {clause.condition}{clause.predicate}".strip(), slots)


def _title(found: Said, main: Clause | None) -> str:
    if main is None:
        return found.request.text.strip("。")
    text = main.predicate
    if main.form == "only":
        text = f"仅{main.subject}可{text}"
    elif main.form == "must" or (main.form == "do" and main.subject):
        text = f"{main.subject}{text}"
    elif main.condition:
        text = f"{main.condition}，{text}"
    return text.strip("，。 ")[:120]


def _stated(found: Said, kind: Kind) -> Iterator[str]:
    for clause in found.clauses:
        lead = f"{clause.condition}，" if clause.condition else ""
        match clause.form:
            case "can":
                yield sentence(lead, clause.subject, _able(clause.predicate), clause.predicate)
            case "only":
                yield sentence(lead, clause.subject, "可以", clause.predicate)
                yield sentence("除", clause.subject, "以外，没有人可以", clause.predicate)
            case "must":
                yield sentence(lead, clause.subject, clause.predicate)
            case "do":
                yield _done(clause, lead, found.system)
            case "named" if clause.subject:
                yield sentence(lead, clause.predicate)
            case "wrong" if kind == "improvement" and re.search("慢|卡顿", clause.predicate):
                continue
            case "wrong":
                right = turned(clause.predicate, lasting=True)
                if right:
                    yield sentence(lead, right)
                else:
                    yield f"不再出现“{clause.condition}{clause.predicate}”的情况。"


def _able(predicate: str) -> str:
    if re.search("收到|接到|得到", predicate):
        return "会"
    if re.search("也能|也可以|都能|都可以", predicate):
        return ""
    return "能" if predicate.startswith("看") else "可以"


def _done(clause: Clause, lead: str, system: str) -> str:
    act = ACT.search(clause.predicate)
    thing = object_of(clause.predicate)
    if clause.subject:
        return sentence(lead, clause.subject, "已", clause.predicate)
    if banned := re.match(
        r"(?:禁止|不允许)(?P<who>.*的(?:.{0,2}人|用户|客户|顾客|会员|商家|员工|访客))(?P<what>.+)$",
        clause.predicate,
    ):
        return sentence(lead, banned["who"], "不能", banned["what"])
    if act and act["verb"] in {"写好", "写明"}:
        return sentence(lead, thing, "已", act["verb"])
    if not act:
        return sentence(lead, system, clause.predicate)
    if act["verb"] == "优化":
        return f"{thing}优化前后的实测数据附在本工单。"
    if act["verb"] not in _ONE_OFF:
        return sentence(lead, system, clause.predicate)
    after = act["rest"].replace(thing, "", 1) if thing in act["rest"] else act["rest"]
    between = re.search(rf"{re.escape(thing)}(?P<way>从[^，]+?){act['verb']}", clause.predicate)
    return sentence(lead, thing, "已", between["way"] if between else "", act["verb"], after)


def _turned(found: Said, kind: Kind) -> Iterator[str]:
    for clause in found.clauses:
        if expires := _EXPIRES.search(clause.predicate):
            subject = clause.subject or found.last
            yield f"{expires['figure']}之内{subject}仍可使用，过后再用会提示已失效。"
        if clause.condition and clause.form == "do" and IS_CASE.match(clause.condition):
            yield f"除这一情形（{clause.condition}）外，{found.system}不会{clause.predicate}。"
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


def _slots(found: Said, main: Clause | None, kind: Kind, thing: str) -> dict[str, str]:
    text = found.request.text
    environment = ENVIRONMENT.search(text) if kind == "bug" else None
    columns = _SPLIT_BY.search(text)
    short = in_short(thing)
    message = _MESSAGE.search(short) or _MESSAGE.search(text)
    doing = short
    main = asking_of(found) or main
    if kind == "bug":
        doing = f"修复{short}"
    elif main and main.form in {"do", "can", "only"}:
        act = ACT.search(main.predicate)
        doing = f"{act['verb']}{short}" if act else f"“{main.predicate[:14]}”"
        if act and act["verb"] in short:
            doing = act["verb"] + short.replace(act["verb"], "")
    slots = {
        "system": found.system,
        "environment": environment.group(0) if environment else "",
        "columns": columns["columns"] if columns else "",
        "short": short,
        "message": message[0] if message else "",
        "doing": doing,
        "acting": doing
        if main and main.form == "can" and kind != "bug" and ACT.search(main.predicate)
        else "",
    }
    return {name: text for name, text in slots.items() if text}
