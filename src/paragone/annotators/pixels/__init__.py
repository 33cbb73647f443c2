"""Facts that pixels tell without naming anything."""
