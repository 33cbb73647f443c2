"""Every error a user can cause, as one small tree.

    ParagoneError
    |-- UnknownName      a name that nothing is registered under
    |-- NameClash        two things registered under one name
    |-- BadOption        an option a component does not take, or a value it cannot use
    |-- PlanError        a plan that cannot be read or does not make sense
    |-- BadInput         a file of the user's that cannot be used
    |   `-- BadImage     ... because it is not an image we can decode safely
    |-- NotReady         something a plan needs is not here (weights, an extra, disk space)
    |-- NothingDrawn     no model of a run drew a single image
    |-- BrokenContract   a component did what it says it never does
    |-- StoreError       the run folder cannot be used as asked
    |   |-- FolderInUse  ... because another process works in it
    |   |-- DiskFull     ... because there is no space left
    |   `-- DamagedPart  ... because a file of it is not what was stored
    `-- Interrupted      the user asked to stop; what was finished is stored

The message is one line: what, what was found, what to do. The command line shows it without a traceback:

    try:
        paragone.run("quick", out="runs/quick")
    except paragone.ParagoneError as error:
        print(error)
"""


class ParagoneError(Exception):
    """Something the user can mend; its message says how."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows of it: the one line, as the command does."""
        return [f"{type(self).__name__}: {self}"]


class UnknownName(ParagoneError):
    """No component, plan or column is called that."""


class NameClash(ParagoneError):
    """Two components claim one name."""


class BadOption(ParagoneError):
    """A component does not take this option or value."""


class PlanError(ParagoneError):
    """The plan cannot be read or does not make sense."""


class BadInput(ParagoneError):
    """A file given by the user cannot be used."""


class BadImage(BadInput):
    """The bytes are not an image that can be decoded within the limits."""


class NotReady(ParagoneError):
    """Something the plan needs is not here."""


class NothingDrawn(ParagoneError):
    """No model of a run drew a single image; the message says why."""


class BrokenContract(ParagoneError):
    """A component did what it says it never does, such as a score outside its metric's bounds."""


class StoreError(ParagoneError):
    """The run folder cannot be used as asked."""


class FolderInUse(StoreError):
    """Another process works in this run folder."""


class DiskFull(StoreError):
    """There is no space left where the run folder is."""


class DamagedPart(StoreError):
    """A file of the run folder is not what was stored."""


class Interrupted(ParagoneError):
    """The user asked to stop; what was finished is stored."""
