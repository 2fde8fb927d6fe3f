"""The 2D art of the photo studio: for every photo a fresh edition of the game, painted by code. The publisher's art is never used."""

from models.studio.art.edition import Edition, paint_edition
from models.studio.art.strangers import paint_chess, paint_other_board, paint_score_pad
from models.studio.art.styles import SPLITS, STYLES
from models.studio.art.tables import HELD_TABLE_KINDS, TABLE_KINDS, TABLE_SPAN, paint_table, table_kinds

__all__ = [
    "HELD_TABLE_KINDS",
    "SPLITS",
    "STYLES",
    "TABLE_KINDS",
    "TABLE_SPAN",
    "Edition",
    "paint_chess",
    "paint_edition",
    "paint_other_board",
    "paint_score_pad",
    "paint_table",
    "table_kinds",
]
