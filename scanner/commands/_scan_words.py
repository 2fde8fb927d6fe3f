"""The words that `semiramis scan` prints around a score."""

from __future__ import annotations

from scanner.games.phrases import Phrases

PHRASES: Phrases = {
    "sure": {"en": "sure", "cs": "jisté", "pl": "pewne", "de": "sicher"},
    "unsure": {"en": "unsure", "cs": "nejisté", "pl": "niepewne", "de": "unsicher"},
    "verdict": {
        "en": "{status}, probability {percent} %",
        "cs": "{status}, pravděpodobnost {percent} %",
        "pl": "{status}, prawdopodobieństwo {percent} %",
        "de": "{status}, Wahrscheinlichkeit {percent} %",
    },
    "otherwise": {
        "en": "otherwise {total} ({percent} %)",
        "cs": "jinak {total} ({percent} %)",
        "pl": "inaczej {total} ({percent} %)",
        "de": "sonst {total} ({percent} %)",
    },
    "choice": {"en": "{answer}: {total}", "cs": "{answer}: {total}", "pl": "{answer}: {total}", "de": "{answer}: {total}"},
    "others": {
        "en": "Other boards in the picture, not scored: {count}",
        "cs": "Další desky na fotce, nehodnocené: {count}",
        "pl": "Inne plansze na zdjęciu, nieocenione: {count}",
        "de": "Weitere Tableaus auf dem Foto, nicht gewertet: {count}",
    },
    "line": {
        "en": "{file}: {total} points, {verdict}",
        "cs": "{file}: {total} bodů, {verdict}",
        "pl": "{file}: {total} pkt, {verdict}",
        "de": "{file}: {total} Punkte, {verdict}",
    },
    "overlay": {
        "en": "overlay written to {file}",
        "cs": "obrázek zapsán do {file}",
        "pl": "obraz zapisano w {file}",
        "de": "Bild geschrieben nach {file}",
    },
}
