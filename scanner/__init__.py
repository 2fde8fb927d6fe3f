"""Semiramis: one photo of a finished Babylon garden in, its exact score out."""
