"""Measures Interlude's costs, as ratios: every measurement runs its arms in turn, in one run.

`python -m bench [names...] [--quick]` prints a table and writes `bench/results.md`.
"""
