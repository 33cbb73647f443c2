"""The pages without a browser: from link to thanks, twice sent, taken back, and everything that must be refused."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.rating_study import Visitor, run_of, study_of

from paragone.rating.results.overview import overview_of
from paragone.rating.results.read import read_votes
from paragone.rating.store.doors import hashed, invite
from paragone.rating.store.people import exclude
from paragone.rating.store.study import Study
from paragone.rating.store.tables import invitations, raters, tasks, votes
from paragone.rating.web.app import Site
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return run_of(tmp_path_factory.mktemp("run") / "run", hostile=True)


@pytest.fixture
def study(tmp_path: Path, run: RunFolder) -> Study:
    return study_of(tmp_path / "study", run)


def stored(study: Study) -> list[dict[str, object]]:
    with study.engine.connect() as connection:
        return [dict(row) for row in connection.execute(sa.select(votes).order_by(votes.c.id)).mappings()]


def test_from_link_to_thanks(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    with study.engine.connect() as connection:
        total = connection.execute(sa.select(sa.func.count()).select_from(tasks)).scalar() or 0
    assert total == 10  # eight items, one known answer, one repeat
    for k in range(total):
        assert f"{k + 1} of {total}" in visitor.page
        assert visitor.votes(k % 5).status_code == 200
    assert "All done" in visitor.page
    rows = stored(study)
    assert len(rows) == total
    assert {row["role"] for row in rows} == {"item", "gold", "repeat"}
    assert all(1 <= float(str(row["value"])) <= 5 and float(str(row["seconds"])) >= 0 for row in rows)


def test_a_vote_sent_twice_is_stored_once_and_can_be_taken_back(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    fields = visitor.fields() | {"q.alignment": visitor.options()[1]}
    for _ in range(3):
        visitor.client.post("/rate", data=fields)
    assert [row["value"] for row in stored(study)] == [2.0]
    visitor.page = visitor.client.post("/back", data=visitor.fields()).text
    assert stored(study) == []
    visitor.client.post("/rate", data=fields)  # the old page once more, after its vote was taken back
    assert stored(study) == []
    visitor.votes(4)
    assert [row["value"] for row in stored(study)] == [5.0]


def test_an_unanswered_question_is_asked_again(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    for wrong in ({}, {"q.alignment": "6"}, {"q.alignment": "<script>"}, {"q.other": "1"}):
        answer = visitor.client.post("/rate", data=visitor.fields() | wrong)
        assert answer.status_code == 422
        assert "Please answer" in answer.text
    assert stored(study) == []


def test_forms_of_others_are_refused(study: Study) -> None:
    visitor, other = Visitor(study).comes_in(), Visitor(study).comes_in()
    fields = visitor.fields() | {"q.alignment": visitor.options()[0]}
    assert visitor.client.post("/rate", data=fields | {"mark": ""}).status_code == 403
    assert visitor.client.post("/rate", data=fields | {"mark": other.fields()["mark"]}).status_code == 403
    assert visitor.client.post("/rate", data=fields, headers={"origin": "http://evil.example"}).status_code == 403
    assert visitor.client.post("/rate", json=fields).status_code == 403
    assert visitor.client.post("/rate", content=b"x" * 70_000).status_code == 413
    # A page of somebody else's list, or one further on: nothing is stored.
    assert visitor.client.post("/rate", data=fields | {"position": "5"}).status_code == 200
    assert Visitor(study).client.post("/rate", data=fields).status_code == 403
    assert stored(study) == []


def test_tokens_are_hashed_single_ones_work_once_and_guesses_run_dry(study: Study) -> None:
    (token,) = invite(study.engine, "single")
    with study.engine.connect() as connection:
        known = connection.execute(sa.select(invitations.c.token_hash)).scalars().all()
    assert token not in known
    assert hashed(token) in known
    Visitor(study).comes_in(token)
    late = Visitor(study)
    assert late.client.get(f"/i/{token}").status_code == 404
    statuses = [late.client.post(f"/i/guess-{k}").status_code for k in range(12)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    (old,) = invite(study.engine, "open", days=-1)
    assert Visitor(study).client.get(f"/i/{old}").status_code == 404


def test_opening_a_link_uses_nothing_up_and_a_personal_one_returns(study: Study) -> None:
    (token,) = invite(study.engine, "personal")
    first = Visitor(study)
    for _ in range(3):
        assert first.client.get(f"/i/{token}").status_code == 200
    first.comes_in(token).votes()
    again = Visitor(study).comes_in(token)
    assert "2 of 10" in again.page
    with study.engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(raters)).scalar() == 1


def test_pausing_gives_a_link_and_leaving_gives_items_back(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    paused = visitor.client.post("/pause", data=visitor.fields()).text
    token = paused.split("/i/")[1].split('"')[0]
    assert "1 of 10" in Visitor(study).comes_in(token).page
    back = Visitor(study).comes_in(token)
    assert "You have stopped" in back.client.post("/leave", data=back.fields()).text
    assert "You have stopped" in back.client.get("/rate").text


def test_what_leavers_and_the_long_silent_have_not_rated_goes_to_others(tmp_path: Path, run: RunFolder) -> None:
    study = study_of(tmp_path / "study", run, raters={"per_item": 1, "items_each": 500, "gold_each": 0})
    first = Visitor(study).comes_in()
    first.votes()
    rated = stored(study)[0]["item_id"]
    assert "all the answers it needs" in Visitor(study).comes_in().page
    first.client.post("/leave", data=first.fields())
    second = Visitor(study).comes_in()
    with study.engine.connect() as connection:
        given = connection.execute(sa.select(tasks.c.rater_id, tasks.c.item_id)).all()
    last = max(rater for rater, _ in given)
    mine = {item for rater, item in given if rater == last}
    assert mine == set(study.items) - {rated}
    with study.engine.begin() as connection:  # the second is silent for two days
        connection.execute(raters.update().where(raters.c.id == last).values(seen_at=raters.c.seen_at - 2 * 86400))
    study.taken.renew()
    assert "1 of" in Visitor(study).comes_in().page
    assert second.votes().status_code == 200  # and may still go on


def test_who_found_nothing_left_or_was_silent_gets_what_lacks_raters_on_return(tmp_path: Path, run: RunFolder) -> None:
    study = study_of(tmp_path / "study", run, raters={"per_item": 1, "items_each": 500, "gold_each": 0})
    first, second = Visitor(study).comes_in(), Visitor(study)
    first.votes()
    (token,) = invite(study.engine, "personal")
    assert "all the answers it needs" in second.comes_in(token).page
    with study.engine.begin() as connection:  # the first is silent for two days
        connection.execute(raters.update().where(raters.c.position == 1).values(seen_at=raters.c.seen_at - 2 * 86400))
    study.taken.renew()
    second.comes_in(token)
    assert "Item 1 of" in second.page
    while "All done" not in second.page:
        second.votes()
    page = first.client.get("/rate").text  # nothing is left for the first: the others were rated meanwhile
    assert "All done" in page
    items = [row["item_id"] for row in stored(study) if row["role"] == "item"]
    assert len(items) == len(set(items)) == len(study.items)


def test_who_comes_back_late_goes_on_with_what_is_left_and_sees_nothing_twice(tmp_path: Path, run: RunFolder) -> None:
    study = study_of(tmp_path / "study", run, raters={"per_item": 1, "items_each": 4, "gold_each": 0})
    first = Visitor(study).comes_in()
    first.votes()
    with study.engine.begin() as connection:
        connection.execute(raters.update().values(seen_at=raters.c.seen_at - 2 * 86400))
    study.taken.renew()
    first.page = first.client.get("/rate").text
    assert "Item 2 of" in first.page
    while "All done" not in first.page:
        first.votes()
    rows = [row for row in stored(study) if row["role"] == "item"]
    assert [row["position"] for row in stored(study)] == list(range(len(stored(study))))
    assert len({row["item_id"] for row in rows}) == len(rows) == 4


def test_a_flood_of_newcomers_from_one_address_is_slowed_down(study: Study) -> None:
    (token,) = invite(study.engine, "open")
    visitor = Visitor(study)
    while visitor.client.app.state.site.newcomers.allows("testclient"):  # type: ignore[attr-defined]
        pass
    assert visitor.client.post(f"/i/{token}").status_code == 429
    assert visitor.client.get(f"/i/{token}").status_code == 200


def test_the_door_says_what_is_asked_and_how_long_answers_are_kept(tmp_path: Path, run: RunFolder) -> None:
    said = {"expected": "{items} pages, {minutes} minutes", "agree": "Accepter"}
    study = study_of(tmp_path / "study", run, keep_until="2031-05-01", language="fr", words=said)
    (token,) = invite(study.engine, "personal")
    page = Visitor(study).client.get(f"/i/{token}").text
    assert "10 pages, 1 minutes" in page
    assert "kept until 2031-05-01" in page
    assert "Accepter" in page
    assert '<html lang="fr">' in page


def test_what_is_due_counts_people_and_those_left_out(tmp_path: Path, run: RunFolder) -> None:
    pay = {"per_answer": 0.1, "per_person": 2, "fee": 0.5}
    study = study_of(tmp_path / "study", run, pay=pay)
    visitor = Visitor(study).comes_in()
    while "All done" not in visitor.page:
        visitor.votes()
    (code,) = {vote.rater for vote in read_votes(study)}
    exclude(study, {code: "asleep"})
    facts = {name: value for name, value, _ in overview_of(study).facts}
    assert facts["Due so far"] == "4.50 USD"  # (10 answers at 0.1, one person at 2) and half as much again
    assert overview_of(study).people == [{"code": code, "state": "excluded", "done": 0, "seconds": "", "checks": ""}]


def test_images_need_a_session_and_tell_nothing(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    name = visitor.page.split("/image/")[1].split('"')[0]
    assert visitor.client.get(f"/image/{name}").headers["content-type"] == "image/png"
    assert Visitor(study).client.get(f"/image/{name}").status_code == 404
    for trick in ("../study.db", "..%2fstudy.db", "%2e%2e/study.db", "a.png", name.upper(), name + "%00"):
        assert visitor.client.get(f"/image/{trick}").status_code == 404
    for path in ("/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/", "/images/", "/study.db"):
        assert visitor.client.get(path).status_code in (404, 405)
    for word in ("aurora", "basalt", "sample", "seed", "gold"):
        assert word not in visitor.page


def test_hostile_words_stay_words(tmp_path: Path, run: RunFolder) -> None:
    evil = "<script>alert(1)</script>"
    question = {"name": "odd", "ask": evil, "kind": "scale", "options": [evil, '"><img src=x onerror=alert(2)>']}
    texts = {"welcome": evil, "consent": evil, "contact": evil, "thanks": evil}
    asked = [question | {"needs_prompt": True}]
    study = study_of(tmp_path / "study", run, title=evil, questions=asked, texts=texts)
    visitor = Visitor(study)
    (token,) = invite(study.engine, "open")
    pages = [visitor.client.get(f"/i/{token}").text]
    visitor.comes_in(token)
    while "All done" not in visitor.page:
        pages.append(visitor.page)
        assert visitor.votes(0).status_code == 200
    pages.append(visitor.page)
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert len(stored(study)) == len(pages) - 2


def test_headers_and_the_prefix_of_a_proxy(study: Study) -> None:
    visitor = Visitor(study, prefix="/lab/study").comes_in()
    answer = visitor.votes()
    assert 'action="/lab/study/rate"' in visitor.page
    assert visitor.client.get("/rate").status_code == 403  # the cookie is for the prefix alone
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"


def test_the_owner_sees_all_and_nobody_else_does(study: Study) -> None:
    visitor = Visitor(study).comes_in()
    visitor.votes()
    assert visitor.client.get("/owner").status_code == 404
    (rater_link,) = invite(study.engine, "personal")
    assert visitor.client.get(f"/owner/{rater_link}").status_code == 404
    (token,) = invite(study.engine, "owner")
    assert visitor.client.post(f"/i/{token}").status_code in (404, 429)  # it opens no rating page
    owner = Visitor(study)
    owner.page = owner.client.get(f"/owner/{token}").text
    assert "aurora" in owner.page
    assert "built-in" not in owner.page  # a name of Python's own where a number belongs
    assert owner.client.post("/owner/do/stop", data={"mark": "x"}).status_code == 403
    assert owner.client.post("/owner/do/stop", data=owner.fields()).status_code == 200
    assert "paused at the moment" in visitor.client.get("/rate").text
    made = owner.client.post("/owner/do/invite", data=owner.fields() | {"count": "3"}).text
    assert made.count("http://lab.example/i/") == 3
    assert owner.client.post("/owner/do/start", data=owner.fields()).status_code == 200
    assert visitor.client.get("/rate").status_code == 200


def test_a_vote_waits_for_one_newcomer_and_not_for_a_crowd(study: Study) -> None:
    done: list[str] = []

    async def at_once() -> None:
        site = Site(study)
        crowd = [asyncio.create_task(site.one_by_one(lambda _: done.append("newcomer"))) for _ in range(20)]
        await asyncio.sleep(0)  # all of them are at the door
        await asyncio.gather(*crowd, site.write(lambda _: done.append("vote")))

    asyncio.run(at_once())
    assert done.index("vote") <= 1
    assert len(done) == 21
