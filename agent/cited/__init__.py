"""Answers from passages that are cited.

A passage is a plain dict with a `mark`; an answer bears the marks of what it goes back to.
"""

from agent.cited.checking import Alike, CheckedAnswer, check_answer, remark

__all__ = ["Alike", "CheckedAnswer", "check_answer", "remark"]
