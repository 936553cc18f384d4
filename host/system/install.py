"""`taula install`: writes what makes a Raspberry Pi a table that serves itself: units, users, device names, settings.

Only writes files below a root; `systemctl` and its kin are named for the person to type, so that the same command
prepares a card that lies in another computer. What a person may have changed, the settings, is never written over.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from host import config as settings
from host.config import BadConfig, Config
from host.printing import Wrong

DATA = "/var/lib/taula"
JOURNAL = f"{DATA}/journal"
SETTINGS = "/etc/taula/table.toml"
CURRENT = Path("/opt/taula/current")  # the release in use: a link that an update turns
PRIVILEGED_PORTS = range(1, 1024)
BIND = "CAP_NET_BIND_SERVICE"
BROWSERS = ("chromium", "chromium-browser")  # Debian and Trixie; Raspberry Pi OS Bookworm
FILESYSTEMS = ("ext4", "f2fs", "btrfs")  # those that a games' partition may have: they survive a power cut
SERIAL = re.compile(r"[0-9A-Za-z]{1,64}")
# As a Raspberry Pi Pico under MicroPython answers. Source: MicroPython, ports/rp2, MICROPY_HW_USB_VID and _PID.
VENDOR, PRODUCT = "2e8a", "0005"
BY_ID = re.compile(r"/dev/serial/by-id/usb-.*_([0-9A-Za-z]+)-if00")
PARTS = ("board", "bag", "racks")
RULES = "etc/udev/rules.d/70-taula.rules"
OF_A_BOARD = re.compile(r'ATTRS\{serial\}=="([0-9A-Za-z]{1,64})", SYMLINK\+="taula/(\w+)"')


class CannotInstall(Wrong):
    """The files cannot be written as asked."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be installed. `serials` are those of the boards, by what they read.

    `unused`: boards among them for which the settings that are there name no port.
    """

    program: Path
    serials: Mapping[str, str]
    partition: str = ""
    filesystem: str = "ext4"
    browser: str = "/usr/bin/chromium"
    web_port: int = 8000
    journal: str = JOURNAL
    unused: tuple[str, ...] = ()


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula install`."""
    command.add_argument("--root", type=Path, default=Path("/"), metavar="TREE",
                         help="the system to install into (default: this one)")
    command.add_argument("--program", type=Path, metavar="TAULA", help="the command that the service starts")
    for part in PARTS:
        command.add_argument(f"--{part}", default="", metavar="SERIAL",
                             help=f"serial number of the board of the {'squares' if part == 'board' else part}")
    command.add_argument("--journal-partition", default="", metavar="PARTITION",
                         help="keep the games on this one: UUID=..., LABEL=... or /dev/...")
    command.add_argument("--filesystem", choices=FILESYSTEMS, default="ext4")


def run(options: argparse.Namespace) -> int:
    """Write the files and tell each, then what is to be typed. Raises CannotInstall."""
    root: Path = options.root
    if not root.is_dir():
        raise CannotInstall(f"{root} is no folder: name the root of a system, / for this one.")
    plan = planned(options, root)
    try:
        texts = contents(plan, (root / SETTINGS.lstrip("/")).exists())
        for name in texts:
            _stay_inside(root, name)
        for name, text in texts.items():
            print(f"wrote {_write(root, name, text)}")
    except OSError as why:
        raise CannotInstall(f"{why.filename or root} cannot be written ({why.strerror}): type sudo before it."
                            ) from None
    print(*next_steps(plan, root), sep="\n")
    return 0


# --- what is asked for -------------------------------------------------------------------------------


def planned(options: argparse.Namespace, root: Path) -> Plan:
    """The plan that the arguments and the settings below `root` make. Raises CannotInstall."""
    config = _settings_below(root)
    serials = {part: getattr(options, part) or _serial_in(config, part) for part in PARTS}
    for part, serial in serials.items():
        if serial and not SERIAL.fullmatch(serial):
            raise CannotInstall(f"--{part} is '{serial}'; it must be a serial number, as `lsusb -v` shows it: "
                                "letters and digits.")
    named = [serial for serial in serials.values() if serial]
    if len(set(named)) != len(named):
        raise CannotInstall("Two boards cannot have the same serial number; look at each by `lsusb -v`.")
    partition: str = options.journal_partition
    if partition and not re.fullmatch(r"(UUID=|LABEL=|PARTUUID=|PARTLABEL=|/dev/)[\w./:-]+", partition):
        raise CannotInstall(f"--journal-partition is '{partition}'; it must be UUID=..., LABEL=... or /dev/...")
    port = config.web.port if config else 8000
    journal = _on_that_system(Path(config.table.journal), root) if config else JOURNAL
    if not journal.startswith("/") or re.search(r"\s|[$%\\\"']", journal):
        raise CannotInstall(f"table.journal is '{journal}'; it must be a whole path without blanks.")
    known = {part: serial for part, serial in serials.items() if serial}
    earlier = {part: serial for part, serial in _serials_in_rules(root).items() if serial not in named}
    known = {part: serial for part in PARTS if (serial := known.get(part) or earlier.get(part))}
    unused = tuple(part for part in known if config and not _port_in(config, part))
    return Plan(program_of(options.program), known, partition, options.filesystem, _browser(root), port, journal,
                unused)


def program_of(asked: Path | None) -> Path:
    """The path of the command that the service starts: by the link CURRENT where this release is the one in use."""
    if asked is not None:
        return asked.absolute()
    here = Path(sys.prefix)
    release = here.parent
    if CURRENT.is_symlink() and CURRENT.resolve() == release.resolve():
        return CURRENT / here.name / "bin" / "taula"
    return here / "bin" / "taula"


def _on_that_system(folder: Path, root: Path) -> str:
    """The path of `folder` as the system below `root` will see it."""
    inside = root != Path("/") and folder.is_relative_to(root)
    return f"/{folder.relative_to(root)}" if inside else str(folder)


def _settings_below(root: Path) -> Config | None:
    path = root / SETTINGS.lstrip("/")
    if not path.exists():
        return None
    try:
        return settings.load(path)
    except BadConfig as why:
        raise CannotInstall(f"{why}.") from None


def _port_in(config: Config, part: str) -> str:
    return config.link.port if part == "board" else settings.readers_of(config).get(part, "")


def _serial_in(config: Config | None, part: str) -> str:
    """The serial number in a port that is written as /dev/serial/by-id shows it."""
    found = BY_ID.fullmatch(_port_in(config, part)) if config else None
    return found[1] if found else ""


def _serials_in_rules(root: Path) -> dict[str, str]:
    """The boards that this command named before: who repeats it with one number keeps the names of the others."""
    try:
        rules = (root / RULES).read_text("utf-8", "replace")
    except OSError:
        return {}
    return {part: serial for serial, part in OF_A_BOARD.findall(rules)}


def _browser(root: Path) -> str:
    found = (f"/usr/bin/{name}" for name in BROWSERS if os.path.lexists(root / "usr/bin" / name))
    return next(found, f"/usr/bin/{BROWSERS[0]}")


# --- what is written ---------------------------------------------------------------------------------


def contents(plan: Plan, has_settings: bool) -> dict[str, str]:
    """The text of every file, by its path below the root; settings that are there are left alone."""
    values = {
        "program": str(plan.program), "settings": SETTINGS, "data": DATA, "journal": plan.journal,
        "capabilities": BIND if plan.web_port in PRIVILEGED_PORTS else "",
        "browser": plan.browser, "address": f"http://127.0.0.1:{plan.web_port}/",
        "partition": _device(plan.partition), "filesystem": plan.filesystem,
        "board": "/dev/taula/board", "readers": _readers(plan),
    }
    named = {
        "etc/systemd/system/taula.service": "taula.service",
        "etc/systemd/system/taula-kiosk.service": "taula-kiosk.service",
        "etc/sysusers.d/taula.conf": "sysusers.conf",
        "etc/tmpfiles.d/taula.conf": "tmpfiles.conf",
        "etc/systemd/journald.conf.d/taula.conf": "journald.conf",
    }
    if plan.partition:
        named[f"etc/systemd/system/{mount_unit(plan.journal)}"] = "journal.mount"
    if not has_settings:
        named[SETTINGS.lstrip("/")] = "table.toml"
    texts = {path: filled(name, values) for path, name in named.items()}
    return {**texts, RULES: "\n".join((*udev_rules(plan.serials), ""))}


def filled(name: str, values: Mapping[str, str]) -> str:
    """The text of a file of this folder with its `$names` filled in."""
    return Template((files("host.system") / "files" / name).read_text("utf-8")).substitute(values)


def _readers(plan: Plan) -> str:
    lines = [f'{part} = "/dev/taula/{part}"' for part in PARTS[1:] if part in plan.serials]
    return "\n".join(("", "[readers]", *lines, "")) if lines else ""


def _device(partition: str) -> str:
    """What a mount unit takes: a path, also for what is named by its UUID or label.

    >>> _device("UUID=12-ab"), _device("/dev/sda1")
    ('/dev/disk/by-uuid/12-ab', '/dev/sda1')
    """
    kind, given, name = partition.partition("=")
    return f"/dev/disk/by-{kind.lower()}/{name}" if given else partition


def mount_unit(journal: str) -> str:
    """The name that systemd wants for the mount of a folder. Source: systemd.unit(5), string escaping.

    >>> mount_unit("/var/lib/taula/journal"), mount_unit("/mnt/my-games")
    ('var-lib-taula-journal.mount', 'mnt-my\\\\x2dgames.mount')
    """
    parts = [part for part in journal.split("/") if part]
    escaped = ("".join(letter if letter.isascii() and (letter.isalnum() or letter in ":_.") else
                       "".join(f"\\x{byte:02x}" for byte in letter.encode()) for letter in part) for part in parts)
    return "-".join(escaped) + ".mount"


def udev_rules(serials: Mapping[str, str]) -> Iterator[str]:
    """Names for the boards that no order of plugging in can change, and no modem program on their lines."""
    ours = f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{VENDOR}", ATTRS{{idProduct}}=="{PRODUCT}"'
    yield "# Written by `taula install`: the boards of the table, told by their serial numbers."
    yield f'{ours}, GROUP="dialout", MODE="0660", ENV{{ID_MM_DEVICE_IGNORE}}="1"'
    for part, serial in serials.items():
        yield f'{ours}, ATTRS{{serial}}=="{serial}", SYMLINK+="taula/{part}"'


def _stay_inside(root: Path, name: str) -> None:
    """A symbolic link is not followed out of the root. Raises CannotInstall."""
    folder = (root / name).parent
    if not folder.resolve().is_relative_to(root.resolve()):
        raise CannotInstall(f"{folder} leads out of {root}: nothing is written.")


def _write(root: Path, name: str, text: str) -> Path:
    """Write a file whole or not at all."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, "utf-8")
    mode = 0o640 if name == SETTINGS.lstrip("/") else 0o644
    new.chmod(mode)
    new.replace(path)
    return path


# --- what is left to be typed ------------------------------------------------------------------------


def next_steps(plan: Plan, root: Path) -> Iterator[str]:
    """What a person types next, on the system itself."""
    yield ""
    if "board" not in plan.serials:
        yield ("No serial number of a board is known: plug it in, look into /dev/serial/by-id, and type this command "
               "again with --board SERIAL.")
    if plan.unused:
        readers = " and ".join(f'{part} = "/dev/taula/{part}"' for part in plan.unused if part != "board")
        lines = [*(['port = "/dev/taula/board" under [link]'] if "board" in plan.unused else []),
                 *([f"{readers} under [readers]"] if readers else [])]
        yield (f"{SETTINGS} was there, is left as it is, and names no port for the {' and the '.join(plan.unused)}: "
               f"write {', and '.join(lines)}.")
    yield "On that system, as root:" if root != Path("/") else "Now type, as root:"
    yield "  systemd-sysusers && systemd-tmpfiles --create taula.conf && systemctl daemon-reload"
    yield f"  chgrp taula {SETTINGS}"  # its codes are for the service alone
    yield "  udevadm control --reload && udevadm trigger --subsystem-match=tty && systemctl restart systemd-journald"
    mount = f" {mount_unit(plan.journal)}" if plan.partition else ""
    yield f"  systemctl enable --now{mount} taula"
    yield (f"Then teach the table its tiles: {plan.program} tiles register --config {SETTINGS}; until then"
           " the service stands, and its page says so.")
    yield f"The settings are in {SETTINGS}; `taula doctor --config {SETTINGS}` tells what is wrong."
