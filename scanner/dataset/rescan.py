"""All records through the present networks; scans of earlier ones stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from scanner.batch import Done, Work, run_batch
from scanner.dataset.database import HOPELESS
from scanner.dataset.export import Outcome
from scanner.dataset.record import model_version
from scanner.dataset.store import Store
from scanner.errors import SemiramisError


def rescan(
    store: Store,
    make_work: Callable[[str], Work],
    models: Mapping[str, str],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    start: Callable[[int], Callable[[str], None]] | None = None,
) -> Outcome:
    """`make_work(edition)` scans a photo; `models` are its networks. Records that these have scanned already are skipped, so that an
    interrupted run goes on where it was. Pixels in these scans are those of the stored photo. `start` is told how many
    there are to scan, and gives what is called after each."""
    by_edition, skipped = _to_scan(store, model_version({"models": dict(models)}))
    done, failed = 0, []
    each = start(sum(map(len, by_edition.values()))) if start else None
    hopeless: list[SemiramisError] = []

    def load(record_id: str) -> bytes:
        try:
            return store.photo(record_id)
        except SemiramisError as error:
            hopeless.extend([error] if error.code in HOPELESS else [])
            raise

    for edition, ids in by_edition.items():
        for one in run_batch(make_work(edition), ids, load=load, jobs=jobs, cluster=cluster):
            if hopeless:
                raise hopeless[0]
            why = _keep(store, one)
            if why is None:
                done += 1
            else:
                failed.append((one.key, why))
            if each:
                each(one.key)
    return Outcome(done, skipped, tuple(failed))


def _to_scan(store: Store, version: str) -> tuple[dict[str, list[str]], int]:
    """Ids by edition of the records that this version has not scanned yet; how many it has."""
    by_edition: dict[str, list[str]] = defaultdict(list)
    skipped = 0
    for record in store.walk():
        if any(scanned.model == version for scanned in record.scans):
            skipped += 1
        else:
            by_edition[record.edition].append(record.id)
    return by_edition, skipped


def _keep(store: Store, one: Done) -> str | None:
    """Why the scan could not be kept; None when it was."""
    if one.result is None:
        return one.error or "no result"
    try:
        store.add_scan(one.key, one.result)
    except SemiramisError as error:  # deleted meanwhile, for example
        if error.code in HOPELESS:
            raise
        return error.hint
    return None
