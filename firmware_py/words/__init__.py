"""The catalogue of sentences: every word that the product says in play, by language and room."""

from firmware_py.words.catalogue import SHORT_LENGTH, Words
from firmware_py.words.languages import LANGUAGES, Language, system_language

__all__ = ["LANGUAGES", "SHORT_LENGTH", "Language", "Words", "system_language"]
