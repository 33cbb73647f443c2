"""What drawing took: time, money, energy."""
