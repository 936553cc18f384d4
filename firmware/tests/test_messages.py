"""Messages: every row packs and unpacks; what no row fits is named, not guessed."""

import struct

from tablewire import messages
from tablewire.fields import FIELDS
from tablewire.messages import LONGEST, ROWS, NotUnderstood, is_numbered, pack, unpack

UID = b"\x00\x11\x22\x33\x44\x55\x66\x77"
TAG = b"\xe0\x04\x01\x50\x12\x34\x56\x78"

# One of each, with its bytes as the rows' columns say them: kind, then the fields, little-endian.
SAMPLES = (
    (messages.BoardHello(1, 2, UID, 3, 4, 5, 0xCAFEBABE),
     "01" "01" "02" "0011223344556677" "03000000" "04000000" "05000000" "bebafeca"),
    (messages.HostHello(1, 3, 4, 0x80000000), "02" "01" "03000000" "04000000" "00000080"),
    (messages.Ack(0x01020304), "03" "04030201"),
    (messages.Heartbeat(1000, 50, 1, 2, 3), "04" "e8030000" "32000000" "0100" "0200" "0300"),
    (messages.Echo(b"\x00" * 62 + b"\x07"), "05" + "00" * 62 + "07"),
    (messages.Unwell(1000, 2, 820), "06" "e8030000" "02" "34030000"),
    (messages.Counts(1000, *range(1, 29)),
     "07" "e8030000" + "".join(["%02x00" % n for n in range(1, 29)])),
    (messages.Synced(1000, 999_123, 258), "08" "e8030000" "d33e0f00" "0201"),
    (messages.ReaderDown(1000, 2, 240), "09" "e8030000" "02" "f0"),
    (messages.LoopsOut(1000, b"\x01\x00\x00\x00\x40"), "0a" "e8030000" "0100000040"),
    (messages.Chatters(1000, b"\x40" + bytes(27) + b"\x80"), "0c" "e8030000" "40" + "00" * 27 + "80"),
    (messages.Supply(1000, 2, 5100, 4600, 3300, 2900), "0b" "e8030000" "02" "ec13" "f811" "e40c" "540b"),
    (messages.HallChanged(1000, 112, 1), "10" "e8030000" "70" "01"),
    (messages.Moving(1000), "11" "e8030000"),
    (messages.Quiet(1000), "12" "e8030000"),
    (messages.HallState(1000, b"\x80" + b"\x00" * 28), "13" "e8030000" "80" + "00" * 28),
    (messages.StateEnd(1000, 7), "14" "e8030000" "07"),
    (messages.MagnetStirs(1000, 112), "15" "e8030000" "70"),
    (messages.TagRead(1000, 112, TAG), "20" "e8030000" "70" "e004015012345678"),
    (messages.TagNone(1000, 112), "21" "e8030000" "70"),
    (messages.TagsSeveral(1000, 112, TAG, UID), "22" "e8030000" "70" "e004015012345678" "0011223344556677"),
    (messages.RackTag(1000, 3, TAG), "23" "e8030000" "03" "e004015012345678"),
    (messages.RackEnd(1000, 3, 7), "24" "e8030000" "03" "07"),
    (messages.BagSighting(1000, 65535, TAG), "25" "e8030000" "ffff" "e004015012345678"),
    (messages.PadTag(1000, TAG), "26" "e8030000" "e004015012345678"),
    (messages.AllRead(1000, 258), "27" "e8030000" "0201"),
    (messages.BagTag(1000, TAG), "28" "e8030000" "e004015012345678"),
    (messages.TestDone(3, 1000000, 2, 255), "30" "03" "40420f00" "02000000" "ff"),
    (messages.Measured(17, 33, 352), "31" "11" "21" "60010000"),
    (messages.RecordPage(8, 1, b"\x54" + b"\xff" * 31), "32" "08" "01" "54" + "ff" * 31),
    (messages.Lamp(224, 255, 128, 0), "40" "e0" "ff" "80" "00"),
    (messages.LampsOff(), "41"),
    (messages.ClockLamps(1), "42" "01"),
    (messages.StateWanted(), "50"),
    (messages.TestWanted(3, 1000000), "51" "03" "40420f00"),
    (messages.ReadAgain(112), "52" "70"),
    (messages.RackWanted(3), "53" "03"),
    (messages.Stirs(258, 112, 2), "54" "0201" "70" "02"),
    (messages.Magnets(258, b"\x80" + b"\x00" * 28), "55" "0201" "80" + "00" * 28),
    (messages.Service(), "60"),
)


FIRST_LIST = (
    (0x01, "BoardHello", "<BBB8sIIII"), (0x02, "HostHello", "<BBIII"), (0x03, "Ack", "<BI"),
    (0x04, "Heartbeat", "<BIIHHH"), (0x05, "Echo", "<B63s"), (0x10, "HallChanged", "<BIBB"), (0x11, "Moving", "<BI"),
    (0x12, "Quiet", "<BI"), (0x13, "HallState", "<BI29s"), (0x14, "StateEnd", "<BIB"), (0x15, "MagnetStirs", "<BIB"),
    (0x20, "TagRead", "<BIB8s"), (0x21, "TagNone", "<BIB"), (0x22, "TagsSeveral", "<BIB8s8s"),
    (0x23, "RackTag", "<BIB8s"), (0x24, "RackEnd", "<BIBB"), (0x25, "BagSighting", "<BIH8s"),
    (0x26, "PadTag", "<BI8s"), (0x27, "AllRead", "<BIH"), (0x30, "TestDone", "<BBIIB"), (0x40, "Lamp", "<BBBBB"),
    (0x41, "LampsOff", "<B"), (0x50, "StateWanted", "<B"), (0x51, "TestWanted", "<BBI"), (0x52, "ReadAgain", "<BB"),
    (0x53, "RackWanted", "<BB"), (0x54, "Stirs", "<BHBB"), (0x55, "Magnets", "<BH29s"),
)


def not_understood(body):
    """The bytes that NotUnderstood names; None when a row fits."""
    try:
        unpack(body)
    except NotUnderstood as error:
        return error.args[0]
    return None


def test_every_row_has_a_sample():
    assert sorted(row[1] for row in ROWS) == sorted(type(message).__name__ for message, _ in SAMPLES)


def test_every_message_has_these_bytes_and_comes_back_from_them():
    for message, golden in SAMPLES:
        body = pack(message)
        assert body.hex() == golden, message
        again = unpack(body)
        assert again == message
        assert type(again) is type(message)


def test_kinds_and_names_are_given_once():
    assert len({row[0] for row in ROWS}) == len({row[1] for row in ROWS}) == len(ROWS)


def test_every_row_fits_a_frame_and_has_a_field_for_each_packed_value():
    for row in ROWS:
        size = struct.calcsize(row[4])
        assert size <= LONGEST, row[1]
        assert len(struct.unpack(row[4], bytes(size))) == 1 + len(row[6]), row[1]


def test_only_the_session_speaks_without_numbers():
    session = {row[1] for row in ROWS if not row[3]}
    assert session == {"BoardHello", "HostHello", "Ack", "Heartbeat", "Echo", "Unwell", "Counts", "Synced",
                       "ReaderDown", "LoopsOut", "Supply", "Chatters"}
    assert is_numbered(messages.Moving(0))
    assert not is_numbered(messages.Ack(0))


def test_what_no_row_fits_is_not_understood():
    for body in (b"", b"\xee", b"\x11\x00", pack(messages.Moving(0)) + b"\x00",
                 pack(messages.Lamp(225, 1, 1, 1)), pack(messages.HallChanged(0, 255, 1)),
                 pack(messages.RackWanted(4))):
        assert not_understood(body) == body


def test_every_field_has_a_unit_and_no_unit_is_left_over():
    used = set()
    for row in ROWS:
        used.update(row[6])
    assert used == set(FIELDS)


def test_a_row_says_since_which_list_it_is_there_and_the_first_list_stays_as_it_was():
    """A board in the field speaks the rows of its own list: an older row may never be packed otherwise."""
    assert {row[8] for row in ROWS} == set(range(1, messages.NEWEST + 1))
    packings = {row[0]: (row[1], row[4]) for row in ROWS if row[8] == 1}
    for kind, name, packing in FIRST_LIST:
        assert packings[kind] == (name, packing)


def test_what_is_counted_and_what_is_unwell_have_names():
    assert messages.COUNTED == (
        "damaged", "lost", "not_understood", "bad_scans", "reader_restarts", "ghosts", "foreign") + messages.TROUBLES
    assert list(messages.TROUBLES) == sorted(messages.TROUBLES)
    assert messages.UNWELL == {1: "files", 2: "strap", 3: "settings"}
    assert messages.READERS == {1: "radio", 2: "bag", 3: "pad", 4: "record", 5: "chain"}
