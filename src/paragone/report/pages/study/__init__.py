"""What people said, as pages."""
