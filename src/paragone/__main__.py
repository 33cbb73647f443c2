"""`python -m paragone` is the command `paragone`."""

from paragone.cli.main import main

main()
