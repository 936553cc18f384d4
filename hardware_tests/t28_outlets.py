"""T28: do displays and buzzer work, and does everything on the I2C bus answer at its address?

Source of the limit: hardware test plan, T28. A person looks, listens, and reads what i2cdetect prints.
"""

from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.person import Request, What

LOOKS = (
    ("0x3c", "Does i2cdetect -y 1 show 3c?", "the display of side A does not answer: look at its four wires"),
    ("0x3d", "Does it show 3d?",
     "the display of side B does not answer: look at its wires, and at its address jumper"),
    ("display_a", "Does the display of side A show its picture whole, not shifted by two columns?",
     "the display of side A shows a wrong picture: it may be changed over with B's, or be an SH1106: see table.toml"),
    ("display_b", "Does the display of side B?",
     "the display of side B shows a wrong picture: it may be changed over with A's, or be an SH1106: see table.toml"),
    ("buzzer", "In a friendly game, does a wrong press make the buzzer sound once?",
     "the buzzer is silent: it must be of the active kind, and GPIO12 goes through a transistor"),
)
LIMIT = f"{len(LOOKS)} of {len(LOOKS)}: two displays at 0x3C and 0x3D, their pictures, the buzzer"


def measure(bench: Bench) -> Finding:
    """Have somebody look at everything in turn."""
    wrong = [advice for name, asks, advice in LOOKS if not bench.person.sees(Request(What.LOOK, asks, name=name))]
    return Finding(not wrong, f"{len(LOOKS) - len(wrong)} of {len(LOOKS)} sound", LIMIT, "; ".join(wrong))


DOES = "Somebody looks at the displays and listens to the buzzer, with the service running."
CHECK = Check("T28", "outlets", DOES, LIMIT, measure, needs_person=True, once=True)
