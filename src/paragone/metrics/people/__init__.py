"""What people said, as scores."""
