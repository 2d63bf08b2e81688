"""Makes the font files of the cards out of the originals (see the README beside them).

python -m bench.subset_fonts FOLDER_OF_INTER FOLDER_OF_NOTO_CJK
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont, newTable  # type: ignore[import-untyped]
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0  # type: ignore[import-untyped]

HERE = Path(__file__).parents[1] / "agent" / "adapters" / "images" / "fonts"
SIMPLIFIED_CHINESE = 2
"""The place of its forms in the collection of CJK fonts."""
LATIN = (
    (0x20, 0x7F), (0xA0, 0x250), (0x2B9, 0x2DE), (0x370, 0x400), (0x400, 0x530),
    (0x1E00, 0x1F00), (0x2000, 0x2070), (0x2070, 0x20D0), (0x2100, 0x2200), (0x2200, 0x2270),
    (0x25A0, 0x2600), (0x2713, 0x2714),
)  # fmt: skip
CJK = ((0x2010, 0x2040), (0x3000, 0x3100), (0xFF00, 0xFFF0))
HANZI = (
    ("gb2312", range(0xB0, 0xF8)),
    ("big5", range(0xA4, 0xC7)),
    ("euc_jp", range(0xB0, 0xD0)),
)
KERNED = (
    "".join(map(chr, (*range(0x21, 0x7F), *range(0xBF, 0x100), *range(0x410, 0x450)))) + "’“”–—"
)
WITHOUT = ["VORG", "vhea", "vmtx", "BASE", "GDEF", "GSUB", "GPOS", "STAT", "DSIG", "meta"]


def main(inter: Path, noto: Path) -> None:
    latin = {code for first, end in LATIN for code in range(first, end)}
    hanzi = {code for first, end in CJK for code in range(first, end)} | set(_hanzi())
    _write(TTFont(inter / "Inter-SemiBold.otf"), latin, name="latin-bold.otf")
    _write(TTFont(inter / "Inter-Regular.otf"), latin, name="latin-regular.otf")
    for weight in ("Bold", "Regular"):
        source = noto / f"NotoSansCJK-{weight}.ttc"
        font = TTFont(source, fontNumber=SIMPLIFIED_CHINESE)
        _write(font, hanzi, name=f"cjk-{weight.lower()}.otf")


def _hanzi() -> Iterator[int]:
    """What the national standards call common, for both ways of writing Chinese and Japanese."""
    for encoding, leads in HANZI:
        for lead in leads:
            for trail in range(0x40, 0xFF):
                text = bytes((lead, trail)).decode(encoding, "ignore")
                yield from map(ord, text if len(text) == 1 else "")


def _write(font: TTFont, codes: set[int], *, name: str) -> None:
    pairs = _kerning(font) if name.startswith("latin") else {}
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += WITHOUT
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    if pairs:
        font["kern"] = _kern_table(pairs)
    font.save(HERE / name)


def _kern_table(pairs: dict[tuple[str, str], int]) -> Any:
    """The plain old table, which needs no shaping engine."""
    inner = KernTable_format_0()
    inner.coverage, inner.tupleIndex, inner.kernTable = 1, None, pairs
    table = newTable("kern")
    table.version, table.kernTables = 0, [inner]
    return table


def _kerning(font: TTFont) -> dict[tuple[str, str], int]:
    names = font.getBestCmap()
    glyphs = [names[ord(c)] for c in KERNED if ord(c) in names]
    tables = list(_pair_tables(font["GPOS"].table))
    found = {}
    for left in glyphs:
        mine = [table for table in tables if left in table.Coverage.glyphs]
        for right in glyphs:
            values = (_pair(table, left, right) for table in mine)
            if value := next((value for value in values if value is not None), 0):
                found[left, right] = value
    return found


def _pair_tables(gpos: Any) -> Iterator[Any]:
    features = (
        each.Feature for each in gpos.FeatureList.FeatureRecord if each.FeatureTag == "kern"
    )
    for place in sorted({place for feature in features for place in feature.LookupListIndex}):
        for table in gpos.LookupList.Lookup[place].SubTable:
            yield getattr(table, "ExtSubTable", table)


def _pair(table: Any, left: str, right: str) -> int | None:
    """None when this table says nothing of the pair, so that the next one is asked."""
    if table.Format == 1:
        records = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        value = next((each.Value1 for each in records if each.SecondGlyph == right), None)
        return None if value is None else int(value.XAdvance or 0)
    first, second = table.ClassDef1.classDefs.get(left, 0), table.ClassDef2.classDefs.get(right, 0)
    value = table.Class1Record[first].Class2Record[second].Value1
    return int(getattr(value, "XAdvance", 0) or 0) if value else 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
