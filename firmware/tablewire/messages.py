"""Every message on the wire, one row each; both ends and the manual's table read these rows.

Pure: tuples in, bytes out. Knows nothing of frames, ports or the order of messages.
Numbers are little-endian. A new message adds a row; a changed meaning raises PROTOCOL.
"""

import struct
from collections import namedtuple

PROTOCOL = 1
LONGEST = 64  # bytes of body, kind included: longer is noise. T02 echoes frames of this size.

TABLE_TO_HOST = "table to host"
HOST_TO_TABLE = "host to table"
BOTH = "both ways"

SQUARES = 225  # square: 0..224, row by row from the top left
RACKS = 4  # rack: 0..3, as the seats
NO_ROLE, BOARD, RADIO, BAG, WHOLE = 0, 1, 2, 3, 4  # roles of a board; WHOLE carries all that its table has
NO_MAGNET, MAGNET, UNSETTLED = 0, 1, 2  # how: what the sensor of a square says

# What went wrong with a board that runs nothing but its line: `code` of Unwell
BAD_FILES, BAD_STRAP, BAD_SETTINGS = 1, 2, 3
UNWELL = {BAD_FILES: "files", BAD_STRAP: "strap", BAD_SETTINGS: "settings"}

# `reader` of ReaderDown
READER_RADIO, READER_BAG, READER_PAD, READER_RECORD, READER_CHAIN = 1, 2, 3, 4, 5
READERS = {READER_RADIO: "radio", READER_BAG: "bag", READER_PAD: "pad", READER_RECORD: "record",
           READER_CHAIN: "chain"}

# `cause` of Supply
CAUSE_UNKNOWN, CAUSE_POWER, CAUSE_WATCHDOG = 0, 1, 2

# `where` of TestDone and ReaderDown: a square, a row or a loop, or what failed of a chip
NOWHERE = 255
WHERE_SILENT, WHERE_STRANGE, WHERE_FORGETS, WHERE_SELF_TEST, WHERE_CLONE = 230, 231, 232, 233, 234
WHERE_NO_FIELD, WHERE_HOT, WHERE_RAIL, WHERE_CHAIN, WHERE_TWO_LOOPS = 235, 236, 237, 238, 239
WHERE_NO_CURRENT, WHERE_UNREAD, WHERE_NO_PEAK, WHERE_DAMAGED, WHERE_SCHEMA = 240, 241, 242, 243, 244

# What the drivers of the chips count, by the names of their tables (drivers/troubles.py); in this order in Counts
TROUBLES = (
    "chain_wrong_bits", "field_gave_up", "field_held_long", "field_overruled", "lamps_dimmed", "lamps_off",
    "lamps_sag", "link_cut_short", "loop_out", "mux_echo", "mux_rail", "mux_two_loops", "pad_crowds", "pad_failed",
    "reader_clash", "reader_ghost", "reader_hot", "reader_no_field", "reader_refused", "reader_silent",
    "reader_stale",
)

NEWEST = 2  # list of rows: raised with the first row that is added after a release


def _row(kind, name, way, numbered, packing, fields, says, since=1):
    return kind, name, way, numbered, "<B" + packing, namedtuple(name, fields), fields, says, since


# kind, name, way, numbered (kept until acknowledged), packing, fields, what it says, since which list
# The two Hellos keep their rows under every PROTOCOL, so that a mismatch can always be said in a sentence.
ROWS = (
    _row(0x01, "BoardHello", TABLE_TO_HOST, False, "BB8sIIII",
         ("protocol", "role", "uid", "boot", "oldest", "next", "build"),
         "who I am, the oldest message that I still keep, the number that comes next, CRC-32 of my files"),
    _row(0x02, "HostHello", HOST_TO_TABLE, False, "BIII", ("protocol", "boot", "want", "first"),
         "go on from message `want` of boot `boot` (0: who are you?); my messages, in this life, begin at `first`"),
    _row(0x03, "Ack", BOTH, False, "I", ("next",), "all before `next` is safe here; forget it"),
    _row(0x04, "Heartbeat", TABLE_TO_HOST, False, "IIHHH", ("at_ms", "scans", "bad_scans", "damaged", "lost"),
         "alive; scans done, scans dropped, frames damaged, messages lost for want of room"),
    _row(0x05, "Echo", BOTH, False, "63s", ("data",), "send this back"),
    _row(0x06, "Unwell", TABLE_TO_HOST, False, "IBI", ("at_ms", "code", "detail"),
         "I run nothing but this line, and obey nothing but Service; told with every heartbeat", since=2),
    _row(0x07, "Counts", TABLE_TO_HOST, False, "I%dH" % (7 + len(TROUBLES)),
         ("at_ms", "damaged", "lost", "not_understood", "bad_scans", "reader_restarts", "ghosts", "foreign")
         + TROUBLES,
         "all that has been lost or dropped here since the start, and what the chips' drivers have counted; told"
         " every 5 s", since=2),
    _row(0x08, "Synced", TABLE_TO_HOST, False, "IIH", ("at_ms", "at_us", "nth"),
         "the `nth` pulse on SYNC rose at `at_us`; it is told at `at_ms`", since=2),
    _row(0x09, "ReaderDown", TABLE_TO_HOST, False, "IBB", ("at_ms", "reader", "where"),
         "this reader does not work now, and why; told after every heartbeat until it works again", since=2),
    _row(0x0A, "LoopsOut", TABLE_TO_HOST, False, "I5s", ("at_ms", "loops"),
         "these loop antennas were found without current, the others of squares are used in their place; told after"
         " every heartbeat until none is", since=2),
    _row(0x0B, "Supply", TABLE_TO_HOST, False, "IBHHHH",
         ("at_ms", "cause", "five_mv", "five_least_mv", "hall_mv", "hall_least_mv"),
         "why I have started, the least that my supplies gave since this was told before, and since the start; told"
         " with every heartbeat", since=2),
    _row(0x0C, "Chatters", TABLE_TO_HOST, False, "I29s", ("at_ms", "bits"),
         "these squares come and go more than 6 times in 2 s, and settle only when they have stood three times as"
         " long; told after every heartbeat until none does", since=2),
    _row(0x10, "HallChanged", TABLE_TO_HOST, True, "IBB", ("at_ms", "square", "on"),
         "a square's magnet came or went and has stood so for SETTLE_MS; stamped with its first reading"),
    _row(0x11, "Moving", TABLE_TO_HOST, True, "I", ("at_ms",), "something stirs: not settled, or not yet read"),
    _row(0x12, "Quiet", TABLE_TO_HOST, True, "I", ("at_ms",), "all squares have settled and have been read"),
    _row(0x13, "HallState", TABLE_TO_HOST, True, "I29s", ("at_ms", "bits"),
         "all 225 settled squares, the first square in the highest bit of the first byte"),
    _row(0x14, "StateEnd", TABLE_TO_HOST, True, "IB", ("at_ms", "tags"),
         "the whole state has been told: HallState, one TagRead a known tile, Quiet or Moving, and this"),
    _row(0x15, "MagnetStirs", TABLE_TO_HOST, True, "IB", ("at_ms", "square"),
         "a square's magnet comes or goes, for the board that reads the tags: whether it stays is not known yet"),
    _row(0x20, "TagRead", TABLE_TO_HOST, True, "IB8s", ("at_ms", "square", "tag"),
         "row and column loop both read this tag where they cross"),
    _row(0x21, "TagNone", TABLE_TO_HOST, True, "IB", ("at_ms", "square"), "no tag answers on this square"),
    _row(0x22, "TagsSeveral", TABLE_TO_HOST, True, "IB8s8s", ("at_ms", "square", "tag", "other"),
         "two tags or more answer on this square"),
    _row(0x23, "RackTag", TABLE_TO_HOST, True, "IB8s", ("at_ms", "rack", "tag"),
         "the loop of this rack reads this tag: one for each tile, in no order that means anything"),
    _row(0x24, "RackEnd", TABLE_TO_HOST, True, "IBB", ("at_ms", "rack", "tags"),
         "this rack, read twice alike, has been told whole: its last so many RackTag; left out if one found no room"),
    _row(0x25, "BagSighting", TABLE_TO_HOST, True, "IH8s", ("at_ms", "for_ms", "tag"),
         "the ring in the bag's neck saw this tag, first at `at_ms` and last `for_ms` later; it knows no direction"),
    _row(0x26, "PadTag", TABLE_TO_HOST, True, "I8s", ("at_ms", "tag"),
         "this tag has been laid on the identify pad; told once, however long it lies there"),
    _row(0x27, "AllRead", TABLE_TO_HOST, True, "IH", ("at_ms", "nth"),
         "at rest: all squares are read of which the host has told up to the `nth` Stirs or Magnets"),
    _row(0x28, "BagTag", TABLE_TO_HOST, True, "I8s", ("at_ms", "tag"),
         "the loop under the bag reads this tag: told once, and after StateWanted; a silent one may lie there too"),
    _row(0x30, "TestDone", TABLE_TO_HOST, True, "BIIB", ("test", "done", "errors", "where"),
         "a bench check has ended: how many were tried, how many failed, and where, or what was wrong first"),
    _row(0x31, "Measured", TABLE_TO_HOST, True, "BBI", ("test", "where", "value"),
         "a bench check under way has measured this there; its TestDone comes after the last", since=2),
    _row(0x32, "RecordPage", BOTH, True, "BB32s", ("page", "kept", "stored"),
         "to the table: read or write this page of your EEPROM, after the bench checks that wait; it counts from your"
         " next start on. To the host: what stands there", since=2),
    _row(0x40, "Lamp", HOST_TO_TABLE, True, "BBBB", ("square", "red", "green", "blue"),
         "light the four posts of a square; 0 0 0 is dark"),
    _row(0x41, "LampsOff", HOST_TO_TABLE, True, "", (), "all posts dark"),
    _row(0x42, "ClockLamps", HOST_TO_TABLE, True, "B", ("seat",),
         "light the lamps at this seat's clock alone, where a table has them; 255: none; LampsOff darkens them too",
         since=2),
    _row(0x50, "StateWanted", HOST_TO_TABLE, True, "", (),
         "tell the whole state, once the first readings have settled"),
    _row(0x51, "TestWanted", HOST_TO_TABLE, True, "BI", ("test", "count"), "run bench check T`test`, `count` times"),
    _row(0x52, "ReadAgain", HOST_TO_TABLE, True, "B", ("square",), "read this square's tag again"),
    _row(0x53, "RackWanted", HOST_TO_TABLE, True, "B", ("rack",), "read this rack and tell it, changed or not"),
    _row(0x54, "Stirs", HOST_TO_TABLE, True, "HBB", ("nth", "square", "how"),
         "the other board feels this square: its magnet 0 has gone, 1 has come, 2 stirs; read it"),
    _row(0x55, "Magnets", HOST_TO_TABLE, True, "H29s", ("nth", "bits"),
         "all 225 settled squares as in HallState; read those of which you did not know it"),
    _row(0x60, "Service", HOST_TO_TABLE, True, "", (),
         "stop, and start again without a program: your files are to be written", since=2),
)

_BY_KIND = {row[0]: row for row in ROWS}
_KIND_OF = {row[5]: row for row in ROWS}
LONGEST_KEPT = max(struct.calcsize(row[4]) for row in ROWS if row[3])  # bytes of body of any numbered message


class NotUnderstood(Exception):
    """A sound frame whose kind or length no row has, or a square off the board: skipped, counted, acknowledged."""


def pack(message):
    """The body of `message` as bytes: its kind, then its fields."""
    row = _KIND_OF[type(message)]
    return struct.pack(row[4], row[0], *message)


def pack_into(buffer, at, kind, first, second=None, third=None):
    """Pack a message of `kind` (HallChanged, not one made of it) into `buffer` from `at` on; how many bytes it takes.

    For messages of one, two or three fields. Allocates nothing: neither a message nor bytes are made on the way.

    >>> buffer = bytearray(8)
    >>> pack_into(buffer, 1, HallChanged, 1000, 112, 1), bytes(buffer[1:]) == pack(HallChanged(1000, 112, 1))
    (7, True)
    """
    row = _KIND_OF[kind]
    if second is None:
        struct.pack_into(row[4], buffer, at, row[0], first)
    elif third is None:
        struct.pack_into(row[4], buffer, at, row[0], first, second)
    else:
        struct.pack_into(row[4], buffer, at, row[0], first, second, third)
    return struct.calcsize(row[4])


def unpack(body):
    """The message in `body`. Raises NotUnderstood when no row fits."""
    row = _BY_KIND.get(body[0]) if len(body) else None
    if row is None or struct.calcsize(row[4]) != len(body):
        raise NotUnderstood(body)
    message = row[5](*struct.unpack(row[4], body)[1:])
    if ("square" in row[6] and message.square >= SQUARES) or ("rack" in row[6] and message.rack >= RACKS):
        raise NotUnderstood(body)
    return message


def is_numbered(message):
    """True when `message` is kept by its sender until the other side has acknowledged it."""
    return _KIND_OF[type(message)][3]


def _type(name):
    for row in ROWS:
        if row[1] == name:
            return row[5]
    raise KeyError(name)


BoardHello = _type("BoardHello")
HostHello = _type("HostHello")
Ack = _type("Ack")
Heartbeat = _type("Heartbeat")
Echo = _type("Echo")
Unwell = _type("Unwell")
Counts = _type("Counts")
Synced = _type("Synced")
ReaderDown = _type("ReaderDown")
LoopsOut = _type("LoopsOut")
Supply = _type("Supply")
Chatters = _type("Chatters")
HallChanged = _type("HallChanged")
Moving = _type("Moving")
Quiet = _type("Quiet")
HallState = _type("HallState")
StateEnd = _type("StateEnd")
MagnetStirs = _type("MagnetStirs")
TagRead = _type("TagRead")
TagNone = _type("TagNone")
TagsSeveral = _type("TagsSeveral")
RackTag = _type("RackTag")
RackEnd = _type("RackEnd")
BagSighting = _type("BagSighting")
PadTag = _type("PadTag")
AllRead = _type("AllRead")
BagTag = _type("BagTag")
TestDone = _type("TestDone")
Measured = _type("Measured")
RecordPage = _type("RecordPage")
Lamp = _type("Lamp")
LampsOff = _type("LampsOff")
ClockLamps = _type("ClockLamps")
StateWanted = _type("StateWanted")
TestWanted = _type("TestWanted")
ReadAgain = _type("ReadAgain")
RackWanted = _type("RackWanted")
Stirs = _type("Stirs")
Magnets = _type("Magnets")
Service = _type("Service")
COUNTED = _KIND_OF[Counts][6][1:]  # the names of what is counted, in order
