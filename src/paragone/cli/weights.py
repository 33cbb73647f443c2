"""`paragone weights`: model files."""

from paragone.cli.assets import commands

app = commands("weights", "model files")
