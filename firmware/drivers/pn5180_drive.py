"""How strong the field of a PN5180 is: for bench checks, and apart from its driver, so that it takes no heap in play.

Source: PN5180A0xx/C data sheet, 11.9, register TXOCP_CONTROL (27), bits 7 to 4: how well the transmitter conducts in
reader mode.
"""

_READ_DRIVE = b"\x04\x27"


def drive(reader, level=None):
    """How well the transmitter of `reader`, a Pn5180, conducts, 0..15: as loaded, and then as it was set here last.

    A smaller `level` makes the field weaker, by how much only the antenna's peak detector tells.
    """
    word = bytearray(4)
    reader._query(_READ_DRIVE, word)
    if level is None:
        return word[0] >> 4
    reader._command(bytes((0x00, 0x27, level << 4 | word[0] & 0x0F, word[1], word[2], word[3])))
    return level
