"""Review: what is due, what is known, past quizzes, and the bank of questions."""

from ui import review

review.draw()
