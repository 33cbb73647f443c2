"""Draw, look, judge, estimate, and the one resume loop they share."""
