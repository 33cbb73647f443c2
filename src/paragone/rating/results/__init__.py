"""What votes say: scores by model, preferences, agreement, whom to trust, how many more are needed."""
