"""Planning by rules: goals, gaps, courses, plans and their changes. No model is asked here."""
