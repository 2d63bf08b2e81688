"""Chinese wording."""

import re

from agent.workflows.studio.composing.phrases import (
    Blog,
    General,
    Images,
    Phrases,
    Reading,
    Social,
    Strategy,
    caseless,
)

_READING = Reading(
    aspects={
        "what": caseless("是指|指的是|是一种|就是|什么是|概念|基础|含义"),
        "why": caseless("为什么|有助于|帮助|好处|原因|意义|值得|印象|信任"),
        "how": caseless("如何|怎么|怎样|步骤|顺序|准备|应该|首先|其次|选择|比较|清洁|检查|布置"),
        "costs": caseless("费用|成本|价格|预算|花费|付款|支付|税|首付|便宜|昂贵|元"),
        "mistakes": caseless("错误|避免|不要|风险|问题|过多|太多|忘记|失望|误区|陷阱|注意"),
        "next": caseless("之后|然后|最后|保持|接下来|以后|后续"),
    },
    defines=caseless("^(?P<subject>\\w{2,12}?)(?:是指|指的是|就是|是(?![否不从]))"),
    contrast=caseless("但|而不是|却|虽然|即使|不能|不是|只有|相比"),
    leans=caseless("^(?:这|那|它|他|她|其|但|而且|因此|所以|此外|同时|另外|然后)"),
    orders=caseless("^(?:请|先|不要|避免|检查|准备|比较|选择|记下|打开|清理|保留|询问|带上)"),
    frames=caseless(
        "^(?:引言|简介|概述|总结|结论|来源|参考(?:资料|文献)|目录|关于(?:本文|我们)|小结)$"
    ),
)

_BLOG = Blog(
    titles=(
        "{label}：开始之前需要知道的事",
        "{label}：清楚易懂的指南",
        "{label}：从第一步说起",
        "{label}：要点与顺序",
        "{label}：从哪里开始，避开什么",
        "{label}",
    ),
    headings={
        "what": ("基本概念", "先弄清概念", "它指的是什么"),
        "why": ("为什么重要", "它带来什么", "理由何在"),
        "how": ("具体怎么做", "实际操作", "动手的顺序"),
        "costs": ("费用与预算", "钱花在哪里", "要花多少钱"),
        "mistakes": ("需要避免的错误", "容易出错的地方", "路上的陷阱"),
        "next": ("接下来做什么", "之后的事", "如何保持下去"),
    },
    openings=(
        "说到{topic}，应该从哪里开始呢？下面按顺序来讲。",
        "这篇文章用平实的话讲{topic}，并按你会遇到的顺序来讲。",
        "关于{topic}，哪些事要先弄清楚，哪些事可以放一放？这篇文章按顺序来讲。",
        "我们把{topic}拆成几个问题，一个一个地看，方便你从容决定。",
    ),
    overviews=(
        "{label}，依次讲{headings}。",
        "{label}，下面会谈到{headings}。",
        "{label}，按这样的顺序：{headings}。",
        "{label}，分为这样几个部分：{headings}。",
    ),
    glances=("一览", "要点一览"),
    endings=("总结", "小结", "写在最后"),
    closings=(
        "以上就是{topic}，从“{first}”讲到“{last}”。",
        "先看“{first}”，其余的需要时再看。",
        "从“{first}”到“{last}”，每一部分都可以单独读。",
        "这些事不必同时去做，从“{first}”开始就好。",
    ),
    sources="来源：{links}。",
    metas=(
        "{label}：{headings}。",
        "用平实的话讲{label}：{headings}。",
        "关于{label}：{headings}。",
    ),
    meta_ends=(
        "一步一步来。",
        "开始之前先读一读。",
        "先做什么，再做什么。",
        "写给想要从容决定的人。",
        "要做什么，要问什么，什么可以等。",
        "语言平实，顺序清楚，适合在决定之前读一读。",
        "要做什么，要问什么，什么可以等，什么要避开，都按顺序讲清楚。",
        "语言平实，顺序清楚，写给想要从容决定的人，适合在开始之前先读一读。",
    ),
    meta_fill="语言平实，顺序清楚，要做什么，要问什么，什么可以等，什么要避开，都一步一步讲明白，"
    "写给想要从容决定的读者，适合在开始之前先读一读，也适合在中途拿出来对照，看看还差哪一步。",
)

_SOCIAL = Social(
    questions=(
        "关于{topic}，你最想先知道什么？",
        "{topic}：你会从哪里开始？",
        "最近你有{topic}的打算吗？",
        "说到{topic}，你会去问谁？",
    ),
    statements=("用平实的话说说{topic}。", "{topic}，简单说几句。"),
    contrasts=(
        "{topic}：少一点猜测，多一点内容。",
        "不喊口号，只看{topic}的细节。",
        "{topic}听上去简单，细节却值得多看一眼。",
    ),
    contexts=(
        "下面关于{topic}的每一句都有资料来源，可以查证。",
        "以下有关{topic}的要点都能找到出处。",
    ),
    bridges=("值得记住的是：", "要点如下：", "说得直白些：", "资料里这样讲：", "细看一下："),
    asks=(
        "关于{topic}，你还有什么要补充？欢迎留言。",
        "换作是你，会先做哪一步？评论区见。",
        "你对{topic}有别的看法吗？欢迎留言。",
        "把它转发给正在忙{topic}的朋友吧。",
    ),
    captions=(
        "{topic}，一次说清。",
        "轻松看懂{topic}。",
        "今天聊聊{topic}。",
        "{topic}的几个要点。",
    ),
    saves=("先收藏，以后用得上。", "收藏起来，也转发给朋友。", "转发给需要的人。"),
    suffixes=("攻略", "指南", "技巧", "建议", "干货", "入门", "经验", "知识"),
)

_STRATEGY = Strategy(
    title="{topic}：内容策略",
    sections={
        "audience": "目标受众",
        "pillars": "内容支柱",
        "mix": "内容组合",
        "channels": "发布渠道",
        "calendar": "内容日历",
        "kpis": "衡量指标（KPI）",
        "roadmap": "实施路线图",
    },
    summary=(
        "这份计划围绕{topic}展开。内容支柱是{pillars}。",
        "把{topic}写成一个系列。各部分是{pillars}。",
        "以{topic}为主题。依次讲{pillars}。",
    ),
    audience=("{audience}，与{topic}有关的部分。", "写给：{audience}。契机是{topic}。"),
    nobody="正要面对{topic}的读者。",
    audience_questions=(
        "{pillar}：从哪里开始？",
        "{pillar}：什么可以等？",
        "{pillar}：什么容易被忽略？",
        "{pillar}：谁能帮忙？",
    ),
    pillars={
        "what": ("{topic}的概念", "从头认识{topic}"),
        "why": ("{topic}的理由", "为什么要{topic}"),
        "how": ("{topic}的做法", "{topic}分步讲"),
        "costs": ("{topic}的费用", "{topic}的预算"),
        "mistakes": ("{topic}要避开什么", "{topic}的陷阱"),
        "next": ("{topic}之后", "{topic}的下一步"),
    },
    pillar_uses=("适合写成{kinds}。", "形式：{kinds}。", "以{kinds}发布。"),
    mix=("**{kind}**，{share}%：{titles}。", "{share}% 为**{kind}**，例如{titles}。"),
    channels={
        "blog": (
            "**博客**：把{pillar}讲透，方便读者搜索到。",
            "**博客**：{pillar}的完整内容放在这里。",
        ),
        "linkedin": (
            "**领英**：{pillar}，一次讲一点，供同行讨论。",
            "**领英**：关于{pillar}的短文，以提问收尾。",
        ),
        "instagram": (
            "**Instagram**：用一张图和一段话讲{pillar}。",
            "**Instagram**：{pillar}，适合看、收藏和转发。",
        ),
    },
    columns=("周次", "日期", "形式", "标题", "支柱"),
    days=("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    kinds={
        "blog": "博客文章",
        "linkedin": "领英帖子",
        "instagram": "Instagram 帖子",
        "blogs": "博客文章",
        "linkedins": "领英帖子",
        "instagrams": "Instagram 帖子",
    },
    slots=(
        "细看一步",
        "读者的问题",
        "容易忽略的地方",
        "实际操作",
    ),
    kpis={
        "blog": ("博客：“{title}”的搜索访问量和读完的比例。", "博客：从“{title}”而来的咨询。"),
        "linkedin": (
            "领英：“{title}”下的评论，以及评论者是谁。",
            "领英：发布“{title}”那一周的新关注者。",
        ),
        "instagram": (
            "Instagram：“{title}”被收藏和转发的情况。",
            "Instagram：“{title}”带来的主页访问。",
        ),
    },
    kpi_rhythm=(
        "在你开始{topic}之前先记下数值，之后每周记录。",
        "把{topic}的各个支柱相互比较，不与别的品牌比。",
    ),
    phases=(
        (
            "**准备**：确定{pillars}，并为“{first}”准备图片。",
            "**起步**：商定{pillars}，写出“{first}”。",
        ),
        ("**发布**：按日历从“{first}”做到“{last}”。", "**推进**：一篇接一篇，直到“{last}”。"),
        (
            "**复盘**：看{pillars}里哪些有效，再重新规划{topic}。",
            "**总结**：保留对{topic}有用的，放下其余的。",
        ),
    ),
)

_IMAGES = Images(
    scenes=(
        (
            caseless("布置|软装|装饰|客厅|staging"),
            ("明亮的客厅里有一张浅色沙发、一张矮桌和一盆绿植",),
        ),
        (
            caseless("外观|门面|花园|院子"),
            ("一栋打理得很好的房子，门刷过新漆，小路干净，旁边摆着盆栽",),
        ),
        (caseless("照片|拍摄|视频|摄影"), ("整洁而有阳光的房间里，三脚架上放着一台相机",)),
        (caseless("贷款|按揭|首付|利率"), ("餐桌上整齐地放着几叠文件、一个计算器和一杯茶",)),
        (caseless("首次|第一套|买房|购房|置业"), ("一只手拿着新钥匙，门后是洒满阳光的空房间",)),
        (caseless("租|房东|租客"), ("小公寓里摆好了餐桌，墙边停着自行车，晨光照进来",)),
        (caseless("搬家"), ("空房间里放着贴好标签的纸箱和一卷地毯",)),
        (caseless("社区|街|小区|学区"), ("安静的街道，有树、面包店和低矮的房子",)),
        (caseless("节能|保温|能源"), ("一栋砖房，换了新窗，墙边有一台热泵",)),
        (caseless("咖啡"), ("木勺里的烘焙咖啡豆，旁边是一只白色杯子",)),
    ),
    elsewhere=("整洁的桌上放着笔记本和几样代表{topic}的物件", "以{topic}为主题的静物"),
    lights=("左侧柔和的日光", "傍晚温暖的光线", "清晨明亮的光线", "阴天均匀的光线"),
    framings=(
        "平视，主体偏离中心",
        "正面构图，线条平静，背景简单",
        "从门口望去，有纵深",
        "近景，背景虚化",
    ),
    prompts=(
        "{light}：{scene}{details}；{framing}，主题是{topic}；{bounds}。",
        "{framing}：{scene}{details}，{light}，为{topic}而作，{bounds}。",
        "{scene}{details}；{light}。以{topic}为题；{bounds}。",
    ),
    ratio={
        "1:1|正方形|方形|方图": "1:1",
        "16:9|横版|横幅|封面|横图": "16:9",
        "9:16|竖版|竖屏|快拍|竖图": "9:16",
        "4:3": "4:3",
        "3:4|海报|传单": "3:4",
        "博客|领英": "16:9",
    },
    styles={
        "水彩": "水彩",
        "3D|渲染|立体": "三维渲染",
        "极简|简约": "极简",
        "素描|线稿|铅笔": "线描",
        "油画": "油画",
        "复古": "复古",
        "插画|插图|扁平": "扁平插画",
        "照片|摄影": "摄影",
    },
    default_style="摄影",
    bounds=(
        "没有文字，没有标志，没有可辨认的人",
        "不出现字样、商标和人脸",
        "画面里没有字，也没有可认出的人",
    ),
    alt="{scene}，{light}",
    features="，有{features}",
    place="，{place}",
)

_GENERAL = General(
    found=("关于{topic}，资料里是这样说的。", "以下是资料中有关{topic}的内容。"),
    onward=(
        "想把它写成文章，可以让我写一篇关于{topic}的博客、领英或 Instagram 帖子。",
        "接下来可以让我写帖子、做图片，或者制定关于{topic}的内容计划。",
    ),
    help="我可以为{brand}写博客文章、领英帖子、Instagram 文案，做图片或内容计划，也可以查找带来源的资料。"
    "请告诉我主题，例如：“{example}”。",
    help_on="我可以把{topic}写成博客文章、领英帖子、Instagram 文案、图片或内容计划，供{brand}使用。"
    "请告诉我要哪一种，我会先查资料。",
    nothing="没有找到关于{topic}的资料，所以这里没有可以注明来源的内容。",
)

CHINESE = Phrases(
    stop="。",
    gap="",
    comma="、",
    last="和",
    colon="：",
    second_colon="，",
    labels={
        "property_type": "房型",
        "location": "位置",
        "price": "价格",
        "features": "特点",
    },
    you=re.compile("你"),
    calls=(
        "有关{topic}的问题，欢迎联系{brand}。",
        "做决定之前，欢迎你来咨询{brand}。",
        "想进一步了解{topic}，请联系{brand}。",
    ),
    reading=_READING,
    blog=_BLOG,
    social=_SOCIAL,
    strategy=_STRATEGY,
    images=_IMAGES,
    general=_GENERAL,
)
