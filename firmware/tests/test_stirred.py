"""Which squares wait: one that the host has asked for is believed silent only after readings of its own."""

from scan.stirred import ASKED_MS, Stirred


class Clock:
    now = 1000

    def ticks_ms(self):
        return self.now

    def ticks_add(self, ticks, delta):
        return ticks + delta

    def ticks_diff(self, later, earlier):
        return later - earlier


def asked_at(ms):
    clock = Clock()
    clock.now = ms
    stirred = Stirred(clock)
    waiting = stirred.open(112)
    stirred.ask(waiting)
    return clock, stirred, waiting


def test_a_square_that_was_silent_is_read_again_some_time_after_the_question():
    clock, stirred, waiting = asked_at(1000)
    clock.now += 20
    assert stirred.once_more(waiting)
    assert waiting.due_ms == 1000 + ASKED_MS
    assert not stirred.once_more(waiting)


def test_a_first_reading_that_came_late_does_not_count_twice():
    """A loop kept since before `due_ms` is read anew: its one reading must not answer two times."""
    clock, stirred, waiting = asked_at(1000)
    clock.now += ASKED_MS + 40
    assert stirred.once_more(waiting)
    assert waiting.due_ms == clock.now


def test_a_new_question_begins_again():
    _, stirred, waiting = asked_at(1000)
    while stirred.once_more(waiting):
        pass
    stirred.ask(waiting)
    assert stirred.once_more(waiting)
