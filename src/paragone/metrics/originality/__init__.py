"""Whether images are new: marks of somebody else's on them."""
