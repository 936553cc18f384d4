"""Where MicroPython compiles nothing to machine code, as on a 64-bit Raspberry Pi, the virtual table runs as well."""

import re

from tablewire.messages import TagRead

from host.simulator import plain_firmware
from host.simulator.board_process import FIRMWARE, BoardProcess, find_micropython
from host.simulator.plain_firmware import has_emitter, plain_once
from host.tests.board_line import CENTRE, Line, lay, messages, require_micropython, tag

COMPILED = re.compile(r"^ *@micropython\.", re.MULTILINE)


def test_the_copy_is_the_firmware_line_for_line_and_asks_for_no_machine_code():
    copy, changed = plain_once(FIRMWARE), 0
    for path in FIRMWARE.rglob("*.py"):
        if "emulator" in path.parts:
            continue
        source, plain = (each.read_text() for each in (path, copy / path.relative_to(FIRMWARE)))
        assert not COMPILED.search(plain)
        assert plain.count("\n") == source.count("\n")
        changed += plain != source
    assert changed == len([path for path in FIRMWARE.rglob("*.py") if COMPILED.search(path.read_text())]) > 0


def test_a_board_without_machine_code_names_a_tile(monkeypatch):
    require_micropython()
    monkeypatch.setattr(plain_firmware, "has_emitter", lambda micropython: False)
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        lay(line, CENTRE)
        told = messages(line.run(1.5))
        line.port.close()
    assert tag(1) in [m.tag for m in told if isinstance(m, TagRead)]


def test_it_is_asked_of_the_interpreter_itself():
    require_micropython()
    assert isinstance(has_emitter(find_micropython()), bool)
    assert not has_emitter("/bin/false")
