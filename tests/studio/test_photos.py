"""The studio's photos: truth and picture agree, the same seed gives the same pixels, cameras cover their ranges."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.studio.contact import contact_sheet
from models.studio.develop import draw_shot, encode
from models.studio.lens import CloseParams, close_up, draw_lens
from models.studio.mitsuba_door import load_mitsuba
from models.studio.series import missing, photo_name, shoot_series
from models.studio.shoot import Scene, ShootParams, draw_scene, outline_px, take_photo
from models.studio.stage import BOARD, FIRST_PILLAR, FIRST_TILE, TABLE
from scanner.cli import main
from scanner.errors import StudioError
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden
from scanner.photo import PhotoParams, load_photo
from scanner.spec import KitSpec


def renderer_missing() -> str:
    try:
        load_mitsuba()
    except StudioError as error:
        return error.hint
    return ""


needs_renderer = pytest.mark.skipif(bool(renderer_missing()), reason=renderer_missing() or "the renderer is there")


@needs_renderer
def test_instance_masks_agree_with_projected_outlines() -> None:
    """What hides a piece is left out on both sides; table and board never hide one."""
    from models.studio.render import see_owners

    overlaps = []
    for index in (1, 2, 3):
        scene, _ = draw_scene(np.random.default_rng([5, index]), "garden", ShootParams(size=480))
        owner = see_owners(scene.stage, scene.lens)
        for number in scene.stage.solids:
            if number >= FIRST_PILLAR:
                continue
            seen, outline = owner == number, outline_px(scene, number)
            hidden = outline & ~seen & (owner != TABLE) & (owner != BOARD)
            if seen.sum() >= 40:
                overlaps.append((seen & outline).sum() / ((seen | outline) & ~hidden).sum())
    assert len(overlaps) > 30
    assert np.median(overlaps) >= 0.95
    assert np.quantile(overlaps, 0.05) >= 0.85


@needs_renderer
def test_a_mirrored_truth_would_be_noticed() -> None:
    """The comparison above can fail: outlines of the mirrored picture do not fit."""
    from models.studio.render import see_owners

    scene, _ = draw_scene(np.random.default_rng([5, 1]), "garden", ShootParams(size=240))
    owner = see_owners(scene.stage, scene.lens)[:, ::-1]
    tiles = [n for n in scene.stage.solids if FIRST_TILE <= n < FIRST_PILLAR]
    overlaps = [((owner == n) & outline_px(scene, n)).sum() / max(1, ((owner == n) | outline_px(scene, n)).sum()) for n in tiles]
    assert np.median(overlaps) < 0.5


@needs_renderer
def test_the_same_seed_gives_the_same_pixels() -> None:
    pytest.importorskip("pyoidn", reason="the denoiser is in the extra studio")
    params = ShootParams(size=96, samples=1)
    first, second, other = take_photo(3, 1, params), take_photo(3, 1, params), take_photo(3, 2, params)
    assert first.jpeg == second.jpeg
    assert first.truth == second.truth
    assert first.jpeg != other.jpeg


@needs_renderer
def test_a_series_is_resumed(tmp_path: Path) -> None:
    pytest.importorskip("pyoidn", reason="the denoiser is in the extra studio")
    params = ShootParams(size=96, samples=1)
    assert shoot_series(tmp_path, 4, 2, params) == 2
    (tmp_path / f"{photo_name(4, 1)}.json").unlink()
    assert missing(tmp_path, 4, 3) == [1, 2]
    assert shoot_series(tmp_path, 4, 3, params) == 2
    assert not list(tmp_path.glob("*.part"))
    for path in tmp_path.glob("*.json"):
        truth = json.loads(path.read_text())
        assert truth["id"] == path.stem
        if truth["expect"] == "garden":
            garden = Garden.from_dict(truth["garden"])
            assert score_garden(garden).to_dict() == truth["score"]
    assert contact_sheet(tmp_path).shape == (480, 4 * 480, 3)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_exif_tells_focal_length_and_orientation(orientation: int) -> None:
    rgb = np.zeros((60, 90, 3), np.uint8)
    rgb[:20, :30, 0] = 250
    shot = replace(draw_shot(np.random.default_rng(1), 96), exif=True, orientation=orientation, shrink=1.0, quality=95)
    photo = load_photo(encode(rgb, shot, 26.0), params=PhotoParams(min_side_px=10))
    assert (photo.width, photo.height) == (90, 60)
    assert photo.rgb[10, 10, 0] > 200 > photo.rgb[50, 80, 0]
    assert photo.focal_px == pytest.approx(26.0 * np.hypot(90, 60) / np.hypot(36, 24), rel=0.02)


def scenes(count: int) -> list[Scene]:
    return [draw_scene(np.random.default_rng([8, i]), "garden", ShootParams(size=96))[0] for i in range(count)]


def test_nothing_floats_and_nothing_sinks() -> None:
    """Every tile of the truth rests on pillars that end at its underside, and every garden is legal."""
    for scene in scenes(4):
        assert not [v for v in violations(scene.garden) if v.hard]
        tiles = {n: m for n, m in scene.stage.solids.items() if FIRST_TILE <= n < FIRST_TILE + len(scene.garden.tiles)}
        for number, mesh in tiles.items():
            tile = scene.garden.tiles[number - FIRST_TILE]
            middle = mesh.vertices[:, 2].max()
            assert middle == pytest.approx(scene.spec.level_height(tile.level), abs=0.08)
        tops = [float(m.vertices[:, 2].max()) for n, m in scene.stage.solids.items() if n >= FIRST_PILLAR]
        undersides = np.array([scene.spec.level_height(t.level) - scene.spec.tile_thickness for t in scene.garden.tiles])
        assert all(np.abs(undersides - top).min() < 0.05 for top in tops)


def test_truth_holes_lie_in_the_picture() -> None:
    for scene in scenes(4):
        corners = scene.lens.project(np.array([(*c, 0.0) for c in scene.spec.board_corners()]))
        inside = (corners > -0.1 * 96).all() and (corners < 1.1 * 96).all()
        assert inside


def test_cameras_cover_tilt_distance_and_fill() -> None:
    rng, spec = np.random.default_rng(2), KitSpec()
    drawn = [draw_lens(rng, spec, 640) for _ in range(300)]
    tilts = np.histogram([lens.tilt_deg for lens, _, _ in drawn], 4, (0, 40))[0]
    assert tilts.min() > 50
    distances = np.histogram([cm for _, cm, _ in drawn], 4, (22, 90))[0]
    assert distances.min() > 20
    assert np.mean([fill > 0.6 for _, _, fill in drawn]) > 0.6
    assert {lens.width > lens.height for lens, _, _ in drawn} == {True, False}


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio"]) == 1
    assert "--out" in capsys.readouterr().err
    assert main(["studio", "--out", str(tmp_path), "--size", "7"]) == 1
    assert main(["studio", "sheet", str(tmp_path)]) == 1
    assert "studio.no_photos" in capsys.readouterr().err
    (tmp_path / "a.json").write_text('{"id": "a", "expect": "garden"}')
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    assert main(["studio", "sheet", str(tmp_path)]) == 1
    assert "studio.broken_photo" in capsys.readouterr().err
    cv2.imwrite(str(tmp_path / "a.jpg"), np.zeros((40, 60, 3), np.uint8))
    assert main(["studio", "sheet", str(tmp_path)]) == 0


@pytest.mark.parametrize("seed", range(6))
def test_close_ups_show_the_whole_building_area_upright(seed: int) -> None:
    rng, spec = np.random.default_rng(seed), KitSpec()
    far, _, _ = draw_lens(rng, spec, 640)
    near = close_up(far, spec, 3, rng)
    corners = np.array([(x, y, z) for x in (-0.5, 7.5) for y in (0.5, -7.5) for z in (0.0, spec.level_height(3))])
    px = near.project(corners)
    assert (px > 0).all()
    assert (px < [near.width, near.height]).all()
    assert np.allclose(near.centre, far.centre)
    left, right = near.project(np.array([[3.0, -3.5, 0.0], [4.0, -3.5, 0.0]]))
    turn = np.degrees(np.arctan2(right[1] - left[1], right[0] - left[0]))
    assert abs((turn + 45) % 90 - 45) < 4 * CloseParams().spin_deg
    low, high = CloseParams().px_per_cell
    assert 0.7 * low < np.linalg.norm(right - left) < 1.4 * high
