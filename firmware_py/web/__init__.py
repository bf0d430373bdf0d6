"""The page: the table on everybody's phone, as a sense (what people do there) and a show (what they see).

pairing    who may act: six-digit codes, wrong tries, lockout; pure
phones     the paired phones, kept on disk as hashes
limits     how much one phone may ask for; pure
hosts      which names this machine answers to; pure
acts       from what a phone sent to an event of the table; pure
snapshot   the view in the page's form, words included; pure
drawing    the board's layout in the page's form; pure
story      a recorded game, step by step; pure
feed       the newest snapshot, handed to everybody who watches
gate       everything that would change something passes here
looks      what everybody may look at
site       all of the above as web application
naming     the page's name in the network
service    the web server as a sense, the feed as a show
page/      what the browser loads: HTML, style, ES modules; no build step
"""

from firmware_py.web.naming import NameSense, can_announce
from firmware_py.web.parts import GameLine, Library, SiteParts
from firmware_py.web.phones import Phones
from firmware_py.web.service import WebSense, WebShow, addresses, for_phones
from firmware_py.web.site import Site

__all__ = [
    "GameLine",
    "Library",
    "NameSense",
    "Phones",
    "Site",
    "SiteParts",
    "WebSense",
    "WebShow",
    "addresses",
    "can_announce",
    "for_phones",
]
