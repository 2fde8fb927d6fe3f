"""The pictures of a garden on a phone: turned as the photo lies, corners under a thumb, reasons under a line; and what is told when."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.webui.fake_scanner import FakeScanner

THUMB_PX = 44


def first_cell(page: Page) -> str:
    return str(page.locator(".cells button").first.get_attribute("data-cell"))


def upload(page: Page, photo: dict[str, Any]) -> None:
    page.set_input_files("#photos", [photo])


def test_the_plan_turns_and_arrows_follow_the_eye(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    expect(page.locator(".plan")).to_be_visible()
    assert first_cell(page) == "0,0"
    page.click("#turn-right")
    assert first_cell(page) == "0,7"
    page.focus('.cells [data-cell="0,7"]')
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("data-cell", "0,6")
    page.click('.cells [data-cell="3,1"]')
    page.click('[data-tile="3,1,1"] [data-do=move-right]')
    expect(page.locator('[data-tile="3,0,1"], [data-tile="3,1,1"]').first).to_be_visible()
    page.click("[data-do=close]")
    page.reload()
    expect(page.locator(".plan")).to_be_visible()
    assert first_cell(page) == "0,7"


def test_a_photo_from_another_side_turns_the_plan(page: Page, photo: dict[str, Any]) -> None:
    """The same camera going round the board: after each quarter the plan lies as the photo does."""
    turns = page.evaluate(
        """async () => {
            const { turnOf } = await import("/static/photo.js");
            const above = (a) => ({ K: [[100, 0, 0], [0, 100, 0], [0, 0, 1]], k1: 0, t: [0, 0, 20],
                R: [[Math.cos(a), Math.sin(a), 0], [Math.sin(a), -Math.cos(a), 0], [0, 0, -1]] });
            return [0, 1, 2, 3].map((quarter) => turnOf(above(0.2 + quarter * Math.PI / 2)));
        }"""
    )
    assert turns == [0, 1, 2, 3]


def test_corners_fit_a_thumb_and_their_numbers_go_round(context_of: Any, address: str, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "lost"
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(address)
    upload(page, photo)
    page.tap("#corners")
    box = page.locator("[data-corner='1']").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB_PX
    page.focus("[data-corner='1']")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".glass")).to_have_class(re.compile("seen"))
    page.tap("#corners-turn")
    page.tap("#rescan")
    expect(page.locator("#total")).to_be_visible()
    sent = scanner.corners[-1]
    assert sent[3][0] < sent[0][0]
    assert sent[3][1] < sent[2][1]


def test_a_tapped_line_gives_its_reasons_on_a_phone(context_of: Any, address: str, photo: dict[str, Any]) -> None:
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(address)
    upload(page, photo)
    page.tap("tr[data-line=stairs] .line")
    expect(page.locator("tr[data-line=stairs] + tr.long")).to_contain_text("3 + 2 = 5")
    expect(page.locator("tr[data-line=stairs] + tr.long")).to_be_visible()


def test_the_total_and_undo_are_in_the_sheet_of_a_cell(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    page.click('.cells [data-cell="3,1"]')
    expect(page.locator(".editor-total")).to_have_text("60")
    page.click('[data-do="remove-statue"]')
    expect(page.locator(".editor-total")).to_have_text("59")
    page.click("[data-do=cell-undo]")
    expect(page.locator(".editor-total")).to_have_text("60")


def test_another_photo_takes_the_place_of_a_failed_one(context_of: Any, address: str, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "lost"
    page = context_of(locale="cs").new_page()
    page.goto(address)
    upload(page, photo)
    expect(page.locator("#error [role=alert]")).to_contain_text("Deska hráče z Babylonu nebyla nalezena")
    scanner.mood = "sure"
    upload(page, photo)
    expect(page.locator("#total")).to_be_visible()
    expect(page.locator(".tab")).to_have_count(1)


def test_a_bad_link_is_told_to_those_who_see(context_of: Any, address: str) -> None:
    page = context_of(quiet=True).new_page()
    page.goto(f"{address}/?g=A9/1W")
    expect(page.locator("#tell")).to_have_class("seen")
    expect(page.locator("#tell")).not_to_be_empty()


def test_a_garden_is_not_removed_by_a_slip_of_the_thumb(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.click("#remove-player")
    expect(page.locator("#total")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#remove-player")
    expect(page.locator("#start")).to_be_visible()


def test_a_kept_garden_is_corrected_later(page: Page, photo: dict[str, Any], address: str) -> None:
    upload(page, photo)
    page.fill("#player-name", "Later")
    page.press("#player-name", "Enter")
    page.click("#keep")
    page.click("#keep-go")
    expect(page.locator("#kept-note")).to_be_visible()
    page.click('.cells [data-cell="3,1"]')
    page.click('[data-do="remove-statue"]')
    page.click("[data-do=close]")
    page.click("#keep-again")
    expect(page.locator("#kept-note")).to_be_visible()
    page.goto(f"{address}/kept?q=later")
    expect(page.locator(".kept-list li .number")).to_have_text("59")
