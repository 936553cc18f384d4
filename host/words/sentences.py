"""A prompt, a refusal or an end of the game by name -> a sentence that a player can act on, naming the squares.

The names are the closed lists of the core; knows nothing of why one of them arose.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from host.words.catalogue import say, say_count

NOTHING: Mapping[str, object] = MappingProxyType({})

# What hands must put right. {squares} are all squares named; those that say more of their data follow below.
PROMPTS = {
    "begins": "{player} begins. Fill the racks.",
    "between": "A tile lies between {squares}. Centre it on one square.",
    "blanks_swapped": "The blanks on {squares} have changed places. Swap them back.",
    "board_turned": "The tiles are read as in a mirror. Check the cables of the board.",
    "bumped": "The board was disturbed. Put back what is shown: {squares}.",
    "count_set": "Count the set: lay all of it out on the board, or say on a page that you have counted it.",
    "count_wrong": "The tiles do not add up. Look for what is missing.",
    "counting": "Counted so far: {there} tiles of {size}.",
    "detached": "The tiles on {squares} touch no other tile.",
    "disturbed": "The board was disturbed. Put back what is shown: {squares}.",
    "draw_again": "A tie. Draw one tile each again.",
    "drew_early": "Tiles were drawn before they may be. Leave them apart until the play is settled.",
    "foreign": "What lies on {squares} is not a tile of this set. Take it away.",
    "gapped": "There is a gap at {squares}.",
    "ghost": "Doubtful reading on {squares}. Lift the tile and put it back.",
    "hall_stuck": "Something magnetic is felt on {squares}. Clear the square; if nothing lies there, it is left out.",
    "left_lying": "Tiles lie on {squares}. Put them into the bag; or lay all the set out, to count it.",
    "lifted_play": "The last play was taken off {squares}. Challenge it, or put it back.",
    "missing": "Tile missing on {squares}. Put it back.",
    "new_game_asked": "Another game is asked for. It begins when the other side asks for it too, or the referee.",
    "no_bag_reader": "The bag is not being read. Say on the page what is exchanged.",
    "no_longer_fits": "After a correction this play no longer fits: {squares}. The referee decides.",
    "no_rack_readers": "The racks are not being read. What is left on them is asked at the end.",
    "not_your_turn": "The tile on {squares} is the other side's. Take it back: it is not its turn.",
    "overdraw": "Too many tiles drawn. Call the referee.",
    "owner_open": "It is not certain who drew a tile. Say whose it is.",
    "put_back": "Tiles must go back into the bag.",
    "racks_wanted": "Say which tiles are left on the racks.",
    "remove": "The play does not count. Take the tiles off {squares}.",
    "replaced": "A wrong tile lies on {squares}. Put the right one back.",
    "resumed": "This game was interrupted. Compare the board with what is shown, then go on, or begin another game.",
    "senyors_more": "Only vowels or only consonants again. Draw once more.",
    "senyors_none": "Only vowels or only consonants again, and no tile in the bag can change that. The rack stays.",
    "senyors_one": "Only vowels or only consonants again. One tile can change that: put it on the rack, draw six.",
    "stacked": "Two tiles lie on {squares}. Lift the upper one.",
    "storage_low": "Less than 100 MB are left for the game: it stands until there is more. Make room, or put in a"
    " memory stick.",
    "storage_full": "The game cannot be saved: the storage is full. Put in a memory stick.",
    "swapped": "The tiles on {squares} have changed places. Swap them back.",
    "too_hot": "The table's computer is too hot and works slowly. Give it air; the game goes on.",
    "touched_tile": "A tile of this turn left the board. It must be played, unless the other side or the referee"
                    " lets it be taken back.",
    "turned": "A tile is read on {squares}, but no magnet is felt: it lies face down or askew, or the sensor does not"
              " work. Lay it straight, face up; if that does not help, name it on the page.",
    "unclaimed": "The tile on {squares} is not known. Touch the pad with it and lay it again.",
    "undervoltage": "The table's power supply is too weak. Use another one, or another cable; the game goes on.",
    "unnamed": "The tile on {squares} cannot be read now. Name it by hand.",
    "unplugged": "The board is not connected. Check its cable.",
    "unreadable": "Unread tile on {squares}. Lift it and put it back; if nothing lies there, say so on the page.",
    "who_begins": "Drawn: {drawn}. Who has the {nearest} begins; say on the page who that is.",
}
PROMPTS_OF_SEVERAL = {
    "unclaimed": "The tiles on {squares} are not known. Touch the pad with each of them and lay it again.",
    "unnamed": "The tiles on {squares} cannot be read now. Name them by hand.",
}
MOVED = "The tile of {origin} is on {place}. Put it back on {origin}."
MOVED_FACE = "The {face} of {origin} is on {place}. Put it back on {origin}."
MOVED_BLANK = "The blank for {face} of {origin} is on {place}. Put it back on {origin}."
REPLACED_FACE = "A wrong tile lies on {squares}. Put the {face} back."
IN_THE_BAG = "In the bag: {bag}."
TURNED_BY = "The board has been turned by {turn}°. Turn it back."
NO_LONGER_ENDS = "After a correction the game would not have ended so: {ended}. The referee decides if it goes on."
# A prompt of which more is known: by its name, and by what is known besides.
BEGINS = "{player} begins. Drawn: {drawn}. Put these tiles back into the bag, then fill the racks."
BEGINS_BY_RULE = "{player} begins. Drawn: {drawn} ({rule}). Put these tiles back into the bag, then fill the racks."
PROMPTS_TOLD = {
    ("begins", "rule"): BEGINS_BY_RULE,
    ("begins", "drawn"): BEGINS,
    ("count_wrong", "foreign"): "On the rack of {player} stands what is no tile of this set. Take it out and draw"
                                " another.",
    ("count_wrong", "missing"): "The set is not whole. Missing: {missing}. Find that, then count again.",
    ("count_wrong", "surplus"): "The set has too many tiles: {surplus}. Take them out, then count again.",
    ("count_wrong", "wanted"): "The set is not right. Missing: {wanted}; too many: {instead}. Count again.",
    ("counting", "doubled"): "Counted so far: {there} tiles of {size}. Read in two places: {doubled}.",
    ("counting", "missing"): "Counted so far: {there} tiles of {size}. Missing: {missing}.",
    ("draw_again", "aside"): "A tie: {aside}. Lay the equal tiles aside and draw one tile each again.",
    ("draw_again", "back"): "A tie: {back}. Put the tiles back into the bag and draw one tile each again.",
}
OTHER_PROMPT = "Something is wrong on {squares}."
OTHER_PROMPT_NOWHERE = "Something is wrong on the table. Call the referee."

# What is wrong with a board or a button, whatever lies on the squares.
NOTICES = {
    "bag_reader": "The reader at the bag does not work. Look at its cables; until then say on a page what is drawn.",
    "board_clock": "A clock inside the table is off by {ppm} millionths. Have the board looked at after the game.",
    "board_files": "Files of a board are damaged. Between games, type: taula flash PORT",
    "board_record": "A board cannot use its record of how its sensors are wired. Between games, type:"
    " taula doctor --table settings --restore",
    "board_settings": "A board cannot make out its file board.json. Correct that file, or delete it.",
    "board_strap": "A board reads {volts} V at its role strap, which is no role. Check its resistors.",
    "chain_broken": "The sensors of the squares could not be read: the game stands. When they are read again compare"
    " the tiles, then go on.",
    "chain_fails": "The sensors of the squares could not be read for a moment more than ten times in ten minutes. The"
    " game goes on, though a press may have to wait; look at the plugs of their rows after it.",
    "chain_out": "The sensors of the squares cannot be read; the first row that fails is {row}. Nothing that lies on"
    " the squares counts until they are. Look at the plugs of that row and of the one before it.",
    "challenge_button_jammed": "The challenge button of {player} is jammed. Free it, or look at its wire.",
    "clock_button_jammed": "The clock button of {player} is jammed. Free it, or call the referee.",
    "five_low": "A board of the table gets only {volts} V of its 5. Use a stronger supply or a thicker cable;"
    " the game goes on.",
    "hall_low": "The sensors of the squares get only {volts} V of their 3.3. Look at the wires of their supply.",
    "hall_unread": "The sensors of the squares get only {volts} V of their 3.3: nothing that lies on the squares"
    " counts until they get more. Look at the wires of their supply.",
    "line_noisy": "The line to a board of the table is disturbed: more than one message in a thousand is spoilt and"
    " sent again. Look at its cable and its plugs; the game goes on.",
    "loops_out": "The antennas of {lines} have failed. Others do their work; have the board mended after the game.",
    "no_tiles": "This table does not know its tiles yet. Teach them to it, as the guide says: taula tiles register",
    "other_firmware": "A board's program does not fit this one. Between games, type: taula flash PORT",
    "pad_reader": "The pad does not work. Look at its cable; until then name the tiles by hand.",
    "pad_unread": "The tile on the pad cannot be read. Lay it flat on the middle of the pad.",
    "press_lost": "A press of {player} was not heard. Press again.",
    "rack_loop_out": "The antenna of rack {racks} has failed. Look at its cable.",
    "radio_reader": "The reader of the tiles does not work. Look at its cables; until then name the tiles by hand.",
    "referee_button_jammed": "The button that calls the referee is jammed. Free it, or look at its wire.",
    "referee_press_lost": "The call for the referee was not heard. Press again.",
    "reader_hot": "A reader of the table is too hot and rests. Let it cool down; the game goes on.",
    "sensor_chatters": "The table feels something come and go again and again on {squares}. Lay the tile there"
    " straight or change it; where none lies keep magnets and telephones away. Until then a press may be refused.",
    "started_by_power": "A board of the table was without power for a moment. Compare the tiles, and look"
    " at its cable.",
    "started_by_watchdog": "A board of the table hung and has started anew. Compare the tiles; the game goes on.",
    "starts_before": "A board of the table has started anew more than three times in ten minutes. Look at its cable"
    " and its supply, or change the board, before the game begins.",
    "starts_often": "A board of the table has started anew more than three times in ten minutes: the game stands."
    " Look at its cable and its supply, or change the board; then compare the tiles and go on.",
    "two_loops": "Two antennas under the squares might be on at once, so none is: the game stands. Look at the cables"
    " of their board. Then compare the tiles and go on; as long as none is read, name them by hand.",
}

# Why a play or a press was refused.
REASONS = {
    "already_challenged": "This play has been challenged as often as the rules allow.",
    "bag_too_small": "Too few tiles are left in the bag for an exchange.",
    "bent": "The tiles on {squares} do not lie in one line.",
    "blank_fixed": "The blank on {squares} keeps the letter that was declared.",
    "blank_undeclared": "Say which letter the blank on {squares} stands for.",
    "detached": "The tiles on {squares} touch no other tile.",
    "disturbed": "First put the board right: {squares}.",
    "gapped": "There is a gap at {squares}.",
    "moving": "Tiles are still moving on {squares}. Press again when they lie still.",
    "must_open": "A play must be laid now: neither a pass nor an exchange is allowed.",
    "not_a_face": "The tile set has no such tile as the one on {squares}.",
    "not_in_rack": "The rack does not hold the tile on {squares}.",
    "not_removed": "First take the tiles off {squares}.",
    "not_senyors": "That needs a rack all vowels or all consonants, and tiles in the bag that can change it.",
    "nothing_laid": "No tile of this turn lies on {squares}.",
    "off_board": "The play runs off the board at {squares}.",
    "off_centre": "The first play must cover {squares}, the centre.",
    "out_of_turn": "It is the other side's turn.",
    "overdrawn": "Too many tiles were drawn. Put that right first.",
    "q_without_u": "The Q on {squares} needs a U after it.",
    "stacked": "Two tiles lie on {squares}. Lift the upper one.",
    "taken": "There is already a tile on {squares}.",
    "too_few": "The play on {squares} needs more tiles.",
    "too_late": "It is too late for that.",
    "too_many": "More tiles were laid than the rack holds: {squares}.",
    "unknown_tile": "The tile on {squares} is not known. Lift it and put it back.",
    "wrong_count": "The number of tiles drawn, exchanged or put back is not the one that the rules ask for.",
    "wrong_phase": "That cannot be done now.",
}
# The same of tiles that were named, and lie on no square; or nobody knows what the board bears.
REASONS_NOWHERE = {
    "disturbed": "The board is not heard. See to its cable, then press again.",
    "moving": "Something still moves over the board. Press again when all lies still.",
    "not_a_face": "The tile set has no such tile.",
    "not_in_rack": "Not all of these tiles are on the rack.",
    "nothing_laid": "No tile has been laid. Lay a play, exchange or pass.",
    "off_board": "There is no such square on the board.",
    "unknown_tile": "Not all of these tiles can be there.",
}
# The same where more is known: by the reason or the prompt, and by what is known besides.
RACK_WANTED = "A tile left the bag as the game ended, and no rack shows it. Say what is on the rack of {player}."
TAKEN = "The other side takes {taken} of the tiles on that rack and puts {back} of them into the bag."
WAITS = "This play is being challenged: the verdict comes first."
DRAW_AGAIN = "First draw again: the rack holds only vowels or only consonants."
NOT_BEGUN = "The first clock has not been started yet."
OVER = "The game is over."
TIME_TO_LOOK = "It has {look} to look at them."
TAKEN_ALL = "The other side takes {taken_all} of the tiles on that rack and puts what it takes into the bag."
TAKEN_NEW = "The other side takes {taken_new} of the new tiles on that rack and puts {back} of them into the bag."
REASONS_TOLD = {
    ("already_challenged", "appealed"): "This verdict has been appealed against as often as the rules allow.",
    ("already_challenged", "judged"): "Judged already, and valid: {judged}.",
    ("already_challenged", "waits"): WAITS,
    ("missing", "wanted"): "After a correction the {wanted} belongs on {squares}. Lay it there.",
    ("missing", "blank"): "The blank for {face} is missing on {squares}. Put it back.",
    ("replaced", "blank"): "A wrong tile lies on {squares}. Put the blank for {face} back.",
    ("missing", "wanted_blank"): "After a correction a blank for {wanted_blank} belongs on {squares}. Lay it there.",
    ("remove", "corrected"): "After a correction nothing belongs on {squares}. Take the tiles off.",
    ("replaced", "wanted"): "After a correction the {wanted} belongs on {squares}. Change the tile.",
    ("replaced", "wanted_blank"): "After a correction a blank for {wanted_blank} belongs on {squares}. Change the"
                                  " tile.",
    ("gapped", "dots"): "Before that play no tile lay on {squares}. Write the letter laid there, not a dot.",
    ("gapped", "whole"): "The tiles on {squares} belong to the word too. Write it whole: {whole}.",
    ("no_bag_reader", "racks_tell"): "The bag is not being read. The racks tell what is drawn and exchanged.",
    ("not_a_face", "named"): "The tile set has no {named}. Name the tile that stands on {squares}.",
    ("not_a_face", "plain"): "The tile on {squares} is no blank: only a blank is given a letter.",
    ("not_in_rack", "among_new"): "Not all of these tiles are among the new ones: only what was drawn last goes"
                                  " back.",
    ("nothing_laid", "draw_again"): DRAW_AGAIN,
    ("nothing_laid", "must_open"): REASONS["must_open"],
    ("nothing_laid", "no_play_yet"): "No play has been made yet.",
    ("nothing_laid", "play_wanted"): "Say what the turn was: its play, as in h5 QUINA, or its points.",
    ("out_of_turn", "challenger"): "Only the side that has challenged can take that back.",
    ("out_of_turn", "loser"): "Only the side against which the verdict went can appeal.",
    ("out_of_turn", "not_mover"): "Only the other side or the referee may let a touched tile be taken back.",
    ("out_of_turn", "not_referee"): "Only the other side may challenge a play.",
    ("out_of_turn", "of_another"): PROMPTS["not_your_turn"],
    ("out_of_turn", "own_rack"): "Only the other side takes tiles off that rack.",
    ("out_of_turn", "own_play"): "That is for the other side to say: the play is yours.",
    ("out_of_turn", "starter_first"): "The side that starts draws its tiles first.",
    ("not_removed", "exchanged"): "Tiles of the rack that went into the bag in this turn: {exchanged}. Who exchanges"
                                  " lays no play: take them back, or take the tiles off {squares}.",
    ("out_of_turn", "taken"): TAKEN,
    ("out_of_turn", "taken_all"): TAKEN_ALL,
    ("out_of_turn", "taken_new"): TAKEN_NEW,
    ("overdrawn", "full"): "The rack is full. If too many tiles were drawn, say so.",
    ("overdrawn", "lay_again"): "The rack has been filled and has no room for the tiles taken up. Lay as many again.",
    ("too_late", "time_over"): "The time of this side is over: it can only pass.",
    ("unknown_tile", "known"): "The tile on {squares} is known to be {known}. Name that one.",
    ("unknown_tile", "named"): "Every {named} of the set is known to be elsewhere than on {squares}. Look at the tile"
                               " again.",
    ("unknown_tile", "no_blank"): "No blank is left for {squares}. Correct first the play that has one too many, or"
                                  " write the tiles there in capitals.",
    ("unknown_tile", "no_tile"): "No {no_tile} is left for {squares}. Correct first the play that has one too many,"
                                 " or write a small letter for a blank.",
    ("racks_wanted", "player"): RACK_WANTED,
    ("wrong_count", "fill_first"): "First fill the rack from the bag, then press the clock.",
    ("wrong_count", "held"): "That rack holds another number of tiles: {held}.",
    ("wrong_count", "racks_first"): "The first clock starts once the racks are drawn.",
    ("wrong_count", "surplus"): "As many tiles go back as are too many: {surplus}.",
    ("wrong_count", "taken"): TAKEN,
    ("wrong_count", "taken_all"): TAKEN_ALL,
    ("wrong_count", "taken_new"): TAKEN_NEW,
    ("wrong_phase", "untold"): "First say which tiles are left on the racks, then accept the result.",
    ("wrong_phase", "bag_enough"): "The bag holds enough tiles: exchange without the other side's choice.",
    ("wrong_phase", "draw_again"): DRAW_AGAIN,
    ("wrong_phase", "formed"): "The play forms no such word. It forms: {formed}.",
    ("wrong_phase", "hold"): "HOLD was said: tiles may not be drawn yet.",
    ("wrong_phase", "count_first"): "The set is not whole. Find what is missing, or count it again.",
    ("wrong_phase", "in_agreed"): OVER,
    ("wrong_phase", "in_challenged"): WAITS,
    ("wrong_phase", "in_count"): NOT_BEGUN,
    ("wrong_phase", "in_draw"): NOT_BEGUN,
    ("wrong_phase", "in_holding"): "HOLD was said: first the play must be challenged, or let stand.",
    ("wrong_phase", "in_over"): OVER,
    ("wrong_phase", "in_paused"): "The game is paused. First it must go on.",
    ("wrong_phase", "in_removing"): REASONS["not_removed"],
    ("wrong_phase", "in_racks"): NOT_BEGUN,
    ("wrong_phase", "in_settling"): "First the last play must be accepted, or challenged.",
    ("wrong_phase", "in_setup"): NOT_BEGUN,
    ("wrong_phase", "judged_first"): "First the challenge must be decided, or the HOLD given up.",
    ("wrong_phase", "laid"): REASONS["not_removed"],
    ("wrong_phase", "no_challenge"): "No challenge is open.",
    ("wrong_phase", "no_correction"): "There is no such correction, or it has been undone.",
    ("wrong_phase", "no_hold"): "HOLD has not been said.",
    ("wrong_phase", "no_list"): "There is no word list for that. Say the verdict yourselves.",
    ("wrong_phase", "none_off"): "No tile that was touched is off the board.",
    ("wrong_phase", "not_overfull"): "That rack is not known to hold too many tiles.",
    ("wrong_phase", "no_play"): "The last turn was no play.",
    ("wrong_phase", "no_play_yet"): "No play has been made yet.",
    ("wrong_phase", "no_such_exchange"): "The rules of this game have no such exchange.",
    ("wrong_phase", "no_turn"): "There is no turn {no_turn}.",
    ("wrong_phase", "no_verdict"): "There is no verdict that could be appealed against.",
    ("wrong_phase", "not_in_rules"): "The rules of this game do not have that.",
    ("wrong_phase", "not_over"): "The game is not over yet.",
    ("wrong_phase", "not_paused"): "The game is not paused.",
    ("wrong_phase", "not_pressed"): "The tiles on {squares} have not been played yet: the press of the clock comes"
                                    " first.",
    ("wrong_phase", "not_so"): "Turn {not_so} cannot be put right like that. Look at what it was.",
    ("wrong_phase", "press_first"): "First press the clock, then draw.",
    ("wrong_phase", "refereed"): "There is a referee: the kind of a word is not told.",
    ("wrong_phase", "started"): "The first clock has been started already.",
    ("wrong_phase", "tie"): PROMPTS["draw_again"],
    ("wrong_phase", "touched"): PROMPTS["touched_tile"],
    ("wrong_phase", "unlisted"): "Not in the word list: {unlisted}. Lay another play, or none.",
}
OTHER_REASON = "That was refused."

# How a game ended.
ENDS = {
    "disqualified": "disqualification",
    "lost_turns": "too many lost turns in a row",
    "no_play": "no play is possible",
    "out": "all tiles played",
    "resigned": "one side resigned",
    "three_strikes": "three invalid plays",
    "time_cap": "the time for the game is over",
    "time_forfeit": "time forfeit",
    "turn_limit": "all turns played",
    "two_passes": "both sides passed",
    "zero_turns": "too many turns without a score",
}
OTHER_END = "the game is over"


def prompt_sentence(name: str, squares: Sequence[str], data: Mapping[str, object], language: str) -> str:
    """What hands must do about prompt `name` on `squares` (`h7`).

    `overdraw`, `put_back` and `count_wrong` take `player` and `count` from `data` when they are there, `overdraw`
    besides how many tiles are taken; `bag` lists the faces in the bag, `look` is the time to look at tiles; what
    PROMPTS_TOLD names is told too.
    `moved` takes the squares from and to; it and `replaced` take `face` from `data`, `board_turned` takes `turn`,
    degrees clockwise; any other turn is a mirror. `wanted`, `wanted_blank` and `corrected` tell
    of a correction. A name of NOTICES is said as notice_sentence says it.

    >>> prompt_sentence("moved", ["h7", "j9"], {"face": "N"}, "ca")
    'La N de h7 és a j9. Torna-la a h7.'
    """
    if name in NOTICES:
        return notice_sentence(name, data, language)
    more = _moved(name, squares, data, language) or _told(name, squares, data, language)
    if more := more or _of_squares(name, squares, data, language) or _of_more(name, data, language):
        return more
    several = PROMPTS_OF_SEVERAL.get(name) if len(squares) > 1 else None
    sentence = several or PROMPTS.get(name) or REASONS.get(name, OTHER_PROMPT)  # a refused press is a prompt too
    if _places(sentence) > bool(squares):
        sentence = REASONS_NOWHERE.get(name, OTHER_PROMPT_NOWHERE)
    return say(sentence, language, **{**data, **_data(squares)})


def _moved(name: str, squares: Sequence[str], data: Mapping[str, object], language: str) -> str:
    """The sentence of a tile that is on another square, "" for any other prompt."""
    if name != "moved" or len(squares) != 2:
        return ""
    places, face = {"origin": squares[0], "place": squares[1]}, data.get("face")
    sentence = MOVED_BLANK if data.get("blank") else MOVED_FACE
    return say(sentence, language, face=face, **places) if face else say(MOVED, language, **places)


def _of_squares(name: str, squares: Sequence[str], data: Mapping[str, object], language: str) -> str:
    """The sentence of a prompt that tells what belongs on its squares, or how they are turned; "" for any other."""
    face, turn = data.get("face"), data.get("turn")
    if name == "replaced" and squares and face:
        return say(REPLACED_FACE, language, face=face, **_data(squares))
    return say(TURNED_BY, language, turn=turn) if name == "board_turned" and str(turn).isdigit() else ""


def _of_more(name: str, data: Mapping[str, object], language: str) -> str:
    """The sentence of a prompt without squares of which more is known, "" where nothing is."""
    if name == "no_longer_fits" and (ended := data.get("ended")):
        return say(NO_LONGER_ENDS, language, ended=ended_sentence(str(ended), language))
    known = (sentence for (prompt, field), sentence in PROMPTS_TOLD.items() if prompt == name and field in data)
    if sentence := next(known, ""):
        return say(sentence, language, **data)
    return _counted(name, data, language)


def in_figures(faces: Sequence[str]) -> str:
    """Faces with how many there are of each, in their order.

    >>> in_figures(["A", "A", "L·L", "?"])
    'A ×2, L·L, ?'
    """
    counted = Counter(faces)
    return ", ".join(face if count == 1 else f"{face} ×{count}" for face, count in counted.items())


def in_the_bag(faces: Sequence[str], language: str) -> str:
    """What is in the bag, for whom it is shown to.

    >>> in_the_bag(["A", "A", "?"], "en")
    'In the bag: A ×2, ?.'
    """
    return say(IN_THE_BAG, language, bag=in_figures(faces))


def notice_sentence(name: str, data: Mapping[str, object], language: str) -> str:
    """What is wrong with a board or a button, by name in NOTICES, with the figures that its sentence names.

    >>> notice_sentence("board_strap", {"volts": "0.82"}, "en")
    'A board reads 0.82 V at its role strap, which is no role. Check its resistors.'
    """
    return say(NOTICES[name], language, **data)


def reason_sentence(reason: str, squares: Sequence[str], language: str, data: Mapping[str, object] = NOTHING) -> str:
    """Why something was refused, naming the squares at fault, and what `data` tells besides.

    >>> reason_sentence("gapped", ["h7"], "ro")
    'Este un gol pe h7.'
    >>> reason_sentence("wrong_phase", [], "es", {"formed": "SESAM, AM"})
    'La jugada no forma esa palabra. Forma: SESAM, AM.'
    """
    if told := _told(reason, squares, data, language):
        return told
    if not squares and reason in REASONS_NOWHERE:
        return say(REASONS_NOWHERE[reason], language)
    sentence = REASONS.get(reason, OTHER_REASON)
    return say(sentence if _places(sentence) <= bool(squares) else OTHER_REASON, language, **_data(squares))


def ended_sentence(ended: str, language: str) -> str:
    """Why the game is over.

    >>> ended_sentence("out", "en")
    'all tiles played'
    """
    return say(ENDS.get(ended, OTHER_END), language)


def _counted(name: str, data: Mapping[str, object], language: str) -> str:
    """The sentence of a prompt that counts tiles, "" for any other and where nobody has counted."""
    if bag := data.get("bag"):
        return f"{say(PROMPTS[name], language)} {in_the_bag(str(bag).split(), language)}"
    if not str(data.get("count", "")).isdigit():
        return ""
    count = int(str(data["count"]))
    if name == "overdraw" and (player := data.get("player")):
        many = say_count("{player} has drawn {count} tile too many. First it must go back.",
                         "{player} has drawn {count} tiles too many. First they must go back.", count, language,
                         player=player)
        look = say(TIME_TO_LOOK, language, look=data["look"]) if "look" in data else ""
        return " ".join(filter(None, (many, _told("out_of_turn", (), data, language), look)))
    if name == "count_wrong" and data.get("into"):
        return say_count("{count} tile of {player} went into the bag, and no turn was an exchange.",
                         "{count} tiles of {player} went into the bag, and no turn was an exchange.", count, language,
                         player=data.get("player", ""))
    if name == "count_wrong":
        return say_count("{count} tile of {player} is nowhere on the table. Look for it.",
                         "{count} tiles of {player} are nowhere on the table. Look for them.", count, language,
                         player=data.get("player", ""))
    if name == "put_back":
        return say_count("{count} tile of {player} must go back into the bag.",
                         "{count} tiles of {player} must go back into the bag.", count, language,
                         player=data.get("player", ""))
    return ""


def _told(reason: str, squares: Sequence[str], data: Mapping[str, object], language: str) -> str:
    """The sentence of a reason of which more is known than its squares, "" where nothing is."""
    for name in data:
        sentence = REASONS_TOLD.get((reason, name), "")
        if sentence and _places(sentence) <= bool(squares):
            return say(sentence, language, **{**data, **_data(squares)})
    return ""


def _places(sentence: str) -> bool:
    """Whether a sentence names squares."""
    return "{squares}" in sentence


def _data(squares: Sequence[str]) -> dict[str, str]:
    return {"squares": ", ".join(squares)}
