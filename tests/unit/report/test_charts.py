from pathlib import Path

import pytest
from tests.report_run import Wanted, build_run

from paragone.report.export.paper_charts import put_charts
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site

pytest.importorskip("altair", reason="needs Altair: pip install 'paragone[charts]'")


def test_charts_are_drawn_in_three_formats_with_every_model(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "<b>basalt"), prompts=3, seeds=(0,), side=16))
    site = Site(tmp_path / "report")
    assert put_charts(Reader(folder), site) == 4
    charts = tmp_path / "report" / "exports" / "charts"
    drawn = (charts / "things-fractal.svg").read_text(encoding="utf-8")
    assert "aurora" in drawn
    assert "&lt;b&gt;basalt" in drawn
    assert "fractal (lower is better)" in drawn
    assert (charts / "things-fractal.pdf").read_bytes().startswith(b"%PDF")
    assert (charts / "things-fractal.png").read_bytes().startswith(b"\x89PNG")
    # One column of a two-column page, whatever the length of the names.
    assert b"/MediaBox [0 0 238" in (charts / "things-fractal.pdf").read_bytes()
