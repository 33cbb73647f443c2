"""Any program: it finds the prompt in a file and leaves the image in a folder of its own.

    command = ["python", "draw.py", "--prompt-file", "{prompt_file}", "--out", "{out}", "--seed", "{seed}"]

No shell is involved. The folder is private and is removed afterwards; when time is up, the program and everything it
started is ended.
"""

import collections
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadImage, BadInput, BadOption, NotReady
from paragone.core.keys import content_hash, key_of
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import decode, read_file
from paragone.models._fault import Fault
from paragone.models._template import fill
from paragone.models.local import _guardian
from paragone.models.local._energy import Energy

TAIL_BYTES = 2000  # of what the program says, for the reason it failed


@dataclass(frozen=True, slots=True)
class Command(Model):
    """Runs `command` once per prompt, with {prompt_file}, {out} (where the image goes) and {seed} filled in."""

    unkeyed: ClassVar[tuple[str, ...]] = ("timeout_s", "threads")
    command: Sequence[str] | str
    suffix: str = ".png"  # of {out}
    version: str = ""  # yours: raise it when the program draws differently
    timeout_s: float = 600.0
    threads: int = 1
    name: str = field(init=False)
    revision: str = field(init=False)

    def __post_init__(self) -> None:
        """Refuse a command that could not take a prompt or leave an image."""
        words = shlex.split(self.command) if isinstance(self.command, str) else [str(word) for word in self.command]
        for place in ("{prompt_file}", "{out}"):
            if not any(place in word for word in words):
                raise BadOption(f"the command has no {place}; it has {' '.join(words) or 'no words'!r}: put it in")
        # The program runs in a folder of its own, so files that the command names get their whole path.
        whole = tuple(str(Path(word).absolute()) if Path(word).is_file() else word for word in words)
        object.__setattr__(self, "command", whole)
        object.__setattr__(self, "name", Path(words[0]).name)
        object.__setattr__(self, "revision", key_of("command", words, self.suffix, self.version, _scripts(words))[:12])

    def check(self) -> None:
        """Whether the program is there."""
        if shutil.which(self.command[0]) is None:
            raise NotReady(f"there is no program {self.command[0]!r}; install it, or check the command")

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One run of the program per prompt."""
        return [self._draw_one(prompt.text, seed) for prompt in prompts]

    def _draw_one(self, text: str, seed: int) -> Drawing | Missing:
        with tempfile.TemporaryDirectory(prefix="paragone-", ignore_cleanup_errors=True) as folder:
            prompt_file, out = Path(folder) / "prompt.txt", Path(folder) / "out" / f"image{self.suffix}"
            out.parent.mkdir(mode=0o700)
            prompt_file.write_bytes(text.encode("utf-8", "surrogatepass"))
            words = fill(self.command, {"prompt_file": str(prompt_file), "out": str(out), "seed": str(seed)})
            started, energy = time.monotonic(), Energy.start()
            try:
                _run(words, folder=out.parent, timeout_s=self.timeout_s)
                seconds, joules = time.monotonic() - started, energy.stop()
                image = _image_in(out)
            except Fault as fault:
                return fault.missing({"prompt_sent": text})
        return Drawing(image, seconds=seconds, details={"prompt_sent": text, **joules})


def _run(words: Sequence[str], *, folder: Path, timeout_s: float) -> None:
    # The guardian ends the program, and all that it started, when we close its input: even by being killed.
    guarded = [sys.executable, "-I", "-S", _guardian.__file__, str(folder.parent), *words]
    quiet, piped = subprocess.DEVNULL, subprocess.PIPE
    process = subprocess.Popen(guarded, cwd=folder, start_new_session=True, stdin=piped, stdout=quiet, stderr=piped)
    assert process.stdin is not None
    assert process.stderr is not None
    tail: collections.deque[bytes] = collections.deque(maxlen=4)
    reader = threading.Thread(target=_keep_tail, args=(process.stderr, tail), daemon=True)
    reader.start()
    try:
        status = process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        raise Fault(f"the program did not end within {timeout_s:g} s and was stopped", "timed out") from None
    finally:
        process.stdin.close()
        process.wait()
        reader.join(1.0)
    if status != 0:
        raise _fault_of(words[0], status, b"".join(tail)[-TAIL_BYTES:])


def _fault_of(program: str, status: int, tail: bytes) -> Fault:
    """What the end of a program means; its words are cleared of secrets before they are cut."""
    said = " ".join(without_secrets(tail.decode("utf-8", "replace"), secrets_here()).split())
    if status == _guardian.UNSTARTABLE and said.startswith(_guardian.MARK):
        reason = said.removeprefix(_guardian.MARK)
        raise NotReady(f"cannot start {program!r}: {reason}; check the command")
    ending = f"signal {-status}" if status < 0 else f"status {status}"
    return Fault(f"the program ended with {ending}: {said[-300:] or 'it said nothing'}")


def _keep_tail(stream: IO[bytes], tail: collections.deque[bytes]) -> None:
    with stream:
        while chunk := os.read(stream.fileno(), TAIL_BYTES):
            tail.append(chunk)


def _image_in(out: Path) -> bytes:
    """The image at `out`, or the only file beside it where the program chose its own name."""
    found = [out] if out.exists() else sorted(path for path in out.parent.iterdir())
    if len(found) != 1:
        raise Fault(f"the program left {len(found) or 'no'} files where it was to leave one image", "absent")
    # A link could lead anywhere on this machine; lstat does not follow it.
    if not stat.S_ISREG(found[0].lstat().st_mode):
        raise Fault("the program left something that is no ordinary file", "undecodable")
    try:
        data = read_file(found[0])
        decode(data, name="the program's image")
    except (BadImage, BadInput) as error:
        raise Fault(
            str(error).partition(";")[0].replace(str(found[0]), "the program's image"), "undecodable"
        ) from error
    return data


def _scripts(words: Sequence[str]) -> list[str]:
    """Hashes of the small files that the command names: a changed script is another model."""
    paths = [Path(shutil.which(word) or word) if index == 0 else Path(word) for index, word in enumerate(words)]
    small = [path for path in paths if path.suffix in (".py", ".sh", ".pl", ".rb", ".js", ".toml", ".json", ".yaml")]
    return [content_hash(path.read_bytes()) for path in small if path.is_file()]


model = Command
