"""The Tutor: cited answers from course documents, guide facts, quizzes."""
