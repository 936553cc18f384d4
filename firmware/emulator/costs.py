"""What the firmware's steps cost on the board: runs there in place of main.py, prints `NAME MICROSECONDS` a line.

On an emulated board the chip models answer, and each figure counts instructions: a real one may take longer by what
its flash cache misses. The role in board.json decides which chips are at hand.
"""

import gc
import time

from drivers import parts, ports
from settings import read_settings
from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import PROTOCOL, Ack, HallChanged, Heartbeat, HostHello, Lamp, pack
from tablewire.session import BoardSession

REPEATS = 100
START_MS, LAY_MS = 300, 100  # of the radio's start; between `lay` and the tiles' lying there
out = ports.link("uart")


def say(text):
    out.write((text + "\n").encode())
    time.sleep_ms(5)


def cost(name, step, repeats=REPEATS):
    """Tell how long `step()` takes, less the loop around it, and whether it takes from the heap."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    start = time.ticks_us()
    for _ in range(repeats):
        pass
    empty = time.ticks_diff(time.ticks_us(), start)
    start = time.ticks_us()
    for _ in range(repeats):
        step()
    took = time.ticks_diff(time.ticks_us(), start) - empty
    taken = gc.mem_alloc() - before
    gc.enable()
    say("%s %d %d" % (name, took // repeats, taken // repeats))


def wire():
    session = BoardSession(1, b"RP2040-A", 1, 0, lambda view: None)
    session.feed(frame(UNNUMBERED, pack(HostHello(PROTOCOL, 1, 0, 0))), 0)
    session.pump(0)
    number = [0]

    def post_and_send():
        session.post_fields(HallChanged, number[0], 112, 1)
        session.pump(number[0])
        number[0] += 1
        session.feed(acks[number[0]], number[0])

    acks = [frame(UNNUMBERED, pack(Ack(n))) for n in range(51)]
    lamps = [frame(n, pack(Lamp(3, 1, 2, 3))) for n in range(50)]
    told = [0]

    def take():
        session.feed(lamps[told[0]], 0)
        told[0] += 1

    cost("message_sent_and_acknowledged", post_and_send, 50)
    cost("message_taken", take, 50)
    cost("heartbeat", lambda: session.beat(0, 1, 0))
    cost("frame_of_heartbeat", lambda: frame(UNNUMBERED, pack(Heartbeat(0, 0, 0, 0, 0))))


def magnets():
    from roles.board import Board, NoRadio
    from scan.nopad import NoPad
    from scan.posts import Posts
    from scan.settle import Settle
    chain, settle = parts.hall_chain(), Settle()

    class Line:
        def post_fields(self, kind, at_ms, square=None, on=None):
            return True

    board = Board(chain, settle, NoRadio(), NoPad(), Posts(), Line(), None)
    time.sleep_ms(200)
    for now in range(0, 400, 10):
        board.look(now)
    cost("chain_read", chain.read)
    raw = chain.read()
    cost("settle_at_rest", lambda: settle.take(raw, 1000))
    cost("scan_at_rest", lambda: board.look(1000))
    other = bytearray(raw)
    other[14] ^= 0x80
    looks = [0]

    def stirred():
        looks[0] += 1
        settle.take(other if looks[0] & 1 else raw, 2000)

    cost("settle_of_a_change", stirred)
    posts = Posts()
    strip = parts.lamps(256)
    posts.light(3, 1, 2, 3)
    cost("lamp_lit", lambda: posts.light(3, 1, 2, 3), 20)
    cost("lamps_rendered", posts.render, 20)
    cost("lamps_sent", lambda: strip.show(posts.frame), 1)


def radio():
    reader, mux = parts.reader(False), parts.antennas(False)
    reader.reset()
    mask = bytes(8)
    cost("pn5180_register_written", reader.field_off)
    cost("pn5180_register_read", reader.gain)
    loops = [3]

    def other_loop():
        loops[0] = 7 - loops[0]
        mux.select(loops[0])

    other_loop()  # the first time it waits for the 24 V
    cost("loop_selected", other_loop, 20)
    reader.field_on()
    time.sleep_ms(5)
    cost("inventory_begun", lambda: (reader.begin(0x26, mask, 0)), 1)

    def silent():
        reader.begin(0x26, mask, 0)
        while reader.slot() is None:
            pass

    cost("inventory_of_silence", silent, 20)
    start = time.ticks_us()
    reader.begin(0x06, mask, 0)
    reader.slot()
    for _ in range(15):
        reader.next_slot()
        reader.slot()
    say("round_of_sixteen_silent_slots %d 0" % time.ticks_diff(time.ticks_us(), start))
    board_read(reader, mux)


def board_read(reader, mux):
    """The tiles that are laid on the squares of squares.json: read from nothing, and once more as a known board.

    As the board's task does it, less asyncio and the scans of another board.
    """
    import json

    from radio import Radio
    with open("squares.json") as file:
        squares = json.load(file)
    told, felt = [], bytearray(225)
    radio = Radio(reader, mux, lambda square: felt[square])
    steps = radio.steps(lambda square, tags: told.append((square, tags)))

    def run(done):
        start = time.ticks_us()
        while not done():
            pause_ms = next(steps)
            if pause_ms:
                time.sleep_ms(pause_ms)
        return time.ticks_diff(time.ticks_us(), start)

    started_ms = time.ticks_add(time.ticks_ms(), START_MS)
    run(lambda: not radio.sweeping and time.ticks_diff(started_ms, time.ticks_ms()) <= 0)
    say("lay 0 0")             # now the tiles are laid
    time.sleep_ms(LAY_MS)
    for square in squares:
        felt[square] = 1
    for square in squares:
        radio.stir(square, True)
    say("read_from_nothing %d 0" % run(lambda: not radio.busy))
    say("tiles_read %d 0" % sum([len(tags) for _, tags in told]))
    say("known_board %d 0" % run(lambda: not radio.sweeping))
    radio.loops.rest()
    radio.sweep()
    say("known_board %d 0" % run(lambda: not radio.sweeping))
    radio.loops.forget(squares[0])
    radio.stir(squares[0], True)
    say("one_tile_anew %d 0" % run(lambda: not radio.busy))


def pad():
    reader = parts.pad_reader()
    reader.reset()
    cost("mfrc522_register_written", reader.field_off)
    cost("mfrc522_settings_read", reader.check)
    poll(reader)


def poll(reader):
    """From the beginning of the poll that finds the tag until it is told; the pad's task without asyncio."""
    from scan.pad import PAUSE_MS, Pad
    told = []
    steps = Pad(reader, None, time).steps(told.append)
    start = time.ticks_us()
    for _ in range(100):
        pause_ms = next(steps)
        if told:
            say("pad_poll %d 0" % time.ticks_diff(time.ticks_us(), start))
            return
        time.sleep_ms(pause_ms)
        if pause_ms == PAUSE_MS:
            start = time.ticks_us()


def run(settings):
    wire()
    if settings["role"] in ("board", "whole"):
        magnets()
    if settings["role"] == "radio":
        radio()
    if settings["pad"]:
        pad()


try:
    run(read_settings())
except Exception as error:  # nobody reads what the port would print
    say("failed %s" % repr(error).replace(" ", "_"))
say("end 0 0")
