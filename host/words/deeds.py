"""What people do on a page, in words: the buttons' labels, what is awaited now, why an action was not understood.

The names are those of host.schemas and of the phases; knows nothing of who may do what.
"""

from collections.abc import Mapping

from host.words.catalogue import say

# The label of each action's button.
DEEDS = {
    "accept": "I accept the result",
    "accept_play": "I accept the play",
    "appeal": "Appeal",
    "begins": "Say who begins",
    "challenge": "Challenge",
    "confirm": "I confirm the score",
    "correct": "Correct the play",
    "counted": "Say that the set is counted",
    "declare": "Declare the blank",
    "disqualify": "Disqualify",
    "dispute": "The score is wrong",
    "draw": "I have drawn",
    "drawn": "Say what was drawn for the first move",
    "exchange": "Exchange",
    "hold": "Hold",
    "kind": "Tell the kind of word",
    "let_stand": "Let it stand",
    "mix": "I have mixed the tiles",
    "name_tile": "Name a tile by hand",
    "new_game": "Another game",
    "no_play": "No play is possible",
    "note": "Write a note",
    "overdraw": "Too many tiles drawn",
    "pass": "Pass",
    "pause": "Call the referee",
    "points": "Give or take points",
    "press": "Press the clock",
    "rack": "Type a rack",
    "read_again": "Read again",
    "reinstate": "Reinstate",
    "replace_tile": "Another tile for a broken one",
    "release": "Let the play stand",
    "resign": "Resign",
    "resume": "Start the clocks again",
    "return": "Put tiles back",
    "seen": "I have seen the tiles",
    "senyors": "Senyors exchange",
    "set_clock": "Set a clock",
    "short_exchange": "Exchange with too few tiles",
    "start": "Start my clock",
    "take": "Take tiles",
    "unchallenge": "Take the challenge back",
    "undo_correction": "Undo",
    "verdict_auto": "Ask the word list",
    "verdict_no": "Concede the challenge",
    "verdict_yes": "The play is valid",
    "waive": "Allow the tile back",
    "withdraw": "Withdraw the play",
}

# What is awaited, as the head of a seat's page.
TO_START = "The game has not begun."
YOUR_TURN = "It is your turn."
THEIR_TURN = "{player} is to play."
TO_CLEAR = "Tiles must come off the board."  # where the plays that they were of count
NOW = {
    "agreed": "Both sides have accepted the result.",
    "challenged": "The play is challenged. The clocks stand.",
    "declared": "The play is being read.",
    "disturbed": "The board must be put right.",
    "holding": "Hold: challenge the play or let it stand.",
    "over": "The game is over. Look at the result and accept it.",
    "paused": "Pause. The clocks stand.",
    "removing": "The play does not count. Take its tiles off the board.",
    "settling": "The last play can still be challenged.",
}

# Why an action was not understood, or not taken.
REFUSALS = {
    "bad_clock": "A clock is written as minutes and seconds, 12:30, not {clock}.",
    "bad_draw": "Write one tile for each side, in the order of the places: with {count} sides, {count} tiles.",
    "bad_count": "Say how many tiles were taken; no more can be put back than that.",
    "bad_face": "A blank cannot stand for {face}.",
    "bad_seat": "There is no such place: this table has {count}.",
    "bad_square": "{square} is no square; write the row's letter and the column's number, h8.",
    "bad_tiles": "{tiles} are not tiles of this set; write them with spaces between, A E S, and ? for a blank.",
    "clock_out_of_bounds": "{clock} is too much for a clock: at most 180:00, or 60:00 of overtime.",
    "no_correction": "Say what the turn was: its play, as in h5 QUINA, or its points.",
    "no_new_tile": "No new tile is read on {square}. Lay the new tile there, and say for which letter.",
    "no_points": "Say how many points, and whether as a bonus, a penalty or for time.",
    "no_seat": "Say for which player.",
    "no_text": "Write something first.",
    "no_tiles": "Write the tiles first.",
    "no_turn": "Say which turn.",
    "not_now": "That cannot be done now.",
    "not_yet": "This table cannot do that yet.",
    "not_yours": "That is not for this page to do.",
    "too_fast": "Too much at once. Wait ten seconds.",
    "too_many": "Too many attempts. Wait a minute.",
    "unknown_action": "There is no action {action}.",
    "unreadable": "What the page sent cannot be read. Load the page again.",
    "wrong_pin": "That is not the right number.",
}

# Points that no play made.
POINTS = {
    "bonus": "Bonus",
    "end_bonus": "Rack of the other side",
    "end_penalty": "Own rack",
    "penalty": "Penalty",
    "time": "Time",
}


def deed(action: str, language: str) -> str:
    """The label of an action's button.

    >>> deed("challenge", "ca")
    'Impugna'
    """
    return say(DEEDS[action], language)


def now_sentence(phase: str, player: str, own_turn: bool, language: str, corrected: bool = False) -> str:
    """What is awaited in `phase`, for a side; `player` is on turn, "" before the game.

    `corrected`: what must come off the board is of a play that counts, elsewhere or with other letters.

    >>> now_sentence("playing", "Biel", False, "en")
    'Biel is to play.'
    """
    if phase == "removing" and corrected:
        return say(TO_CLEAR, language)
    if phase in NOW:
        return say(NOW[phase], language)
    if not player:
        return say(TO_START, language)
    return say(YOUR_TURN, language) if own_turn else say(THEIR_TURN, language, player=player)


def action_refusal(name: str, data: Mapping[str, str], language: str) -> str:
    """Why an action was not taken.

    >>> action_refusal("bad_square", {"square": "z9"}, "en")
    "z9 is no square; write the row's letter and the column's number, h8."
    """
    return say(REFUSALS[name], language, **data)


def points_title(kind: str, language: str) -> str:
    """What points that no play made are for.

    >>> points_title("time", "en")
    'Time'
    """
    return say(POINTS[kind], language)
