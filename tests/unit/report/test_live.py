import html
import json
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run
from tests.unit.report.test_pages import Elements

from paragone.core.errors import StoreError
from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

SMALL = Wanted(models=("aurora", "photographs"), prompts=7, seeds=(0,), side=24, hostile=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("runs") / "first", SMALL)
    Build(folder).run()
    return folder


@pytest.fixture(scope="module")
def client(run: RunFolder) -> TestClient:
    runs = find_runs([run.root])
    return TestClient(application(runs, token=None, hosts=["testserver"]), follow_redirects=False)


def test_every_page_of_the_static_site_is_served_too_and_says_the_same(run: RunFolder, client: TestClient) -> None:
    report = run.root / "report"
    for path in sorted(report.rglob("*.html"))[::3]:
        place = path.relative_to(report).as_posix()
        assert client.get(f"/first/{place}").status_code == 200, place
        twin = place.removesuffix(".html") + ".json"
        assert client.get(f"/first/{twin}").json() == json.loads((report / twin).read_text()), place


def test_links_and_images_of_live_pages_lead_somewhere(client: TestClient) -> None:
    seen = {"/", "/first/", "/first/gallery.html", "/first/prompts/things/1.html"}
    for page in sorted(seen):
        elements = Elements(client.get(page).text)
        assert not elements.scripts
        for _, attributes in elements.found:
            for link in (attributes.get("href"), attributes.get("src")):
                if link and not link.startswith("#"):
                    target = str(client.base_url.join(page).join(link.partition("#")[0]))
                    assert client.get(target).status_code == 200, f"{page} links to {link}"


def test_pages_may_run_no_inline_script_or_style(client: TestClient) -> None:
    policy = client.get("/first/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_an_unchanged_page_is_not_sent_again(run: RunFolder, client: TestClient) -> None:
    first = client.get("/first/index.html")
    again = client.get("/first/index.html", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_of_a_run_that_grew_is_made_anew(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "grows", Wanted(models=("aurora",), prompts=2, seeds=(0,), side=16))
    client = TestClient(application(find_runs([folder.root]), token=None, hosts=None))
    before = client.get("/grows/index.json")
    rows = folder.table("estimates").read().to_dicts()
    folder.table("estimates").replace([row | {"missing": 77} for row in rows])
    after = client.get("/grows/index.json", headers={"If-None-Match": before.headers["etag"]})
    assert after.status_code == 200
    assert after.json()["tables"][0]["rows"][0]["cells"][0]["missing"] == 77


@pytest.mark.parametrize(
    "address",
    [
        "/first/images/../manifest.json",
        "/first/images/%2e%2e/manifest.json",
        "/first/images/..%2f/manifest.json",
        "/first/static/..%2fguard.py",
        "/first/static/%2e%2e%2fguard.py",
        "/static/..%2f..%2f__init__.py",
        "/first/exports/..%2f..%2fmanifest.json",
        "/first/thumbs/..%2f/x.webp",
        "/../../etc/passwd",
        "/first/%2e%2e/%2e%2e/etc/passwd",
        "/first/manifest.json",
        "/first/prompt/things/..%2f..%2f..%2fmanifest.html",
        "/second/index.html",
        "/first/prompts/things/0x1.html",
        "/first/prompts/things/999999999999.html",
        "/first/image/00/nothing.html",
    ],
)
def test_nothing_but_pages_and_images_is_served(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_link_out_of_the_run_folder_is_not_followed(run: RunFolder, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret")
    folder = tmp_path / "linked"
    shutil.copytree(run.root, folder, ignore=shutil.ignore_patterns("report"))
    name = "ab" + "0" * 62
    (folder / "images" / "ab").mkdir(exist_ok=True)
    (folder / "images" / "ab" / f"{name}.png").symlink_to(secret)
    outside = tmp_path / "outside" / "cd"
    outside.mkdir(parents=True)
    other = "cd" + "1" * 62
    (outside / f"{other}.png").write_bytes(b"secret")
    shutil.rmtree(folder / "images" / "cd", ignore_errors=True)
    (folder / "images" / "cd").symlink_to(outside)
    (folder / "report").symlink_to(tmp_path / "outside")
    client = TestClient(application(find_runs([folder]), token=None, hosts=None))
    assert client.get(f"/linked/images/ab/{name}.png").status_code == 404
    assert client.get(f"/linked/images/cd/{other}.png").status_code == 404
    assert client.get(f"/linked/thumbs/cd/{other[:40]}.webp").status_code == 404


def test_images_are_served_as_what_they_are_and_for_ever(run: RunFolder, client: TestClient) -> None:
    path = next((run.root / "images").rglob("*.png"))
    answer = client.get(f"/first/images/{path.parent.name}/{path.name}")
    assert answer.content == path.read_bytes()
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in answer.headers["cache-control"]


def test_a_thumbnail_is_made_where_no_report_was_built_and_nothing_is_written(run: RunFolder, tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    shutil.copytree(run.root, folder, ignore=shutil.ignore_patterns("report"))
    client = TestClient(application(find_runs([folder]), token=None, hosts=None))
    path = next((folder / "images").rglob("*.png"))
    answer = client.get(f"/bare/thumbs/{path.stem[:2]}/{path.stem[:40]}.webp")
    assert answer.content[8:12] == b"WEBP"
    assert not (folder / "report").exists()


def test_without_the_token_nothing_is_told(run: RunFolder) -> None:
    client = TestClient(application(find_runs([run.root]), token="open sesame", hosts=None), follow_redirects=False)
    for address in ("/", "/first/index.html", "/static/style.css", "/first/?token=wrong"):
        assert client.get(address).status_code == 401
    assert client.get("/", headers={"Authorization": "Bearer open sesame"}).status_code == 200


def test_the_token_moves_from_the_address_into_a_cookie(run: RunFolder) -> None:
    client = TestClient(application(find_runs([run.root]), token="sesame", hosts=None), follow_redirects=False)
    answer = client.get("/first/gallery.html?token=sesame&order=best")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/first/gallery.html?order=best"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/first/").status_code == 200


def test_the_way_in_leads_to_no_other_host(run: RunFolder) -> None:
    client = TestClient(application(find_runs([run.root]), token="sesame", hosts=None), follow_redirects=False)
    answer = client.get("http://testserver//evil.example/?token=sesame")
    assert answer.headers["location"] == "/evil.example/"


def test_another_name_for_this_machine_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "rebound.example"}).status_code == 421


def test_nothing_can_be_changed(client: TestClient) -> None:
    assert client.post("/first/").status_code == 405


def test_the_gallery_filters_and_pages_by_its_address(client: TestClient) -> None:
    page = client.get("/first/gallery.json?model=aurora&metric=counting&verdict=right").json()
    assert {(tile["model"], tile["score"]) for tile in page["tiles"]} == {("aurora", "1")}
    odd = client.get("/first/gallery.json?page=-3&low=x&order=%3Cscript%3E&scenario=none")
    assert odd.json()["query"]["page"] == 1


def test_search_finds_prompts_and_shows_the_words_escaped(client: TestClient) -> None:
    assert client.get("/search?q=dog&format=json").json()["found"] > 0
    assert "<img src=y" not in client.get("/search?q=%22%3E%3Cimg src=y%3E").text


def test_models_of_two_runs_can_be_compared(run: RunFolder, tmp_path: Path) -> None:
    shutil.copytree(run.root, tmp_path / "second", ignore=shutil.ignore_patterns("report"))
    client = TestClient(application(find_runs([run.root, tmp_path / "second"]), token=None, hosts=None))
    assert len(client.get("/?format=json").json()["rows"]) == 2
    page = client.get("/compare?a=first/aurora&b=second/photographs")
    for tag, attributes in Elements(page.text).found:
        if tag == "img":
            assert client.get(f"/{attributes['src']}").status_code == 200
    same = client.get("/compare?a=first/aurora&b=second/aurora&format=json").json()
    assert (same["better"], same["worse"]) == (0, 0)
    assert client.get("/compare?a=first/none&b=second/aurora").status_code == 404


def test_a_folder_without_runs_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no run folder and holds none"):
        find_runs([tmp_path])


def test_runs_of_one_name_get_two_addresses(run: RunFolder, tmp_path: Path) -> None:
    shutil.copytree(run.root, tmp_path / "first", ignore=shutil.ignore_patterns("report"))
    assert list(find_runs([run.root, tmp_path])) == ["first", "first-x"]


@pytest.mark.parametrize(
    "address",
    ["/", "/search?q=dog&page=1", "/compare?a=first/aurora&b=first/photographs", "/first/gallery.html?order=worst"],
)
def test_what_was_asked_for_is_a_link_away_as_json(client: TestClient, address: str) -> None:
    page = client.get(address)
    (twin,) = set(re.findall(r'<link rel="alternate" type="application/json" href="([^"]*)">', page.text))
    told = client.get(urljoin(f"http://testserver{address}", html.unescape(twin)))
    assert told.headers["content-type"] == "application/json"
    assert told.json()["title"] in html.unescape(page.text)
    if "order" in address:
        assert told.json()["query"]["order"] == "worst"


def test_models_with_nothing_in_common_are_told_so(run: RunFolder, tmp_path: Path) -> None:
    other = build_run(tmp_path / "other", Wanted(models=("aurora",), prompts=2, side=8, scenarios=("elsewhere",)))
    both = TestClient(application(find_runs([run.root, other.root]), token=None, hosts=["testserver"]))
    assert "no column in common" in both.get("/compare?a=first/aurora&b=other/aurora").text


def test_many_runs_are_listed_by_the_page(run: RunFolder) -> None:
    runs = {f"run-{number:02}": run for number in range(51)}
    client = TestClient(application(runs, token=None, hosts=["testserver"]))
    first, second = client.get("/?format=json").json(), client.get("/?page=2&format=json").json()
    assert (first["total"], first["pages"], len(first["rows"])) == (51, 2, 50)
    assert [row["name"] for row in second["rows"]] == ["run-50"]
    assert 'rel="next" href="./?page=2"' in client.get("/").text
    assert client.get("/?page=99&format=json").json()["number"] == 2
