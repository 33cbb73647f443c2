"""Prompts in another language: by a table, a Python function, a program, or a model of transformers."""

import functools
import importlib
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from paragone.assets.everyday import translations
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.core.keys import key_of
from paragone.inputs.rows import read_table
from paragone.perturbations._texts import TextPerturbation

PATIENCE_S = 120.0
MOST_TOKENS = 256


@dataclass(frozen=True, slots=True)
class Translation(TextPerturbation):
    """`language` is HEIM's chinese, hindi or spanish, or any other word that your translator knows.

    One of: `table_path`, a table with the columns text and translation; `function`, "module:name", called with text and
    language; `command`, a program that reads the text and writes the translation ({language} in it is filled in);
    `model`, a name or folder for transformers (the extra `hub`). Without any, our own small table, which knows the
    sentences of the scenario `everyday` alone. The drawing is compared with the text before translation, as in HEIM.
    """

    language: str
    table_path: str = ""
    function: str = ""
    command: str = ""
    model: str = ""
    keeps_meaning: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse no language, and two translators."""
        if not self.language.strip():
            raise BadOption("translation needs a language, such as chinese")
        given = [name for name in ("table_path", "function", "command", "model") if getattr(self, name)]
        if len(given) > 1:
            raise BadOption(f"translation has {given[0]} and {given[1]}: give one of them")

    @property
    def version(self) -> str:
        """Code, and what is in the table."""
        known = self._table() if self.table_path or not (self.function or self.command or self.model) else {}
        return f"1+{key_of('translation', dict(known))[:8]}"

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text in that language."""
        if self.function:
            return _by_function(self.function, text, self.language)
        if self.command:
            return _by_command(self.command, text, self.language)
        if self.model:
            return _by_model(self.model, text)
        known = self._table()
        if text not in known:
            where = Path(self.table_path).name if self.table_path else "our small table"
            raise NotReady(
                f"{where} has no translation of {text[:60]!r} into {self.language}; give a translator as an option of "
                "translation: table_path, function, command or model (docs/perturbations.md)"
            )
        return known[text]

    def _table(self) -> dict[str, str]:
        return _read(Path(self.table_path)) if self.table_path else translations(self.language)


@functools.lru_cache(maxsize=8)
def _read(path: Path) -> dict[str, str]:
    table = read_table(path)
    lacking = [name for name in ("text", "translation") if name not in table.columns]
    if lacking:
        raise BadInput(f"{path.name} has no column {lacking[0]!r}; a table of translations has text and translation")
    return {str(row.text("text")): str(row.text("translation")) for row in table.rows if row.text("translation")}


def _by_function(place: str, text: str, language: str) -> str:
    module, _, name = place.partition(":")
    try:
        translate = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"there is no function {place!r} ({error}); write it as module:name") from error
    return _text(translate(text, language), place)


def _by_command(command: str, text: str, language: str) -> str:
    words = [word.replace("{language}", language) for word in shlex.split(command)]
    try:
        done = subprocess.run(
            words, input=text, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadOption(f"the translator {words[0]!r} cannot be run: {error}; check the command") from error
    if done.returncode:
        raise BadOption(f"the translator {words[0]!r} failed: {done.stderr.strip()[-200:] or done.returncode}; mend it")
    return _text(done.stdout.strip(), words[0])


def _text(found: object, who: str) -> str:
    if not isinstance(found, str) or not found.strip():
        raise BadOption(f"the translator {who!r} gave {str(found)[:60]!r}, which is no text; mend it")
    return found


@functools.lru_cache(maxsize=2)
def _loaded(model: str) -> tuple[object, object]:
    try:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
    except ImportError as error:
        raise NotReady("a translator by model needs transformers; install paragone[hub]") from error
    try:
        return AutoTokenizer.from_pretrained(model), AutoModelForSeq2SeqLM.from_pretrained(model)
    except (OSError, ValueError) as error:
        first = str(error).partition("\n")[0]
        raise NotReady(f"the translator {model!r} cannot be loaded ({first}); run `hf download {model}`") from error


def _by_model(model: str, text: str) -> str:
    """Greedy, so that the same text always becomes the same."""
    tokenizer, network = _loaded(model)
    tokens = tokenizer(text, return_tensors="pt")  # type: ignore[operator]
    found = network.generate(  # type: ignore[attr-defined]
        input_ids=tokens["input_ids"],
        attention_mask=tokens["attention_mask"],
        do_sample=False,
        num_beams=1,
        max_new_tokens=MOST_TOKENS,  # left alone it stops after twenty
    )
    return _text(tokenizer.decode(found[0], skip_special_tokens=True), model)  # type: ignore[attr-defined]


perturbation = Translation
