"""Chinese statements: their verbs, what they are about, and how they are turned around."""

import re

ACTS = (
    r"优化|保证|确保|升级|迁移|删除|移除|增加|新增|添加|支持|修复|修改|替换"
    r"|导出|导入|发送|通知|显示|限制|保留|改成|改为|调整|更换|清理|配置|实现"
    r"|提供|允许|禁止|记录|统计|生成|同步|备份|恢复|合并|拆分|下线|上线|接入"
    r"|翻译|暂停|停用|启用|续费|退订|锁定|解锁|转让|补打|收藏|评价|扫码|提醒"
    r"|推送|屏蔽|隐藏|标记|标注|校验|验证|检查|查看|搜索|筛选|排序|上传|下载"
    r"|分享|收到|接收|打印|取消|预约|调研|排查|编写|整理|设置|缩短|提高|降低"
    r"|撤回|查询|写好|写明|写(?=评语|备注|说明|评论)"
)
ACT = re.compile(rf"(?P<verb>{ACTS})(?:一个|一下|一份)?(?P<rest>.*)$")
SIGN = re.compile(
    r"超时|丢失|错误|错了|算错|失败|白屏|黑屏|崩溃|闪退|卡顿|卡死|很慢|太慢|变慢|无法|不能|不了|重复|从头|旋转|报错|异常|乱码"
    r"|没有变|没变|不变|没有更新|没更新|没有保存|没保存|消失|不见|空白|延迟|打不开|没有反应|没反应|不显示|漏掉|缺失|少了|多了|对不上|错位|超过[\d一二两三四五六七八九十]+秒|偏移|看不到|收不到|两次"
)


_ADVERBS = frozenset({"偶尔", "有时", "经常", "总是"})


def subject_of(statement: str) -> str:
    """What stands before the verb of a short statement."""
    found = re.match(
        r"(?P<subject>[^会被不无没就仍还经将只]{2,14}?)(?=会|被|不|无法|没有|没|就|仍|还|经常|总是|将|只|自动|丢失|超时|失败|报错|消失|重复"
        rf"|错|标|需|应|可以|失效|[\d一二两三四五六七八九十]+(?:小时|天|分钟)|{SIGN.pattern})",
        statement,
    )
    return found["subject"] if found and found["subject"] not in _ADVERBS else ""


def object_of(predicate: str) -> str:
    """What a verb acts on: "取件码" in "把取件码分享给好友"."""
    if found := re.match(
        r"(?:并)?(?:把|将)(?P<thing>.+?)(?=转让|转给|交给|翻译|升级|迁移|分享|改|发|导|删|移|换|设|标|同步|推|上传|合并|从|到|给|按)",
        predicate,
    ):
        return found["thing"]
    if found := re.match(
        r"(?:禁止|限制|不允许).*的(?:.{0,2}人|用户|客户|顾客|会员|商家|员工|访客)(?P<what>.{2,})$",
        predicate,
    ):
        return found["what"]
    if found := re.search(r"(?:登录|注册|付款)$", predicate):
        return found.group(0)
    if found := ACT.search(predicate):
        rest = re.split(r"，|、(?=并)|并|以便|到|给|时|后|的功能", found["rest"])[0]
        return rest or predicate
    return predicate


def in_short(thing: str) -> str:
    """The last part: "退款汇总报表" of "各门店的退款汇总报表"."""
    thing = re.split("翻到|点击|打开|进入|切换", thing)[0] or thing
    thing = re.sub(r"^(?P<thing>[^在]{2,})在[^在]{2,}上$", r"\g<thing>", thing)
    thing = re.sub(r"^.*在[^在]{2,8}?(?:环境下|状态下|情况下)(?=.{2})", "", thing)
    thing = re.sub(r"(?<=[^哪这那公])里(?=[^的程面])", "里的", thing)
    if re.search(r"[A-Za-z]里的", thing):
        return re.sub(r"^.*的(?=[A-Za-z]+里的)", "", thing)
    last = thing.rsplit("的", 1)[-1]
    return last if len(last) >= 2 and len(thing) > 6 else thing


def hindered(statement: str) -> str:
    """What could not be done: "身份证照片" in "网站在Safari上无法上传身份证照片"."""
    found = re.search(r"(?:无法|不能)(?P<what>.+)$", statement)
    thing = object_of(found["what"]) if found else ""
    return thing if found and thing != found["what"] else ""


_HAPPENS = {"反应": "有反应", "响应": "有响应", "变": "随之改变", "更新": "随之更新"}


def turned(statement: str, *, lasting: bool = False) -> str:
    """What is wrong, said as what is right; empty when that cannot be told."""
    no = "不再" if lasting else "不会"
    statement = statement.removesuffix("了")
    if found := re.match(r"(?P<before>.*?)(?:无法|不能)(?P<rest>.+)$", statement):
        return f"{found['before']}能够{found['rest']}"
    if found := re.match(
        r"(?P<before>.*?)(?:没有|没)(?P<what>反应|响应|变|更新|保存|显示|生效)$", statement
    ):
        return f"{found['before']}{_HAPPENS.get(found['what'], '会' + found['what'])}"
    if found := re.match(
        r"(?P<before>.*?)超过(?P<rest>[\d一二两三四五六七八九十]+秒.*)$", statement
    ):
        return f"{found['before']}不超过{found['rest']}"
    if found := re.match(r"(?P<before>.*?)(?:经常|总是|偶尔|有时|会|就)(?P<rest>.+)$", statement):
        return f"{found['before']}{no}{found['rest']}"
    if found := re.match(
        r"(?P<before>.{1,20}?)(?:偶尔|有时)?(?P<rest>(?:少了|多了|丢失|超时|失败|白屏|黑屏|崩溃|闪退|卡顿|卡死|重复|报错|消失|算错|延迟|旋转|漏掉|乱码|错位).*)$",
        statement,
    ):
        return f"{found['before']}{no}{found['rest']}"
    return ""
