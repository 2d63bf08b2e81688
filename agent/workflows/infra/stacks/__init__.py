"""Stacks: what is in them, what a change does to them, costs and proves."""
