"""A board whose program hangs while it is imported, at every start: its prompt, and no more resets.

A minute and more of an emulated processor that runs in a circle: not among the tests of every day.
"""

from host.tests.rp2040.test_boards import MOST_HUNG, SAFE_S, started, with_main

NEVER_IMPORTED = b"while True:\n    pass\n"


def test_a_board_that_always_hangs_in_the_import_ends_at_its_prompt():
    with started({"role": "board"}, extra={**with_main(), "program.py": NEVER_IMPORTED}) as line:
        line.run(SAFE_S)
        assert line.board.boots == MOST_HUNG + 1
        line.run(SAFE_S)
        assert line.board.boots == MOST_HUNG + 1
        assert line.bytes == b""
