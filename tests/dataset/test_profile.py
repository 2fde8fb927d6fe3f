"""What was learned, as versioned files: it changes evidence into evidence, can be taken back, and scans use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.dataset.refit import fit_profile
from scanner.errors import ScannerError, SemiramisError
from scanner.profile import (
    GROUPS,
    Profile,
    Refit,
    current_version,
    load_profile,
    load_versions,
    personal,
    revert,
    save_profile,
    use_version,
)
from scanner.types import Evidence
from tests.dataset.box import lesson

ROOT = Path(__file__).parents[2]


def test_a_scan_uses_what_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scanner import pipeline

    asked: list[Evidence] = []

    def stop(evidence: Evidence, **_: Any) -> Any:
        asked.append(evidence)
        raise ScannerError("enough", "seen")

    monkeypatch.setenv("SEMIRAMIS_PROFILES", str(tmp_path))
    monkeypatch.setattr(pipeline, "reconstruct", stop)
    data = (ROOT / "samples/garden-01.jpg").read_bytes()
    plain = pipeline.Scanner().scan(data)
    save_profile(tmp_path, fit_profile([lesson(0), lesson(1)], plain.models["evidence"]))
    learned = pipeline.Scanner().scan(data)
    assert learned.models["evidence"] == f"{plain.models['evidence']}+1"
    assert not np.allclose(asked[0].flower_logp, asked[1].flower_logp)


def test_evidence_stays_evidence() -> None:
    x = lesson(3)
    out = fit_profile([lesson(0), lesson(1)], "n").apply(x.evidence)
    assert np.allclose(np.exp(out.level_logp).sum(axis=0), 1.0, atol=1e-5)
    assert np.allclose(np.exp(out.content_logp).sum(axis=-1), 1.0, atol=1e-5)
    assert np.allclose(np.exp(out.flower_logp).sum(axis=-1), 1.0, atol=1e-5)
    assert all(np.isfinite(getattr(out, name)).all() for name in Evidence.__slots__)
    assert {getattr(out, name).dtype for name in Evidence.__slots__} == {np.dtype(np.float32)}
    same = Profile({}, "n").apply(x.evidence)
    zero = Profile({h: Refit(np.zeros((max(g) + 1,) * 2), np.zeros(max(g) + 1)) for h, g in GROUPS.items()}, "n").apply(x.evidence)
    for name in Evidence.__slots__:
        assert np.allclose(getattr(same, name), getattr(x.evidence, name), atol=1e-5)
        assert np.allclose(getattr(zero, name), getattr(x.evidence, name), atol=1e-4)


def test_profiles_are_versions_that_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = save_profile(tmp_path, fit_profile([lesson(0), lesson(1)], "net"))
    second = save_profile(tmp_path, fit_profile([lesson(2), lesson(3)], "net"))
    assert (first.version, first.previous, second.version, second.previous) == (1, None, 2, 1)
    assert [p.version for p in load_versions(tmp_path)] == [1, 2]
    found = load_profile(tmp_path, "net")
    assert found is not None
    assert found.to_dict() == second.to_dict() == Profile.from_dict(second.to_dict()).to_dict()
    assert load_profile(tmp_path, "another network") is None
    monkeypatch.setenv("SEMIRAMIS_PROFILES", str(tmp_path))
    x = lesson(5).evidence
    changed, name = personal(x, "net")
    assert name == "net+2"
    assert not np.allclose(changed.flower_logp, x.flower_logp)
    assert personal(x, "another")[0] is x
    assert revert(tmp_path) == 1
    third = save_profile(tmp_path, fit_profile([lesson(0), lesson(1)], "net"))
    assert (third.version, third.previous) == (3, 1)
    assert [revert(tmp_path), revert(tmp_path)] == [1, None]
    assert load_profile(tmp_path, "net") is None
    assert personal(x, "net") == (x, "net")
    with pytest.raises(SemiramisError) as caught:
        revert(tmp_path)
    assert caught.value.code == "profile.none"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "semiramis.profile/1"}', "\0", "nan"])
def test_a_damaged_profile_is_named_and_can_be_left(tmp_path: Path, text: str) -> None:
    save_profile(tmp_path, Profile({}, "net"))
    broken = save_profile(tmp_path, fit_profile([lesson(0), lesson(1)], "net"))
    (tmp_path / f"{broken.version:04d}.json").write_text(text)
    with pytest.raises(ScannerError) as caught:
        load_profile(tmp_path, "net")
    assert caught.value.code == "profile.damaged"
    assert [p.version for p in load_versions(tmp_path)] == [1]
    assert revert(tmp_path) == 1
    assert load_profile(tmp_path, "net") is not None
    with pytest.raises(ScannerError):
        use_version(tmp_path, broken.version)
    assert current_version(tmp_path) == 1


@pytest.mark.parametrize("bad", [1e9, float("nan"), "x", None, []])
def test_numbers_that_cannot_be(bad: Any) -> None:
    data = json.loads(json.dumps(fit_profile([lesson(0), lesson(1)], "net").to_dict()))
    data["heads"]["flower"]["shift"][0] = bad
    with pytest.raises(ScannerError):
        Profile.from_dict(data)
