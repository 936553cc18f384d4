"""What the table says, in the languages of its users: every adapter takes its sentences from here.

Knows nothing of where a sentence is shown.
"""

from host.words.catalogue import LANGUAGES, UnknownLanguage, language_name, say, say_count
from host.words.checks import state_word
from host.words.deeds import action_refusal, deed, now_sentence, points_title
from host.words.log import age, counted, log_sentence
from host.words.numbers import clock, signed
from host.words.sentences import ended_sentence, in_the_bag, notice_sentence, prompt_sentence, reason_sentence
from host.words.titles import rulebook_title, table_title

__all__ = [
    "LANGUAGES",
    "UnknownLanguage",
    "action_refusal",
    "age",
    "clock",
    "counted",
    "deed",
    "ended_sentence",
    "in_the_bag",
    "language_name",
    "log_sentence",
    "notice_sentence",
    "now_sentence",
    "points_title",
    "prompt_sentence",
    "reason_sentence",
    "rulebook_title",
    "say",
    "say_count",
    "signed",
    "state_word",
    "table_title",
]
