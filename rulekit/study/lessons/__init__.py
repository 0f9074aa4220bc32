"""Lessons: `lessons` reads one, `goals` says what a learner's file has to fulfil."""
