"""What every field of every message is, with its unit; one name means the same wherever it stands.

For the manual and for tests: no board reads this file, where it would take some kB of the heap.
"""

FIELDS = {
    "at_ms": "ms of the board, wraps at 2^30",
    "at_us": "us of the board, wraps at 2^30",
    "bad_scans": "count: scans dropped for their sentinels or their sensors' supply, wraps at 2^16",
    "bits": "225 squares, the first in the highest bit of the first byte",
    "blue": "0..255",
    "boot": "count of this board's starts, from 1; with a message's number it names the message for ever",
    "build": "CRC-32 of the board's files",
    "cause": "0 not known, 1 power came, or came back, or the host pulled RUN, 2 the watchdog or the board itself",
    "chain_wrong_bits": "count: bits of the Hall chain's loop-back that came back wrong, wraps at 2^16",
    "code": "1 files: `detail` of them are not as sums.json says; 2 strap: it reads `detail` mV, which is no role's;"
            " 3 settings: board.json cannot be read (`detail` 1), holds an unknown word (2) or a wrong value (3)",
    "count": "times",
    "damaged": "count: frames, wraps at 2^16",
    "data": "63 bytes",
    "detail": "as `code` says",
    "done": "times",
    "errors": "count",
    "field_gave_up": "count: times that this board did without the field that the other one kept, wraps at 2^16",
    "field_held_long": "count: times that this board kept its radio field longer than it may, wraps at 2^16",
    "field_overruled": "count: times that the other board was overruled, for it kept its field, wraps at 2^16",
    "first": "number of a message",
    "five_least_mv": "mV of the 5 V, the least since the start; 65535: not measured here",
    "five_mv": "mV of the 5 V; 65535: not measured here, or not now",
    "for_ms": "ms; 65535: so long or longer",
    "foreign": "count: answers that are no identity of a tile's kind of tag, wraps at 2^16",
    "ghosts": "count: clashes of tags in which nobody answered when asked again, wraps at 2^16",
    "green": "0..255",
    "hall_least_mv": "mV of the Hall sensors' 3.3 V, the least since the start; 65535: not measured here",
    "hall_mv": "mV of the Hall sensors' 3.3 V; 65535: not measured here, or not now",
    "how": "0 no magnet, 1 magnet, 2 it stirs",
    "kept": "from the host: 0 read the page, 1 write it; from the table: 0 no EEPROM answers, or it has no such page,"
            " 1 so it stands there, 2 so, and not as was to be written",
    "lamps_dimmed": "count: frames of lamps that would have drawn too much, wraps at 2^16",
    "lamps_off": "count: times that dimming did not help, and the lamps went out, wraps at 2^16",
    "lamps_sag": "count: readings of the lamps' supply, while lit, that were too low, wraps at 2^16",
    "link_cut_short": "count: frames for which the line to the host had no room, wraps at 2^16",
    "loop_out": "count: times that a loop antenna was found without current, wraps at 2^16",
    "loops": "loop antennas, the first in the highest bit of the first byte: rows a..o, columns 1..15, racks 1..4;"
             " of the bag's board the ring and the loop under the bag",
    "lost": "count: messages for which there was no room, wraps at 2^16",
    "mux_echo": "count: patterns that the antenna chain gave back altered, wraps at 2^16",
    "mux_rail": "count: readings of the antennas' supply outside 22..26 V, wraps at 2^16",
    "mux_two_loops": "count: times that a loop antenna was on whatever was selected, wraps at 2^16",
    "next": "number of a message: 32 bits, 0 at the board's boot, going on through every Hello",
    "not_understood": "count: sound frames that no row fits, wraps at 2^16",
    "nth": "count, wraps at 2^16: what the host has passed on to this board since its Hello; pulses seen",
    "oldest": "number of a message",
    "on": "1 magnet, 0 none",
    "other": "as `tag`",
    "pad_crowds": "count: times that several tags lay on the pad at once, wraps at 2^16",
    "pad_failed": "count: polls of the pad that failed or did not read what answered, wraps at 2^16",
    "page": "0..8, of 32 bytes each",
    "protocol": "version",
    "rack": "0..3, as the seats",
    "reader": "1 of squares and racks, 2 of the bag, 3 of the identify pad; 4 no reader but the record in the EEPROM:"
              " the sensors count as wired as drawn; 5 the chain of the squares' sensors, `where` its first row",
    "reader_clash": "count: slots of damaged answers, ordinary where several tags answer, wraps at 2^16",
    "reader_ghost": "count: slots in which a clash brought no bytes, wraps at 2^16",
    "reader_hot": "count: times that the reader was too hot for its field, wraps at 2^16",
    "reader_no_field": "count: times that the reader's field did not come up, wraps at 2^16",
    "reader_refused": "count: commands that the reader refused, wraps at 2^16",
    "reader_restarts": "count, wraps at 2^16",
    "reader_silent": "count: times that the reader did not answer, wraps at 2^16",
    "reader_stale": "count: answers that the reader showed a second time, wraps at 2^16",
    "red": "0..255",
    "role": "1 board, 2 radio, 3 bag, 4 whole, 0 none",
    "scans": "count, wraps at 2^32; of the boards of loops and bag rounds of the reader, wrap at 2^30",
    "seat": "0 or 1: whose clock runs; 255 none",
    "square": "0..224, row by row from the top left",
    "stored": "32 bytes of the record: TW, schema 1, its length (2), the square of each place of the chain (225), the"
              " masked squares as 225 bits (29), CRC-32 (4); the rest is FF",
    "tag": "eight bytes of an ISO 15693 identity, the E0 first; a pad's shorter one after its length and zeros: 07,"
           " seven bytes; 04 00 00 00, four bytes",
    "tags": "count",
    "test": "number of a bench check, T01 is 1",
    "uid": "8 bytes, this board's for ever",
    "value": "of T05 and T06 1, this square was on; of T05 at `where` 255 mV, the most of the Hall sensors' supply"
             " while it was off, 65535: not measured; of T17 the receiver's gain, 0..1023; of T18 the smallest part"
             " of the nominal field, in per cent, at which this loop reads the tag; of T19 a count of tags; of T24"
             " the us of the board, wrapping at 2^30, at which a copy of a clock button was pressed",
    "want": "number of a message",
    "where": "square, row or loop, of T24 the seat; 230 chip silent, 231 unknown, 232 forgets, 233 fails its own"
             " test, 234 a clone, 235 no field, 236 too hot, 237 antennas' 24 V, 238 their chain, 239 two loops,"
             " 240 no current in the ring, 241 a tag cannot be read,"
             " 242 the antenna's peak detector does not follow the field, 243 the record is damaged, 244 of another"
             " schema; 255: none",
}
