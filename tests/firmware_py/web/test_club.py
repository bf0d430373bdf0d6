"""The page of the other tables: everybody may look, and nobody acts there."""

from __future__ import annotations

import json
from typing import Any


def club(served: Any) -> Any:
    """What those who watch the club are told."""
    return json.loads(served.site.club_feed.newest)


def test_without_a_broker_the_page_says_so(served: Any) -> None:
    answer = served.call("GET", "/club")
    assert answer.status == 200
    assert b"/page/club.js" in answer.body
    assert served.call("GET", "/page/club.js").status == 200
    assert (club(served)["line"], club(served)["tables"]) == (None, [])
    assert served.state["club"] is False


def test_tables_are_handed_on_as_they_were_heard(served: Any) -> None:
    served.site.show_club([{"name": "hall", "there": True}], line=True)
    told = club(served)
    assert told["tables"] == [{"name": "hall", "there": True}]
    assert told["line"] is True
    served.site.show_club(told["tables"], line=False)
    assert club(served)["number"] == told["number"] + 1
    served.begin()
    assert served.state["club"] is True


def test_nothing_is_done_there(served: Any) -> None:
    for path in ("/club", "/club/events"):
        assert served.call("POST", path, {}).status == 405
