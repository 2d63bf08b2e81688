"""Coach: a supervisor that finds real courses and plans milestones you approve."""
