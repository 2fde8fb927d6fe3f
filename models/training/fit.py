"""Fit one of the networks on studio photos: `python -m models.training.fit evidence --data DIR --out DIR --minutes 30`.

Resumable: the checkpoint in the output folder is taken up again. The data folder is read anew every epoch, so that a studio
may go on rendering into it meanwhile.
"""

from __future__ import annotations

import argparse
import json
import queue
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.piece_net import TRUNKS
from models.training.tasks import TASKS, PieceTask, Task
from models.training.trunk import Trunk, run_by_onnx
from models.training.truth import Truth, load_truths

TRUNK_SHARE = 0.1
"""Features learned on real pictures are retrained ten times slower than what stands on them, where they are retrained at all."""


@dataclass(frozen=True, slots=True)
class FitParams:
    """Optimisation settings."""

    lr: float = 0.002
    weight_decay: float = 0.02
    warmup_steps: int = 100
    clip: float = 5.0
    average: float = 0.998
    """Weights are averaged over the last 500 steps: steadier than any single step."""


class Pictures:
    """Decoded photos kept in memory: two thousand of 640 px take 2 GB."""

    def __init__(self) -> None:
        self.kept: dict[Path, NDArray[np.uint8]] = {}

    def get(self, truth: Truth) -> NDArray[np.uint8]:
        if truth.path not in self.kept:
            # Truths speak of the upright picture, and OpenCV turns it by EXIF on loading.
            self.kept[truth.path] = np.asarray(cv2.imread(str(truth.path))[..., ::-1], np.uint8)
        return self.kept[truth.path]


def batches(task: Task, folders: list[Path], size: int, rng: np.random.Generator) -> Generator[Any, None, None]:
    """Batches until closed, made by a second thread."""
    made: queue.Queue[Any] = queue.Queue(maxsize=4)
    pictures = Pictures()
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            truths = [t for folder in folders for t in load_truths(folder) if task.wants(t)]
            for group in task.groups(truths, size, rng):
                batch = task.batch([(t, pictures.get(t)) for t in group], rng)
                while not stop.is_set():
                    try:
                        made.put(batch, timeout=0.5)
                        break
                    except queue.Full:
                        continue
                if stop.is_set():
                    return

    worker = threading.Thread(target=work)
    worker.start()
    try:
        while True:
            yield made.get()
    finally:
        stop.set()
        worker.join()


def fit(
    task: Task, data: list[Path], out: Path, *, minutes: float, batch: int, seed: int, elapsed: float = 0.0, params: FitParams | None = None
) -> None:
    """Train until the minutes are over; the learning rate falls with the time."""
    params = params or FitParams()
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    net = task.network().to(memory_format=torch.channels_last)
    assert isinstance(net.trunk, Trunk)
    average = torch.optim.swa_utils.AveragedModel(net, avg_fn=_average_of(params.average), use_buffers=False)
    trainable = [p for p in net.parameters() if p.requires_grad]
    features = [p for p in net.trunk.parameters() if p.requires_grad]
    heads = [p for n, p in net.named_parameters() if p.requires_grad and not n.startswith("trunk.")]
    shares = (1.0, TRUNK_SHARE if task.pretrained else 1.0)
    optimiser = torch.optim.AdamW(
        [{"params": group} for group in (heads, features) if group], lr=params.lr, weight_decay=params.weight_decay
    )
    if not features:
        run_by_onnx(net.trunk, task.side_px, torch.get_num_threads())
    step = _resume(out / f"{task.name}.pt", net, average, optimiser) or _start_from(start_file(task.name), net)
    start, seen_s, losses = time.time(), 0.0, {}
    stream = batches(task, data, batch, rng)
    for example in stream:
        done = ((time.time() - start) / 60 + elapsed) / minutes
        if done >= 1:
            break
        warm = min(1.0, (step + 1) / params.warmup_steps)
        for group, share in zip(optimiser.param_groups, shares, strict=False):
            group["lr"] = float(share * params.lr * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * done))))
        losses = _step(net, task, example, optimiser, trainable, params, losses)
        average.update_parameters(net)
        step += 1
        if time.time() - seen_s > 20:
            seen_s = time.time()
            shown = " ".join(f"{k} {v:.4f}" for k, v in losses.items())
            print(f"{task.name} {done:6.1%} step {step} {shown}", flush=True)
            _save(out, task, net, average, optimiser, step)
    stream.close()
    _save(out, task, net, average, optimiser, step)


def _average_of(most: float) -> Callable[[Tensor, Tensor, Tensor | int], Tensor]:
    """A moving average that forgets the first steps quickly: they are worth nothing."""

    def blend(old: Tensor, new: Tensor, count: Tensor | int) -> Tensor:
        n = float(count)
        keep = min(most, (1 + n) / (10 + n))
        return old + (new - old) * (1 - keep)

    return blend


def _step(
    net: nn.Module,
    task: Task,
    example: Any,
    optimiser: torch.optim.Optimizer,
    trainable: list[nn.Parameter],
    params: FitParams,
    losses: dict[str, float],
) -> dict[str, float]:
    net.train()
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=_has_bfloat16()):
        parts: dict[str, Tensor] = task.losses(net, example)
    total = torch.stack(list(parts.values())).sum()
    optimiser.zero_grad(set_to_none=True)
    total.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(trainable, params.clip)
    optimiser.step()
    return {k: 0.98 * losses.get(k, v.item()) + 0.02 * v.item() for k, v in parts.items()}


@lru_cache(maxsize=1)
def _has_bfloat16() -> bool:
    """Processors without the instructions emulate them, ten times slower than plain float32."""
    facts = Path("/proc/cpuinfo")
    flags = facts.read_text() if facts.exists() else ""
    return "avx512_bf16" in flags or "amx_bf16" in flags


def _resume(path: Path, net: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer) -> int:
    if not path.exists():
        return 0
    state = torch.load(path, map_location="cpu", weights_only=True)
    net.load_state_dict(state["net"])
    average.load_state_dict(state["average"])
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"])


def start_file(name: str) -> Path:
    """Weights to go on from, kept with the code: what was learned survives the machine it was learned on."""
    return Path(__file__).with_name("starts") / f"{name}.npz"


def save_start(task: Task, out: Path) -> Path:
    """Write the averaged weights of a run in half precision, without the frozen features."""
    net = load_averaged(task, out)
    learned = {k for k, p in net.named_parameters() if p.requires_grad or not k.startswith("trunk.")} | {k for k, _ in net.named_buffers()}
    state = {k: v.numpy().astype(np.float16) for k, v in net.state_dict().items() if k in learned and v.is_floating_point()}
    path = start_file(task.name)
    path.parent.mkdir(exist_ok=True)
    np.savez_compressed(path, step=np.int64(json.loads((out / f"{task.name}.json").read_text())["step"]), **state)
    return path


def _start_from(path: Path, net: nn.Module) -> int:
    if not path.exists():
        return 0
    with np.load(path) as kept:
        state = {k: torch.from_numpy(kept[k].astype(np.float32)) for k in kept.files if k != "step"}
        fitting = {k: v for k, v in state.items() if k in (own := net.state_dict()) and own[k].shape == v.shape}
        net.load_state_dict(fitting, strict=False)
        return int(kept["step"])


def _save(out: Path, task: Task, net: nn.Module, average: Any, optimiser: torch.optim.Optimizer, step: int) -> None:
    state = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "step": step}
    aside = out / f"{task.name}.part"
    torch.save(state, aside)
    aside.replace(out / f"{task.name}.pt")
    (out / f"{task.name}.json").write_text(json.dumps({"step": step}))


def load_averaged(task: Task, out: Path, *, last: bool = False) -> nn.Module:
    """The averaged (or the last) network of a checkpoint, in evaluation mode; batch-norm statistics are the last ones."""
    net = task.network()
    state = torch.load(out / f"{task.name}.pt", map_location="cpu", weights_only=True)
    net.load_state_dict(state["net"])
    if last:
        return net.eval()
    averaged = {k.removeprefix("module."): v for k, v in state["average"].items() if k.startswith("module.")}
    parameters = {k for k, _ in net.named_parameters()}
    net.load_state_dict({k: v for k, v in averaged.items() if k in parameters}, strict=False)
    return net.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=sorted(TASKS))
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--elapsed", type=float, default=0, help="minutes of the schedule that an interrupted run has done already")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--lr", type=float, default=FitParams().lr)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--trunk", choices=TRUNKS, help="pieces only: how the features begin and whether they are retrained")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    params = FitParams(lr=args.lr)
    task = PieceTask(args.trunk) if args.trunk else TASKS[args.task]
    fit(task, args.data, args.out, minutes=args.minutes, batch=args.batch, seed=args.seed, elapsed=args.elapsed, params=params)


if __name__ == "__main__":
    main()
