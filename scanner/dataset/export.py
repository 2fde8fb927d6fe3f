"""Records out to a folder, the same bytes for the same records, and in again without loss."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scanner.dataset.database import HOPELESS, guard
from scanner.dataset.formats import FORMS, read_json, read_text
from scanner.dataset.record import Record, canonical
from scanner.dataset.rows import Query
from scanner.dataset.splits import SPLITS, find_twins, split_of
from scanner.dataset.store import Store
from scanner.errors import DatasetError, SemiramisError

FORMAT = "semiramis.dataset/1"
PLAIN = re.compile(r"[A-Za-z][\w.+-]*")
"""What YAML takes for a word without quotes."""
BROKEN = ("dataset.photo_missing", "dataset.photo_damaged")
"""What ails a single record; anything else ends the export."""
MANIFEST, SUMS, CARD = "semiramis.json", "SHA256SUMS", "README.md"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an export or import did."""

    done: int = 0
    skipped: int = 0
    """Already there."""
    failed: tuple[tuple[str, str], ...] = ()
    """(what, why)."""
    near: tuple[tuple[str, str], ...] = field(default=())
    """(what, the record whose photo looks nearly the same); of an export only those in different splits."""
    unagreed: int = 0
    """Not exported, because nobody said that they may be."""


def export_store(
    store: Store,
    out: Path,
    form: str,
    *,
    everything: bool = False,
    title: str = "Semiramis dataset",
    each: Callable[[str], None] | None = None,
) -> Outcome:
    """Write the records whose owners agreed (or `everything`) to the new folder `out`; it appears when it is complete. Records whose
    photo is missing or damaged are left out and named."""
    if form not in FORMS:
        raise DatasetError("dataset.bad_form", f"{form!r} is no export; known are {', '.join(FORMS)}.")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DatasetError("dataset.not_empty", f"{out} is not empty. Export to a new folder.")
    records = sorted(store.walk(Query(consent=None if everything else True)), key=lambda r: r.id)
    out = out.resolve()  # "." has no name to write beside
    part = out.with_name(f".{out.name}.{secrets.token_hex(4)}.part")
    try:
        with guard():
            part.mkdir(parents=True)
            outcome = _write(store, part, form, records, title, each or (lambda _: None))
            if out.exists():
                out.rmdir()
            os.rename(part, out)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return outcome if everything else replace(outcome, unagreed=sum(1 for _ in store.walk(Query(consent=False))))


def _write(store: Store, folder: Path, form: str, records: Sequence[Record], title: str, each: Callable[[str], None]) -> Outcome:
    failed: list[tuple[str, str]] = []
    whole: list[Record] = []
    sums: dict[str, str] = {}

    def put(place: str, data: bytes) -> None:
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sums[place] = hashlib.sha256(data).hexdigest()

    for record in records:
        place = FORMS[form].photo_place(record, split_of(record.group))
        try:
            if place not in sums:
                put(place, _whole_photo(store, record))
            whole.append(record)
        except DatasetError as error:
            if error.code not in BROKEN:
                raise
            failed.append((record.id, error.hint))
        each(record.id)
    for split in SPLITS:
        for place, text in FORMS[form].texts(split, [r for r in whole if split_of(r.group) == split]):
            put(place, text.encode())
    counts: Counter[str] = Counter(split_of(r.group) for r in whole)
    leaks = [t for t in find_twins(whole) if t.across_splits]
    manifest = {"format": FORMAT, "form": form, "title": title, "splits": {s: counts[s] for s in SPLITS}}
    put(MANIFEST, (canonical(manifest) + "\n").encode())
    put(CARD, _card(whole, form, title, counts, len(leaks)).encode())
    (folder / SUMS).write_text("".join(f"{sums[place]}  {place}\n" for place in sorted(sums)), encoding="utf-8")
    return Outcome(len(whole), failed=tuple(failed), near=tuple((t.first, t.second) for t in leaks))


def _whole_photo(store: Store, record: Record) -> bytes:
    """Its photo; DatasetError when it is missing or no longer what was kept."""
    data = store.photos.read(record.photo_sha256)
    if hashlib.sha256(data).hexdigest() != record.photo_sha256:
        raise DatasetError("dataset.photo_damaged", "Its photo is damaged; given again with `dataset add`, it is whole again.")
    return data


def _card(records: Sequence[Record], form: str, title: str, counts: Counter[str], leaks: int) -> str:
    """The dataset card; says nothing that depends on when or where it was written."""
    licences = Counter(r.licence or "unspecified" for r in records)
    games = {r.game for r in records if r.game}
    rows = [
        ("records", len(records)),
        ("games", len(games)),
        ("gardens", len({r.garden_id for r in records})),
        ("corrected by a person", sum(r.corrected for r in records)),
        ("with a written sheet", sum(r.sheet is not None for r in records)),
        ("editions", ", ".join(sorted({r.edition for r in records})) or "none"),
        ("added", f"{min(r.added_at for r in records)[:10]} to {max(r.added_at for r in records)[:10]}" if records else "never"),
        ("nearly equal photos across splits", leaks),
    ]
    licence = next(iter(licences)) if len(licences) == 1 else "other"
    lines = [
        "---",
        "license: " + (licence if PLAIN.fullmatch(licence) else json.dumps(licence)),
        "task_categories: [keypoint-detection]",
        "---",
    ]
    lines += ["", f"# {title}", "", "Photos of finished Babylon gardens with the gardens people saw in them.", ""]
    lines += ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows), ""]
    lines += ["| split | records |", "|---|---|", *(f"| {split} | {counts[split]} |" for split in SPLITS), ""]
    lines += ["| licence | records |", "|---|---|", *(f"| {name} | {n} |" for name, n in sorted(licences.items())), ""]
    lines += [
        f"Form: {form}. Splits are by game and depend on the game's name alone. EXIF and places were removed from all photos, and photos",
        "were cropped to the board where it was known. Scans are kept as the scanner made them, beside the corrected garden.",
        "",
        "Check the files with `sha256sum -c SHA256SUMS`; read them again with `semiramis dataset import FOLDER`.",
        "",
    ]
    return "\n".join(lines)


def is_export(folder: Path) -> bool:
    return (folder / MANIFEST).is_file()


def count_exported(folder: Path) -> int:
    """How many records an export says that it holds."""
    manifest = read_json(read_text(folder / MANIFEST))
    splits = manifest.get("splits") if isinstance(manifest, dict) else None
    return sum(n for n in splits.values() if isinstance(n, int)) if isinstance(splits, dict) else 0


def import_export(store: Store, folder: Path, each: Callable[[str], None] | None = None) -> Outcome:
    """Put back every record of an export; what is here already is skipped, what is broken is reported."""
    manifest = read_json(read_text(folder / MANIFEST))
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or manifest.get("form") not in FORMS:
        raise DatasetError("dataset.bad_export", f"{folder / MANIFEST} does not describe an export that this version reads.")
    form = FORMS[manifest["form"]]
    sums = {place: sha256 for sha256, _, place in (line.partition("  ") for line in read_text(folder / SUMS).splitlines())}
    done, skipped = 0, 0
    failed = [(place, "its checksum is wrong") for place in sorted(sums) if not place.endswith(".jpg") and not _fits(folder, place, sums)]
    if failed:
        return Outcome(failed=tuple(failed))
    for split in SPLITS:
        for record in form.load(folder, split):
            try:
                new = store.restore(record, _exported_photo(folder / form.photo_place(record, split)))
                done, skipped = done + new, skipped + (not new)
            except SemiramisError as error:
                failed.append((record.id, error.hint))
                if error.code in HOPELESS:
                    return Outcome(done, skipped, tuple(failed))
            if each:
                each(record.id)
    return Outcome(done, skipped, tuple(failed))


def _exported_photo(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DatasetError("dataset.unreadable", f"{path}: {error.strerror or error}") from error


def _fits(folder: Path, place: str, sums: dict[str, str]) -> bool:
    path = folder / place
    inside = path.resolve().is_relative_to(folder.resolve())
    return inside and path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sums[place]
