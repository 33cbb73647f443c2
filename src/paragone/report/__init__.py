"""Tables to pages; nothing is computed here."""
