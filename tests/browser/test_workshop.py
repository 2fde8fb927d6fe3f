"""What a player does with the page, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.webui.fake_scanner import FakeScanner, photo_bytes

TOTAL = "#total"


def upload(page: Page, *photos: dict[str, Any]) -> None:
    page.set_input_files("#photos", list(photos))


def total(page: Page, points: int) -> None:
    expect(page.locator(TOTAL)).to_have_text(re.compile(rf"^{points}\D*$"))


def test_upload_shows_photo_outlines_and_score(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    expect(page.locator(".overlay polygon.cell")).to_have_count(64)
    assert page.locator(".overlay [data-key]").count() == 9 + 15  # ten tiles, one of them covered, and all pieces
    loaded = page.locator(".photo-card img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    assert loaded == 1200
    page.reload()
    total(page, 60)


def test_a_line_lights_its_pieces_and_a_cell_tells_its_points(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    page.focus("tr[data-line=stairs] .line")
    expect(page.locator(".plan .lit")).to_have_count(2)
    expect(page.locator(".caption")).to_contain_text("3 + 2 = 5")
    page.hover('.cells [data-cell="3,3"]')
    expect(page.locator(".caption")).to_contain_text("3 × 3 = 9")


def test_questions_one_after_another_change_the_total(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "unsure"
    upload(page, photo)
    expect(page.locator("#question h2")).to_contain_text("D2")
    page.click("#question .choice >> nth=1")
    total(page, 59)
    expect(page.locator("#question h2")).to_contain_text("H8")
    expect(page.locator("#question .choice .number").nth(1)).to_have_text("58")
    page.click("#question .choice >> nth=0")
    expect(page.locator("#question")).to_have_count(0)
    page.click("#undo")
    expect(page.locator("#question h2")).to_contain_text("H8")


def test_correct_a_cell_on_the_plan_and_undo(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    page.click('.cells [data-cell="3,1"]')
    page.click('[data-do="remove-statue"]')
    total(page, 59)
    page.click("[data-do=close]")
    page.click("#undo")
    total(page, 60)
    page.click("#redo")
    total(page, 59)
    page.keyboard.press("Control+z")
    total(page, 60)


def test_correct_a_cell_on_the_photo(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    page.locator('.overlay [data-cell="3,1"]').dispatch_event("click")
    page.click('[data-do="remove-statue"]')
    total(page, 59)


def test_build_by_hand_with_violations_marked(page: Page) -> None:
    page.click("#by-hand")
    total(page, 0)
    page.click('.cells [data-cell="2,2"]')
    page.click(".editor h3:has-text('Add a tile') + .flowers [data-flower=blue]")
    total(page, 2)
    page.click("[data-add=statue]")
    total(page, 3)
    page.click("[data-do=level-up]")
    expect(page.locator("#rules [role=alert]")).to_contain_text("level 2")
    total(page, 6)
    page.click("[data-do=level-down]")
    expect(page.locator("#rules")).to_have_count(0)


def test_keyboard_alone_builds_a_garden(page: Page) -> None:
    page.focus("#by-hand")
    page.keyboard.press("Enter")
    page.focus('.cells [data-cell="0,0"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("y")
    total(page, 2)
    expect(page.locator(":focus")).to_have_attribute("data-cell", "1,1")
    page.keyboard.press("s")
    total(page, 3)
    page.keyboard.press("Delete")
    total(page, 2)
    page.keyboard.press("Enter")
    expect(page.locator(".editor")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".editor")).to_have_count(0)
    expect(page.locator(":focus")).to_have_attribute("data-cell", "1,1")


def test_a_slow_server_hides_nothing_and_keeps_the_focus(page: Page) -> None:
    page.route("**/api/v1/look", lambda route: (page.wait_for_timeout(400), route.continue_()), times=1)
    page.click("#by-hand")
    expect(page.locator(".cells button")).to_have_count(64)
    expect(page.locator(TOTAL)).to_have_count(0)
    page.focus('.cells [data-cell="1,1"]')
    total(page, 0)
    expect(page.locator(":focus")).to_have_attribute("data-cell", "1,1")


def test_verify_a_wrong_sheet(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    total(page, 60)
    page.click("#verify summary")
    page.fill("#verify input[name=statues]", "6")
    page.fill("#verify input[name=total]", "59")
    page.click("#verify button")
    expect(page.locator("#verify .note")).to_contain_text("A piece was forgotten: statue")
    expect(page.locator("tr[data-line=statues] .number")).to_contain_text("✗")


def test_several_players_are_ranked_and_shared(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo, {**photo, "name": "second.jpg"})
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(page.locator(".ranking li").first).to_contain_text("shared victory")
    page.fill("#player-name", "Ada")
    page.press("#player-name", "Enter")
    page.click('.cells [data-cell="3,1"]')
    page.click('[data-do="remove-statue"]')
    expect(page.locator(".ranking li").nth(1)).to_contain_text("Ada")
    page.click("[data-do=close]")
    page.click("#share-open")
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(page.locator(".results .card")).to_have_count(2)


def test_the_ranking_is_asked_once_and_never_empty(page: Page) -> None:
    page.click("#example")
    expect(page.locator(".ranking li")).to_have_count(3)
    page.evaluate(
        """() => {
            window.rows = [];
            const look = () => window.rows.push(document.querySelectorAll(".ranking li").length);
            new MutationObserver(look).observe(document.getElementById("workshop"), { childList: true, subtree: true });
        }"""
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for place in ("#turn-right", "[data-view=iso]", "[data-tab='1']", "[data-view=plan]"):
        page.click(place)
    assert page.evaluate("window.rows.length") > 3
    assert set(page.evaluate("window.rows")) == {3}
    assert not [url for url in asked if url.endswith("/score")]


def test_a_corrupt_photo_among_good_ones(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo, {"name": "bad.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    total(page, 60)
    page.click("[data-tab='1']")
    expect(page.locator("#error [role=alert]")).to_contain_text("no JPEG")


def test_a_failing_scanner_is_told_and_the_page_goes_on(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "missing"
    upload(page, photo)
    expect(page.locator("#error")).to_contain_text("models.missing")
    scanner.mood = "sure"
    page.click("#error >> text=Try again")
    total(page, 60)


def test_drag_the_corners_when_no_board_is_found(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    scanner.mood = "lost"
    upload(page, photo)
    page.click("#corners")
    before = page.locator("[data-corner='0']").bounding_box()
    frame = page.locator("#corner-card .frame").bounding_box()
    assert before is not None
    assert frame is not None
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.down()
    page.mouse.move(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.35 * frame["height"], steps=4)
    page.mouse.up()
    page.focus("[data-corner='2']")
    page.keyboard.press("ArrowLeft")
    page.click("#rescan")
    total(page, 60)
    x, y = scanner.corners[-1][0]
    assert abs(x - 360) < 8
    assert abs(y - 315) < 8


def test_the_garden_turns(page: Page) -> None:
    page.click("#example")
    page.click("[data-view=iso]")
    seen = set()
    for _ in range(4):
        expect(page.locator(".iso img[src]")).to_be_visible()
        seen.add(page.locator(".iso img").evaluate("image => image.src"))
        assert page.locator(".iso img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
        page.click("#turn-right")
    assert len(seen) > 2


def test_rules_of_the_table_change_the_score(page: Page) -> None:
    page.click("#by-hand")
    page.click("#settings summary")
    page.check("#rule-bridge_hides")
    page.select_option("#rule-edition", "de")
    page.reload()
    page.click("#settings summary")
    expect(page.locator("#rule-bridge_hides")).to_be_checked()
    expect(page.locator("#rule-edition")).to_have_value("de")


def test_a_cell_lights_its_lines_and_tells_what_it_gives(page: Page, photo: dict[str, Any]) -> None:
    upload(page, photo)
    page.hover('.cells [data-cell="3,1"]')
    expect(page.locator("tr[data-line=statues]")).to_have_class("lit")
    page.hover("h2 >> nth=0", force=True)
    page.locator('.overlay [data-cell="3,1"]').dispatch_event("mouseenter")
    expect(page.locator("tr[data-line=statues]")).to_have_class("lit")
    page.click('.cells [data-cell="3,1"]')
    expect(page.locator(".editor .gives")).to_contain_text("Statue D2")


def test_paste_a_photo(page: Page) -> None:
    page.evaluate(
        """bytes => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "pasted.jpg", { type: "image/jpeg" }));
            document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        list(photo_bytes()),
    )
    total(page, 60)


def test_drop_photos(page: Page) -> None:
    page.evaluate(
        """bytes => {
            const data = new DataTransfer();
            for (const name of ["one.jpg", "two.jpg"]) data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        list(photo_bytes()),
    )
    expect(page.locator(".ranking li")).to_have_count(2)


def test_progress_by_stage(page: Page, photo: dict[str, Any], scanner: FakeScanner) -> None:
    page.evaluate(
        """() => {
            window.told = [];
            const look = () => window.told.push(document.querySelector("#busy")?.textContent);
            new MutationObserver(look).observe(document.getElementById("workshop"), { childList: true, subtree: true });
        }"""
    )
    scanner.stage_s = 0.5
    try:
        upload(page, photo)
        total(page, 60)
    finally:
        scanner.stage_s = 0.02
    told = list(dict.fromkeys(words.removesuffix("Cancel") for words in page.evaluate("window.told") if words))
    assert told[-4:] == ["Finding the board", "Looking at every cell", "Building the garden", "Weighing doubts"]
