"""`paragone calibrate`: the temperature that makes a classifier as sure as it is right, for IS*."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.layout import keep_together

if TYPE_CHECKING:
    from paragone.analysis.calibration import Fitted
    from paragone.analysis.logits import Labels, Logits


@printing
def calibrate(
    file: Path = typer.Argument(
        help="An .npz of `logits` (images, classes) and `labels`; or images: a folder of classes, or a table of both."
    ),
    classifier: str = typer.Option(
        "", "--classifier", help='Of images: who gives logits, such as mobilenet_v2 or "coco_inception path=FILE".'
    ),
    classes: Path | None = typer.Option(
        None, "--classes", help="Of images: the classes by name, a line each, in the classifier's order."
    ),
    name: str = typer.Option("", "--name", help="The classifier's name; else the file's."),
    run: str = typer.Option("", "--run", help="Keep it in this run, whose report then shows the reliability diagram."),
    picture: Path | None = typer.Option(None, "--picture", help="Write the reliability diagram as SVG."),
    *,
    form: Form,
) -> None:
    """Fit a temperature T to a classifier's logits on labelled images, as TISE's IS* needs it.

    T minimises the negative log-likelihood of softmax(logits / T); the loss is convex, so its least point is found
    exactly, and L-BFGS from T = 1, as TISE has it, is shown beside it. The expected calibration error (15 bins) tells
    how far confidence is from accuracy. Fit on images that the classifier was not trained on.
    """
    from paragone.analysis.calibration import fitted, store_calibration
    from paragone.inputs.logits import read_logits
    from paragone.report.site.reliability import picture_of
    from paragone.store.opening import open_run

    folder = open_run(run) if run else None
    logits, labels = _looked_at(file, classifier, classes) if classifier else read_logits(file)
    found = fitted(name or classifier.partition(" ")[0] or file.stem, logits, labels)
    if folder is not None:
        store_calibration(folder, found)
    if picture is not None:
        picture.write_text(picture_of(found), encoding="utf-8")
    numbers = _numbers(found)
    put(form, [numbers if form == "json" else _flat(numbers)], [_words(found)])
    if form == "text":
        typer.echo(f"\n{_advice(found)}")
        if folder is not None:
            typer.echo(f"Kept in {folder}; `paragone report {run}` shows it.")


def _advice(found: "Fitted") -> str:
    from paragone.stats.fidelity.calibration import COLDEST, HOTTEST

    if COLDEST < found.temperature < HOTTEST:
        return f'In a plan: {{ use = "inception_score", temperature = {found.temperature:.4f}, ... }}'
    so = "right" if found.temperature <= COLDEST else "wrong"
    return f"No T fits: the classifier is {so} on these {found.images} images as a whole; give more, and some of both."


def _looked_at(place: Path, classifier: str, classes: Path | None) -> tuple["Logits", "Labels"]:
    """The logits that an annotator gives of labelled images."""
    from paragone.analysis.logits import logits_by
    from paragone.core.catalogue import make
    from paragone.inputs.labelled import read_labelled
    from paragone.stages.planning.plan import words_of

    names = classes.read_text(encoding="utf-8").splitlines() if classes is not None else []
    images = read_labelled(place, [one.strip() for one in names if one.strip()])
    options = words_of(classifier)
    return logits_by(make("annotators", str(options.pop("use")), options), images)


def _numbers(found: "Fitted") -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(found)


def _flat(numbers: dict[str, Any]) -> dict[str, Any]:
    """One row of a table: of the reliability before and after, the error alone."""
    return {name: value["error"] if isinstance(value, dict) else value for name, value in numbers.items()}


def _words(found: "Fitted") -> dict[str, Any]:
    return {
        "classifier": found.classifier,
        "T": keep_together(f"{found.temperature:.4f} [{found.low:.4f}, {found.high:.4f}]"),
        "L-BFGS": f"{found.by_lbfgs:.4f}",
        "ECE before": f"{found.before.error:.4f}",
        "ECE after": f"{found.after.error:.4f}",
        "loss before": f"{found.loss_before:.4f}",
        "loss after": f"{found.loss_after:.4f}",
        "images": found.images,
        "classes": found.classes,
    }
