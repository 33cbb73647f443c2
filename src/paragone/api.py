"""The public Python interface: run a plan, load a run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from paragone.stages.loop import Watch


@dataclass(frozen=True)
class Run(Mapping[str, "pl.DataFrame"]):
    """A run folder as polars frames: `run.samples` or `run["samples"]`, read when asked for.

    Every table of docs/tables.md is there by name. `run["estimates"]` holds the estimates for all prompts and those for
    groups of prompts; `run.estimates` and `run.breakdowns` are one and the other.
    """

    folder: Path
    notes: tuple[str, ...] = ()

    @property
    def skipped(self) -> dict[str, str]:
        """Metrics without a value, each with the reason."""
        import polars as pl

        lost = self.estimates.filter(pl.col("value").is_null()).unique("metric", maintain_order=True)
        return {**self.manifest["skipped"], **dict(lost.select("metric", "reason").iter_rows())}

    @property
    def prompts(self) -> "pl.DataFrame":
        """One row per prompt."""
        return self["prompts"]

    @property
    def samples(self) -> "pl.DataFrame":
        """One row per drawing, or the reason there is none."""
        return self["samples"]

    @property
    def scores(self) -> "pl.DataFrame":
        """One row per score, with the reason in words."""
        return self["scores"]

    @property
    def estimates(self) -> "pl.DataFrame":
        """One row per model, scenario and metric: value, interval, n, missing, protocol."""
        return self["estimates"].filter(group="")

    @property
    def breakdowns(self) -> "pl.DataFrame":
        """The same for each group of prompts: those that have one value of a tag."""
        frame = self["estimates"]
        return frame.filter(frame["group"] != "")

    @property
    def differences(self) -> "pl.DataFrame":
        """One row per two models, scenario and metric: b - a, interval, p-values, verdict."""
        return self["differences"]

    @property
    def ranks(self) -> "pl.DataFrame":
        """One row per model and ranking."""
        return self["ranks"]

    @property
    def manifest(self) -> dict[str, Any]:
        """Plan, protocols, versions and machine."""
        from paragone.store.folder import RunFolder

        return RunFolder(self.folder).read_manifest()

    def __getitem__(self, name: str) -> "pl.DataFrame":
        from paragone.store.folder import RunFolder
        from paragone.store.schema import TABLES

        if name not in TABLES:
            raise KeyError(f"no table is called {name!r}; there are {', '.join(TABLES)}")
        return RunFolder(self.folder).table(name).read()

    def __iter__(self) -> Iterator[str]:
        from paragone.store.schema import TABLES

        return iter(TABLES)

    def __len__(self) -> int:
        return len(list(iter(self)))


def run(
    plan: str | Path | Mapping[str, Any],
    out: str | Path,
    *,
    settings: tuple[str, ...] = (),
    watch: "Watch | None" = None,
    retry: bool = False,
) -> Run:
    """Run a plan (a shipped one by name, a TOML file, or a mapping) into the folder or URL `out`, and load it.

    Running the same plan into the same folder again goes on where it was stopped. `settings` are changes to the plan
    such as "limit=10" or "models.mine.steps=30". With `retry`, stored failures that may pass are drawn again.
    """
    from paragone.stages import run as run_stages
    from paragone.stages.planning.plan_file import read_plan

    return Run(run_stages(read_plan(plan, settings), out, watch, retry=retry).root)


def score(  # noqa: PLR0913
    images: str | Path,
    *,
    reference: str | Path | None = None,
    prompts: str | Path | None = None,
    metrics: tuple[str, ...] = (),
    out: str | Path | None = None,
    settings: tuple[str, ...] = (),
    save_reference: str | Path | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Score a folder, table or zip of images with every metric that the input allows: a run like any other.

    Its `skipped` say which metrics could not be had and why, its `notes` what was noticed about the images. Without
    `out` the run is kept in the cache, so that a second call takes seconds. `metrics` are names with options as words,
    "rprecision encoder=clip_scene". `save_reference` keeps the real images' statistics as an .npz, which serves as
    `reference` later.
    """
    from paragone.stages import run as run_stages
    from paragone.stages.notices import notices
    from paragone.stages.planning.score import default_folder, given, score_plan
    from paragone.stages.reference_statistics import write_statistics

    found = given(Path(images), Path(reference) if reference else None, Path(prompts) if prompts else None)
    plan = score_plan(found, metrics, settings, name=Path(images).stem)
    folder = run_stages(plan, out or default_folder(plan, found), watch)
    if save_reference is not None:
        write_statistics(folder, Path(save_reference))
    return Run(folder.root, (*found.collection.notes, *notices(folder)))


def load(run_folder: str | Path) -> Run:
    """A finished or unfinished run in a folder or at a URL, as polars frames."""
    from paragone.store.opening import open_run

    folder = open_run(run_folder)
    folder.read_manifest()  # says so in one line if this is no run
    return Run(folder.root)


__all__ = ["Run", "load", "run", "score"]
