"""Cables that hurt: each takes the bytes of one step of time and yields what arrives, piece by piece."""

import random
from collections.abc import Callable

Cable = Callable[[random.Random, bytes], list[bytes]]


def perfect(chance, data):
    return [data]


def dribble(chance, data):
    return [data[i:i + 1] for i in range(len(data))]


def lossy(chance, data):
    return [] if chance.random() < 0.2 else [data]


def twice(chance, data):
    return [data, data]


def noisy(chance, data):
    return [chance.randbytes(chance.randrange(6)), data]


def corrupt(chance, data):
    """One byte in a thousand is another."""
    spoilt = bytearray(data)
    for at in range(len(spoilt)):
        if chance.random() < 0.001:
            spoilt[at] ^= chance.randrange(1, 256)
    return [bytes(spoilt)]


def everything(chance, data):
    return [piece for part in (lossy, twice, noisy, corrupt)[chance.randrange(4)](chance, data)
            for piece in corrupt(chance, part)]
