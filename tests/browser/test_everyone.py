"""For everyone: phone, other languages, no scripts, screen readers, dark mode, the other games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scanner.games.phrases import LANGUAGES
from tests.browser.conftest import PHONE
from tests.webui.fake_scanner import ROOT, FakeScanner

TAP_PX = 40
"""Smallest side of what a thumb must hit."""


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] != "minor"]


def test_phone_fits_and_has_large_buttons(context_of: Any, address: str, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "unsure"
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(address)
    page.set_input_files("#photos", [photo])
    page.locator("#question .choice").first.tap()
    page.locator("#question .choice").first.tap()
    page.locator("[data-view=plan]").tap()
    page.locator('.cells [data-cell="3,1"]').tap()
    expect(page.locator(".editor")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [button.bounding_box() for button in page.locator(".editor button:visible, .switch button:visible").all()]
    assert all(box is not None and min(box["width"], box["height"]) >= TAP_PX for box in boxes)


def test_on_a_phone_the_editor_does_not_cover_its_cell(context_of: Any, address: str) -> None:
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(address)
    page.tap("#by-hand")
    cell = page.locator('.cells [data-cell="4,5"]')
    cell.tap()
    for flower in ("blue", "pink"):  # the sheet grows with every tile
        page.locator(f".editor h3:last-of-type + .flowers [data-flower={flower}]").tap()
        page.wait_for_timeout(800)
        box, sheet = cell.bounding_box(), page.locator(".editor").bounding_box()
        assert box is not None
        assert sheet is not None
        assert 0 < box["y"] < sheet["y"] - box["height"]


def test_the_rows_of_the_pad_rest_under_a_resting_mouse(context_of: Any, address: str) -> None:
    """In a narrow window the reasons open between the rows: they must not push the next row under the mouse."""
    page = context_of(viewport=PHONE).new_page()
    page.goto(address)
    page.click("#example")
    before = page.locator("#pad").bounding_box()
    for line in ("belvederes", "statues", "flowers", "bridges"):
        page.hover(f"tr[data-line={line}]")
        expect(page.locator(f"tr[data-line={line}]")).to_have_class("lit")
        after = page.locator("#pad").bounding_box()
        assert before is not None
        assert after is not None
        assert (after["height"], after["y"] + page.evaluate("scrollY")) == (before["height"], before["y"])
    page.click("tr[data-line=statues] .line")
    expect(page.locator("tr[data-line=statues] + .long")).to_be_visible()
    page.click("tr[data-line=statues] .line")
    expect(page.locator("tr[data-line=statues] + .long")).to_be_hidden()


def test_long_names_leave_the_tabs_readable(context_of: Any, address: str) -> None:
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(address)
    page.tap("#example")
    page.fill("#player-name", "Wolfeschlegelsteinhausenbergerdorff")
    page.press("#player-name", "Enter")
    tab = page.locator("[data-tab='0']")
    expect(tab).to_contain_text("Wolfe")
    box, number = tab.bounding_box(), tab.locator(".number").bounding_box()
    assert box is not None
    assert number is not None
    assert number["x"] + number["width"] < PHONE["width"] > box["width"] + 60


@pytest.mark.parametrize(
    ("lang", "word", "line"), [("cs", "Vyfoť", "sochy"), ("pl", "Sfotografuj", "posągi"), ("de", "fotografieren", "Statuen")]
)
def test_other_languages(context_of: Any, address: str, lang: str, word: str, line: str) -> None:
    page = context_of(locale=lang).new_page()
    page.goto(address)
    expect(page.locator("h1")).to_contain_text(word)
    page.click("#by-hand")
    expect(page.locator("tr[data-line=statues]")).to_contain_text(line)
    page.click(".languages >> text=en")
    expect(page.locator("tr[data-line=statues]")).to_contain_text("statues")


@pytest.mark.parametrize("lang", ["en", "cs", "pl", "de"])
def test_every_page_fits_a_phone_in_every_language(context_of: Any, address: str, lang: str) -> None:
    page = context_of(quiet=True, viewport=PHONE, is_mobile=True, has_touch=True, locale=lang).new_page()
    for path in ("/", "/score?g=D6/1Y&g=A1/1W", "/games/babylonia", "/games/amyitis", "/kept", "/nothing"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(address)
    expect(page.locator("label[for=camera]")).to_be_visible()
    page.tap("#example")
    expect(page.locator(".ranking li")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_up_to_the_score(context_of: Any, address: str, photo: dict[str, Any]) -> None:
    page = context_of(java_script_enabled=False).new_page()
    page.goto(address)
    page.set_input_files("#photos", [photo])
    page.click("#upload button")
    expect(page.locator(".pad .total .number")).to_have_text("60")
    page.goto(address)
    page.fill("textarea[name=g]", "D6/1Y S:D6/1")
    page.click("form[action='/score'] button")
    expect(page.locator(".pad .total .number")).to_have_text("3")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(context_of: Any, address: str, photo: dict[str, Any], scanner: FakeScanner, scheme: str) -> None:
    scanner.mood = "unsure"
    page = context_of(color_scheme=scheme).new_page()
    page.goto(address)
    assert serious(page) == []
    page.set_input_files("#photos", [photo])
    expect(page.locator("#question")).to_be_visible()
    assert serious(page) == []
    page.click("#corners")
    assert serious(page) == []
    page.click("#corner-card >> text=Cancel")
    page.click("#keep")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.click('.cells [data-cell="3,3"]')
    page.click(".editor [data-do=level-up] >> nth=0")
    expect(page.locator("#rules [role=alert]")).to_be_visible()
    page.click("#verify summary")
    assert serious(page) == []
    page.goto(f"{address}/score?g=D6/1Y&g=A1/1W")
    assert serious(page) == []
    page.goto(f"{address}/kept")
    assert serious(page) == []


def load_log(page: Page, text: str) -> None:
    if not page.locator("#log").is_visible():
        page.click("#log-box summary")
    page.fill("#log", text)
    page.click("#log-form .primary")


@pytest.mark.parametrize("game", ["babylonia", "amyitis"])
def test_log_games(context_of: Any, address: str, game: str) -> None:
    page = context_of().new_page()
    page.goto(f"{address}/games/{game}")
    assert serious(page) == []
    page.set_input_files("#log-file", ROOT / f"samples/games/{game}.jsonl")
    expect(page.locator("#map svg").first).to_be_visible()
    expect(page.locator("#whose")).to_contain_text("over")
    expect(page.locator("#track polyline")).to_have_count(3)
    whole = page.locator("#sheet .total").inner_text()
    assert serious(page) == []
    for step in ("#undo", "#undo", "#redo", "#redo"):
        page.click(step)
    expect(page.locator("#redo")).to_be_disabled()
    assert page.locator("#sheet .total").inner_text() == whole
    page.fill("#verify input >> nth=0", "1")
    page.click("#verify-go")
    expect(page.locator("#verify [role=status]")).to_contain_text("✗")
    page.reload()
    expect(page.locator("#sheet .total")).to_have_text(whole.replace("\t", ""))


def begin(page: Page, *names: str) -> None:
    for number, name in enumerate(names):
        page.fill(f"#new-game input >> nth={number}", name)


def test_babylonia_by_tapping_the_map(context_of: Any, address: str) -> None:
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(f"{address}/games/babylonia")
    begin(page, "Ada", "Ben")
    page.tap("#new-go")
    page.locator("[data-hex] title", has_text=re.compile("^T07")).locator("..").locator("polygon").first.tap()
    page.tap("#setup [data-tile='5']")
    expect(page.locator("#log")).to_have_value(re.compile(r'"T07":"5"'))
    page.tap("#setup-done")
    expect(page.locator("#whose")).to_contain_text("Ada")
    page.tap("[data-token=merchant]")
    page.locator('[data-hex="2,8"] polygon').first.tap()
    expect(page.locator("#log")).to_have_value(re.compile(r"\"hex\":\[2,8\]"))
    page.tap("#end-turn")
    expect(page.locator("#whose")).to_contain_text("Ben")
    page.locator('[data-hex="2,8"] polygon').first.tap()
    expect(page.locator("#refused")).to_contain_text("already holds a token")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.tap("#undo")
    expect(page.locator("#whose")).to_contain_text("Ada")
    expect(page.locator("#refused")).to_have_count(0)
    page.tap("#undo")
    expect(page.locator("#undo")).to_be_disabled()


def test_babylonia_cities_and_ziggurats_are_scored_with_a_tap(context_of: Any, address: str) -> None:
    """The sample game, taken back to just before a ziggurat brought a card."""
    lines = (ROOT / "samples/games/babylonia.jsonl").read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if '"card"' in line)
    site, card = json.loads(lines[at])["site"], json.loads(lines[at])["card"]
    page = context_of().new_page()
    page.goto(f"{address}/games/babylonia")
    load_log(page, "\n".join(lines[:at]))
    page.click(f"[data-site={site}]")
    page.click(f"#cards [data-card='{card}']")
    expect(page.locator("#log")).to_have_value(re.compile(rf"\"site\":\"{site}\",\"card\":{card}"))
    page.click("#end-turn")
    expect(page.locator("#refused")).to_have_count(0)


def test_the_map_by_keyboard(context_of: Any, address: str) -> None:
    lines = (ROOT / "samples/games/babylonia.jsonl").read_text(encoding="utf-8").splitlines()
    page = context_of().new_page()
    page.goto(f"{address}/games/babylonia")
    load_log(page, lines[0])
    page.focus("#map [data-hex][tabindex='0']")
    before = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("ArrowDown")
    after = page.evaluate("document.activeElement.dataset.hex")
    assert [int(v) for v in after.split(",")] > [int(v) for v in before.split(",")]
    page.focus("#end-turn")
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_be_visible()


def test_amyitis_by_forms(context_of: Any, address: str) -> None:
    page = context_of().new_page()
    page.goto(f"{address}/games/amyitis")
    begin(page, "Ada", "Ben", "Cyd")
    page.click("#new-go")
    page.click("[data-field=group][data-value='0']")
    page.click("[data-field=craftsman][data-value=engineer]")
    page.locator("[data-edge='2,3-3,3']").click(force=True)
    page.click("#enter")
    expect(page.locator("#turn")).to_contain_text("Ada +2")
    expect(page.locator("#whose")).to_contain_text("Ben")
    page.click("[data-act=pass]")
    page.click("#enter")
    expect(page.locator("#whose")).to_contain_text("Cyd")
    page.click("[data-field=group][data-value='1']")
    page.click("[data-field=craftsman][data-value=farmer]")
    page.click("#enter")
    expect(page.locator("#refused")).to_contain_text("row")
    assert serious(page) == []
    page.keyboard.press("Control+z")
    expect(page.locator("#whose")).to_contain_text("Ben")


def test_amyitis_final_scoring(context_of: Any, address: str) -> None:
    page = context_of().new_page()
    page.goto(f"{address}/games/amyitis")
    begin(page, "Ada", "Ben")
    page.click("#final-go")
    page.fill("[name='Ada/track']", "40")
    page.fill("[name='Ada/tiles']", "1 2 2 3 1")
    page.fill("[name='Ada/goods']", "2")
    page.fill("[name='Ben/track']", "41")
    page.click("#final-score")
    expect(page.locator("[data-total=Ada]")).to_have_text("47")
    expect(page.locator("[data-total=Ben]")).to_have_text("41")
    page.fill("#verify input[name=Ada]", "42")
    page.click("#verify-go")
    expect(page.locator("#verify [role=status]")).to_contain_text("✗ Ada")
    assert serious(page) == []


def test_bad_logs_are_told(context_of: Any, address: str) -> None:
    page = context_of(quiet=True).new_page()
    page.goto(f"{address}/games/amyitis")
    for text in ("nonsense", '{"game": "babylonia"}', "[]"):
        load_log(page, text)
        expect(page.locator("#problem")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_weight(context_of: Any, address: str, lang: str) -> None:
    """Everything the first page loads, uncompressed."""
    page, sizes = context_of(locale=lang).new_page(), []
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.goto(address, wait_until="networkidle")
    assert sum(sizes) < 150_000, sizes
