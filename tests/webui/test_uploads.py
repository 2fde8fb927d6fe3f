"""Photos handed in: good, bad, many at once, slow and broken."""

from __future__ import annotations

import io
import json
import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scanner.errors import ScannerError
from tests.webui.fake_scanner import FakeScanner, board_corners, photo_bytes
from webui.app import WebParams, create_app
from webui.jobs import DeskParams, ScanDesk

PHOTO = photo_bytes()


def send(client: FlaskClient, data: bytes = PHOTO, path: str = "/api/v1/scan", **fields: str) -> Any:
    return client.post(path, data={"photo": (io.BytesIO(data), "garden.jpg"), **fields}, content_type="multipart/form-data")


def test_scan_waits_for_the_result(client: FlaskClient) -> None:
    answer = send(client)
    assert answer.status_code == 200
    assert answer.json["gardens"][0]["score"]["total"] == 60
    assert len(answer.json["gardens"][0]["view"]["K"]) == 3
    shown = client.get(answer.json["photo"]["url"])
    assert shown.mimetype == "image/jpeg"
    width, height = Image.open(io.BytesIO(shown.data)).size
    assert width / height == answer.json["photo"]["width"] / answer.json["photo"]["height"]


def test_shown_photo_is_upright_and_has_no_exif(client: FlaskClient) -> None:
    picture = Image.open(io.BytesIO(PHOTO))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Secret camera"
    out = io.BytesIO()
    picture.save(out, "JPEG", exif=exif)
    shown = client.get(send(client, out.getvalue()).json["photo"]["url"]).data
    assert b"Secret" not in shown
    assert Image.open(io.BytesIO(shown)).size == picture.size[::-1]


def test_queued_scan_and_corners(client: FlaskClient, app: Flask, scanner: FakeScanner) -> None:
    scanner.mood = "lost"
    answer = send(client, path="/api/v1/scans")
    assert answer.status_code == 202
    desk = app.extensions["semiramis"].desk
    desk.wait(desk.find(answer.json["id"]))
    job = client.get(answer.headers["Location"]).json
    assert (job["state"], job["error"]["code"]) == ("failed", "board.not_found")
    corners = json.dumps(board_corners().tolist())
    again = client.post("/api/v1/scan", data={"again": job["id"], "corners": corners}, content_type="multipart/form-data")
    assert again.status_code == 200
    assert scanner.corners[-1].shape == (4, 2)


def test_the_edition_reaches_the_scanner(client: FlaskClient) -> None:
    assert send(client, edition="de").json["models"]["edition"] == "de"
    assert send(client).json["models"]["edition"] == "en"
    assert send(client, edition="xx").json["error"]["code"] == "bad-request"


@pytest.mark.parametrize("corners", ["x", "[]", "[[1,2],[3,4],[5,6]]", "[[1,2],[3,4],[5,6],[7,null]]", "[[1,2],[3,4],[5,6],[7,1e999]]"])
def test_bad_corners(client: FlaskClient, corners: str) -> None:
    assert send(client, corners=corners).json["error"]["code"] == "bad-request"


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 422, "photo.empty"),
        (b"%PDF-1.7 no photo", 415, "photo.not_an_image"),
        (PHOTO[: len(PHOTO) // 3], 422, "photo.damaged"),
    ],
)
def test_bad_photos(client: FlaskClient, data: bytes, status: int, code: str) -> None:
    answer = send(client, data)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


def test_too_many_bytes_and_pixels(scanner: FakeScanner) -> None:
    client = create_app(scanner, params=WebParams(max_photo_bytes=10_000)).test_client()
    assert send(client).status_code == 413
    part = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="g.jpg"\r\n\r\n' + bytes(2_000_000) + b"\r\n--x--\r\n"
    assert client.post("/api/v1/scan", data=part, content_type="multipart/form-data; boundary=x").status_code == 413
    out = io.BytesIO()
    Image.new("L", (9000, 7000)).save(out, "PNG")
    answer = send(create_app(scanner).test_client(), out.getvalue())
    assert answer.json["error"]["code"] == "photo.too_large"


@pytest.mark.parametrize(("mood", "status", "code"), [("broken", 500, "scan.failed"), ("missing", 503, "models.missing")])
def test_failures_inside_leave_the_server_running(client: FlaskClient, scanner: FakeScanner, mood: str, status: int, code: str) -> None:
    scanner.mood = mood
    answer = send(client)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    scanner.mood = "sure"
    assert send(client).status_code == 200


def test_a_scan_that_hangs_is_given_up_and_the_next_one_served(scanner: FakeScanner) -> None:
    scanner.stage_s = 0.5
    client = create_app(scanner, desk=DeskParams(workers=1, limit_s=0.3)).test_client()
    assert send(client).status_code == 504
    scanner.stage_s = 0.0
    assert send(client).status_code == 200


def test_fifty_at_once_are_served_or_told_to_come_again(scanner: FakeScanner) -> None:
    scanner.stage_s = 0.06
    app = create_app(scanner, desk=DeskParams(workers=2, most_waiting=6))
    answers: list[Any] = []

    def one() -> None:
        answers.append(send(app.test_client()))

    threads = [threading.Thread(target=one) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    codes = sorted(answer.status_code for answer in answers)
    assert set(codes) == {200, 503}
    assert len(codes) == 50
    assert codes.count(200) == scanner.scans
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers if answer.status_code == 503)


def test_old_scans_are_forgotten_and_forged_ids_refused(scanner: FakeScanner) -> None:
    client = create_app(scanner, desk=DeskParams(most_kept=2)).test_client()
    ids = [send(client).json["id"] for _ in range(4)]
    assert client.get(f"/api/v1/scans/{ids[0]}").status_code == 404
    assert client.get(f"/api/v1/scans/{ids[-1]}").status_code == 200
    for forged in ("x", "..%2f..%2fetc%2fpasswd", "0" * 500):
        assert client.get(f"/api/v1/scans/{forged}").status_code == 404
        assert client.get(f"/api/v1/scans/{forged}/photo").status_code == 404


def test_without_scripts_a_bad_photo_among_good_ones(client: FlaskClient) -> None:
    photos = [(io.BytesIO(PHOTO), "ada.jpg"), (io.BytesIO(b"junk"), "<ben>.jpg"), (io.BytesIO(PHOTO), "cyd.jpg")]
    page = client.post("/scan", data={"photo": photos}, content_type="multipart/form-data")
    assert page.status_code == 200
    assert page.text.count('class="pad"') == 2
    assert "photo.not_an_image" in page.text
    assert "<ben>" not in page.text
    assert client.post("/scan", data={}, content_type="multipart/form-data").status_code == 400


def test_the_scanner_is_loaded_once_while_nobody_waits(scanner: FakeScanner) -> None:
    made: list[int] = []

    def make() -> FakeScanner:
        made.append(1)
        return scanner

    desk = ScanDesk(make, DeskParams())
    desk.warm().join()
    assert desk.wait(desk.submit(PHOTO)).state == "done"
    assert made == [1]


def test_a_scanner_that_cannot_be_loaded_is_told_with_the_photo() -> None:
    def make() -> FakeScanner:
        raise ScannerError("models.missing", "No networks.")

    desk = ScanDesk(make, DeskParams())
    desk.warm().join()
    job = desk.wait(desk.submit(PHOTO))
    assert job.error is not None
    assert job.error["code"] == "models.missing"
