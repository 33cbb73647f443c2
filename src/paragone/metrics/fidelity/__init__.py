"""How close drawn images are to real ones as sets."""
