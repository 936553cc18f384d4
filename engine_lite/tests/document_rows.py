"""What the rule documents say, knob by knob, typed from the documents themselves.

Each line: section of the comparison (9.1 format, time and turns; 9.2 opening; 9.3 placing and scoring; 9.4 exchange
and pass; 9.5 senyors; 9.6 challenges; 9.7 overdraw; 9.8 the end; 11 readings) | knob | value | paragraph | words that
stand in that paragraph | number of the reading. What all documents share (contact, one line, sums of words, premiums
once, coordinates) is held by the tests of placement, scoring and notation.
"""

from typing import NamedTuple


class Said(NamedTuple):
    """One line: what a rulebook must say of one knob, and where."""

    section: str
    knob: str
    value: int | bool | str
    paragraph: str
    words: str
    reading: int


MANACOR = """
9.1 | seats | 2 | 000 r28 | un contra un
9.1 | players_a_side | 1 | 000 r28 | un contra un
9.1 | clock_s | 1800 | 000 r28 | 30 minuts per jugador
9.1 | overtime | manacor | 000 r28d | per minut o fracció de minut
9.1 | overtime_points | 10 | 000 r28d | 10 punts per minut
9.1 | time_cap_s | 4200 | 000 r28e | 70 minuts totals | 2
11 | cap_takes_back_laid | true | 000 r28e | als respectius faristols | 20
9.1 | order | draw_then_press | 000 r28a | reposa les fitxes que ha gastat i prem el rellotge
9.1 | stops_for_challenge | true | 000 r28b i | la validesa d’una paraula
9.1 | stops_for_dispute | true | 000 r28b ii | recompte de punts
9.1 | stops_for_overdraw | true | 000 r28b iii | extretes per excés
9.1 | stops_for_referee | true | 000 r28b iv | consulta arbitral | 29
9.1 | forgotten_clock_excused | false | 000 r28c | propi oblit | 25
9.2 | tile_count | before_and_after | 000 r1 | En acabar la partida
9.2 | draw_blank | first | 000 r2 | anterior a la lletra “A”
9.2 | draw_tie | set_aside | 001 B2, for 000 is silent | es descarten
9.2 | starter_racks_first | true | 000 r6 | El primer jugador extreu set fitxes
9.2 | opening_tiles | 2 | 000 r6 | Com a mínim ha de combinar dues fitxes
9.8 | opening_zero_turns | 6 | 000 r21 | Al sisè torn conjunt amb zero | 1
9.3 | rack_size | 7 | 000 r6 | set fitxes
9.3 | bingo | 50 | 000 r13 | 50 punts | 10
9.3 | q_needs_u | false | 000 r14 | ja du incorporada la “u”
9.3 | q_printed | Q | 000 r14 | QE o QADRE | 24
9.3 | blank_beyond_set | false | 000 r9 | qualsevol lletra | 10
9.3 | touched_tile | true | 000 r10 | passar el torn | 9
11 | touched_tile_s | 3 | not from the seed | | 9
9.8 | lexicon | DIEC2, DISC | 000 r26 | DIEC2
9.4 | exchange_min_bag | 7 | 000 r16 | com a mínim set
9.4 | exchange_is_zero_turn | false | 000 r21 | no es considera pèrdua de torn | 19
9.5 | senyors | true | 000 r17 | SENYORS
9.5 | senyors_bag_public | false | 000 r17 | un dels àrbitres que comprovi les peces restants | 26
9.4 | call_pass | pas | 000 r18 | “pas”
9.6 | challenge | single | 000 r23 | Si és correcta, s’activa de nou el temps | 10
9.6 | challenge_by | opponents | 000 r23 | algun dels seus oponents
9.6 | challenge_window | until_refilled | 000 r25 | hagi reposat les fitxes | 13
9.6 | challenge_scope | whole_play | 000 r23 | si la jugada és vàlida o no
9.6 | challenges_per_play | 1 | 000 r23 | la jugada
9.6 | last_play_wait_s | 60 | not from the seed | | 13
9.6 | verdict_names_words | false | 000 r23 | sense cap més informació | 11
9.6 | kind_of_word_told | true | 000 r24 | tipus de paraula | 11
9.7 | overdraw | one_at_random | 000 r11 | una a l’atzar | 12
9.8 | zero_turns_each | 3 | 000 r21 | tres torns seguits
11 | zero_placement_counts | false | 000 r21 | incorrecció de la jugada | 18
9.8 | settle_out | deducted | 000 r20 | s’ha de sumar tots els punts que s’ha restat
9.8 | settle_zero_turns | own_rack | 000 r21 | s’hauran de restar
9.8 | settle_time_cap | own_rack | 000 r28e | es descomptaran
9.2 | board_may_turn | true | 000 r4 | anar rodant
9.2 | letter_list | false | 000 r5 | cap anotació prèvia
9.8 | bag_may_be_felt | true | 000 r19 | palpant-les per fora
9.3 | sheet_keeper | starter | 000 r3 | jugador que la inicia
9.2 | word_hints | false | 000 r5 | aparells electrònics | 11
"""

FISC_SCHOOL = """
9.1 | seats | 2 | 001 B1 | dues parelles
9.1 | players_a_side | 2 | 001 B1 | parelles d'alumnes
9.8 | rounds | 3 | 001 line 4 | tres rondes
9.8 | win_half_points | 2 | 001 line 4 | victòria (1 punt)
9.8 | draw_half_points | 1 | 001 line 4 | empat (0,5 punts)
9.8 | tie_break | differential | 001 line 4 | diferencial
9.1 | clock_s | 720 | 001 line 2 | 12 minuts
9.1 | turn_limit | 10 | 001 line 2 | 10 tirades per parella | 7
9.1 | overtime | judge | not from the seed | | 7
11 | order | press_then_draw | 001 B7 | completa el faristol | 14
9.1 | stops_for_challenge | true | 001 B4 | aturant el rellotge
11 | stops_for_referee | true | not from the seed | | 29
9.2 | draw_blank | first | 001 B2 | guanya a la "A"
9.2 | draw_tie | set_aside | 001 B2 | es descarten
9.2 | starter_racks_first | true | 001 B2 | primer la que començarà
9.2 | opening_tiles | 2 | 001 B3 | almenys dues fitxes
9.3 | rack_size | 7 | 001 B7 | set fitxes
9.3 | bingo | 50 | 001 B14 | 50 punts | 10
9.3 | q_needs_u | true | 001 B16 | necessita una fitxa U | 21
9.3 | q_printed | Q | 001 B16 | La fitxa Q
9.3 | blank_beyond_set | false | 001 B13 | quina lletra (o dígraf) | 10
9.4 | exchange_min_bag | 1 | 001 B12 | mentre en quedin prou a la bossa
9.6 | challenge | single | not from the seed | | 10
9.6 | challenge_by | opponents | 001 B4 | l'altra parella pot impugnar-la
9.6 | challenge_window | until_drawn | 001 B7 | apuntada la seva jugada | 13
9.6 | challenge_scope | whole_play | 001 B5 | global referent a la validesa de la jugada
9.6 | challenges_per_play | 1 | 001 B5 | només s'accepta fer una impugnació
9.6 | last_play_wait_s | 60 | not from the seed | | 13
9.6 | verdict_names_words | false | 001 B5 | sense cap altre detall | 11
9.7 | overdraw | surplus_or_three | 001 B8 | li agafarà tres fitxes | 12
11 | zero_placement_counts | false | not from the seed | | 18
9.8 | settle_out | deducted | 001 B15 | es restarà aquests punts
9.8 | settle_turn_limit | none | 001 B15 | no se sumaran ni restaran | 7
11 | word_hints | false | not from the seed | | 11
"""

FISC_SCHOOL_OLDER = """
9.1 | clock_s | 900 | 001 line 3 | 15 minuts
9.1 | turn_limit | 15 | 001 line 3 | 15 tirades per parella | 7
"""

FISC_CLASSIC = """
9.1 | seats | 2 | 002 Partida clàssica | clàssica
9.1 | players_a_side | 1 | 001 line 40 | un contra un
9.1 | clock_s | 1800 | not from the seed | | 16
9.1 | order | press_then_draw | 002 Final d’un torn | una jugada acceptada pel contrincant | 14
11 | stops_for_referee | true | not from the seed | | 29
9.2 | opening_tiles | 2 | 001 B3, for 002 is silent | almenys dues fitxes | 17
9.3 | rack_size | 7 | 002 Final d’un torn | set al faristol
9.3 | bingo | 50 | 002 Premi per a jugar un scrabble | 50 punts | 10
9.3 | q_needs_u | false | 002 Col·locar una paraula | 8 (QU)
9.3 | q_printed | QU | 002 Col·locar una paraula | A, I, N, QU
9.8 | lexicon | Leximots | 002 Paraules admeses | Leximots
9.4 | exchange_min_bag | 1 | 002 Canviar fitxes | almenys un nombre igual a la bossa
9.4 | exchange_is_zero_turn | true | 002 Final del joc | han passat, canviat
9.6 | challenge | single | 002 Impugnar una jugada | el joc segueix normalment
9.6 | challenge_by | opponents | 002 Impugnar una jugada | el contrincant pot impugnar
9.6 | challenge_window | until_drawn | 002 Final d’un torn | acceptada pel contrincant | 15
9.6 | challenge_scope | chosen_words | 002 Impugnar una jugada | una sola paraula
9.6 | last_play_wait_s | 60 | not from the seed | | 13
9.8 | zero_turns_each | 3 | 002 Final del joc | tres vegades seguides | 22
11 | zero_placement_counts | false | 002 Final del joc | fet jugades errònies | 18
9.8 | no_play_ends | true | 002 Final del joc | No és possible fer cap jugada | 8
9.8 | settle_out | deducted | 002 Final del joc | afegeix al seu total
9.8 | settle_zero_turns | own_rack | 002 Final del joc | cada jugador resta
9.8 | settle_no_play | own_rack | 002 Final del joc | cada jugador resta
11 | word_hints | false | not from the seed | | 11
"""

FRS_ENGLISH = """
9.1 | seats | 2 | 003 L15 | intre doi jucatori
9.1 | players_a_side | 1 | 003 L15 | intre doi jucatori
9.1 | clock_s | 1500 | 003 L15 | 25 de minute
9.1 | overtime | frs_english | 003 L15 | i se vor scadea 50 de puncte | 3
9.1 | overtime_points | 10 | 003 L15 | 10 puncte
9.1 | forfeit_after_s | 600 | 003 L15 | pierde automat partida datorita | 3
9.1 | order | press_then_draw | 003 L55-60 | se porneste ceasul adversarului
9.1 | score_confirmed | true | 003 L56-59 | asteapta confirmarea | 28
9.1 | first_clock | tile_seen | 003 L80-84 | vede o litera | 28
9.1 | stops_for_challenge | true | 003 L51 | oprirea ceasului
11 | stops_for_referee | true | 003 L65 | Arbitrul Principal | 29
9.2 | tile_count | before | 003 L70 | Odata ce jocul a inceput
9.2 | draw_blank | first | 003 L17 | inaintea literei A
9.2 | draw_tie | put_back | 003 L17 | se repeta tragerea la sorti
9.2 | opening_tiles | 2 | 003 L19 | cel putin 2 litere
9.3 | rack_size | 7 | 003 L19 | 7 litere din stoc
9.3 | bingo | 50 | 004 L110-111 | 50 de puncte | 10
9.3 | q_needs_u | false | 003 L19 | regulilor generale
9.3 | blank_beyond_set | false | 004 L40-45 | oricare litera | 10
9.8 | lexicon | OSW 3, OSPD 3; above 8 letters Chambers (1994), Merriam-Webster's Collegiate 10 | 003 L6-11 | 8 litere
9.4 | exchange_min_bag | 7 | 003 L23 | cel putin 7 litere
9.4 | exchange_below_min | opponent_picks | 003 L23 | Adversarul selecteaza
9.4 | exchange_is_zero_turn | true | 003 L36 | 6 depuneri consecutive de 0 puncte | 4
9.4 | call_exchange | CHANGE | 003 L23 | "CHANGE"
9.4 | call_pass | PASS | 003 L25 | "PASS!"
9.6 | challenge | single | not from the seed | | 10
9.6 | challenge_by | opponents | 003 L40 | contestate de partener
9.6 | challenge_window | hold | 003 L48-51 | HOLD | 5
9.6 | challenge_scope | chosen_words | 003 L40-42 | unul cate unul
9.6 | challenges_per_play | 0 | 003 L42 | pe rand
9.6 | hold_s | 20 | 003 L49 | 20 de secunde | 5
9.6 | hold_draw_s | 60 | 003 L50 | aproximativ un minut
9.6 | hold_clock_runs | true | 003 L50 | ceasul contestatarului
9.6 | last_play_wait_s | 20 | 003 L49 | 20 de secunde | 13
9.6 | verdict_names_words | false | 003 L40 | nu va mentiona care | 11
9.6 | appeals | 2 | 003 L44 | de doua ori
9.6 | strikes | 3 | 003 L40 | de 3 ori consecutiv | 23
9.6 | pass_is_strike | true | 003 L40 | o data anunta "pas" | 23
9.7 | overdraw | one_more | 003 L29-32 | (X+1) jetoane | 12
9.7 | look_s | 120 | 003 L23; 003 L32 | 1-2 minute
9.8 | zero_turns_joint | 6 | 003 L36 | 6 depuneri consecutive
9.8 | zero_placement_counts | true | 003 L36 | de 0 puncte | 18
9.8 | passes_end | 2 | 003 L38 | "pas" consecutiv
9.8 | settle_out | doubled | 003 L36 | dublul valorii
9.8 | settle_zero_turns | own_rack | 003 L38 | ambilor li se scade | 4
9.2 | board_may_turn | true | 003 L34 | orienteze
9.2 | letter_list | true | 003 L27 | lista de frecventa
9.2 | own_notes | true | 003 L76 | ce doreste pe fisa lui
9.3 | sheet_keeper | each | 003 L58 | se inregistreaza scorul
11 | word_hints | false | not from the seed | | 11
11 | rack_sizes_shown | true | 004 L58-61 | observa cate litere | 27
"""

FRS_ROMANIAN = """
9.1 | seats | 2 | 004 L58 | Doua
9.1 | clock_s | 1500 | not from the seed | | 6
9.1 | overtime | frs_romanian | 004 L99-102 | timpul de gandire acordat | 30
9.1 | forfeit_after_s | 0 | 004 L102 | timpul de gandire acordat | 6
9.2 | tile_count | before | 004 L65-67 | joc complet
9.2 | draw_blank | first | 003 L17, for 004 is silent | prima litera a alfabetului | 6
9.2 | opening_tiles | 2 | 004 L84-86 | cel putin 2 litere
9.3 | rack_size | 7 | 004 L59-60 | 7 litere
9.3 | bingo | 50 | 004 L110-111 | 50 de puncte | 10
9.3 | q_needs_u | false | 004 L40-42 | K, Q, Y si W
9.3 | q_printed | none | 004 L46-55 | P2
9.3 | blank_beyond_set | true | 004 L40-42 | K, Q, Y si W | 10
9.8 | lexicon | Fondul de cuvinte, Comisia Centrală de Regulamente | 004 L61-64 | Comisia Centrala
9.8 | two_letter_list | true | 004 L152-160 | cuvintelor de 2 litere
9.4 | call_pass | PAS | 003 L25, for 004 is silent | "PAS!"
9.6 | challenge | single | not from the seed | | 10
9.6 | challenge_by | opponents_or_referee | 004 L100-101 | de partener sau de arbitru
9.2 | letter_list | false | 003 L27 | la jocul in limba engleza
11 | word_hints | false | not from the seed | | 11
9.3 | rack_sizes_shown | true | 004 L58-61 | observa cate litere | 27
9.3 | calling_names | true | 004 L131-145 | Zamfir
"""

TABLES = {
    ("manacor", ""): MANACOR,
    ("fisc_school", "12min"): FISC_SCHOOL,
    ("fisc_school", "15min"): FISC_SCHOOL_OLDER,
    ("fisc_classic", ""): FISC_CLASSIC,
    ("frs_english", ""): FRS_ENGLISH,
    ("frs_romanian", ""): FRS_ROMANIAN,
}


def rows(table: str) -> list[Said]:
    """The lines of one table."""
    return [_said(*(word.strip() for word in line.split("|"))) for line in table.strip().splitlines()]


def _said(section: str, knob: str, value: str, paragraph: str, words: str, reading: str = "0") -> Said:
    known = {"true": True, "false": False}
    read = known[value] if value in known else int(value) if value.isdecimal() else value
    return Said(section, knob, read, paragraph, words, int(reading))
