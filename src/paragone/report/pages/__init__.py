"""From tables to page data: one dataclass a page."""
