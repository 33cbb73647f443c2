"""One code on both databases: the same study, rated by several at once, on SQLite and on a real PostgreSQL."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests import postgres
from tests.rating_study import Visitor, run_of, study_of

from paragone.core.errors import StoreError
from paragone.rating.results.read import read_votes
from paragone.rating.store.backup import write_backup
from paragone.rating.store.database import open_database, writing
from paragone.rating.store.migrations import bring_up_to_date
from paragone.rating.store.people import forget
from paragone.rating.store.study import Study, open_study
from paragone.rating.store.tables import raters, settings, votes


@pytest.fixture(params=["sqlite", "postgresql"])
def study(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    place = tmp_path_factory.mktemp("both")
    run = run_of(place / "run")
    if request.param == "sqlite":
        yield study_of(place / "study", run)
        return
    if not postgres.is_here():
        pytest.skip(postgres.REASON)
    pytest.importorskip("pg8000", reason=postgres.REASON)
    with postgres.cluster() as url:
        study = study_of(place / "study", run, database=url)
        yield study
        study.engine.dispose()


def count(study: Study, table: sa.Table) -> int:
    with study.engine.connect() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0)


def three_rate(study: Study) -> None:
    """Three people at once, who send each ballot thrice."""

    def rates(_: int) -> None:
        visitor = Visitor(study).comes_in()
        while "All done" not in visitor.page:
            fields = visitor.fields() | {"q.alignment": visitor.options()[2]}
            with ThreadPoolExecutor(3) as pool:
                sent = [pool.submit(visitor.client.post, "/rate", data=fields) for _ in range(3)]
                # On a fast machine thirty in a row are a flood: what is refused for that is sent again.
                assert {one.result().status_code for one in sent} <= {200, 429}
            visitor.page = visitor.client.get("/rate").text

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(rates, range(3)))


def test_many_at_once_and_each_ballot_sent_thrice(study: Study) -> None:
    three_rate(study)
    assert count(study, votes) == 3 * 10
    assert count(study, raters) == 3


def test_a_person_is_forgotten_whole_and_the_backup_has_the_rest(study: Study, tmp_path: Path) -> None:
    three_rate(study)
    before = read_votes(study)
    code = before[0].rater
    assert forget(study, "r0000000000") == -1
    assert forget(study, code) == sum(vote.rater == code for vote in before)
    assert code not in {vote.rater for vote in read_votes(study)}
    if study.engine.dialect.name == "sqlite":  # not even in pages that are free now, nor in the log
        kept = b"".join(path.read_bytes() for path in study.folder.glob("study.db*"))
        assert code.encode() not in kept
        assert next(vote.rater for vote in read_votes(study)).encode() in kept
    out = tmp_path / "restored" / "study.db"
    write_backup(study, out)
    restored = open_study(out.parent)  # whichever database it came from: a study to go on with
    assert read_votes(restored) == read_votes(study)
    shutil.copytree(study.folder / "images", out.parent / "images")
    assert Visitor(restored).comes_in().page.count("<img") == 1
    restored.engine.dispose()
    with pytest.raises(StoreError, match="there already"):
        write_backup(study, out)


def test_older_tables_are_led_here_and_newer_ones_refused(tmp_path: Path) -> None:
    engine = open_database(tmp_path)

    def add(connection: sa.Connection) -> None:
        connection.exec_driver_sql("alter table raters add column hat text")

    with writing(engine) as connection:
        bring_up_to_date(connection, {1: add}, 2)
        assert (
            connection.execute(sa.select(settings.c.value).where(settings.c.name == "tables_version")).scalar() == "2"
        )
        assert "hat" in [one["name"] for one in sa.inspect(connection).get_columns("raters")]
    with pytest.raises(StoreError, match="newer version"):
        open_database(tmp_path)


def test_what_is_no_database_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="postgresql://"):
        open_database(tmp_path, "mysql://root@localhost/x")
    with pytest.raises(StoreError, match="no URL"):
        open_database(tmp_path, "nonsense")
