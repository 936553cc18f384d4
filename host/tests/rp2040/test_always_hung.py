"""A board whose program hangs at every start, once it plays: its prompt, and no more resets.

A minute and more of an emulated processor: not among the tests of every day.
"""

from host.tests.rp2040.test_boards import MOST_HUNG, SAFE_S, START_S, started, wrong_in_its_third_round

ALWAYS_HANGS = "time.sleep_ms(60000)"


def test_a_board_that_always_hangs_in_its_third_round_ends_at_its_prompt_and_is_reset_no_more():
    with started({"role": "board"}, extra=wrong_in_its_third_round(ALWAYS_HANGS)) as line:
        line.run(SAFE_S)
        assert [hello.boot for hello in line.hellos] == list(range(1, MOST_HUNG + 1))
        assert line.board.boots == MOST_HUNG + 1
        line.run(SAFE_S)
        assert line.board.boots == MOST_HUNG + 1
        line.board.restart()   # its power is cut: it tries anew
        line.run(START_S)
        assert len(line.hellos) == MOST_HUNG + 1
