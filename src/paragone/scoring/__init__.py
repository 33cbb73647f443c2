"""Score images that are already there: a folder, a table or a zip, with every metric that the input allows."""
