"""What a run says: its numbers, and the numbers as text."""
