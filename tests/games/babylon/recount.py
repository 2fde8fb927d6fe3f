"""A second opinion about the score, written from the rules without looking at the engine: it paints the board from above.

Works on the JSON form only, so that it shares no code with what it checks.
"""

from __future__ import annotations

from typing import Any


def recount(garden: dict[str, Any]) -> dict[str, int]:
    """The nine numbers and the open holes."""
    height = [[0] * 8 for _ in range(8)]  # height[row][col]: what the eye meets first
    for tile in garden["tiles"]:
        for dr in (0, 1):
            for dc in (0, 1):
                spot = height[tile["row"] + dr]
                spot[tile["col"] + dc] = max(spot[tile["col"] + dc], tile["level"])

    def seen(col: int, row: int, level: int) -> bool:
        return height[row][col] == level or height[row][col] < level

    points = {"statue": 0, "fountain": 0, "bridge": 0, "stairs": 0, "belvedere": 0}
    how_many = dict(points)
    for piece in garden["decorations"]:
        spots = [(*cell, level) for cell, level in zip(piece["cells"], piece["levels"], strict=True)]
        if piece["kind"] == "bridge":
            (c1, r1, level), (c2, r2, _) = spots
            spots.append(((c1 + c2) // 2, (r1 + r2) // 2, level))
        if any(seen(*spot) for spot in spots):
            how_many[piece["kind"]] += 1
            levels = piece["levels"]
            value = {"statue": levels[0], "fountain": 3 * levels[0], "bridge": 3 * levels[0], "stairs": sum(levels), "belvedere": 1}
            points[piece["kind"]] += value[piece["kind"]]
    flowers = {"white": 0, "blue": 0, "yellow": 0, "pink": 0}
    for tile in garden["tiles"]:
        corners = [(tile["col"] + i, tile["row"] + j) for i in (0, 1) for j in (0, 1)]
        if not all(height[row][col] > tile["level"] for col, row in corners):
            flowers[tile["flower"]] += 1
    sets = 0
    left = {kind: how_many[kind] for kind in ("statue", "fountain", "bridge", "stairs")}
    while all(left.values()):
        left = {kind: count - 1 for kind, count in left.items()}
        sets += 1
    bunches = 0
    while all(flowers.values()):
        flowers = {flower: count - 1 for flower, count in flowers.items()}
        bunches += 1
    lines = {
        "statues": points["statue"],
        "fountains": points["fountain"],
        "bridges": points["bridge"],
        "stairs": points["stairs"],
        "diversity": 4 * sets,
        "flowers": 4 * bunches,
        "belvederes": points["belvedere"],
        "highest": 2 * max(max(row) for row in height),
    }
    holes = sum(row.count(0) for row in height)
    return {**lines, "total": sum(lines.values()), "open_holes": holes}
