"""Pages, languages, the gate and what is kept."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scanner.games.babylon.notation import format_garden
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.games.phrases import LANGUAGES
from tests.webui.fake_scanner import ROOT, FakeScanner, photo_bytes, sample_garden
from webui.app import WebParams, create_app
from webui.pages import MODULES

CODE = "ABCDEFGHJK"


@pytest.mark.parametrize("path", ["/", "/score?g=D6/1Y", "/games/babylonia", "/games/amyitis", "/kept", "/nothing"])
def test_pages_have_a_strict_policy_and_no_foreign_or_inline_parts(client: FlaskClient, path: str) -> None:
    page = client.get(path)
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page.text)
    assert not re.search(r"\sstyle=|\son\w+=|(src|href)=\"(https?:)?//", page.text)


def test_all_words_in_all_languages_and_every_used_word_exists() -> None:
    words = json.loads((ROOT / "webui/words.json").read_text(encoding="utf-8"))
    assert all(set(texts) == set(LANGUAGES) and all(texts.values()) for texts in words.values())
    gaps = {key: {lang: sorted(re.findall(r"{\w+}", text)) for lang, text in texts.items()} for key, texts in words.items()}
    assert [key for key, found in gaps.items() if len({tuple(v) for v in found.values()}) != 1] == []
    from webui.words import GAME_WORDS

    known = {*words, *GAME_WORDS}
    used = set()
    for path in (ROOT / "webui").rglob("*"):
        if path.suffix in (".js", ".html"):
            used |= set(re.findall(r"(?:\bsay|\b_)\(['\"]([a-z-]+)['\"](?! ~)", path.read_text(encoding="utf-8")))
    assert len(used) > 60
    assert used - known == set()


@pytest.mark.parametrize(
    ("accept", "word"), [("cs", "Vyfoť"), ("pl,en;q=0.5", "Sfotografuj"), ("de-AT,de", "fotografieren"), ("fr", "Photograph")]
)
def test_language_by_browser_switch_and_cookie(client: FlaskClient, accept: str, word: str) -> None:
    assert word in client.get("/", headers={"Accept-Language": accept}).text
    client.get("/language/de?back=/")
    assert "fotografieren" in client.get("/", headers={"Accept-Language": accept}).text


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nSet-Cookie: x=y"])
def test_the_language_switch_never_leads_away(client: FlaskClient, back: str) -> None:
    assert client.get("/language/cs", query_string={"back": back}).headers["Location"] == "/"


def test_score_page_and_ranking_without_scripts(client: FlaskClient) -> None:
    page = client.get("/score", query_string={"g": ["D6/1Y S:D6/1", "A1/1W"], "n": ["<Ada>", "Ben"]}).text
    assert "&lt;Ada&gt;" in page
    assert page.count('class="pad"') == 2
    assert client.get("/score?g=A9").status_code == 422
    assert client.get("/score").status_code == 400


@pytest.mark.parametrize(
    ("lang", "word"), [("cs", "Deska hráče"), ("pl", "planszy gracza"), ("de", "Spielertableau"), ("en", "player board")]
)
def test_failures_are_told_in_the_language_of_the_page(client: FlaskClient, scanner: FakeScanner, lang: str, word: str) -> None:
    scanner.mood = "lost"
    data = {"photo": [(io.BytesIO(photo_bytes()), "g.jpg")]}
    page = client.post(f"/scan?lang={lang}", data=data, content_type="multipart/form-data").text
    assert word in page
    assert "board.not_found" in page


def test_cross_site_posts_are_refused(client: FlaskClient) -> None:
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ):
        assert client.post("/api/v1/score", json={"state": "A1/1W"}, headers=headers).status_code == 403
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}, {}):
        assert client.post("/api/v1/score", json={"state": "A1/1W"}, headers=headers).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_guests_need_the_code(scanner: FakeScanner) -> None:
    app = create_app(scanner, params=WebParams(access_code=CODE, hosts=None))
    client = app.test_client()
    assert client.get("/").status_code == 403
    assert client.post("/api/v1/score", json={"state": "A1/1W"}).json["error"]["code"] == "forbidden.code"
    assert client.get("/?code=WRONG").status_code == 403
    assert client.post("/enter", data={"code": "nope"}).status_code == 403
    entered = client.get(f"/?code={CODE}")
    assert entered.status_code == 302
    assert CODE not in entered.headers["Location"]
    assert client.get("/").status_code == 200
    other = app.test_client()
    assert other.post("/enter", data={"code": CODE.lower()}).status_code == 302
    assert other.get("/").status_code == 200
    bearer = {"Authorization": f"Bearer {CODE}"}
    assert app.test_client().post("/api/v1/score", json={"state": "A1/1W"}, headers=bearer).status_code == 200


def test_keep_browse_reopen_delete(client: FlaskClient, store: Any) -> None:
    scan = client.post("/api/v1/scan", data={"photo": (io.BytesIO(photo_bytes()), "g.jpg")}, content_type="multipart/form-data").json
    body = {"scan": scan["id"], "garden": sample_garden().to_dict(), "player": "Žofie", "game": "club <b>", "consent": True}
    kept = client.post("/api/v1/gardens", json=body)
    assert kept.status_code == 201
    page = client.get("/kept").text
    assert "Žofie" in page
    assert "club &lt;b&gt;" in page
    assert "Žofie" not in client.get("/kept?q=nobody").text
    record = client.get(f"/api/v1/gardens/{kept.json['id']}").json
    assert record["garden"] == sample_garden().to_dict()
    assert record["total"] == 60
    assert len(record["view"]["K"]) == 3
    assert client.get(record["photo"]["url"]).mimetype == "image/jpeg"
    poorer = sample_garden().to_dict() | {"decorations": []}
    place = f"/api/v1/gardens/{kept.json['id']}/correction"
    assert client.post(place, json={"garden": poorer}).json["total"] < 60
    assert client.get(f"/api/v1/gardens/{kept.json['id']}").json["garden"] == poorer
    assert client.post(place, json={"garden": "A1/1W"}).status_code == 400
    assert client.post(f"/api/v1/gardens/{'0' * 32}/correction", json={"garden": poorer}).status_code == 404
    assert client.delete(f"/api/v1/gardens/{kept.json['id']}").status_code == 204
    assert client.get(f"/api/v1/gardens/{kept.json['id']}").status_code == 404
    assert client.get(record["photo"]["url"]).status_code == 404
    assert store.count() == 0
    for forged in ("0" * 32, "x", "..%2fx"):
        assert client.delete(f"/api/v1/gardens/{forged}").status_code == 404
        assert client.post(f"/kept/{forged}/delete").status_code == 404
    assert client.post("/api/v1/gardens", json={"scan": "forged"}).status_code == 404


def test_a_garden_built_by_hand_is_kept_without_a_photo(client: FlaskClient, store: Any) -> None:
    garden = sample_garden().to_dict()
    body = {"garden": garden, "player": "Zoë", "game": "club", "sheet": {"statues": 7}, "edition": "de"}
    kept = client.post("/api/v1/gardens", json=body)
    assert (kept.status_code, kept.json["total"], kept.json["photo"]) == (201, 60, None)
    place = f"/api/v1/gardens/{kept.json['id']}"
    found = client.get(place).json
    assert (found["garden"], found["sheet"], found["view"]) == (garden, {"statues": "7"}, None)
    assert client.get(found["drawing"]).mimetype == "image/svg+xml"
    assert client.get(f"{place}/photo").status_code == 404
    poorer = garden | {"decorations": []}
    assert client.post(f"{place}/correction", json={"garden": poorer}).json["total"] < 60
    assert client.get(place).json["garden"] == poorer
    page = client.get("/kept?q=club").text
    assert "Zoë" in page
    assert "view=isometric" in page
    assert store.count() == 0  # no photo: nothing that could be learned from or passed on
    client.post(f"/kept/{kept.json['id']}/delete")
    assert client.get(place).status_code == 404
    assert client.get("/api/v1/gardens").json["gardens"] == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"garden": None}, 400),
        ({"garden": {"game": "babylonia", "events": []}}, 400),
        ({"garden": {"game": "babylon", "tiles": "?"}}, 422),
        ({"garden": {"game": "babylon", "tiles": [], "decorations": []}, "edition": "xx"}, 400),
        ({"garden": {"game": "babylon", "tiles": [], "decorations": []}, "player": "x" * 81}, 400),
    ],
)
def test_what_cannot_be_kept(client: FlaskClient, body: dict[str, Any], status: int) -> None:
    assert client.post("/api/v1/gardens", json=body).status_code == status
    assert client.get("/api/v1/gardens").json["gardens"] == []


def test_kept_gardens_newest_first_with_and_without_photos(client: FlaskClient) -> None:
    def keep(player: str, **more: Any) -> None:
        body = {"garden": sample_garden().to_dict(), "player": player, **more}
        assert client.post("/api/v1/gardens", json=body).status_code == 201

    scan = client.post("/api/v1/scan", data={"photo": (io.BytesIO(photo_bytes()), "g.jpg")}, content_type="multipart/form-data").json
    keep("First")
    keep("Second", scan=scan["id"])
    keep("Third")
    assert [kept["player"] for kept in client.get("/api/v1/gardens").json["gardens"]] == ["Third", "Second", "First"]
    assert [kept["player"] for kept in client.get("/api/v1/gardens?q=sec").json["gardens"]] == ["Second"]
    assert "Nothing fits" in client.get("/kept?q=nobody").text


def test_a_long_list_says_that_there_is_more(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.kept.MOST_SHOWN", 2)
    for player in ("A", "B"):
        client.post("/api/v1/gardens", json={"garden": sample_garden().to_dict(), "player": player})
        assert "search finds" not in client.get("/kept").text
    client.post("/api/v1/gardens", json={"garden": sample_garden().to_dict(), "player": "C"})
    page = client.get("/kept").text
    assert page.count("data-id") == 2
    assert "search finds" in page


def test_shared_links_score_by_the_rules_of_the_table(client: FlaskClient) -> None:
    line = format_garden(sample_garden())
    totals = [
        re.search(r'class="total".*?class="number">(\d+)', client.get(f"/score?g={line}&bridge_hides={answer}").text) for answer in (0, 1)
    ]
    assert [int(found[1]) for found in totals if found] == [60, score_garden(sample_garden(), Settings(bridge_hides=True)).total]
    assert score_garden(sample_garden(), Settings(bridge_hides=True)).total != 60
    assert client.get(f"/table.png?g={line}&g={line}&n=A&n=B&bridge_hides=true").mimetype == "image/png"
    assert client.get(f"/score?g={line}&edition=xx").status_code == 422


def test_the_scripts_find_their_words_on_the_first_page(client: FlaskClient) -> None:
    facts = json.loads(re.search(r'id="facts">(.*?)</script>', client.get("/").text, re.DOTALL)[1])  # type: ignore[index]
    script = "".join((ROOT / "webui/static" / name).read_text(encoding="utf-8") for name in (*MODULES, "workshop.js"))
    used = set(re.findall(r"""\bsay\(["'`]([a-z][a-z.-]+)["'`]""", script)) | {f"corner-{i}" for i in range(4)}
    used |= {f"stage-{stage}" for stage in ("upload", "waiting", "photo", "board", "evidence", "reconstruct", "judge")}
    assert len(used) > 60
    assert {word for word in used if not word.endswith("-")} - set(facts["words"]) == set()


def test_without_a_store_nothing_is_offered(scanner: FakeScanner) -> None:
    client = create_app(scanner).test_client()
    assert "/kept" not in client.get("/").text
    assert client.get("/api/v1/gardens").status_code == 503


def test_log_games_without_scripts(client: FlaskClient) -> None:
    log = (ROOT / "samples/games/babylonia.jsonl").read_text(encoding="utf-8")
    assert "Ziggurat" in client.post("/games/babylonia", data={"log": log}).text
    assert client.post("/games/babylonia", data={"log": "{"}).status_code == 422
    assert client.get("/games/babylon").status_code == 404


def test_installable(client: FlaskClient) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").text)
    assert {"name", "icons", "start_url", "display"} <= set(manifest)
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as answer:
            assert answer.status_code == 200
