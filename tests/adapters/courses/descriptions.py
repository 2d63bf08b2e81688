"""How the local course site is told, in the two ways that there are."""

from agent.adapters.courses.browsing.description import Site

SEARCHED_BY_FORM = {
    "name": "Kurshof",
    "notice": "A site for tests.",
    "address": "http://127.0.0.1:1/",
    "steps": [
        {"do": "click", "role": ["button"], "name": "同意", "optional": True},
        {"do": "type", "role": ["searchbox", "textbox"], "name": "搜索课程"},
    ],
    "results": {
        "course": r"^/course/\d+$",
        "page": "/search",
        "nothing": "没有找到",
        "author": r"(?:讲师：|By )(.+)",
        "lessons": r"共 \d+ 讲|\d+ lessons",
        "price": r"[¥$]\d.*",
        "free": "免费|Free",
        "hours": r"(\d+(?:\.\d+)?) (?:小时|hours)",
        "levels": {"beginner": "零基础|from Scratch", "intermediate": "实战"},
    },
}


def told(url, **more):
    """With a form to type into, behind a banner."""
    return Site.model_validate({**SEARCHED_BY_FORM, "address": f"{url}/"} | more)


def told_by_address(url, **more):
    return told(url, address=f"{url}/search?q={{words}}", steps=[], **more)
