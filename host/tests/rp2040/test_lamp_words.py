"""The lamps' colours as they reach the state machine on the emulated chip: the right words, and by DMA."""

from itertools import pairwise

from tablewire.messages import Lamp, LampsOff

from host.board_image import image_here
from host.simulator.emulated_board import EmulatedBoard
from host.tests.board_line import Line

START_S, SHOWN_S = 2.5, 0.2
POSTS = 256
# Square 112 is the middle of the board, row 7 and column 7, both from 0; its posts, 16 a row: 7 x 16 + 7 and so on.
CENTRE, AROUND = 112, (119, 120, 135, 136)
WORD = 0x14_0A_1E_00        # of red 10, green 20, blue 30: a WS2812 takes green, red, blue, the highest bit first
LAMP_US, PAUSE_US = 30, 280
SCAN_US, LATE_US = 10_000, 3_000  # a frame that were not sent by DMA would take 7.7 ms of the processor


def test_the_right_words_reach_the_state_machine_by_dma_and_hold_up_no_scan():
    with EmulatedBoard(image_here(), {"role": "board"}, watch=True) as board:
        line = Line(board)
        line.run(START_S)
        line.say(Lamp(CENTRE, 10, 20, 30))
        line.run(SHOWN_S)
        line.say(LampsOff())
        line.run(SHOWN_S)
        line.port.close()
        lit, = board.frames()   # going dark is a matter of their supply
        went_out_us = lit.at_us - LAMP_US * POSTS - PAUSE_US
        scans = [us for us in board.scans_us() if went_out_us - 2 * SCAN_US <= us <= lit.at_us + 2 * SCAN_US]
        shown = board.lamps
    assert lit.words == tuple(WORD if post in AROUND else 0 for post in range(POSTS))
    assert lit.by_dma == POSTS
    assert len(scans) >= 4, "four scans and more fall into the frame and two scans' time before and after it"
    assert max(after - before for before, after in pairwise(scans)) <= SCAN_US + LATE_US
    assert set(shown.values()) == {"000000"}
