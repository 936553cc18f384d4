"""`make test-install`: a bare Debian becomes a table by what the guide says and nothing else, and is tried in QEMU.

debootstrap makes the tree; the commands are those of docs/pages/installing.md, in a chroot; then systemd starts as
the first process of a virtual machine whose root is the tree, and install_guest.sh tries the service. Needs root.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from host.tests.vm import boot
from host.tests.vm.kernel import Kernel, NoKernel
from host.tests.vm.trial import Failed, Run, tried

CHECKOUT = Path(__file__).resolve().parents[3]
GUIDE = CHECKOUT / "docs/pages/installing.md"
BARE = "systemd,systemd-sysv,udev,dbus,ca-certificates"  # what every Debian has that starts at all
TRYING = "curl,procps"  # what the trial itself uses
LEFT_OUT = {"python3-lgpio", "python3-rpi-lgpio"}  # the guide: plain Debian 12 does not have them
MINE = ("resolv.conf", "hosts", "pip.conf", "ssl/certs/ca-certificates.crt")  # below /etc: the way to the network
UNIT = """[Service]
ExecStart=/bin/sh /srv/install_guest.sh
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
[Install]
WantedBy=multi-user.target
"""


def main() -> int:
    """As trial.tried."""
    missing = "" if shutil.which("debootstrap") else "debootstrap"
    return tried(Path(sys.argv[1]).resolve(), missing or ("" if os.geteuid() == 0 else "root"), _prepared)


def _prepared(kernel: Kernel, folder: Path) -> Run:
    tree = _bare(folder)
    _by_the_guide(tree)
    return lambda: boot.run(kernel, "", root=tree, systemd=True, patience_s=900)


def _bare(folder: Path) -> Path:
    """A tree with a bare Debian of this machine's release and what the guide has apt install; made once."""
    bare, tree = folder / "bare", folder / "tree"
    if not (bare / "ready").exists():
        shutil.rmtree(bare, ignore_errors=True)
        packages = [word for word in _apt_words() if word not in LEFT_OUT]
        suite = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
        if suite is None:
            raise NoKernel("a Debian that names its release")
        include = ",".join((BARE, TRYING, *packages))
        _run("debootstrap", "--variant=minbase", f"--include={include}", suite[1], str(bare))
        (bare / "ready").touch()
    shutil.rmtree(tree, ignore_errors=True)
    _run("cp", "--archive", "--reflink=auto", str(bare), str(tree))
    return tree


def _apt_words() -> list[str]:
    (line,) = [line for block in _blocks("What the system brings") for line in block if "apt install" in line]
    return line.split("install", 1)[1].split()


def _by_the_guide(tree: Path) -> None:
    """Everything that the guide has typed, but what needs a running system: that is left to the virtual machine."""
    for name in MINE:
        if Path("/etc", name).exists():
            (tree / "etc" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path("/etc") / name, tree / "etc" / name)
    _checkout(tree / "srv/taula")
    (program,) = _blocks("The program")
    _in(tree, program)
    (service,) = _blocks("The service")
    _in(tree, service)
    update, rollback = _blocks("Update and rollback")
    cut = next(number for number, line in enumerate(update) if "ln -sfn" in line)
    _in(tree, update[:cut])
    (tree / "srv/update.sh").write_text("\n".join(("set -e", *map(_typed, update[cut:]))))
    (tree / "srv/rollback.sh").write_text("\n".join(("set -e", *map(_typed, rollback))))
    shutil.copy(CHECKOUT / "host/tests/vm/install_guest.sh", tree / "srv/install_guest.sh")
    (tree / "etc/systemd/system/guest.service").write_text(UNIT)
    wants = tree / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (wants / "guest.service").symlink_to("../guest.service")
    (tree / "etc/systemd/system/serial-getty@ttyS0.service").symlink_to("/dev/null")  # the line is the trial's


def _checkout(place: Path) -> None:
    """The files that a checkout has, as they are here now."""
    words = ("git", "-C", str(CHECKOUT), "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    done = subprocess.run(words, capture_output=True, check=True)
    for name in filter(None, done.stdout.decode().split("\0")):
        if (CHECKOUT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, place / name)


def _blocks(heading: str) -> list[list[str]]:
    """The lines to be typed under a heading of the guide, block by block."""
    section = GUIDE.read_text("utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [block.strip().splitlines() for block in re.findall(r"```\n(.*?)```", section, re.DOTALL)]


def _typed(line: str) -> str:
    """As root types it."""
    return line.removeprefix("sudo ")


def _in(tree: Path, lines: list[str]) -> None:
    """Type `lines` in the tree. Raises Failed."""
    script = "\n".join(("set -e", "cd /srv", *map(_typed, lines)))
    done = subprocess.run(["chroot", str(tree), "/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"the guide's commands end with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}")


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoKernel(f"{words[0]} to succeed ({(done.stderr or done.stdout).strip()[-500:]})")


if __name__ == "__main__":
    sys.exit(main())
