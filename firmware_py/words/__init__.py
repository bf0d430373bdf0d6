"""The catalogue of sentences: every word that the product says in play, by language and room."""

from firmware_py.words.catalogue import SHORT_LENGTH, Words

__all__ = ["SHORT_LENGTH", "Words"]
