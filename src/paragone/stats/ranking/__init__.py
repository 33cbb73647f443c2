"""Ranks over models: win rate, ranking score, ranges of ranks, and which model is clearly best."""
