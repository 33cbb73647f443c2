"""A study: its file, the images it shows, and what it costs."""
