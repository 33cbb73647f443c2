"""Tables to pages and exports; nothing is computed here."""
