"""Delivery: each message once and in order, numbers that wrap, clocks that wrap."""

from tablewire.delivery import DUE, EARLY, RESEND_MS, SEEN, WINDOW, Inbox, Outbox, ahead, elapsed_ms, following

LAST = 0xFFFFFFFE  # the largest number; 0xFFFFFFFF marks messages without one


def numbers(due):
    return [number for number, _ in due]


def filled(count, capacity=64, first=0):
    outbox = Outbox(capacity, first)
    for n in range(count):
        outbox.post(bytes([n]))
    return outbox


def test_posting_gives_numbers_that_count_up():
    outbox = Outbox(4)
    assert [outbox.post(b"a"), outbox.post(b"b")] == [0, 1]
    assert (outbox.oldest, outbox.next, len(outbox)) == (0, 2, 2)


def test_a_message_is_sent_once_then_again_after_the_resend_time():
    outbox = filled(2)
    assert numbers(outbox.waiting(1000)) == [0, 1]
    assert outbox.due_in_ms(1000) == RESEND_MS
    assert numbers(outbox.waiting(1000 + RESEND_MS - 1)) == []
    assert numbers(outbox.waiting(1000 + RESEND_MS)) == [0, 1]


def test_a_later_message_does_not_wait_for_the_resend_time_of_earlier_ones():
    outbox = filled(1)
    outbox.waiting(1000)
    outbox.post(b"b")
    assert outbox.due_in_ms(1001) == 0
    assert numbers(outbox.waiting(1001)) == [1]


def test_an_empty_outbox_is_never_due():
    outbox = Outbox(4)
    assert outbox.due_in_ms(0) is None
    assert list(outbox.waiting(0)) == []


def test_what_the_other_side_has_is_forgotten_and_the_rest_kept():
    outbox = filled(5)
    outbox.waiting(0)
    assert outbox.acknowledged(3, 100)
    assert (outbox.oldest, outbox.next, len(outbox)) == (3, 5, 2)
    assert numbers(outbox.waiting(100)) == []
    assert numbers(outbox.waiting(100 + RESEND_MS)) == [3, 4]


def test_an_answer_starts_the_resend_time_anew():
    """Else a long row of messages, each answered in time, would be sent twice."""
    outbox = filled(3)
    outbox.waiting(0)
    outbox.acknowledged(1, RESEND_MS - 1)
    assert numbers(outbox.waiting(RESEND_MS)) == []


def test_a_stale_or_absurd_answer_changes_nothing():
    outbox = filled(5, first=100)
    outbox.acknowledged(102, 0)
    for wrong in (101, 0, 106, 0x80000000, 0xFFFFFFFF):
        assert not outbox.acknowledged(wrong, 0), wrong
        assert (outbox.oldest, outbox.next) == (102, 105)
    assert outbox.acknowledged(102, 0)  # the same answer twice is no mistake


def test_a_full_outbox_says_so_counts_and_goes_on():
    outbox = filled(2, capacity=2)
    assert outbox.post(b"x") is None
    assert outbox.lost == 1
    outbox.acknowledged(1, 0)
    assert outbox.post(b"y") == 2  # a lost message takes no number, so that none is waited for in vain


def test_what_is_longer_than_the_longest_is_refused_and_takes_no_place():
    outbox = Outbox(2, 0, 5)
    refused = False
    try:
        outbox.post(bytes(6))
    except ValueError:
        refused = True
    assert refused
    assert outbox.post(b"abcde") == 0
    assert outbox.post(b"") == 1
    assert list(outbox.waiting(0)) == [(0, b"abcde"), (1, b"")]
    assert outbox.lost == 0


def test_a_body_put_into_its_slot_is_one_that_was_posted():
    outbox = filled(2, capacity=3)
    at = outbox.slot()
    outbox.ring[at:at + 3] = b"xyz"
    assert outbox.keep(3) == 2
    assert outbox.slot() == -1
    assert outbox.lost == 1
    assert list(outbox.waiting(0)) == [(0, b"\0"), (1, b"\1"), (2, b"xyz")]


def test_no_more_than_a_window_is_on_its_way():
    outbox = filled(WINDOW + 5)
    assert numbers(outbox.waiting(0)) == list(range(WINDOW))
    assert numbers(outbox.waiting(1)) == []
    outbox.acknowledged(2, 2)
    assert numbers(outbox.waiting(2)) == [WINDOW, WINDOW + 1]


def test_a_new_session_sends_all_that_waits_at_once():
    outbox = filled(3)
    outbox.waiting(0)
    outbox.rewind()
    assert numbers(outbox.waiting(1)) == [0, 1, 2]


def test_bodies_keep_their_numbers_around_the_ring():
    outbox = Outbox(3)
    for n in range(20):
        assert outbox.post(bytes([n])) == n
        assert list(outbox.waiting(n)) == [(n, bytes([n]))]
        outbox.acknowledged(n + 1, n)


def test_numbers_wrap_and_leave_out_the_mark_for_unnumbered():
    outbox = filled(4, first=LAST - 1)
    assert numbers(outbox.waiting(0)) == [LAST - 1, LAST, 0, 1]
    assert outbox.next == 2
    assert not outbox.acknowledged(LAST - 2, 0)
    assert outbox.acknowledged(1, 0)
    assert (outbox.oldest, len(outbox)) == (1, 1)


def test_an_inbox_tells_due_from_seen_and_early_across_the_wrap():
    inbox = Inbox(LAST)
    assert inbox.accept(0) == EARLY
    assert inbox.accept(LAST) == DUE
    assert inbox.accept(LAST) == SEEN
    assert inbox.accept(1) == EARLY
    assert inbox.accept(0) == DUE
    assert inbox.accept(LAST) == SEEN
    assert inbox.next == 1


def test_distance_between_numbers_holds_across_the_wrap():
    for start in (0, 5, 0x7FFFFFFF, 0x80000000, LAST - 3, LAST):
        for steps in (0, 1, 7, 1000):
            assert ahead(following(start, steps), start) == steps
            assert ahead(start, following(start, steps)) == -steps


def test_time_goes_on_when_the_ticks_wrap_at_30_bits():
    outbox = filled(1)
    late = 2**30 - 50
    assert numbers(outbox.waiting(late)) == [0]
    assert outbox.due_in_ms(20) == RESEND_MS - 70
    assert numbers(outbox.waiting(20)) == []
    assert numbers(outbox.waiting(RESEND_MS - 50)) == [0]
    assert elapsed_ms(2**30 - 1, 0) == -1
