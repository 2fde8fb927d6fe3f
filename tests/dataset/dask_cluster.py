"""A Dask scheduler and two workers as programs of their own, as a club would start them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120
"""Starting three Pythons on a busy machine takes its time."""


@contextmanager
def running_cluster(workers: int = 2) -> Iterator[str]:
    """Its address."""
    with tempfile.TemporaryDirectory(prefix="semi-dask-", ignore_cleanup_errors=True) as folder:
        told = Path(folder) / "scheduler.json"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
        quiet: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
        dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--nworkers", str(workers), "--no-dashboard"]
        here = ["--scheduler-file", str(told)]
        running = [subprocess.Popen([*dask, *here], **quiet)]
        if workers:
            running.append(subprocess.Popen([*worker, *here, "--local-directory", folder], **quiet))
        try:
            from distributed import Client

            with Client(scheduler_file=str(told), timeout=f"{PATIENCE_S}s", set_as_default=False) as client:
                if workers:
                    client.wait_for_workers(workers, timeout=PATIENCE_S)
            yield str(json.loads(told.read_text())["address"])
        finally:
            for process in reversed(running):
                process.terminate()
                process.wait(30)
