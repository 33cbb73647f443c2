"""`paragone data`: data sets, such as lists of prompts."""

from paragone.cli.assets import commands

app = commands("data", "data sets")
