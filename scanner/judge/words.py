"""The sentences of questions and hints in English, Czech, Polish and German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scanner.games.phrases import Phrases
from scanner.games.phrases import say as say_phrase

PHRASES: Phrases = {
    "ask-piece": {
        "en": "What stands on {cell}: {choices}?",
        "cs": "Co stojí na {cell}: {choices}?",
        "pl": "Co stoi na {cell}: {choices}?",
        "de": "Was steht auf {cell}: {choices}?",
    },
    "ask-level": {
        "en": "How high is the surface at {cell}: {choices}?",
        "cs": "Jak vysoko je povrch na {cell}: {choices}?",
        "pl": "Jak wysoko jest powierzchnia na {cell}: {choices}?",
        "de": "Wie hoch liegt die Oberfläche auf {cell}: {choices}?",
    },
    "ask-flower": {
        "en": "What colour are the flowers of the tile at {cell}: {choices}?",
        "cs": "Jakou barvu mají květiny dílku na {cell}: {choices}?",
        "pl": "Jakiego koloru są kwiaty kafelka na {cell}: {choices}?",
        "de": "Welche Farbe haben die Blumen des Plättchens auf {cell}: {choices}?",
    },
    "ask-tile": {
        "en": "Which fields does the topmost tile at {cell} cover: {choices}?",
        "cs": "Která pole zakrývá nejvyšší dílek na {cell}: {choices}?",
        "pl": "Które pola zakrywa najwyższy kafelek na {cell}: {choices}?",
        "de": "Welche Felder bedeckt das oberste Plättchen auf {cell}: {choices}?",
    },
    "or": {"en": " or ", "cs": " nebo ", "pl": " czy ", "de": " oder "},
    "nothing": {"en": "nothing", "cs": "nic", "pl": "nic", "de": "nichts"},
    "no-tile": {"en": "no tile", "cs": "žádný dílek", "pl": "bez kafelka", "de": "kein Plättchen"},
    "on-board": {"en": "the board itself", "cs": "samotná deska", "pl": "sama plansza", "de": "das Tableau selbst"},
    "on-level": {"en": "level {level}", "cs": "patro {level}", "pl": "poziom {level}", "de": "Ebene {level}"},
    "covers": {"en": "{first} to {last}", "cs": "{first} až {last}", "pl": "{first} do {last}", "de": "{first} bis {last}"},
    "piece-over": {"en": "{kind} {cells}", "cs": "{kind} {cells}", "pl": "{kind} {cells}", "de": "{kind} {cells}"},
    "stairs-down": {
        "en": "stairs from {first} down to {last}",
        "cs": "schodiště z {first} dolů na {last}",
        "pl": "schody z {first} w dół na {last}",
        "de": "Treppe von {first} hinab nach {last}",
    },
    "photo.far": {
        "en": "The board is small in this photo. Take another one from closer, so that the board fills the picture.",
        "cs": "Deska je na fotce malá. Vyfoť ji ještě jednou zblízka, ať vyplní celý obrázek.",
        "pl": "Plansza jest na zdjęciu mała. Zrób drugie z bliska, tak aby plansza wypełniła kadr.",
        "de": "Das Tableau ist auf dem Foto klein. Mach noch eines aus der Nähe, auf dem es das Bild füllt.",
    },
    "photo.unsharp": {
        "en": "The grid of the board fits badly: the photo may be blurred. Take another one, hold still, and show the whole board.",
        "cs": "Mřížka desky nesedí přesně: fotka je možná rozmazaná. Vyfoť ji znovu, v klidu a celou desku.",
        "pl": "Siatka planszy słabo pasuje: zdjęcie może być poruszone. Zrób drugie, bez ruchu, z całą planszą.",
        "de": "Das Raster passt schlecht: Vielleicht ist das Foto verwackelt. Mach noch eines, ruhig und mit dem ganzen Tableau.",
    },
    "photo.levels_alike": {
        "en": "From here two levels look alike. Take a second photo from closer and a little more from the side.",
        "cs": "Odsud vypadají dvě patra stejně. Vyfoť zahradu podruhé, zblízka a trochu víc ze strany.",
        "pl": "Stąd dwa poziomy wyglądają tak samo. Zrób drugie zdjęcie z bliska i trochę bardziej z boku.",
        "de": "Von hier sehen zwei Ebenen gleich aus. Mach ein zweites Foto aus der Nähe und etwas mehr von der Seite.",
    },
    "photo.steep": {
        "en": "The photo is taken from far to the side. Take a second one from further above.",
        "cs": "Fotka je pořízená příliš ze strany. Vyfoť zahradu podruhé víc shora.",
        "pl": "Zdjęcie zrobiono mocno z boku. Zrób drugie, bardziej z góry.",
        "de": "Das Foto ist sehr von der Seite aufgenommen. Mach ein zweites weiter von oben.",
    },
    "photo.another": {
        "en": "Something in this photo is hard to make out. Take a second one from another side, in even light.",
        "cs": "Na fotce je něco špatně vidět. Vyfoť zahradu podruhé z jiné strany a v rovnoměrném světle.",
        "pl": "Na zdjęciu coś źle widać. Zrób drugie z innej strony, w równym świetle.",
        "de": "Auf dem Foto ist etwas schlecht zu erkennen. Mach ein zweites von einer anderen Seite, bei gleichmäßigem Licht.",
    },
}


def say(key: str, language: str, gaps: Mapping[str, Any] | None = None) -> str:
    """The phrase in the language, its gaps filled."""
    return say_phrase(PHRASES, key, language, gaps)
