"""Tables to pages and exports; what they show was computed in analysis/."""
