"""Who rates what: pure functions of counts and chance."""
