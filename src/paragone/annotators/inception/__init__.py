"""The Inception networks of FID and IS."""
