"""How much images differ from each other."""
