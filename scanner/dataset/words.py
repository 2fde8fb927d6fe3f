"""What learning and the dataset tell a player, in every language."""

from __future__ import annotations

from scanner.games.phrases import Phrases

PHRASES: Phrases = {
    "nothing-new": {
        "en": "These photos teach nothing new: the scanner stays as it was.",
        "cs": "Tyto fotky neučí nic nového: skener zůstává, jaký byl.",
        "pl": "Te zdjęcia nie uczą niczego nowego: skaner pozostaje bez zmian.",
        "de": "Diese Fotos lehren nichts Neues: der Scanner bleibt, wie er war.",
    },
    "worse": {
        "en": "On gardens that were not learned from, the scanner would get worse ({change}): it stays as it was.",
        "cs": "Na zahradách, ze kterých se neučil, by se skener zhoršil ({change}): zůstává, jaký byl.",
        "pl": "Na ogrodach, z których się nie uczył, skaner by się pogorszył ({change}): pozostaje bez zmian.",
        "de": "Bei Gärten, aus denen nicht gelernt wurde, würde der Scanner schlechter ({change}): er bleibt, wie er war.",
    },
    "rival": {
        "en": "What is in use reads better ({change}): it stays in use.",
        "cs": "To, co se používá nyní, čte lépe ({change}): zůstává v provozu.",
        "pl": "To, co jest teraz w użyciu, czyta lepiej ({change}): pozostaje w użyciu.",
        "de": "Was jetzt benutzt wird, liest besser ({change}): es bleibt in Gebrauch.",
    },
    "change-loss": {
        "en": "loss {loss}",
        "cs": "ztráta {loss}",
        "pl": "strata {loss}",
        "de": "Verlust {loss}",
    },
    "change": {
        "en": "right totals {totals} of {solved}, wrong cells {cells}, loss {loss}",
        "cs": "správné součty {totals} z {solved}, chybná pole {cells}, ztráta {loss}",
        "pl": "poprawne sumy {totals} z {solved}, błędne pola {cells}, strata {loss}",
        "de": "richtige Summen {totals} von {solved}, falsche Felder {cells}, Verlust {loss}",
    },
    "head-line": {
        "en": "on {count} gardens it had not learned from: wrong cells, right totals, loss",
        "cs": "na {count} zahradách, ze kterých se neučil: chybná pole, správné součty, ztráta",
        "pl": "na {count} ogrodach, z których się nie uczył: błędne pola, poprawne sumy, strata",
        "de": "bei {count} Gärten, aus denen nicht gelernt wurde: falsche Felder, richtige Summen, Verlust",
    },
    "before": {"en": "before", "cs": "předtím", "pl": "przedtem", "de": "vorher"},
    "after": {"en": "after", "cs": "potom", "pl": "potem", "de": "nachher"},
    "dry-run": {
        "en": "It would be used (nothing was changed).",
        "cs": "Použilo by se to (nic se nezměnilo).",
        "pl": "Zostałoby użyte (nic nie zmieniono).",
        "de": "Es würde benutzt (nichts wurde geändert).",
    },
    "profile-in-use": {
        "en": "Profile {version} is in use, learned from {count} gardens. Back: semiramis learn --revert",
        "cs": "Používá se profil {version}, naučený z {count} zahrad. Zpět: semiramis learn --revert",
        "pl": "W użyciu jest profil {version}, nauczony z {count} ogrodów. Cofnij: semiramis learn --revert",
        "de": "Profil {version} ist in Gebrauch, aus {count} Gärten gelernt. Zurück: semiramis learn --revert",
    },
    "bare": {
        "en": "The networks are used as they come.",
        "cs": "Sítě se používají tak, jak byly dodány.",
        "pl": "Sieci są używane tak, jak zostały dostarczone.",
        "de": "Die Netze werden benutzt, wie sie geliefert wurden.",
    },
    "back-to": {
        "en": "Profile {version} is in use again.",
        "cs": "Opět se používá profil {version}.",
        "pl": "Profil {version} jest znów w użyciu.",
        "de": "Profil {version} ist wieder in Gebrauch.",
    },
    "no-profile": {
        "en": "No profile is in use.",
        "cs": "Nepoužívá se žádný profil.",
        "pl": "Żaden profil nie jest w użyciu.",
        "de": "Kein Profil ist in Gebrauch.",
    },
    "training": {
        "en": "{taught} photos to train with, {checks} kept for the gate; training for {minutes} minutes",
        "cs": "{taught} fotek k trénování, {checks} odloženo pro zkoušku; trénuje se {minutes} minut",
        "pl": "{taught} zdjęć do trenowania, {checks} odłożonych do sprawdzenia; trening trwa {minutes} minut",
        "de": "{taught} Fotos zum Trainieren, {checks} für die Prüfung zurückgelegt; trainiert wird {minutes} Minuten",
    },
    "tuned-in-use": {
        "en": "Network {network}, version {version}, is in use. Back: semiramis models revert",
        "cs": "Používá se síť {network}, verze {version}. Zpět: semiramis models revert",
        "pl": "W użyciu jest sieć {network}, wersja {version}. Cofnij: semiramis models revert",
        "de": "Netz {network}, Version {version}, ist in Gebrauch. Zurück: semiramis models revert",
    },
    "tuned-back": {
        "en": "Version {version} of the networks is in use again.",
        "cs": "Opět se používá verze sítí {version}.",
        "pl": "Wersja sieci {version} jest znów w użyciu.",
        "de": "Version {version} der Netze ist wieder in Gebrauch.",
    },
    "no-tuned": {
        "en": "No finetuned network is in use.",
        "cs": "Nepoužívá se žádná dotrénovaná síť.",
        "pl": "Żadna dotrenowana sieć nie jest w użyciu.",
        "de": "Kein nachtrainiertes Netz ist in Gebrauch.",
    },
}

REPORT: Phrases = {
    "title": {"en": "Semiramis dataset", "cs": "Datová sada Semiramis", "pl": "Zbiór danych Semiramis", "de": "Semiramis-Datensatz"},
    "records": {"en": "records", "cs": "záznamy", "pl": "wpisy", "de": "Einträge"},
    "games": {"en": "games", "cs": "partie", "pl": "partie", "de": "Partien"},
    "gardens": {"en": "gardens", "cs": "zahrady", "pl": "ogrody", "de": "Gärten"},
    "scanned": {"en": "scanned", "cs": "naskenováno", "pl": "zeskanowane", "de": "gescannt"},
    "corrected": {"en": "corrected", "cs": "opraveno", "pl": "poprawione", "de": "korrigiert"},
    "consent": {"en": "with consent", "cs": "se souhlasem", "pl": "za zgodą", "de": "mit Einwilligung"},
    "count": {"en": "count", "cs": "počet", "pl": "liczba", "de": "Anzahl"},
    "split": {"en": "split", "cs": "část", "pl": "część", "de": "Teil"},
    "none": {"en": "none yet", "cs": "zatím žádné", "pl": "jeszcze brak", "de": "noch keine"},
    "points-title": {"en": "Points per garden", "cs": "Body za zahradu", "pl": "Punkty za ogród", "de": "Punkte je Garten"},
    "no-points": {
        "en": "No garden has points yet.",
        "cs": "Žádná zahrada zatím nemá body.",
        "pl": "Żaden ogród nie ma jeszcze punktów.",
        "de": "Noch hat kein Garten Punkte.",
    },
    "histogram": {
        "en": "Histogram of the points of {count} gardens",
        "cs": "Histogram bodů {count} zahrad",
        "pl": "Histogram punktów {count} ogrodów",
        "de": "Histogramm der Punkte von {count} Gärten",
    },
    "by-networks": {
        "en": "Right totals by version of the networks",
        "cs": "Správné součty podle verze sítí",
        "pl": "Poprawne sumy według wersji sieci",
        "de": "Richtige Summen nach Version der Netze",
    },
    "networks": {"en": "networks", "cs": "sítě", "pl": "sieci", "de": "Netze"},
    "by-month": {
        "en": "Right totals over time",
        "cs": "Správné součty v čase",
        "pl": "Poprawne sumy w czasie",
        "de": "Richtige Summen im Lauf der Zeit",
    },
    "month": {"en": "month", "cs": "měsíc", "pl": "miesiąc", "de": "Monat"},
    "scans": {"en": "scans", "cs": "skeny", "pl": "skany", "de": "Scans"},
    "totals-right": {
        "en": "totals right (95 %)",
        "cs": "správné součty (95 %)",
        "pl": "poprawne sumy (95 %)",
        "de": "Summen richtig (95 %)",
    },
    "gardens-right": {"en": "gardens right", "cs": "správné zahrady", "pl": "poprawne ogrody", "de": "Gärten richtig"},
    "wrong-cells": {"en": "wrong cells", "cs": "chybná pole", "pl": "błędne pola", "de": "falsche Felder"},
    "no-scans": {
        "en": "No corrected record has a scan yet.",
        "cs": "Žádný opravený záznam zatím nemá sken.",
        "pl": "Żaden poprawiony wpis nie ma jeszcze skanu.",
        "de": "Noch hat kein korrigierter Eintrag einen Scan.",
    },
    "share-of": {
        "en": "{name}: {share} of {count}",
        "cs": "{name}: {share} z {count}",
        "pl": "{name}: {share} z {count}",
        "de": "{name}: {share} von {count}",
    },
    "shares": {
        "en": "Share of right totals with 95 % intervals",
        "cs": "Podíl správných součtů s 95% intervaly",
        "pl": "Udział poprawnych sum z przedziałami 95 %",
        "de": "Anteil richtiger Summen mit 95-%-Intervallen",
    },
    "check-next": {
        "en": "To be checked next",
        "cs": "Zkontrolovat jako další",
        "pl": "Do sprawdzenia w następnej kolejności",
        "de": "Als Nächstes zu prüfen",
    },
    "record": {"en": "record", "cs": "záznam", "pl": "wpis", "de": "Eintrag"},
    "game": {"en": "game", "cs": "partie", "pl": "partia", "de": "Partie"},
    "player": {"en": "player", "cs": "hráč", "pl": "gracz", "de": "Spieler"},
    "probability": {"en": "probability", "cs": "pravděpodobnost", "pl": "prawdopodobieństwo", "de": "Wahrscheinlichkeit"},
    "points": {"en": "points", "cs": "body", "pl": "punkty", "de": "Punkte"},
}
"""The report of a dataset."""
