"""The two rivals of the painter, as pilots: one flow over the whole picture, and codes drawn one after the other."""
