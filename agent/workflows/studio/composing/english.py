"""English wording."""

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
        "what": caseless(
            r"(?<!\bthere )\b(?:is|are) (?:an?|the|called)\b|\bmeans?\b|\bdiffers?\b|\bconsists?\b|\brefers?\b"
            r"|\bwhat\b.+\b(?:is|are|means)$|\bbasics?\b|\bdefinition|\bunderstand"
        ),
        "why": caseless(
            r"\bwhy\b|\bhelps?\b|\bbenefit|\breasons?\b|\bmatters?\b|\bworth\b"
            r"|\badvantage|\bimpression|\btrust\b|\beasier\b|\bfaster\b|\brais(?:es|ed)\b"
        ),
        "how": caseless(
            r"\bhow\b|\bsteps?\b|\border of\b|\bprepar|\bshould\b|\bfirst\b|\bsecond\b|\bthird\b|\bbegins?\b"
            r"|\bstarts?\b|\bchoos|\bcompar|\bask\b|\bchecklist|\barrang|\bclean|\bmeasur|\broom"
        ),
        "costs": caseless(
            r"\bcosts?\b|\bpric(?:e|es|ing)\b|\bpa(?:y|ys|id|ying|yments?)\b|\bfees?\b|\bbudget|\bmoney\b"
            r"|\bcheap|\bexpens|\bafford|[$€£]|\bdeposits?\b|\btax(?:es)?\b|\bspent\b|\bsaving\b|\bsaves?\b"
        ),
        "mistakes": caseless(
            r"\bmistakes?\b|\bavoid|\bnever\b|\bwrong\b|\brisks?\b|\bproblems?\b|\btoo (?:many|much|late|early|little|high|low)\b"
            r"|\bcannot\b|\bfails?\b|\bforget|\bdisappoint|\bloses?\b|\bdamag|\btraps?\b|\bwarn|\bred flags?\b"
        ),
        "next": caseless(
            r"\bafter(?:wards)?\b|\bfinally\b|\blater\b|\bnext\b|\bkeeping\b|\bfollow|\bmaint|\bonce the\b|\blong term\b"
        ),
    },
    defines=caseless(
        r"^(?:an? |the )?(?P<subject>[\w' -]{2,60}?) (?:is|are|means?) (?:an?|the|called)\b"
    ),
    contrast=caseless(
        r"\bbut\b|\brather than\b|\binstead\b|\bwhile\b|\balthough\b|\beven (?:when|if|though)\b|\bnot\b"
        r"|\bonly\b|\bcompared with\b|\bagainst\b|\bdiffers?\b|\bsooner than\b|\bcannot\b|\bless\b"
    ),
    leans=caseless(
        r"^(?:this|that|these|those|they|it|he|she|such|also|but|and|so|then|however|therefore|still"
        r"|its|their|both|another|otherwise|here|there|in this|in that|for this|for that|as a result)\b"
    ),
    orders=caseless(
        r"^(?:always |never |do not |don[’']t )?(?:ask|avoid|begin|book|bring|call|check|choose|clean|collect"
        r"|compare|consider|count|decide|declutter|find|get|give|go|keep|leave|list|look|make|measure"
        r"|note|open|pack|pay|photograph|plan|put|read|remove|repair|request|save|set|show|start|take"
        r"|talk|test|treat|turn|use|visit|wait|walk|watch|write)\b"
    ),
    frames=caseless(
        r"^(?:introduction|intro|overview|summary|conclusions?|in short|sources?|references?|notes?|about"
        r"|about (?:this|us)|abstract|background|contents?|table of contents|further reading|faq)$"
    ),
)

_BLOG = Blog(
    titles=(
        "{label}: what to know before you start",
        "{label}: a plain guide",
        "{label}, step by step",
        "{label}: the essentials in order",
        "{label}: where to start and what to avoid",
        "{label} in plain words",
        "{label}: from the first step to the last",
        "{label}: getting it right",
        "{label}: read this first",
        "{label}",
    ),
    headings={
        "what": ("The basics", "The essentials", "Terms and background", "Some background"),
        "why": ("Why it matters", "Good reasons", "The reasons", "What it brings"),
        "how": ("How to go about it", "In practice", "How it is done", "What to do"),
        "costs": ("Costs and money", "What it costs", "Where the money goes", "The budget"),
        "mistakes": (
            "Mistakes to avoid",
            "What can go wrong",
            "Traps to know",
            "What to watch out for",
        ),
        "next": ("What comes next", "Afterwards", "Later on", "Once that is done"),
    },
    openings=(
        "Where do you begin with {topic}? The sections below take it in order.",
        "Here is {topic} in plain words, in the order in which you may need it.",
        "This post takes {topic} one question at a time.",
        "What is there to know about {topic}, and what can wait? This post puts it in order.",
        "Questions about {topic} are easier to answer one after the other.",
        "This is a plain guide to {topic}, from the first question to the last.",
    ),
    overviews=(
        "{label}, in this order: {headings}.",
        "{label}, section by section: {headings}.",
        "{label}, from start to finish: {headings}.",
        "{label}, point by point: {headings}.",
        "{label}, one after the other: {headings}.",
    ),
    glances=("At a glance", "The essentials at a glance", "The facts in brief"),
    endings=("In short", "To sum up", "Takeaways", "Final thoughts", "The bottom line"),
    closings=(
        "That was {topic}, from “{first}” to “{last}”.",
        "Read “{first}” first, and the rest when you need it.",
        "Take it in the order above: “{first}” at the start, “{last}” at the end.",
        "Each section stands by itself, from “{first}” to “{last}”.",
        "Nothing here has to happen at once: “{first}” is a good place to begin.",
    ),
    sources="Sources: {links}.",
    metas=(
        "{label}: {headings}.",
        "{label} in plain words: {headings}.",
        "{label}, step by step: {headings}.",
        "{label}, and what to know first: {headings}.",
    ),
    meta_ends=(
        "Read on.",
        "In plain words.",
        "Step by step.",
        "Read it before you start.",
        "In order, and in plain words.",
        "Clear steps, and no slogans.",
        "A calm read before the next decision.",
        "What to do, what to ask and what can wait.",
        "Written for readers who want to decide calmly.",
        "What to do, what to ask, what can wait and what to avoid.",
        "A calm overview for readers who want to see the whole way first.",
    ),
    meta_fill="A plain read on what to do first, what to ask, what to avoid and what can wait,"
    " in clear words and in the order of the work, from the start to the end.",
)

_SOCIAL = Social(
    questions=(
        "What would you want to know first about {topic}?",
        "{Topic}: where would you begin?",
        "Do you have {topic} on your list this season?",
        "Which question about {topic} do you hear again and again?",
        "Would you know where to start with {topic}?",
        "Who would you ask about {topic}?",
        "What does good advice on {topic} sound like?",
        "{Topic}: what can wait, and what cannot?",
    ),
    statements=("{Topic}, in plain words.", "A few plain words on {topic}."),
    contrasts=(
        "{Topic}: less guessing, more substance.",
        "Not one more opinion on {topic}. Just the points.",
        "Forget the slogans about {topic}. Look at the details.",
        "It sounds simple: {topic}. The details deserve a closer look.",
    ),
    contexts=(
        "Here are the points on {topic} that can be traced to a source, and no others.",
        "What follows on {topic} has a source behind every line.",
        "No opinions for once: every line on {topic} below comes from a source.",
        "Each of the points on {topic} below can be looked up.",
    ),
    bridges=(
        "Worth keeping in mind:",
        "What stands out:",
        "Put plainly:",
        "The points that help:",
        "From the sources:",
        "Step by step:",
        "In detail:",
        "The short version:",
    ),
    asks=(
        "Which point on {topic} would you add?",
        "What would you do first?",
        "Do you see {topic} differently? Leave a comment.",
        "What did {topic} teach you the hard way?",
        "Share it with somebody who is busy with {topic}.",
        "How do you go about it?",
        "Which of these do you already do?",
        "Share a story about {topic} in the comments.",
    ),
    captions=(
        "{Topic}, in a nutshell.",
        "{Topic} without the fuss.",
        "A little help with {topic}.",
        "{Topic}: a few plain points.",
        "Today: {topic}.",
        "Thinking about {topic}?",
    ),
    saves=(
        "Save this for later.",
        "Save this, and share it with a friend.",
        "Share this with somebody who needs it.",
        "Save this for the day when it counts.",
        "Share this before the weekend.",
    ),
    suffixes=("Tips", "Guide", "Advice", "Ideas", "Basics", "HowTo", "Help"),
)

_STRATEGY = Strategy(
    title="{Topic}: a content plan",
    sections={
        "audience": "Audience",
        "pillars": "Content pillars",
        "mix": "Content mix",
        "channels": "Channels",
        "calendar": "Calendar",
        "kpis": "KPIs",
        "roadmap": "Roadmap",
    },
    summary=(
        "A plan for content on {topic}. Its pillars: {pillars}.",
        "This plan turns {topic} into a series. The parts: {pillars}.",
        "Content on {topic}, with a thread through it. In order: {pillars}.",
        "The theme: {topic}. The chapters: {pillars}.",
    ),
    audience=(
        "{Audience}, as far as {topic} concerns them.",
        "Written for: {audience}. The occasion is {topic}.",
        "{Audience} with {topic} ahead of them.",
    ),
    nobody="Readers who have {topic} ahead of them.",
    audience_questions=(
        "{pillar}: where to begin?",
        "{pillar}: what can wait?",
        "{pillar}: what is easily overlooked?",
        "{pillar}: who can help?",
        "{pillar}: what does it take?",
        "{pillar}: how to tell good from bad?",
    ),
    pillars={
        "what": (
            "Terms around {topic}",
            "{Topic} from the start",
            "{Topic}: words to know",
            "The ABC of {topic}",
        ),
        "why": ("Reasons for {topic}", "{Topic}: why at all"),
        "how": (
            "{Topic} in practice",
            "{Topic}, step by step",
            "At work on {topic}",
            "{Topic} day by day",
        ),
        "costs": (
            "{Topic} and money",
            "The budget for {topic}",
            "Paying for {topic}",
            "{Topic}: the bill",
        ),
        "mistakes": (
            "{Topic}: what to avoid",
            "Traps in {topic}",
            "{Topic} without regrets",
            "Second thoughts on {topic}",
        ),
        "next": ("After {topic}", "{Topic}: what comes next"),
    },
    pillar_uses=(
        "Good for: {kinds}.",
        "Formats: {kinds}.",
        "Planned as: {kinds}.",
    ),
    mix=("**{kind}**, {share} %: {titles}.", "{share} % **{kind}**, such as {titles}."),
    channels={
        "blog": (
            "**Blog**: {pillar} at length, to be found through search.",
            "**Blog**: the place for {pillar} in full, with headings to skim.",
            "**Blog**: {pillar} in depth; all other channels link back here.",
        ),
        "linkedin": (
            "**LinkedIn**: {pillar}, a point at a time, for talk among professionals.",
            "**LinkedIn**: short posts on {pillar} that end in a question.",
            "**LinkedIn**: opinions welcome on {pillar}; answer every comment.",
        ),
        "instagram": (
            "**Instagram**: a picture and a caption on {pillar}.",
            "**Instagram**: {pillar} to look at, to save and to send on.",
            "**Instagram**: {pillar} in single images with a square cut.",
        ),
    },
    columns=("Week", "Day", "Format", "Title", "Pillar"),
    days=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    kinds={
        "blog": "blog post",
        "linkedin": "LinkedIn post",
        "instagram": "Instagram post",
        "blogs": "blog posts",
        "linkedins": "LinkedIn posts",
        "instagrams": "Instagram posts",
    },
    slots=(
        "a closer look",
        "questions from readers",
        "what is easily overlooked",
        "in practice",
        "for and against",
        "a checklist",
        "who can help",
    ),
    kpis={
        "blog": (
            "Blog: visits from search to “{title}”, and how far people read.",
            "Blog: readers who go on from “{title}” to a second page.",
            "Blog: enquiries that begin at “{title}”.",
        ),
        "linkedin": (
            "LinkedIn: comments under “{title}”, and who writes them.",
            "LinkedIn: shares of “{title}” among people of the trade.",
            "LinkedIn: new followers in the week of “{title}”.",
        ),
        "instagram": (
            "Instagram: how often “{title}” is saved and sent on.",
            "Instagram: profile visits that follow “{title}”.",
            "Instagram: replies to “{title}”.",
        ),
    },
    kpi_rhythm=(
        "Note the values before you start with {topic}, then once a week.",
        "Compare the pillars of {topic} with one another before you look at other brands.",
        "Give {topic} some weeks before you judge by single days.",
        "The trend in {topic} over the weeks says more than single days.",
    ),
    phases=(
        (
            "**Prepare**: settle {pillars}, and gather pictures for “{first}”.",
            "**Set up**: agree on {pillars}; draft “{first}” and have it read.",
            "**Begin**: collect questions on {pillars}, then write “{first}”.",
        ),
        (
            "**Publish**: follow the calendar from “{first}” to “{last}”.",
            "**Run**: one entry after the other, up to “{last}”.",
            "**Keep going**: answer what readers say, and end with “{last}”.",
        ),
        (
            "**Review**: see which of {pillars} worked, and plan {topic} anew.",
            "**Look back**: weigh {pillars} by the KPIs, then choose the next theme beside {topic}.",
            "**Learn**: keep what carried {topic}, and drop what nobody read.",
        ),
    ),
)

_IMAGES = Images(
    scenes=(
        (
            caseless(r"\bstag(?:e|ed|ing)\b|decor|living room|interior"),
            (
                "a bright living room with a light sofa, a low table and one green plant",
                "a tidy living room with plain cushions, a large rug and open curtains",
            ),
        ),
        (
            caseless(r"coffee|roast|bean|espresso"),
            (
                "roasted coffee beans in a scoop beside a paper bag and a white cup",
                "a coffee machine on an office counter with cups in a row",
            ),
        ),
        (
            caseless(r"curb|kerb|facade|front (?:door|garden|yard)|exterior"),
            (
                "the front of a well-kept house with a painted door, a clean path and potted plants",
                "a garden path that leads to a front door between trimmed hedges",
            ),
        ),
        (
            caseless(r"photo|video|camera|walkthrough|3d"),
            (
                "a camera on a tripod in a tidy, sunlit room",
                "a corner of a bright room seen through the screen of a camera",
            ),
        ),
        (
            caseless(r"open house|viewing|showing"),
            ("an open front door with a view into a bright hall with flowers on a side table",),
        ),
        (
            caseless(r"pric|comparable|valuation|apprais"),
            ("a desk with a small model house, a notebook and a pencil beside a window",),
        ),
        (
            caseless(r"mortgage|loan|pre-?approval|down payment|lender|deposit"),
            ("a kitchen table with papers in neat piles, a calculator and a cup of tea",),
        ),
        (
            caseless(r"first-?time|first home|buying a (?:home|house)|home buy"),
            ("a hand with a set of new keys in front of an open door to an empty, sunlit room",),
        ),
        (
            caseless(r"inspection|survey|defect"),
            ("a torch and a clipboard on a wooden floor beside an open service hatch",),
        ),
        (
            caseless(r"offer|negotiat|bargain"),
            ("cups and an open notebook on a round table beside a tall window",),
        ),
        (
            caseless(r"closing|escrow|contract"),
            ("a pen, a folder of papers and a set of keys on a wooden table",),
        ),
        (
            caseless(r"\bpets?\b|\bdogs?\b|\bcats?\b"),
            ("a calm dog on a rug beside a window in a tidy flat",),
        ),
        (
            caseless(r"tenan|\bleases?\b|roommate"),
            ("a small flat with a set table and a bicycle by the wall",),
        ),
        (
            caseless(r"\brent|landlord|letting"),
            ("keys on a hook beside the door of an empty, freshly painted flat",),
        ),
        (
            caseless(r"downsiz|declutter|retire"),
            ("a compact, well-ordered room with a reading chair and a short shelf of books",),
        ),
        (
            caseless(r"energy|insulat|heat pump|solar|effici"),
            ("an older brick house with new windows and a heat pump beside the wall",),
        ),
        (
            caseless(r"\bmov(?:e|es|ing|ers)\b|relocat"),
            ("labelled moving boxes beside a rolled rug in an empty room",),
        ),
        (
            caseless(r"neighbou?rhood|suburb|\bstreets?\b|community"),
            ("a quiet street with trees, a bakery and bicycles in front of low houses",),
        ),
        (
            caseless(r"office|conversion|apartment|\bflats?\b|building|condo"),
            ("a row of tall windows in a converted building with balconies and plants",),
        ),
        (
            caseless(r"back pain|desk|posture|physio"),
            ("an upright chair at a tidy desk with a rolled exercise mat beside it",),
        ),
        (
            caseless(r"\brun(?:ning|ner)?\b|knee|injury"),
            ("a pair of running shoes on a park path in the morning",),
        ),
    ),
    elsewhere=(
        "a tidy table with a notebook and a few things that stand for {topic}",
        "a calm still life on the theme of {topic}",
    ),
    lights=(
        "soft daylight from the left",
        "warm late afternoon light",
        "clear morning light",
        "even light under clouds",
        "low sun and long shadows",
        "lamplight at dusk",
        "bright noon light",
        "pale winter light",
    ),
    framings=(
        "at eye level, off centre",
        "straight on, with calm lines",
        "from slightly above",
        "from the doorway, with depth",
        "close up, background out of focus",
        "from a low angle",
        "wide, with room around it",
        "through an open window",
        "in a calm, symmetrical cut",
        "with the foreground in soft blur",
        "a step back from the subject",
    ),
    prompts=(
        "{Light}: {scene}{details}; {framing}, on the theme of {topic}; {bounds}.",
        "{Framing}: {scene}{details}, in {light}, made for {topic}, {bounds}.",
        "{Scene}{details}; {light}. The theme is {topic}; {bounds}.",
    ),
    ratio={
        r"\b1:1\b|\bsquare\b": "1:1",
        r"\b16:9\b|\bwide(?:screen)?\b|\bbanner\b|\bheader\b|\bcover\b|\bhero\b|\blandscape\b": "16:9",
        r"\b9:16\b|\bstor(?:y|ies)\b|\breels?\b|\bvertical\b": "9:16",
        r"\b4:3\b": "4:3",
        r"\b3:4\b|\bportrait format\b|\bflyer\b|\bposter\b": "3:4",
        r"\bblog\b|\blinked ?in\b": "16:9",
    },
    styles={
        r"\bwater-?colou?rs?\b": "watercolour",
        r"\b3-?d\b|\brender(?:ing|ed)?\b": "3D render",
        r"\bminimal(?:ist|ism)?\b": "minimalist",
        r"\bsketch\w*|\bline (?:art|drawing)|\bpencil\b": "line drawing",
        r"\boil painting\b": "oil painting",
        r"\bvintage\b|\bretro\b": "vintage",
        r"\billustrat(?:ion|ed)\b|\bflat design\b|\bvector\b": "flat illustration",
        r"\bphoto\w*": "photograph",
    },
    default_style="photograph",
    bounds=(
        "no lettering, no logos, nobody recognisable",
        "nobody to be recognised, no text",
        "neither writing nor logos nor faces",
        "free of words, brands and faces",
        "without people, signs or captions",
        "kept clear of type and trademarks",
        "bare of print and of passers-by",
    ),
    alt="{Scene}, in {light}",
    features=", with {features}",
    place=", {place}",
)

_GENERAL = General(
    found=(
        "This is what the sources say about {topic}.",
        "On {topic}, the sources have this to say.",
    ),
    onward=(
        "If this is to become a post, ask for a blog, LinkedIn or Instagram text on {topic}.",
        "From here you can ask for a post, a picture or a content plan on {topic}.",
    ),
    help="I can write a blog post, a LinkedIn post, an Instagram caption, a picture or a content plan"
    " for {brand}, and I can gather facts with their sources. Say what it should be about, such as:"
    " “{example}”.",
    help_on="I can turn {topic} into a blog post, a LinkedIn post, an Instagram caption, a picture or"
    " a content plan for {brand}. Say which it should be, and I look for facts first.",
    nothing="Nothing was found about {topic}, so there is nothing here that I could tell from a source.",
)

ENGLISH = Phrases(
    stop=".",
    gap=" ",
    comma=", ",
    last=" and ",
    colon=": ",
    second_colon=", ",
    labels={
        "property_type": "Property",
        "location": "Location",
        "price": "Price",
        "features": "Features",
    },
    you=caseless(r"\byou(?:r|rs)?\b"),
    calls=(
        "Contact {brand} with any question about {topic}.",
        "Get in touch with {brand} before the next step.",
        "Ask {brand} for advice on {topic}.",
    ),
    reading=_READING,
    blog=_BLOG,
    social=_SOCIAL,
    strategy=_STRATEGY,
    images=_IMAGES,
    general=_GENERAL,
)
