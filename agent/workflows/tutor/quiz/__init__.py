"""The quiz: a subgraph that draws items, asks them one by one, and grades by id."""
