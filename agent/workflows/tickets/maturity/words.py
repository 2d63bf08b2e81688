"""The words that tell what a sentence of an issue is for, in English, Spanish and Chinese.

All patterns are matched against folded text: lower case, no accents, one width.
"""

import re

from agent.text import stem


def _cue(latin: str, han: str) -> re.Pattern[str]:
    words = "|".join(latin.split())
    # No \b: between a Latin and a Han character there is none.
    whole = rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])".replace("_", r"\s+")
    return re.compile(f"{whole}|{'|'.join(han.split())}")


# Said in every ticket of the world: they tell nothing of this one.
_TEMPLATE = """
    system application app software feature functionality function solution platform product
    service project module component process requirement requirements implement implementation
    provide enable allow ensure deliver delivery develop development support make makes made create
    build add new change update work working use user users usage need needs want wants experience
    business value stakeholder stakeholders benefit benefits objective objectives goal goals
    purpose team quality relevant necessary needed required various different several related
    existing current possible overall general important issue ticket task story item thing things
    stuff improvement improvements improve improved enhance enhancement optimise optimised
    optimize performance efficiency efficient effective effectively productivity satisfaction
    way ways order level standard standards best practice practices industry modern innovative
    vision landscape journey touchpoint engagement organisation manage managed actively manner met fulfilled
    strategic strategy transformation digital leverage seamless robust scalable holistic synergy
    expected properly correctly appropriate aligned alignment key critical high low medium well
    good better great nice fast quick easy simple intuitive friendly should must shall able
    criterion criteria acceptance description priority dependency dependencies none given then
    sistema aplicacion funcionalidad funcion solucion plataforma producto servicio proyecto modulo
    proceso requisito requisitos implementar implementacion proporcionar permitir garantizar
    asegurar entregar desarrollar desarrollo apoyar crear construir anadir nuevo nueva cambio
    actualizar trabajar usar usuario usuarios necesidad necesitar querer experiencia negocio valor
    interesados beneficio beneficios objetivo objetivos meta proposito equipo calidad relevante
    relevantes necesario necesaria necesarios necesarias varios varias diferentes distintos
    relacionado existente actual posible general importante tarea historia cosa cosas mejora
    mejoras mejorar mejorado optimizar rendimiento eficiencia eficiente eficaz productividad
    satisfaccion manera forma nivel estandar mejores practicas moderno moderna innovador
    estrategico estrategia transformacion digital robusto escalable esperado correctamente
    adecuado adecuada clave alto alta bajo baja medio bien bueno buena mejor rapido rapida facil
    sencillo intuitivo amigable debe deben deberia deberian tener hacer poder ofrecer
    criterio criterios aceptacion descripcion prioridad dependencia dependencias ninguna dado
    entonces
"""
_TEMPLATE_HAN = """
    用户体验 提升 优化 完善 改进 改善 增强 赋能 系统 功能 平台 产品 服务 项目 模块 流程 需求 实现 提供
    支持 确保 保证 开发 建设 创建 新增 添加 更新 使用 用户 需要 希望 业务 价值 收益 目标 目的 团队 质量
    相关 必要 各种 不同 多个 现有 当前 可能 整体 重要 任务 事项 性能 效率 高效 便捷 友好 稳定 可靠 全面
    良好 更好 最佳 实践 标准 行业 先进 创新 战略 数字化 转型 无缝 可扩展 正常 正确 合理 适当 对齐 关键 简单
    方便 快速 直观 美观 流畅 应该 必须 能够 可以 进行 工作 满意度 体验 能力 打造 助力 闭环 抓手 验收 标准
    描述 优先级 依赖
"""
TEMPLATE = frozenset(stem(word) for word in _TEMPLATE.split())
TEMPLATE_HAN = re.compile("|".join(sorted(_TEMPLATE_HAN.split(), key=len, reverse=True)))

# What nobody can check without a figure or an example.
VAGUE = _cue(
    """fast(?:er)? quick(?:er|ly)? eas(?:y|ier|ily) simpl(?:e|er|y) user[\\s-]?friendly intuitive(?:ly)?
    nice(?:r|ly)? good better best great beautiful modern clean attractive appealing robust reliabl[ey]
    seamless(?:ly)? smooth(?:ly)? efficient(?:ly)? effective(?:ly)? optimal(?:ly)? optimi[sz]ed?
    optimi[sz]e enhanc(?:e|ed|es|ing) improv(?:e|ed|es|ing|ement|ements) proper(?:ly)? correct(?:ly)? appropriate(?:ly)?
    suitabl[ey] adequate(?:ly)? reasonabl[ey] as_expected as_(?:needed|required|appropriate) if_(?:necessary|needed)
    etc and_so_on various relevant high[\\s-]quality scalable flexible performant responsive
    state[\\s-]of[\\s-]the[\\s-]art world[\\s-]class cutting[\\s-]edge best_practices? leverag(?:e|ing) synerg(?:y|ies)
    holistic works?_(?:well|fine|great) works? looks?_(?:good|nice|great) happy happier satisf(?:y|ied|action|ying)
    asap soon somehow maybe something stuff whatever important nicely usable usability delightful
    everything_(?:works|is_fine|is_ok) ok fine
    best[\\s-]in[\\s-]class future[\\s-]proof next[\\s-]level fast[\\s-]moving omni[\\s-]?channel data[\\s-]driven delight(?:s|ed)? empower(?:s|ed|ing)?
    journeys? touch[\\s-]?points? landscape sustainabl[ey] agile game[\\s-]chang(?:er|ing) disrupti(?:ve|on) paradigm value[\\s-]add(?:ed)? one[\\s-]stop
    left_behind key_pillar actively strateg(?:y|ic) vision
    siguiente_nivel vanguardia referentes? lider(?:es)? sinergias? integral(?:es)? innovador(?:a|es|as)? disruptiv[oa]s? unic[oa]s?_experiencia
    estrategic[oa]s? estrategia transversal(?:es)? potenciar empoderar
    rapid[oa]s? rapidamente facil(?:es|mente)? sencill[oa]s? simple(?:s|mente)? amigables? intuitiv[oa]s? bonit[oa]s?
    buen[oa]?s? mejor(?:es|ar|ada|ado|a|as)? modern[oa]s? limpi[oa] atractiv[oa]s? robust[oa]s? fiables? fluid[oa]s?
    eficientes? eficientemente eficaz optim[oa]s? optimiz(?:ar|ado|ada) adecuad[oa]s? adecuadamente correctamente
    correct[oa]s? apropiad[oa]s? razonables? como_se_espera segun_sea_necesario si_es_necesario etcetera
    divers[oa]s? relevantes? de_calidad alta_calidad escalables? flexibles? buenas_practicas mejores_practicas
    funcion[ae]n?_bien funcione satisfech[oa]s? satisfaccion cuanto_antes pronto de_alguna_manera quizas? cosas
    importantes? comod[oa]s? agradables? bien""",
    """快速 更快 尽快 简单 方便 便捷 友好 直观 美观 漂亮 好看 好用 更好 良好 现代化 流畅 稳定 可靠 高效
    优化 提升 改善 完善 改进 增强 正常 正确 合理 适当 合适 等等 各种 相关 高质量 可扩展 灵活 最佳实践
    赋能 助力 闭环 满意 尽早 某种 可能 重要 舒适 体验好 顺畅 无缝 全面
    生态 一站式 全方位 极致 以用户为中心 引领 领先 抓手 沉淀 打通 对标 智能化 一体化 战略""",
)
PLACEHOLDER = re.compile(
    r"^\W*(?:tb[dac]|n/?a|todo|none|nothing|to be (?:defined|discussed|decided|determined|confirmed)"
    r"|see (?:above|below|attached|attachment|title|summary)|as discussed|lorem ipsum\b.*|pending|x+|\.+|-+|\?+"
    r"|por (?:definir|determinar|confirmar|decidir)|pendiente(?: de definir)?|ver (?:arriba|adjunto|titulo)"
    r"|ningun[oa]|no aplica|待定|待补充|待确认|无|暂无|没有|略|同上|见附件|见标题)?\W*$"
    r"|<[a-z][a-z ,]{2,}>"
)
OPEN = re.compile(
    r"->\s*open\b|\btb[dac]\b|\bto be (?:defined|discussed|decided|determined|confirmed)\b|\?\?+|\bunclear\b"
    r"|\bnot (?:yet )?(?:decided|clear|known)\b|\bopen question|\bpor (?:definir|determinar|decidir|confirmar)\b"
    r"|\bpendiente de (?:definir|decidir)|\bno (?:esta )?(?:claro|decidido)\b"
    r"|待定|待确认|待补充|待讨论|尚未(?:确定|决定)|不清楚|不确定"
)

OBLIGES = _cue(
    """must shall should has_to may_not can_only (?:is|are)_not_allowed
    tiene_que deben? deberian? deberan? ha_de han_de no_podran? solo_pueden? solo_podran? podran?""",
    "必须 应该 应当 (?<![响反供适对相效])应(?![用急聘付变答]) 不得 不可 只能 禁止 须",
)
CONDITION = _cue(
    """when whenever if given once after while as_soon_as on_(?:click|submit|save) for_each
    cuando si dado dada una_vez tras despues_de mientras en_cuanto al por_cada""",
    "当 如果 若 时[，,] 后[，,] 一旦 假如 给定 点击 之后 每次",
)
# A case and what happens in it; "when" and "after" tell stories too.
CASE = _cue("if given in_case for_each si dad[oa] en_caso por_cada", "如果 若 假如 给定 假设")
SUPPOSED = _cue("would could might seria(?:n)? podria(?:n)? habria(?:n)?", "也许 的话")
EDGE = _cue(
    """errors? invalid fail(?:s|ed|ure)? reject(?:s|ed)? refus(?:e|es|ed) empty missing expire[sd]? duplicates?
    duplicated twice wrong unauthori[sz]ed forbidden without unless not no none never nobody cannot can't
    timeout offline already too_(?:long|large|many|old) exceed(?:s|ed)? more_than over above_\\d+ cancel(?:s|led|ed)?
    invalid[oa]s? fall(?:a|an|o|e) rechaz(?:a|an|ado|ada) vaci[oa]s? falta(?:n)? caduc(?:a|ado|ada) expirad[oa]
    duplicad[oa]s? incorrect[oa]s? sin salvo a_menos nunca nadie ya_no supera(?:n)? excede(?:n)? mas_de
    cancel(?:a|ada|ado|an) sin_conexion""",
    """错误 失败 无效 拒绝 为空 空 缺少 过期 重复 未授权 无权 没有 除非 不得 不能 不可 不会 不再 超时 离线 超过 超出
    已存在 取消 异常 禁止 仍""",
)
NOW = _cue(
    """currently today at_present now so_far until_now no_longer since still fails? failing errors? crash(?:es|ed)?
    cannot can't unable missing lost loses? wrong broken by_hand manual(?:ly)? complain(?:s|ed|ts)? problems? bugs?
    instead because due_to happens? happened reported noticed observed every_(?:day|week|month|time|morning|quarter)
    each_(?:day|week|month|time|morning|quarter) last_(?:week|month|year|quarter) steps? actual(?:ly)? took takes
    actualmente hoy ahora ya_no todavia aun falla(?:n)? no_(?:se_)?pueden? faltan? pierden? perdid[oa]s? a_mano
    manual(?:mente)? quejas? quejan porque debido ocurre sucede hay_que cada_(?:dia|semana|mes|vez|manana|trimestre)
    (?:el|la)_(?:mes|semana|ano|trimestre)_pasad[oa] incorrect[oa] en_lugar_de tarda(?:n)?""",
    """目前 现在 当前 如今 现状 每天 每周 每月 每次 每季度 失败 报错 错误 无法 不能 丢失 缺少 手工 手动 人工 投诉
    因为 由于 导致 出现 发生 上周 上个?月 去年 只能 仍然 一直 经常 崩溃 卡顿 步骤 实际""",
)
BENEFIT = _cue(
    """so_that in_order_to because thereby avoid(?:s|ed|ing)? prevent(?:s|ed|ing)? sav(?:e|es|ed|ing|ings)
    reduc(?:e|es|ed|ing|tion) increas(?:e|es|ed|ing) cuts? fewer less costs? costing revenue los(?:e|es|ing|t|s|ses)
    churn complain(?:s|ed|ts)? complaints? refund(?:s|ed)? fine[sd]? penalt(?:y|ies) compl(?:y|iance) audits? auditors?
    wait(?:s|ing)? conversions? led_to leads_to results?_in resulted_in caus(?:e|es|ed|ing) retention sales money earns? spend(?:s|ing)? spent drop(?:s|ped)? from_\\d.*
    abandon(?:s|ed)? hours? worth overtime
    para_que a_fin_de con_el_fin porque evita(?:r|n|mos)? ahorr(?:a|o|os|ar|amos|an|aria) reduc(?:e|en|ir|imos|cion|iria)
    aument(?:a|o|ar|an) menos costes? costos? cuestan? ingresos? pierd(?:e|en|emos)? perdidas? perdid[oa]s? multas? sancion(?:es)?
    quejas? reclamacion(?:es)? cumpl(?:e|ir|imiento|en) auditorias? auditor(?:es)? esperas? provoca(?:n|ron)? causa(?:n|ron)? supon(?:e|en) tiempo ventas dinero
    gast(?:o|os|a|an|amos) abandon(?:a|an|o) horas?""",
    """以便 从而 避免 防止 节省 节约 减少 降低 提高到 增加 成本 收入 损失 流失 投诉 退款 罚款 合规 审计 导致 造成 引起 转化
    销售 浪费 耗时 花费 小时 放弃 下降 降到""",
)
WHO = _cue(
    """customers? clients? patients? nurses? doctors? physicians? agents? admin(?:s|istrators?)? managers? clerks?
    accountants? accounting teachers? students? pupils? drivers? operators? engineers? developers? staff support_(?:team|agents?|staff)
    sales finance sellers? buyers? shoppers? merchants? visitors? guests? members? subscribers? readers? editors?
    analysts? auditors? employees? owners? citizens? tenants? landlords? parents? pharmacists? cashiers? couriers? planners?
    dispatchers? receptionists? technicians? librarians? farmers? pilots? traders? recruiters? candidates? applicants?
    suppliers? vendors? partners? reviewers? moderators? authors? translators? lawyers? policyholders? passengers?
    travell?ers? players? volunteers? donors? warehouse_(?:staff|workers?|team) pickers? bookkeepers? controllers?
    clientes? pacientes? enfermer[oa]s? medic[oa]s? agentes? administrador(?:a|es|as)? gestor(?:a|es|as)? encargad[oa]s?
    contables? contabilidad profesor(?:a|es|as)? alumn[oa]s? estudiantes? conductor(?:a|es)? operador(?:a|es)? operari[oa]s?
    ingenier[oa]s? desarrollador(?:a|es)? personal soporte vendedor(?:a|es)? comprador(?:a|es)? visitantes? huesped(?:es)?
    miembros? socios? suscriptor(?:a|es)? lector(?:a|es)? editor(?:a|es)? analistas? emplead[oa]s?
    ciudadan[oa]s? inquilin[oa]s? padres familias? farmaceutic[oa]s? cajer[oa]s? repartidor(?:a|es)? recepcion(?:ista|istas)?
    tecnic[oa]s? bibliotecari[oa]s? agricultor(?:a|es)? responsables? proveedor(?:a|es)? candidat[oa]s? viajer[oa]s?
    secretari[oa]s? jef[ea]s? coordinador(?:a|es)? administrativ[oa]s?""",
    """客户 顾客 患者 病人 护士 医生 客服 管理员 经理 店员 会计 财务 老师 教师 学生 家长 司机 操作员 工程师 开发人员
    销售 卖家 商家 商户 买家 访客 会员 读者 编辑 分析师 审计 员工 职员 市民 租户 租客 居民 药师 收银员 快递员 骑手
    调度 仓管 库管 店长 运营 供应商 采购 候选人 乘客 旅客 志愿者 住户 业主 前台 质检 主管 专员""",
)
WANTS = _cue(
    """want(?:s|ed)? needs? would_like wish(?:es)? must shall should ask(?:s|ed)?_(?:for|to) let allow(?:s)? add
    can_then able_to will
    quier(?:e|en|o|emos) queremos necesit(?:a|an|o|amos) dese(?:a|an|o) pid(?:e|en|io|ieron) deben? deberian? permit(?:e|ir) podra(?:n)?
    anadir tienen?_que hay_que""",
    "想要 想 希望 需要 要求 必须 应该 应当 应 允许 可以 能够 支持 增加 新增",
)
PURPOSE = _cue(
    """so_that in_order_to so because to_(?:avoid|prevent|save|stop|keep|reduce|meet|comply) which_(?:means|costs|saves)
    otherwise without_having_to instead_of
    para(?:_que)? a_fin_de de_modo_que de_forma_que asi porque evitar con_el_fin en_lugar_de si_no""",
    "以便 从而 这样 为了 避免 因为 否则 以免 好让 而不必 不用再 导致",
)
DEPENDS = _cue(
    """depend(?:s|ent|ing|ency|encies)? blocked_by blocks prerequisites? wait(?:s|ing)?_(?:for|on) rel(?:y|ies)_on
    (?:can|could)(?:not|_not|_only)_(?:start|begin|ship|go)[^.]* (?:provided|delivered|supplied|owned|maintained)_by
    needs?_(?:[\\w-]+_){0,6}(?:from|team|approval|access|credentials|licen[cs]e) requires?_(?:[\\w-]+_){0,6}(?:from|team|approval|access|credentials|released?|version)
    once_(?:[\\w-]+_){1,6}(?:live|done|merged|released|available|delivered|ready|finished|deployed)
    after_(?:[\\w-]+_){0,6}(?:live|done|merged|released|delivered|ready|finished|deployed) not_(?:start|begin)_until
    unblock(?:s|ed)? upstream comes?_from (?:served|fed)_by
    depend(?:e|en|encia|encias|er) bloquead[oa]s? bloquea(?:n)? requisitos?_previos? viene(?:n)?_de a_la_espera esperando prerrequisitos?
    (?:proporcionad|entregad|suministrad|mantenid)[oa]s?_por necesita(?:n|mos)?_(?:[\\w-]+_){0,6}(?:equipo|acceso|aprobacion|permiso|credenciales|licencia)
    requiere(?:n)?_(?:[\\w-]+_){0,6}(?:equipo|acceso|aprobacion|permiso|credenciales|version) no_(?:se_)?puede_empezar hasta_que_(?:[\\w-]+_){0,6}(?:este|publique|termine|entregue|desplegad[oa]|list[oa])
    una_vez_(?:que_)?(?:[\\w-]+_){0,6}(?:este|publicad[oa]|terminad[oa]|desplegad[oa]|entregad[oa])""",
    """依赖 取决于 阻塞 前置 前提 等待 需要.{0,20}(?:团队|部门|组|方)(?:先|提供|开放|完成|配合|审批) 由.{0,20}(?:提供|交付|负责|维护)
    (?:完成|上线|发布|就绪|交付)(?:之?后|前提下)(?:才|方)? 才能(?:开始|开工|上线) 来自 上游 先(?:完成|上线)""",
)
INDEPENDENT = _cue(
    """no_(?:other_|external_|known_|further_)*dependenc(?:y|ies) depends_on_(?:nothing|no_other|no_one)
    needs?_nothing_(?:from|else) no_necesita(?:mos)?_nada (?:does|do)_not_depend doesn't_depend (?:has|with)_no_dependencies without_dependencies not_blocked
    no_depende(?:n)? sin_dependencias ninguna_dependencia no_(?:hay|tiene|existen)_(?:otras_)?dependencias""",
    "不需要其他(?:团队|部门|系统) 无(?:其他|外部)?依赖 没有(?:其他|外部)?依赖 不依赖",
)
TECHNICAL = _cue(
    """apis? endpoints? database tables? schema columns? index(?:es)? quer(?:y|ies) sql cache[sd]? caching queues? topics?
    tokens? sessions? cookies? webhooks? smtp smtps? oauth2? oidc saml sso jwt ldap csv xlsx pdf json xml html css http https
    graphql grpc soap cron jobs? worker(?:s)? batch librar(?:y|ies) sdk backend frontend front[\\s-]end back[\\s-]end
    server(?:s|side)? client[\\s-]side server[\\s-]side microservices? migrations? deploy(?:ment|ed)? container(?:s)? docker
    kubernetes redis postgres(?:ql)? mysql mongodb elasticsearch kafka rabbitmq s3 lambda aws azure gcp react vue angular
    django rails nodejs node\\.js python java javascript typescript kotlin swift android ios safari chrome firefox browser(?:s)?
    parser regex timezone utc utf[\\s-]?8 unicode encrypt(?:ed|ion)? hash(?:ed)? tls ssl certificate logs? logging middleware
    plugin(?:s)? script(?:s)? repository feature_flag flag gateway provider adapter template(?:s)? sensor(?:s)?
    firmware bluetooth gps websocket(?:s)? pagination field(?:s)? service_worker push_notifications? barcode scanner transaction
    base_de_datos tablas? esquema columnas? indices? consultas? colas? sesion(?:es)? galletas? biblioteca libreria servidor(?:es)?
    navegador(?:es)? migracion cifrad[oa] cifrar registro(?:s)? pasarela plantillas? proveedor_de tarea_programada
    campos? lector_de_codigos servicio_de entorno certificado zona_horaria""",
    """接口 端点 数据库 数据表 表结构 字段 索引 查询语句 缓存 队列 消息 令牌 会话 定时任务 后端 前端 服务端 服务器 客户端
    微服务 迁移 部署 容器 浏览器 解析 时区 加密 哈希 证书 日志 中间件 插件 脚本 开关 网关 模板 传感器 固件 蓝牙 推送 分页
    事务 扫码 小程序 安卓 组件库 SDK""",
)
LIMIT = _cue(
    """at_most at_least no_more_than not_more_than up_to max(?:imum)? min(?:imum)? within under_\\d+ below_\\d+ less_than limits? limited
    must_not may_not only gdpr pci hipaa wcag encrypt(?:ed)? permissions? compatib(?:le|ility) offline timeouts? rate latency
    p9[059] retention budget without_(?:changing|touching|breaking|downtime)
    como_maximo como_minimo al_menos no_mas_de hasta_\\d+ maximo minimo menos_de limites? limitad[oa] no_debe(?:n)? solo rgpd lopd
    cifrad[oa] permisos? compatib(?:le|ilidad) sin_conexion en_menos_de sin_(?:cambiar|tocar|interrumpir)""",
    """最多 至少 不超过 不得 上限 下限 最大 最小 以内 之内 限制 仅 只能 加密 权限 兼容 离线 超时 延迟 个人信息 保留期 不影响 不停机""",
)
FEASIBLE = _cue(
    """risks? risky spikes? prototypes? proof_of_concept already existing reus(?:e|es|ed|ing) fall[\\s-]?back roll(?:ed)?[\\s-]?back
    feature[\\s-]flags? migrat(?:e|ion|ions|ed) unknowns? tested tried trade[\\s-]?offs? alternatives? load[\\s-]test(?:ed|s)? known_limitation
    same_(?:way|mechanism|component|library) worst_case
    riesgos? prototipos? ya_(?:existe|existen|tenemos|hay|se_usa|esta) existentes? reutiliz(?:a|ar|amos|ado) alternativas? migracion
    probad[oa]s? prueba_de_concepto mism[oa]_(?:mecanismo|componente|biblioteca|libreria|servicio) marcha_atras revertir""",
    "风险 原型 已有 现有 已经 复用 沿用 回滚 降级 灰度 迁移 验证过 备选 兜底 压测 同一套 可行",
)
ESTIMATE = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:story\s+)?points?\b|\b\d+\s*sp\b|\bestimat(?:e|ed|ion)\b|\beffort\b|\bperson[\s-]?days?\b"
    r"|\bman[\s-]?days?\b|\bdays?\s+of\s+(?:work|development)\b|\bt-?shirt\b|\bsize\s*:?\s*(?:xs|s|m|l|xl)\b"
    r"|\bestima(?:cion|do|da|mos)?\b|\b\d+\s*puntos?\b|\besfuerzo\b|\bjornadas?\b|\bdias?\s+de\s+(?:trabajo|desarrollo)\b"
    r"|\btalla\b|预估|估算|估计|工作量|人天|人日|故事点|工时|\d+\s*个?点"
)
SCOPE = _cue(
    """(?:the_)?rest_(?:follows|comes|is) not_(?:now|in_here|yet) el_resto van_en
    out_of_scope not_in_scope in_scope not_(?:part_of|included|covered|needed) exclud(?:e|es|ed|ing) except does_not_include
    only_for limited_to for_now nothing(?:_else)?_changes first_(?:version|step|release|phase) later separate(?:ly)? follow[\\s-]?up will_not won't
    nothing_else stays?_as remains?_unchanged unchanged does_not_change not_touch(?:ed)?
    fuera_del?_alcance no_(?:se_)?incluye(?:n)? quedan?_fuera excluid[oa]s? excepto salvo solo_para unicamente_para de_momento nada_cambia por_ahora
    primera_(?:version|fase|entrega) mas_adelante aparte otra_(?:tarea|historia|incidencia) no_cambia(?:n)? sin_cambios no_se_toca""",
    "不在(?:本次|本期)?范围 范围外 不包括 不包含 不含 除外 仅(?:限|针对|覆盖|支持|做) 只(?:做|针对|覆盖|限) 暂不 首期 一期 后续 另行 另开 另外的 本期 本次 不变 不改 不涉及 不做",
)
URGENT = _cue(
    """urgent(?:ly)? urgency blockers? blocking blocks critical outage affect(?:s|ed|ing)? impacts? all_(?:customers|users|our) los(?:e|es|ing|t|s|ses)
    costs? costing complain(?:s|ed|ts)? complaints? legal(?:ly)? law regulation regulator fine[sd]? penalt(?:y|ies) security breach workarounds? low_priority
    high_priority priority nice_to_have can_wait most_(?:frequent|common|requested) more_urgent deadline due overtime
    contract(?:ual)? audit
    urgente urgencia bloquea(?:n)? critic[oa]s? afecta(?:n)? impacto todos_los todas_las pierd(?:e|en|emos) cuesta(?:n)? quejas? legal ley
    normativa multas? sancion(?:es)? seguridad sin_alternativa prioridad puede_esperar plazo vence antes_del? auditoria contrato""",
    "紧急 阻塞 严重 影响 损失 投诉 法规 法律 监管 合规 罚款 安全 泄露 优先 可以等 不急 临时方案 绕过 截止 审计 合同",
)
WAITS = _cue(
    """nice_to_have can_wait no_(?:hurry|rush) low_priority some_?day whenever not_urgent no_deadline not_important
    puede_esperar sin_prisa no_(?:es|corre)_(?:urgente|prisa) baja_prioridad algun_dia sin_fecha""",
    "可以等 不急 不紧急 低优先级 有空 以后再说",
)
_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre"
    r"|noviembre|diciembre"
)
DEADLINE = re.compile(
    rf"\b\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?\b|\b\d{{1,2}}\.?\s+(?:of\s+|de\s+)?(?:{_MONTHS})\b|\b(?:{_MONTHS})\s+\d{{1,4}}\b"
    rf"|\b(?:by|before|until|in|from|since|end\s+of|antes\s+de|para|en|desde|finales\s+de)\s+(?:the\s+end\s+of\s+)?(?:{_MONTHS})\b"
    r"|\bq[1-4]\b|\bdue\s+(?:on|by)\b|\bby\s+(?:the\s+end|monday|tuesday|wednesday|thursday|friday|next)\b"
    r"|\b(?:this|next)\s+(?:sprint|week|month|quarter|release)\b|\bsprint\s+\d+|\bin\s+force\b"
    r"|\bentra\s+en\s+vigor\b|\btrimestre\b|\b(?:este|esta|proxim[oa])\s+(?:mes|semana|sprint)\b"
    r"|\d+\s*月(?:\s*\d+\s*[日号])?|本月|下个?月|本周|下周|季度|[上下]半年|生效|大促前|年底"
)
_SPELLED = (
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|sixty|hundred|thousand"
    r"|twice|half|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cincuenta|sesenta|cien|mil"
    r"|mitad)\b|[二两三四五六七八九十百千万半]+\s*(?:个|天|分钟|小时|秒|次|倍|人|条|周|月|年|成)"
)
SPELLED = re.compile(_SPELLED)
FIGURE = re.compile(rf"(?<![a-z_])\d+(?:[.,:]\d+)*\s*%?|{_SPELLED}")
_NAME = (
    r"(?<![A-Za-z0-9])[A-Z][A-Z0-9]+-\d+(?!\d)|(?<![A-Za-z0-9])(?!TBD|TODO|N/A|AC\b|OK\b)[A-Z]{2,}[0-9]*(?![a-z])"
    r"|\b[a-z]+[A-Z]\w+|\b[A-Za-z0-9]+_\w+|/[a-z][\w/-]{2,}|(?<=[a-z,;] )[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,}"
)
NAME = re.compile(_NAME)
NAMED = re.compile(rf"[“\"«「『`‘][^”\"»」』`’\n]{{2,80}}[”\"»」』`’]|{_NAME}")
WHOLE = _cue(
    """entire everything whole_(?:system|platform|application|app|site|website|product) redesign_the all_(?:modules|pages|screens|features|the)
    complete(?:ly)?_(?:new|rewrite|redesign) rewrite end[\\s-]to[\\s-]end overhaul
    todo_el_sistema toda_la_(?:aplicacion|plataforma|web) por_completo rediseno_completo rehacer todas_las_(?:pantallas|paginas|funciones) todos_los_modulos""",
    "整个系统 整个平台 全部功能 所有模块 所有页面 全面 重构整个 全新 彻底",
)
