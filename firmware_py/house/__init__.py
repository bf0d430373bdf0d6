"""The rest of the house: an MQTT broker is told how the game goes, and tells what other tables play.

topics     where a table's messages lie at the broker; pure
messages   what is told of a table: its state, and what happened; pure
discovery  what Home Assistant needs to show a table without being set up for it; pure
club       the tables seen at the broker; pure
line       the line to the broker: a thread of its own round aiomqtt
show       all of the above as a show of the table

Nothing that comes from the broker changes a game: the club's tables are looked at, and that is all.
"""

from firmware_py.house.club import Club, ClubTable
from firmware_py.house.line import Broker, BrokerLine
from firmware_py.house.show import HouseShow, TableName
from firmware_py.house.topics import Topics, slug

__all__ = ["Broker", "BrokerLine", "Club", "ClubTable", "HouseShow", "TableName", "Topics", "slug"]
