"""Prototype P1: shows which tags the loops of row h and of column 8 read, and the receiver's gain with each.

Wire Pico B as the radio's diagram has it, with these two loops, and put MicroPython on it, but no program; then, in
the checkout, `mpremote connect PORT mount firmware run docs/hardware/p1.py`; Ctrl-C ends it. The board's own checks
want all loops, this wants two. `looks` runs on models too.
"""

LOOPS = (("row h", 7), ("column 8", 22))  # by the outputs of the antenna switch, as the firmware numbers them
START_US = 1500   # until the diodes have settled and tags have started
REST_MS = 300     # between two looks


def looks(reader, mux, inventory, clock):
    """What each loop reads now: (its name, the tags in hexadecimal digits, gain). Raises what the drivers raise."""
    found = []
    for name, loop in LOOPS:
        mux.select(loop)
        reader.field_on()
        clock.sleep_us(START_US)
        gain = reader.gain()
        for pause_ms in inventory.walk(False):
            clock.sleep_us(1000 * pause_ms)
        reader.field_off()
        found.append((name, sorted("".join(f"{part:02X}" for part in tag) for tag in inventory.found), gain))
    return found


def main():
    import time

    from drivers import parts
    from drivers.antenna_mux import MuxBroken
    from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
    from scan.inventory import Inventory
    reader, mux = parts.reader(False), parts.antennas(False)
    inventory, last, started = Inventory(reader), None, False
    while True:
        try:
            if not started:
                reader.reset()
                reader.check()
                started = True
            now = looks(reader, mux, inventory, time)
        except (MuxBroken, NoField, ReaderRefused, ReaderSilent) as why:
            now, started = [("trouble", [str(why)], 0)], False
        told = [(name, tags) for name, tags, _ in now]
        if told != last:
            for name, tags, gain in now:
                print(f"{name}: {', '.join(tags) or 'no tag'}, gain {gain}" if gain else tags[0])
            last = told
        time.sleep_ms(REST_MS)


if __name__ == "__main__":
    main()
