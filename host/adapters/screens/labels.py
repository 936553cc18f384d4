"""Decides the few short words that a display of 18 letters a line has room for, in the four languages.

Sentences about the game come with the view, ready to read; knows nothing of where a word is drawn.
"""

from typing import NamedTuple


class Labels(NamedTuple):
    """The words of one language, each short enough for a bar (11 letters beside a clock)."""

    on_turn: str
    waiting: str
    paused: str
    challenged: str
    ended: str
    attention: str
    turn: str
    passed: str
    exchanged: str
    withdrawn: str
    bingo: str
    holding: str
    removing: str
    settling: str
    blank: str
    steps: tuple[str, str, str]
    tie: str
    accepted: str
    valid: str
    not_valid: str


LABELS = {
    "ca": Labels("Juga", "Espera", "Pausa", "Impugnació", "Final", "Atenció", "torn",
                 "Passa", "Canvi", "Retirada", "7 fitxes", "Hold", "Retirada", "Última", "Escarràs",
                 ("Impugna:", "la següent", "Rellotge: sí"), "Empat", "acceptat",
                 "jugada vàlida", "jugada retirada"),
    "ro": Labels("La mutare", "Așteaptă", "Pauză", "Contestație", "Final", "Atenție", "tur",
                 "Pas", "Schimb", "Retrasă", "7 litere", "Hold", "Retrasă", "Ultima", "Joker",
                 ("Contestă:", "următoarea", "Ceas: da"), "Egalitate", "acceptat",
                 "mutare valabilă", "mutare retrasă"),
    "en": Labels("To play", "Waiting", "Pause", "Challenge", "Game over", "Attention", "turn",
                 "Pass", "Exchange", "Withdrawn", "7 tiles", "Hold", "Withdrawn", "Last play", "Blank",
                 ("Challenge:", "next one", "Clock: yes"), "A tie", "accepted",
                 "valid play", "play withdrawn"),
    "es": Labels("Juega", "Espera", "Pausa", "Impugnación", "Final", "Atención", "turno",
                 "Pasa", "Cambio", "Retirada", "7 fichas", "Hold", "Retirada", "Última", "Comodín",
                 ("Impugna:", "siguiente", "Reloj: sí"), "Empate", "aceptado",
                 "jugada válida", "jugada retirada"),
}  # fmt: skip


def labels(language: str) -> Labels:
    """The words of `language` (ca, ro, en, es); of any other, the English ones.

    >>> labels("ro").waiting
    'Așteaptă'
    """
    return LABELS.get(language, LABELS["en"])
