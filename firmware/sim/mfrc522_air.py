"""What the MFRC522 makes of answers on the air: the bytes that reach its FIFO, and where answers clash.

Pure. Knows no register by its address. Source: MFRC522 data sheet rev. 3.8, sections 9.3.1.13 to 9.3.1.15. Of three
answers or more that differ the chip hears nothing at all, as people who tried it report.
"""

NO_CLASH = 0x20                # of CollReg: CollPosNotValid
PLACES = 32                    # that CollReg can name; the 32nd reads as 0


def superpose(answers):
    """Answers sent at once, as (bytes, bits left out at the start): bytes in which a one of any is a one, and the
    first bit that differs (or None). None when three or more differ: then the chip hears nothing.

    >>> superpose(((b"\\x04\\x00", 0), (b"\\x44\\x00", 0)))
    (b'D\\x00', 6)
    """
    whole = bytearray(answers[0][0])
    length = min([len(answer) for answer, _ in answers])
    differs_at = None
    for answer, _ in answers[1:]:
        for bit in range(answers[0][1], 8 * length):
            if (answer[bit // 8] ^ answers[0][0][bit // 8]) >> bit % 8 & 1:
                differs_at = bit if differs_at is None else min(bit, differs_at)
                break
        for i in range(length):
            whole[i] |= answer[i]
    if differs_at is not None and len(answers) > 2:
        return None
    return bytes(whole), differs_at


def received(answer, differs_at, left_out, align, keeps):
    """(bytes for the FIFO, low bits of CollReg, RxLastBits) of `answer`, whose first `left_out` bits were not sent.

    align: RxAlign, where the first bit comes to stand. keeps: ValuesAfterColl; else bits after a clash are cleared.

    >>> received(b"\\x44\\x00", 6, 0, 0, True), received(b"\\x44\\x00", 6, 0, 0, False)
    ((b'D\\x00', 7, 0), (b'\\x04\\x00', 7, 0))
    """
    coll = NO_CLASH
    bits = 8 * len(answer) - left_out
    number = int.from_bytes(answer, "little") >> left_out
    if differs_at is not None:
        position = differs_at - left_out + align          # from 0, in the FIFO
        if position < PLACES:
            coll = (position + 1) % PLACES
        if not keeps:
            number &= (1 << differs_at - left_out) - 1
    return (number << align).to_bytes((bits + align + 7) // 8, "little"), coll, (bits + align) % 8
