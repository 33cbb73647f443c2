"""The measure whose scores stand below images until another is asked for: one that tells the models apart."""

from paragone.core.cells import Cell
from paragone.report.pages.first.interval_plot import is_dead
from paragone.report.read.reader import Reader


def first_measure(reader: Reader, scenario: str) -> str:
    """Of the metrics that score a scenario's images, the one that tells most at a glance; '' where there is none.

    Rather pass or fail than a number, rather what the prompt asks than anything else, rather what is clear. One that
    scores all images alike, or whose judge does not know such images, would put the same mark on each.
    """
    found = [
        name
        for name, about in reader.metrics.items()
        if about["kind"] != "set" and about["direction"] and Cell(scenario, name) in reader.columns
    ]
    return min(found, key=lambda name: _place(reader, Cell(scenario, name)), default="")


def _place(reader: Reader, cell: Cell) -> tuple[bool, int]:
    rows = reader.columns[cell]
    is_binary, is_clear = bool(reader.metrics[cell.metric]["binary"]), any(row["is_clear"] for row in rows)
    is_asked = "alignment" in reader.aspects_of(cell.metric, cell.scenario)
    order = (is_binary and is_asked and is_clear, is_binary and is_asked, is_binary and is_clear, is_clear, is_binary)
    return is_dead(rows) or cell in reader.out_of_domain, order.index(True) if any(order) else len(order)
