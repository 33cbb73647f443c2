"""The pages that people rate on, and the owner's page."""
