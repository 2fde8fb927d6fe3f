"""All records through the present networks; scans of earlier ones stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from scanner.batch import Work, run_batch
from scanner.dataset.export import Outcome
from scanner.dataset.record import model_version
from scanner.dataset.store import Store
from scanner.errors import SemiramisError


def rescan(
    store: Store, make_work: Callable[[str], Work], models: Mapping[str, str], *, jobs: int = 1, cluster: str | None = None
) -> Outcome:
    """`make_work(edition)` scans a photo; `models` are its networks. Records that these have scanned already are skipped, so that an
    interrupted run goes on where it was. Pixels in these scans are those of the stored photo."""
    version = model_version({"models": dict(models)})
    by_edition: dict[str, list[str]] = defaultdict(list)
    done, skipped, failed = 0, 0, []
    for record in store.walk():
        if any(scanned.model == version for scanned in record.scans):
            skipped += 1
        else:
            by_edition[record.edition].append(record.id)
    for edition, ids in by_edition.items():
        for one in run_batch(make_work(edition), ids, load=store.photo, jobs=jobs, cluster=cluster):
            if one.result is None:
                failed.append((one.key, one.error or "no result"))
                continue
            try:
                store.add_scan(one.key, one.result)
            except SemiramisError as error:  # deleted meanwhile, for example
                failed.append((one.key, error.hint))
                continue
            done += 1
    return Outcome(done, skipped, tuple(failed))
