"""Objects, counts, colours and relations that a prompt asks for."""
