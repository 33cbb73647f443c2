"""The public Python interface: run a plan, load a run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from paragone.api.views import Comparison, Gallery, Plot
    from paragone.stages.loop import Watch
    from paragone.stages.planning.given import Images


@dataclass(frozen=True)
class Run(Mapping[str, "pl.DataFrame"]):
    """A run folder as polars frames: `run.samples` or `run["samples"]`, read when asked for.

    Every table of docs/tables.md is there by name. `run["estimates"]` holds the estimates for all prompts and those for
    groups of prompts; `run.estimates` and `run.breakdowns` are one and the other.
    """

    folder: Path
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Take a folder that is given as text, too."""
        object.__setattr__(self, "folder", Path(self.folder) if isinstance(self.folder, str) else self.folder)

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

    def table(self) -> "pl.DataFrame":
        """The numbers at a glance: a row for each scenario and metric, a column of values with intervals a model."""
        import polars as pl

        from paragone.report.numbers import interval_text

        lines: dict[tuple[str, str], dict[str, str]] = {}
        for row in self.estimates.to_dicts():
            start = {"scenario": row["scenario"], "metric": row["metric"]}
            line = lines.setdefault((row["scenario"], row["metric"]), start)
            line[row["model"]] = interval_text(row["value"], row["low"], row["high"])
        return pl.DataFrame(list(lines.values()))

    def compare(self, a: str, b: str) -> "Comparison":
        """How model b differs from model a: a sentence, and every difference with interval, p-value and verdict."""
        import polars as pl

        from paragone.analysis.changes import Side
        from paragone.analysis.differences import changes_between
        from paragone.analysis.summary import summary_of
        from paragone.api.views import Comparison
        from paragone.report.titles import titles_of
        from paragone.store.folder import RunFolder

        folder = RunFolder(self.folder)
        changes = changes_between(Side(folder, a), Side(folder, b))
        rows = [
            {"scenario": one.scenario, "metric": one.metric, **asdict(one.difference)}
            | {"p_adjusted": one.p_adjusted, "verdict": one.verdict}
            for one in changes
        ]
        titles = titles_of(self.manifest["metrics"])
        summary = summary_of(changes, a, b, titles)
        return Comparison(a, b, summary, pl.DataFrame(rows, infer_schema_length=None), titles)

    def plot(self, metric: str, scenario: str | None = None) -> "Plot":
        """One metric of all models with intervals; names may be short (`fid`) where that can mean one only."""
        from paragone.analysis.limits import metric_named, uses_of
        from paragone.api.views import Plot
        from paragone.core.errors import UnknownName
        from paragone.report.titles import titles_of

        frame = self.estimates
        whole = metric_named(metric, uses_of(self.manifest), "plot")
        rows = [row for row in frame.filter(metric=whole).to_dicts() if scenario in (None, row["scenario"])]
        if not rows:
            raise UnknownName(f"no scenario is called {scenario!r}; there are {', '.join(frame['scenario'].unique())}")
        first = rows[0]["scenario"]
        title = f"{titles_of(self.manifest['metrics'])[whole]} on {first}"
        return Plot(title, [row for row in rows if row["scenario"] == first])

    def images(
        self, metric: str | None = None, *, model: str | None = None, prompt: str | None = None, n: int = 12
    ) -> "Gallery":
        """Images of a model or prompt; with a metric those that it scores worst come first, each with its reason."""
        import polars as pl

        from paragone.analysis.limits import metric_named, uses_of
        from paragone.api.views import Gallery
        from paragone.report.pages.prompts import is_sensitive
        from paragone.report.read.reader import Reader
        from paragone.store.opening import open_run

        place, about = ["scenario", "prompt_id"], ["text", "tags"]
        found = self.samples.filter(pl.col("image").is_not_null()).join(self.prompts.select(*place, *about), on=place)
        for name, value in (("model", model), ("prompt_id", prompt)):
            found = found if value is None else found.filter(pl.col(name) == value)
        if metric is not None:
            whole = metric_named(metric, uses_of(self.manifest), "images")
            scores = self.scores.filter(metric=whole).rename({"reason": "score_reason"})
            own = ["model", "scenario", "prompt_id", "seed"]
            found = found.join(scores.select(*own, "value", "score_reason"), on=own).filter(
                pl.col("value").is_not_null()
            )
            is_lower = self.manifest["metrics"][whole]["direction"] == "lower"
            found = found.sort("value", descending=is_lower)
        reader = Reader(open_run(self.folder))
        rows = [row | {"is_veiled": is_sensitive(reader, row, row["tags"])} for row in found.head(n).to_dicts()]
        return Gallery(self.folder, rows)

    def report(self, out: str | Path | None = None) -> str:
        """Build the report, in the run folder or with its images at `out`, and give the place of its first page."""
        from paragone.report.site.build import build_report
        from paragone.store.folder import RunFolder

        return build_report(RunFolder(self.folder), Path(out) if out else None)

    def pandas(self, table: str = "estimates") -> Any:
        """A table as a pandas frame; needs pandas."""
        from paragone.api.hand_over import extra

        frame = self.estimates if table == "estimates" else self[table]
        return extra("pandas").DataFrame(frame.to_dict(as_series=False))

    def log_to(self, tracker: str, place: str | Path | None = None, *, step: int = 0) -> str:
        """Log every number to tensorboard, mlflow or wandb, and say where; `place` is a folder or a project."""
        from paragone.api.hand_over import log

        return log(self, tracker, place, step=step)

    def _repr_html_(self) -> str:
        from paragone.api.views import run_html
        from paragone.report.pages.first.answer import headline_of
        from paragone.report.read.reader import Reader
        from paragone.report.titles import titles_of
        from paragone.store.opening import open_run

        manifest = self.manifest
        said = [headline_of(Reader(open_run(self.folder))), *self.notes]
        return run_html(manifest["plan"]["title"], self.estimates.to_dicts(), titles_of(manifest["metrics"]), said)

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

    In a mapping, `models` may hold functions `draw(text, seed)` as they are, by name if it is a mapping itself.

    Running the same plan into the same folder again goes on where it was stopped. `settings` are changes to the plan
    such as "limit=10" or "models.mine.steps=30". With `retry`, stored failures that may pass are drawn again. What was
    noticed is in the run's `notes`; a run in which no model drew a single image raises NothingDrawn.
    """
    from paragone.api.callables import with_functions
    from paragone.api.progress import shown
    from paragone.stages import run as run_stages
    from paragone.stages.notices import read_notices, refuse_dead
    from paragone.stages.planning.plan_file import read_plan

    whole = read_plan(with_functions(plan) if isinstance(plan, Mapping) else plan, settings)
    folder = run_stages(whole, out, watch or shown(), retry=retry)
    refuse_dead(folder)
    return Run(folder.root, tuple(notice.text for notice in read_notices(folder)))


def score(  # noqa: PLR0913
    images: "Images | Mapping[str, Images]",
    *,
    reference: "Images | None" = None,
    prompts: str | Path | Sequence[str] | None = None,
    metrics: tuple[str, ...] = (),
    out: str | Path | None = None,
    settings: tuple[str, ...] = (),
    save_reference: str | Path | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Score images with every metric that the input allows: a run like any other.

    `images` are a folder, table or zip, or a list of Pillow images or arrays; a mapping gives those of several models
    by name. `reference` are real images, which belong to no prompt, or .npz statistics of them. The run's `skipped` say
    which metrics could not be had and why, its `notes` what was noticed about the images. Without `out` the run is kept
    in the cache, so that a second call takes seconds. `metrics` are names with options as words, "rprecision
    encoder=clip_scene". `save_reference` keeps the real images' statistics as an .npz, which serves as `reference`.
    """
    from paragone.api.progress import shown
    from paragone.stages import run as run_stages
    from paragone.stages.notices import read_notices, refuse_dead
    from paragone.stages.planning.given import place_of, prompts_at
    from paragone.stages.planning.score import default_folder, given, names_of, score_plan
    from paragone.stages.reference_statistics import write_statistics

    if isinstance(images, Mapping):
        named = {str(name): place_of(one) for name, one in images.items()}
    else:
        named = names_of([place_of(images)])
    found = given(named, None if reference is None else place_of(reference), prompts_at(prompts))
    plan = score_plan(found, metrics, settings)
    folder = run_stages(plan, out or default_folder(plan, found), watch or shown())
    if save_reference is not None:
        write_statistics(folder, Path(save_reference))
    refuse_dead(folder)
    return Run(folder.root, (*found.notes, *(notice.text for notice in read_notices(folder))))


def load(run_folder: str | Path) -> Run:
    """A finished or unfinished run in a folder or at a URL, as polars frames."""
    from paragone.store.opening import open_run

    folder = open_run(run_folder)
    folder.read_manifest()  # says so in one line if this is no run
    return Run(folder.root)


__all__ = ["Run", "load", "run", "score"]
