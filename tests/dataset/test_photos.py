"""What is kept of a photo, and where: folders, fsspec's memory, and an S3 server."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scanner.dataset import DatasetError, Store, open_store
from scanner.dataset.cleaning import MAX_SIDE_PX, clean_photo, is_plain_jpeg, perceptual_hash
from scanner.dataset.doctor import examine
from scanner.dataset.splits import NEAR_BITS
from scanner.photo import load_photo
from tests.dataset.kit import CORNERS, HEIGHT, WIDTH, photo, scan


def encoded(form: str, **options: Any) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(photo(3))).save(out, form, **options)
    return out.getvalue()


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("corners", [None, CORNERS])
def test_no_stowaways(whole: bool, corners: Any) -> None:
    clean = clean_photo(photo(1, private=True), corners, whole=whole)
    picture = Image.open(io.BytesIO(clean.data))
    assert is_plain_jpeg(clean.data)
    assert b"Secret" not in clean.data
    assert dict(picture.getexif()) == {}
    assert "comment" not in picture.info
    assert (picture.width, picture.height) == (clean.width, clean.height)


def test_turned_photos_stand_upright() -> None:
    clean = clean_photo(photo(1, private=True))
    assert (clean.width, clean.height) == (HEIGHT, WIDTH)


def test_a_plain_jpeg_stays_byte_for_byte() -> None:
    clean = clean_photo(photo(1))
    assert clean.data == photo(1)
    assert clean.sha256 == clean.source_sha256
    assert clean_photo(clean.data, whole=True).data == clean.data


@pytest.mark.parametrize(
    "data",
    [photo(1) + b"stowaway", photo(1)[:-2], photo(1, private=True), encoded("PNG"), encoded("WEBP"), b"", b"\xff\xd8\xff\xd9", b"\xff\xd8"],
)
def test_what_is_no_plain_jpeg(data: bytes) -> None:
    assert not is_plain_jpeg(data)


@pytest.mark.parametrize("form", ["PNG", "WEBP", "JPEG"])
def test_every_form_becomes_a_jpeg(form: str) -> None:
    options = {"progressive": True} if form == "JPEG" else {}
    clean = clean_photo(encoded(form, **options))
    assert is_plain_jpeg(clean.data)
    assert (clean.width, clean.height) == (WIDTH, HEIGHT)


def test_cropped_to_the_board_with_room_for_towers() -> None:
    corners = [[200.0, 140.0], [280.0, 140.0], [290.0, 200.0], [190.0, 200.0]]
    big = Image.open(io.BytesIO(photo(1))).resize((1440, 1080))
    out = io.BytesIO()
    big.save(out, "JPEG")
    tripled = [[3 * x, 3 * y] for x, y in corners]
    clean = clean_photo(out.getvalue(), tripled)
    assert clean.width < 1440
    assert clean.height < 1080
    assert clean.board_px is not None
    assert clean.crop is not None
    for (x, y), (sx, sy) in zip(clean.board_px, tripled, strict=True):
        assert (x, y) == (sx - clean.crop["left"], sy - clean.crop["top"])
        assert 0 <= x <= clean.width
        assert 0 <= y <= clean.height
    shown = np.asarray(Image.open(io.BytesIO(clean.data))).astype(int)
    left, top = int(clean.crop["left"]), int(clean.crop["top"])
    original = np.asarray(Image.open(io.BytesIO(out.getvalue()))).astype(int)[top : top + clean.height, left : left + clean.width]
    assert np.abs(shown - original).mean() < 2.0
    assert clean_photo(out.getvalue(), tripled, whole=True).width == 1440


@pytest.mark.parametrize("size", [(1900, 1425), (2200, 1650), (4032, 3024), (4800, 4700), (6000, 4500)])
def test_the_board_lies_where_the_scan_saw_it(size: tuple[int, int]) -> None:
    """However much the loader shrinks a photo of this size for a scan."""
    out = io.BytesIO()
    Image.open(io.BytesIO(photo(1))).resize(size).save(out, "JPEG", quality=60)
    seen = load_photo(out.getvalue())
    corners = [[x / WIDTH * seen.width, y / HEIGHT * seen.height] for x, y in CORNERS]
    whole, cropped = clean_photo(out.getvalue(), corners, whole=True), clean_photo(out.getvalue(), corners)
    assert whole.board_px is not None
    assert cropped.crop is not None
    for (x, y), (there_x, there_y) in zip(whole.board_px, CORNERS, strict=True):
        assert (x / whole.width * WIDTH, y / whole.height * HEIGHT) == pytest.approx((there_x, there_y), abs=0.2)
    scale = cropped.crop["scale"]
    for (x, y), (scan_x, scan_y) in zip(cropped.board_px or (), corners, strict=True):
        assert (x, y) == pytest.approx((scan_x * scale - cropped.crop["left"], scan_y * scale - cropped.crop["top"]), abs=0.02)


def test_huge_photos_are_made_smaller() -> None:
    out = io.BytesIO()
    Image.new("RGB", (6000, 600), (9, 99, 199)).save(out, "JPEG")
    clean = clean_photo(out.getvalue())
    assert clean.width == MAX_SIDE_PX


def test_the_perceptual_hash_knows_a_picture_again() -> None:
    """Another size, quality and brightness stay near; other pictures are far."""

    def hashed(data: bytes) -> int:
        return int(perceptual_hash(np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))), 16)

    far = []
    for seed in range(30):
        original = Image.open(io.BytesIO(photo(seed)))
        for changed in (original.resize((300, 225)), original.point(lambda v: int(v * 0.85) + 10)):
            out = io.BytesIO()
            changed.save(out, "JPEG", quality=60)
            assert (hashed(out.getvalue()) ^ hashed(photo(seed))).bit_count() <= NEAR_BITS
        far += [(hashed(photo(seed)) ^ hashed(photo(other))).bit_count() for other in range(seed)]
    assert min(far) > NEAR_BITS


@pytest.fixture(scope="module")
def bucket() -> Iterator[dict[str, Any]]:
    """An S3 server of our own with one bucket; yields what fsspec needs to reach it."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    server.stop()


@pytest.fixture(params=["memory", "s3"])
def far(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store whose photos lie elsewhere."""
    import fsspec

    place = f"memory://{tmp_path.name}"
    if request.param == "s3":
        for name, value in {**request.getfixturevalue("bucket"), "AWS_DEFAULT_REGION": "us-east-1"}.items():
            monkeypatch.setenv(name, value)
        fs = fsspec.filesystem("s3", skip_instance_cache=True)
        name = f"b-{abs(hash(tmp_path.name))}"
        fs.mkdir(name)
        place = f"s3://{name}/photos"
    store = open_store(f"sqlite:///{tmp_path / 'd.sqlite'}", photos=place)
    yield store
    store.close()


def test_photos_elsewhere(far: Store) -> None:
    records = [far.add(photo(n), scan=scan(n), whole=True) for n in range(3)]
    assert [far.photo(r.id) for r in records] == [photo(n) for n in range(3)]
    assert sorted(name for name, _ in far.photos.names()) == sorted(r.photo_sha256 for r in records)
    assert examine(far, grace_s=-1.0) == []
    far.delete(records[0].id)
    assert len(list(far.photos.names())) == 2
    with pytest.raises(DatasetError):
        far.add(photo(7), same_garden="0" * 32)
    assert examine(far, repair=True, grace_s=-1.0) == []


def test_the_doctor_repairs_photos_elsewhere(far: Store) -> None:
    record = far.add(photo(1))
    far.photos.stage(photo(2), clean_photo(photo(2)).sha256)
    assert [f.code for f in examine(far, repair=True, grace_s=-1.0)] == ["photo-without-record"]
    far.photos.set_aside(record.photo_sha256)
    assert [(f.code, f.grave) for f in examine(far)] == [("photo-missing", True)]
    assert [(f.code, f.repaired) for f in examine(far, repair=True)] == [("photo-missing", True)]
    assert examine(far) == []


def test_the_place_cannot_be_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_MAX_ATTEMPTS": "1"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    import fsspec

    fsspec.filesystem("s3").clear_instance_cache()
    store = open_store(f"sqlite:///{tmp_path / 'd.sqlite'}", photos="s3://nowhere/photos")
    with pytest.raises(DatasetError) as caught:
        store.add(photo(1))
    assert caught.value.code == "dataset.photos_unreachable"
    assert store.count() == 0
    store.close()


def test_an_unknown_kind_of_place(tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as caught:
        open_store(f"sqlite:///{tmp_path / 'd.sqlite'}", photos="nonsense://x")
    assert caught.value.code == "dataset.bad_url"
