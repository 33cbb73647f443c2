"""Votes as files: CSV, JSON, JSON lines or Parquet, with a random code for who gave them and nothing else."""

import json
from pathlib import Path
from typing import Any

import polars as pl

from paragone.core.errors import BadOption
from paragone.rating.results.read import Vote, read_votes
from paragone.rating.store.study import Study

COLUMNS = {
    **{
        "study": pl.String(),
        "rater": pl.String(),
        "position": pl.Int64(),
        "role": pl.String(),
        "question": pl.String(),
    },
    **{"value": pl.Float64(), "answer": pl.String(), "seconds": pl.Float64(), "exposure_ms": pl.Int64()},
    **{"prompt": pl.String(), "arm": pl.String(), "images": pl.String(), "expected": pl.String()},
}


def write_votes(study: Study, out: Path, *, with_excluded: bool = False) -> int:
    """Write every vote, and give how many there are."""
    rows = [_row(study, vote) for vote in read_votes(study, with_excluded=with_excluded)]
    frame = pl.DataFrame(rows, schema=COLUMNS)
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.suffix == ".parquet":
        frame.write_parquet(out)
    elif out.suffix == ".csv":
        frame.with_columns(pl.col(pl.String).map_elements(_harmless, return_dtype=pl.String)).write_csv(out)
    elif out.suffix == ".json":
        out.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    elif out.suffix == ".jsonl":
        out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    else:
        raise BadOption(f"{out.name} has no kind that is known; name it .csv, .json, .jsonl or .parquet")
    return len(rows)


def _harmless(text: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _row(study: Study, vote: Vote) -> dict[str, Any]:
    names = ("model", "scenario", "prompt_id", "seed", "image", "sample", "is_real")
    images = [{name: getattr(one, name) for name in names} for one in vote.item.images]
    own = {name: getattr(vote, name) for name in ("rater", "position", "role", "question", "value", "answer")}
    more = {"seconds": vote.seconds, "exposure_ms": vote.exposure_ms, "prompt": vote.item.prompt, "arm": vote.item.arm}
    expected = json.dumps(vote.item.expected) if vote.role == "gold" else ""
    return {"study": study.id, **own, **more, "images": json.dumps(images, ensure_ascii=False), "expected": expected}
