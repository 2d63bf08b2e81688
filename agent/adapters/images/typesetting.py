"""Text in lines that fit a box, as large as it may be, in even lines."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.adapters.images.faces import Face, Weight, face_of
from agent.text import HAN

_ELLIPSIS = "…"
# What no line may begin with, and what none may end with.
_NOT_FIRST = frozenset(
    "、。，．！？；：）］｝》〉」』】〕”’…‥・ー々〜～%％℃,.!?;:)"
    "]}»›ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
)
_NOT_LAST = "（［｛《〈「『【〔“‘([{«‹$€£¥¿¡#＃"
_GOOD_ENDS = tuple(",:;—–，、：；。！？")
_WORDS = """
    必须 可以 如何 什么 怎么 我们 你们 他们 自己 这个 那个 没有 不是 就是
    还是 因为 所以 但是 如果 需要 应该 知道 了解 选择 准备 注意 问题 方法
    技巧 建议 指南 清单 步骤 事项 错误 推荐 生活 家庭 房子 房屋 住宅 公寓
    买房 卖房 租房 装修 设计 客厅 卧室 厨房 阳台 空间 小区 城市 市场 价格
    贷款 首付 利率 合同 预算 验收 投资 中介 业主 客户 品牌 内容 营销 团队
    公司 企业 产品 服务 时间 今年 去年 未来 春季 夏季 秋季 冬季 中国
"""
"""Common words of two characters: not to be torn apart for nothing."""
_JOINED = frozenset(_WORDS.split())
_HAN = f"[{HAN}\u3000-\u303f\uff00-\uffef]"
# A word with the space after it, or one Han character; a number and its unit stay together.
_PIECE = re.compile(f"{_HAN}|(?:(?!{_HAN})[^\\s-])+-?[ ]?|-[ ]?|[ ]")


@dataclass(frozen=True)
class Glyph:
    character: str
    face: Face
    x: float
    """From the left of its line."""


@dataclass(frozen=True)
class Line:
    text: str
    glyphs: tuple[Glyph, ...]
    width: float


@dataclass(frozen=True)
class Setting:
    """A text set in lines of `size` pixels, `leading` from one baseline to the next."""

    lines: tuple[Line, ...]
    size: int
    leading: float
    is_cut: bool = False

    @property
    def height(self) -> float:
        """From the top of the capitals to the last baseline."""
        return self.size * 0.73 + self.leading * (len(self.lines) - 1) if self.lines else 0


def fit(
    text: str,
    weight: Weight,
    *,
    width: float,
    height: float,
    sizes: Sequence[int],
    leading: float,
) -> Setting:
    """The largest of `sizes`, which fall, at which the text fits; at the last one it is cut."""
    if not text:
        return Setting((), sizes[-1], sizes[-1] * leading)
    for size in sizes:
        most = _most_lines(size, height, leading)
        if _longest(text, weight) * size > width:
            continue
        if lines := _balanced(text, weight, width=width / size, most=most):
            return _set(lines, weight, size=size, leading=leading)
    size = sizes[-1]
    most = max(1, _most_lines(size, height, leading))
    lines = _filled(_pieces(text), weight, width=width / size)
    is_cut = len(lines) > most
    if is_cut:
        lines = [*lines[: most - 1], _shortened(lines[most - 1], weight, width=width / size)]
    return _set(lines, weight, size=size, leading=leading, is_cut=is_cut)


def _most_lines(size: int, height: float, leading: float) -> int:
    return int((height - size * 0.73) // (size * leading)) + 1 if height >= size * 0.73 else 0


def _set(
    lines: Sequence[str], weight: Weight, *, size: int, leading: float, is_cut: bool = False
) -> Setting:
    placed = tuple(_line(line.strip(), weight, size=size) for line in lines)
    return Setting(placed, size, size * leading, is_cut)


def _line(text: str, weight: Weight, *, size: int) -> Line:
    glyphs: list[Glyph] = []
    x = 0.0
    before: tuple[str, Face] | None = None
    for character in text:
        face = face_of(character, weight)
        if face is None:
            continue
        if before and before[1] is face:
            x += (face.kerning(before[0], character) + _tracking(character, weight)) * size
        elif before and character != " " and before[0] != " ":
            x += 0.12 * size  # between Chinese and Latin, as printers do
        glyphs.append(Glyph(character, face, x))
        x += face.advance(character) * size
        before = character, face
    return Line(text, tuple(glyphs), x)


def _tracking(character: str, weight: Weight) -> float:
    """Large bold letters stand a little closer; Han characters keep their squares."""
    return -0.02 if weight == "bold" and character < "\u2e80" else 0


@lru_cache(maxsize=4096)
def _width(text: str, weight: Weight) -> float:
    return _line(text.strip(), weight, size=1).width


def _longest(text: str, weight: Weight) -> float:
    return max((_width(piece, weight) for piece in _pieces(text)), default=0)


def _pieces(text: str) -> list[str]:
    """What stays on one line; joined it is the text."""
    pieces: list[str] = []
    for piece in _PIECE.findall(text):
        last = pieces[-1] if pieces else ""
        if last and (piece[0] in _NOT_FIRST or last[-1] in _NOT_LAST or piece == " "):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces


def _balanced(text: str, weight: Weight, *, width: float, most: int) -> list[str]:
    """As few lines as can be, their lengths as alike as can be; nothing when they do not fit."""
    pieces = _pieces(text)
    fewest = len(_filled(pieces, weight, width=width))
    if fewest > most or len(pieces) > 120:
        return _filled(pieces, weight, width=width) if fewest <= most else []
    target = min(width, _width(text, weight) / fewest * 1.06)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(math.inf, 0)] * len(pieces)
    for end in range(1, len(pieces) + 1):
        for start in range(end - 1, -1, -1):
            length = _width("".join(pieces[start:end]), weight)
            if length > width:
                break
            cost = best[start][0] + _raggedness(length, target) + _break_cost(pieces, end)
            best[end] = min(best[end], (cost, start))
    return _traced(pieces, best, most) or _filled(pieces, weight, width=width)


def _break_cost(pieces: list[str], end: int) -> float:
    """A line ends well after a comma and badly inside a word or between a number and its unit."""
    if end == len(pieces):
        return 0
    last, following = pieces[end - 1].rstrip(), pieces[end]
    if last[-1:] in _GOOD_ENDS:
        return 0.08
    if last[-1:].isdecimal() or last[-1:] + following[:1] in _JOINED:
        return 0.3
    return 0.15


def _raggedness(length: float, target: float) -> float:
    return ((length - target) / target) ** 2


def _traced(pieces: list[str], best: list[tuple[float, int]], most: int) -> list[str]:
    lines: list[str] = []
    end = len(pieces)
    while end:
        start = best[end][1]
        lines.append("".join(pieces[start:end]))
        end = start
    return lines[::-1] if len(lines) <= most else []


def _filled(pieces: Sequence[str], weight: Weight, *, width: float) -> list[str]:
    """Line by line, each as full as it goes; a word longer than a line is broken."""
    lines = [""]
    for piece in pieces:
        if _width(lines[-1] + piece, weight) <= width:
            lines[-1] += piece
        elif _width(piece, weight) <= width:
            lines.append(piece)
        else:
            for character in piece:
                if lines[-1] and _width(lines[-1] + character, weight) > width:
                    lines.append("")
                lines[-1] += character
    return [line for line in lines if line.strip()]


def _shortened(line: str, weight: Weight, *, width: float) -> str:
    kept = line.rstrip()
    while kept and _width(kept + _ELLIPSIS, weight) > width:
        kept = kept[:-1].rstrip()
    whole = kept.rsplit(" ", 1)[0] if " " in kept else kept
    return whole.rstrip(" ,;:.—–-、，。") + _ELLIPSIS
