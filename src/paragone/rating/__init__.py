"""People rate images: the study file, who rates what, the page they rate on, crowds, and what their votes say."""
