"""How networks are loaded, converted and run; no annotator is in here."""
