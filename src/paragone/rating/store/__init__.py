"""What a study stores: items, invitations, people, their lists and their votes, in SQLite or PostgreSQL."""
