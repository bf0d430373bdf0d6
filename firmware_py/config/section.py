"""What every section of the configuration is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["HintError", "Section"]


class HintError(ValueError):
    """Error raised by a check that knows what was meant: it is told instead of what the key takes."""


class Section(BaseModel):
    """A part of the configuration: unknown keys are refused, and nothing is converted in silence."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
