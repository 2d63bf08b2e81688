"""What is known about text itself: its characters and languages."""
