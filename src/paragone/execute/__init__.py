"""Where work runs: threads, processes."""
