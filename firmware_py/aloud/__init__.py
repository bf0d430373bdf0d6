"""What is said aloud when the table changes, by the voice at the table and by the phones alike."""

from firmware_py.aloud.lately import Lately
from firmware_py.aloud.utterances import KINDS, LEVELS, Kind, Level, Utterance, utterances

__all__ = ["KINDS", "LEVELS", "Kind", "Lately", "Level", "Utterance", "utterances"]
