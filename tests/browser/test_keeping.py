"""What must not get lost: kept gardens, the game before this one, corrections, a player's patience."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.test_workshop import total, upload
from tests.webui.fake_scanner import FakeScanner


def test_keep_reopen_delete(page: Page, photo: dict[str, Any], address: str) -> None:
    upload(page, photo)
    page.fill("#player-name", "Keeper")
    page.press("#player-name", "Enter")
    page.click("#keep")
    page.click("#keep-go")
    expect(page.locator("#kept-note")).to_be_visible()
    page.goto(f"{address}/kept?q=keeper")
    page.click("text=Open")
    expect(page.locator("[data-tab='0']")).to_contain_text("Keeper")
    total(page, 60)
    expect(page.locator(".overlay polygon.cell")).to_have_count(64)
    page.goto(f"{address}/kept")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("li:has-text('Keeper') >> text=Delete for good")
    expect(page.locator("li:has-text('Keeper')")).to_have_count(0)


def build(page: Page) -> None:
    """One yellow tile with a statue, by keyboard: 3 points."""
    total(page, 0)
    page.focus('.cells [data-cell="1,1"]')
    page.keyboard.press("y")
    total(page, 2)
    page.keyboard.press("s")
    total(page, 3)


def name(page: Page, player: str) -> None:
    page.fill("#player-name", player)
    page.press("#player-name", "Enter")


def test_a_garden_built_by_hand_is_kept_reopened_changed_and_deleted(page: Page, address: str) -> None:
    page.click("#by-hand")
    total(page, 0)
    expect(page.locator("#keep")).to_have_count(0)  # nothing there yet
    build(page)
    name(page, "Handy")
    page.click("#keep")
    expect(page.locator("#keep-dialog")).to_contain_text("without a photo")
    expect(page.locator("#keep-dialog input[type=checkbox]")).to_have_count(0)
    page.fill("#keep-dialog [name=game]", "Club")
    page.click("#keep-go")
    expect(page.locator("#kept-note")).to_be_visible()
    page.goto(f"{address}/kept?q=club")
    assert page.locator("img.drawn").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.click("li:has-text('Handy') >> text=Open")
    total(page, 3)
    expect(page.locator("#kept-note")).to_be_visible()
    page.focus('.cells [data-cell="1,1"]')
    page.keyboard.press("Delete")
    total(page, 2)
    page.click("#keep-again")
    expect(page.locator("#kept-note")).to_be_visible()
    page.goto(f"{address}/kept?q=handy")
    expect(page.locator("li:has-text('Handy') .number")).to_have_text("2")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("li:has-text('Handy') >> text=Delete for good")
    expect(page.locator("li:has-text('Handy')")).to_have_count(0)


def test_all_gardens_of_a_game_are_kept_at_once(page: Page, photo: dict[str, Any], address: str) -> None:
    upload(page, photo, {**photo, "name": "second.jpg"})
    expect(page.locator(".ranking li")).to_have_count(2)
    page.click("#add-hand")
    build(page)
    page.click("#keep")
    page.fill("#keep-dialog [name=game]", "Whole evening")
    page.check("#keep-dialog [name=all]")
    page.click("#keep-go")
    expect(page.locator("#kept-note")).to_be_visible()
    for tab in "01":
        page.click(f"[data-tab='{tab}']")
        expect(page.locator("#kept-note")).to_be_visible()
    page.goto(f"{address}/kept?q=whole+evening")
    expect(page.locator(".kept-list li")).to_have_count(3)
    expect(page.locator("img.drawn")).to_have_count(1)


def test_a_garden_whose_photo_the_server_lost_is_kept_without_it(context_of: Any, address: str, photo: dict[str, Any]) -> None:
    page = context_of(quiet=True).new_page()
    page.route("**/api/v1/gardens", lambda route: route.fulfill(status=404, json={"error": {"code": "gone", "hint": "gone"}}), times=1)
    page.goto(address)
    upload(page, photo)
    total(page, 60)
    page.click("#keep")
    page.click("#keep-go")
    expect(page.locator("#tell")).to_contain_text("without it")
    page.click("#keep")
    page.click("#keep-go")
    expect(page.locator("#kept-note")).to_be_visible()


def test_opening_another_garden_does_not_cost_the_running_game(page: Page, address: str) -> None:
    page.click("#by-hand")
    build(page)
    name(page, "Ada")
    page.goto(f"{address}/?g=A1/1W&n=Linked")
    expect(page.locator("[data-tab='0']")).to_contain_text("Linked")
    page.goto(f"{address}/?g=A1/1B&n=Other")  # what came by a link is not a game to come back to
    expect(page.locator("[data-tab='0']")).to_contain_text("Other")
    page.click("#earlier")
    expect(page.locator("[data-tab='0']")).to_contain_text("Ada")
    total(page, 3)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#start-over")
    page.click("#start-earlier")
    total(page, 3)


def test_a_link_that_cannot_be_opened_leaves_the_game(context_of: Any, address: str) -> None:
    page = context_of(quiet=True).new_page()
    page.goto(address)
    page.click("#by-hand")
    build(page)
    for bad in ("?g=Z9", f"?kept={'0' * 32}"):
        page.goto(f"{address}/{bad}")
        expect(page.locator("#tell")).to_have_class("seen")
        total(page, 3)


def test_a_scan_can_be_cancelled(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.stage_s = 0.6
    try:
        upload(page, photo)
        page.click("#cancel")
        expect(page.locator("#start")).to_be_visible()
        scanner.stage_s = 0.02
        upload(page, photo)
        total(page, 60)
        scanner.stage_s = 0.6
        page.click("#corners")
        page.click("#rescan")
        page.click("#cancel")
        total(page, 60)
        page.wait_for_timeout(3200)  # the answer that nobody waits for any more changes nothing
        expect(page.locator("#undo")).to_be_disabled()
    finally:
        scanner.stage_s = 0.02


def test_a_new_scan_of_the_same_photo_can_be_undone(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    page.focus('.cells [data-cell="3,1"]')
    page.keyboard.press("Delete")
    total(page, 59)
    page.click("#corners")
    page.click("#rescan")
    total(page, 60)
    expect(page.locator(".pad-card .chip")).to_contain_text("99 % sure")
    page.click("#undo")
    total(page, 59)
    page.click("#redo")
    total(page, 60)


def test_a_new_scan_that_fails_is_told_and_costs_nothing(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    upload(page, photo)
    total(page, 60)
    scanner.mood = "broken"
    page.click("#corners")
    page.click("#rescan")
    expect(page.locator("#tell.seen")).to_contain_text("failed on this photo")
    total(page, 60)


def test_where_photos_cannot_be_read_building_by_hand_comes_first(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "missing"
    upload(page, photo)
    expect(page.locator("#error .primary")).to_have_text("Build a garden by hand")
    expect(page.locator("#corners")).to_have_count(0)
    page.click("#error .primary")
    total(page, 0)


def test_when_the_server_was_away_the_garden_is_still_there(context_of: Any, address: str) -> None:
    page = context_of(quiet=True).new_page()
    page.goto(address)
    page.click("#by-hand")
    total(page, 0)
    page.route("**/api/v1/look", lambda route: route.abort(), times=1)
    page.focus('.cells [data-cell="1,1"]')
    page.keyboard.press("y")
    expect(page.locator(".side [role=alert]")).to_contain_text("does not answer")
    page.click("#look-again")
    total(page, 2)


def test_the_rules_of_the_table_go_with_the_link(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    page.click("#settings summary")
    page.check("#rule-bridge_hides")
    expect(page.locator("#total")).not_to_have_text("60")
    shown = page.locator("#total").inner_text()
    page.click("#share-open")
    expect(page.locator(".results .total .number")).to_have_text(shown)
