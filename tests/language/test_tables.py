"""The rows of Markdown tables."""

from agent.language.tables import Row, drawn, rows

TEXT = """Prices are in euros.

| Item | Price |
| --- | ---: |
| Hive | 180 |
| Smoker |  |

```
| no | table |
```

| Bee | Sting |
|---|---|
| Drone | none |
"""


def test_each_row_knows_the_columns_of_its_own_table():
    assert [str(row) for row in rows(TEXT)] == [
        "Item: Hive; Price: 180",
        "Item: Smoker",
        "Bee: Drone; Sting: none",
    ]


def test_rows_are_drawn_under_the_names_of_their_columns():
    drawn_ = drawn(list(rows(TEXT)))
    assert drawn_.count("| Item | Price |") == drawn_.count("| Bee | Sting |") == 1
    assert list(rows(drawn_)) == list(rows(TEXT))
    assert list(rows("| Hive | 180 |")) == [Row("| Hive | 180 |")], "it begins further up"
