"""What the browser loads: the files of the page, and a recorded game as one file that needs nothing else."""

from __future__ import annotations

import html
import io
import json
import re
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

import segno

__all__ = ["MEDIA", "address_code", "in_words", "one_file", "page_file"]

MEDIA: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The media types of the page's files by their ending."""

_VIEWER: Final = ("dom", "shapes", "dice", "board", "replay", "shared")
"""The modules that a shared game needs, each after those that it imports."""

_IMPORT: Final = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)


@cache
def page_file(name: str) -> tuple[bytes, str] | None:
    """A file of the page and its entity tag; None if there is none of that name.

    What all HTML files have in their head stands in `head.part`.
    """
    if name.rpartition(".")[2] not in MEDIA or "/" in name or name.startswith("."):
        return None
    file = resources.files("firmware_py.web") / "page" / name
    if not file.is_file():
        return None
    content = file.read_bytes()
    if name.endswith(".html"):
        head = (resources.files("firmware_py.web") / "page" / "head.part").read_bytes()
        content = content.replace(b"{head}\n", head)
    return content, _tag(content)


@lru_cache(maxsize=4)
def address_code(address: str) -> bytes:
    """An address as a QR code, an SVG picture: dark on light whatever the page looks like."""
    picture = io.BytesIO()
    code = segno.make(address.upper(), error="m", micro=False)
    code.save(picture, kind="svg", scale=8, dark="#16181b", light="#ffffff", xmldecl=False)
    return picture.getvalue()


def in_words(content: bytes, words: Mapping[str, str]) -> tuple[bytes, str]:
    """An HTML file with its {placeholders} filled, and its entity tag."""
    text = content.decode("utf-8")
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", html.escape(word))
    filled = text.encode("utf-8")
    return filled, _tag(filled)


def one_file(title: str, story: Mapping[str, Any], labels: Mapping[str, str], language: str = "en") -> str:
    """A game as one HTML file with board, slider and all: to pass on, and to open anywhere.

    The modules of the page are set one after the other into one script; their names do not collide.
    """
    data = json.dumps({"story": story, "labels": labels}, ensure_ascii=False, separators=(",", ":"))
    script = "\n".join(_EXPORT.sub("", _IMPORT.sub("", _text(f"{name}.js"))) for name in _VIEWER)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{_text('style.css')}</style>\n"
        f'<body class="shared"><main id="replay"></main>\n'
        f'<script type="application/json" id="game">{_inert(data)}</script>\n'
        f'<script type="module">\n{script}</script>\n</body>\n</html>\n'
    )


def _text(name: str) -> str:
    found = page_file(name)
    assert found is not None, f"{name} is part of the page"
    return found[0].decode("utf-8")


def _inert(data: str) -> str:
    """JSON that cannot end the script element that it stands in."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _tag(content: bytes) -> str:
    return f'"{zlib.crc32(content):08x}"'
