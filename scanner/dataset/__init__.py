"""Real photos with the gardens people saw in them, kept for good.

    from scanner.dataset import open_store

    store = open_store("folder")                      # or "postgresql://…", photos="s3://…"
    record = store.add(photo_bytes, scan=scan.to_dict(), game="club night 12", player="Eva", consent=True)
    store.correct(record.id, garden)                  # beside the scan, which stays as it was
    store.find(corrected=False, order="doubtful")     # what to check next
    store.photo(record.id), store.get(record.id), store.delete(record.id)

When a call returns, its effect survives a crash. Every refusal is a `DatasetError` (or a `ScannerError` about the photo, a `GameError`
about the garden) with a code and a hint.
"""

from scanner.dataset.opening import open_store
from scanner.dataset.record import Record
from scanner.dataset.store import Store
from scanner.errors import DatasetError

__all__ = ["DatasetError", "Record", "Store", "open_store"]
