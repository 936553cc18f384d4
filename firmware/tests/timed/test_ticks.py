"""Protects that virtual time shows what a microcontroller's shows: ticks are good for half of their 30 bits."""

import time

from pinout import LAMP_MS, RAIL_MS
from rig import run
from roles.board import Board
from scan.posts import Posts

MINUTE_US = 60_000_000
DAY_US = 1440 * MINUTE_US


class Strip:
    """Counts how often the rail was looked at."""

    def __init__(self):
        self.looks = 0

    def power(self, on):
        pass

    def show(self, frame):
        pass

    def give_way(self):
        self.looks += 1
        return False


def test_ticks_tell_apart_what_is_half_their_period_apart_and_no_more():
    for now, us_each, good, lost in ((time.ticks_us, 1, 8 * MINUTE_US, 9 * MINUTE_US),
                                     (time.ticks_ms, 1000, 6 * DAY_US, 7 * DAY_US)):
        then = now()
        time.now_us += good
        assert time.ticks_diff(now(), then) == good // us_each
        time.now_us += lost - good
        assert time.ticks_diff(now(), then) == lost // us_each - (1 << 30)
        assert time.ticks_diff(time.ticks_add(now(), 5000), now()) == 5000
    assert 0 <= time.ticks_us() < 1 << 30
    try:
        time.ticks_add(0, 1 << 29)
        raise AssertionError("an interval that no ticks can tell is refused")
    except OverflowError:
        pass


def test_the_lamps_supply_is_watched_though_they_were_dark_for_days():
    posts, strip = Posts(), Strip()
    board = Board(None, None, None, None, posts, None, strip)
    looks = []

    async def lit_after_days():
        from asyncio import sleep_ms
        for _ in range(3):
            await sleep_ms(2 * LAMP_MS)
            time.now_us += 3 * DAY_US                        # less than half the period: asyncio, too, has ticks
        posts.light(112, 255, 0, 0)
        await sleep_ms(4 * RAIL_MS)
        looks.append(strip.looks)

    run(9 * 86400 + 10, board.light(), lit_after_days())
    assert looks
    assert looks[0] >= 3
