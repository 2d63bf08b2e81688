"""What a draft by rules says in Chinese."""

import re

from agent.workflows.tickets.drafting.phrases import Phrases, topic

TOPICS = (
    topic(
        r"登录|认证|密码|验证码登录|单点登录|双因素",
        "凭据正确时{short}放行；凭据有误时拒绝，且提示不透露哪一项有误。",
        "退出之后，再访问受{short}保护的页面要重新验证。",
        "{short}包括哪些方式：密码、单点登录还是第二因素？",
    ),
    topic(
        r"无障碍|读屏|盲人|视障|键盘操作",
        "只用键盘即可进入和离开{short}，焦点始终可见。",
        "读屏软件能读出{short}每一项的名称和状态。",
        "由谁和真正需要的人一起试用{short}？",
    ),
    topic(
        r"升级|迁移|替换|更换|切换到.*(?:数据库|服务|系统)",
        "{short}退回原状的办法已写明并试过一次。",
        "变更之后，{short}相关的自动化测试全部通过。",
        "变更期间{short}可以停用多久？",
    ),
    topic(
        r"删除|移除|下线|清理",
        "在代码、配置和文档中已找不到对{short}的引用。",
        "去掉{short}之后，构建和测试全部通过。",
        "{short}留下的数据要不要保存，保存多久？",
    ),
    topic(
        r"导入", "同一文件再导入一次，{short}不会重复。", "{short}有重复时，是更新、跳过还是列出？"
    ),
    topic(
        r"报表|汇总|导出|统计|下载",
        "抽查一期数据，{short}与原始记录一致。",
        "某一期没有数据时，{short}里写明这一点，而不是空着。",
        "除{role}外，还有谁可以查看{short}？",
        "{short}保留多久？",
    ),
    topic(
        r"通知|提醒|短信|推送|消息",
        "同一件事，{message}只发一次。",
        "{message}送不到时，记下时间和原因。",
        "{message}的文字是什么，用哪个渠道？",
    ),
    topic(
        r"秒|超时|卡顿|很慢|性能|并发|同时访问",
        "除耗时外，{short}返回的内容和以前一样。",
        "负载回落之后，{short}无需人工处理即恢复正常。",
        "{short}在多大比例的请求上必须达标？",
    ),
    topic(
        r"分享|转发|代取|授权|邀请",
        "已分享的{short}可以由本人收回，收回后立即不能再用。",
        "谁在什么时候用过{short}，有记录可查。",
        "分享出去的{short}能不能再转给别人？",
    ),
    topic(
        r"只有|仅限|权限|角色|管理员",
        "没有权限的人直接打开地址，也得不到{short}。",
        "由谁授予和收回{short}的权限？",
    ),
    topic(
        r"支付|付款|退款|扣款|发票",
        "{short}里显示的金额和实际金额分毫不差。",
        "{short}如何取整，税怎么算？",
    ),
    topic(
        r"离线|断网|弱网|同步",
        "断网时关掉{system}，{short}也不会丢。",
        "两边都改过时，以哪边的{short}为准？",
    ),
    topic(
        r"搜索|查找|筛选|排序",
        "没有结果时，在{short}的位置用一句话说明。",
        "{short}最多会有多少条？",
    ),
    topic(
        r"预约|订单|取消",
        "{short}已被占用时，提示清楚，且不改动任何内容。",
        "{short}在什么时间之前可以撤回？",
    ),
)

PHRASES = Phrases(
    types={"bug": "缺陷", "improvement": "改进", "story": "故事", "task": "任务"},
    topics=TOPICS,
    bug=topic(
        "",
        "在{environment}上按上述步骤操作，{short}符合“预期”。",
        "不含本次修复时，{short}的自动化测试不通过。",
        "重新启动后，{short}的问题不再出现。",
        "在哪个版本、什么环境下看到{short}有问题？",
        "{short}的问题从何时开始，多久出现一次？",
        "{short}造成的损失要不要补救？",
    ),
    fallback=topic(
        "",
        "{short}有自动化测试，出错的情形也在内。",
        "{short}办不到时，提示下一步怎么做。",
        "提出{short}的人已试用，并在这里写明。",
        "{short}先做哪一部分，哪些可以以后做？",
    ),
    system="系统",
    which_system="{doing}用在哪个系统里？",
    waits="要等别的工作：“{quote}”。",
    waits_for_nothing="没有提到{doing}要等什么。",
    open_means="{doing}怎么做，可以商量。",
    fixed_means="{doing}已定的有：{quote}。",
    valued="“{quote}”。",
    for_role="对象是{role}，好处待问。",
    for_nobody="没有说{doing}有什么用。",
    measured="有据可依：{quote}。",
    unmeasured="{doing}没有数字作界限。",
    vague="“{quote}”无从衡量，{doing}何时算完说不清。",
    bug_notes={
        "Negotiable": "怎样做到这一点可以商量：{expected}。",
        "Estimable": "{short}出问题的原因还没有查到。",
        "Valuable": "没有说{short}的问题造成什么损失。",
        "Small": "只有一处问题：{short}。",
        "Testable": "按上述步骤即可看出{short}是否还有问题。",
    },
    few="{doing}要有的结果共{count}项。",
    many="结果多达{count}项，{doing}可以先做第一项。",
    unsized="话太短，看不出{doing}有多大。",
    tested="首先看：“{expected}”。",
    untested="关于{short}的标准都是一般性的。",
    gain="{doing}给{role}带来什么？",
    who="{doing}是为谁做的，有什么用？",
    more="{short}到底包括什么，不包括什么？",
    priority_default="未提紧急程度，优先级取{priority}。",
    priority_told="优先级{priority}，因为提到“{quote}”。",
    type_told="按{type}处理，依据是“{quote}”。",
    derived="凭经验补充：{listed}。",
    left_out="另立工单：{quote}",
    not_understood="对草稿的意见，尚未采纳：“{quote}”。要改哪里？",
    dependencies=re.compile(r"(?:依赖|取决于|等待|要等).{1,30}|[A-Z][A-Z0-9]+-\d+"),
    vague_words=re.compile(r"友好|方便|更好|尽快|美观|流畅|优化|改善|提升|简单|人性化|合理"),
    urgencies=(
        ("highest", re.compile(r"阻塞|生产故障|线上故障|宕机|全部瘫痪")),
        ("high", re.compile(r"紧急|加急|尽快|立即|马上|高优先级|优先处理|重要")),
        ("low", re.compile(r"不急|低优先级|有空再|锦上添花|小问题")),
    ),
    comma="、",
)
