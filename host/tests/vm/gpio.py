"""`make test-gpio`: the panel on real pins of a kernel, in a virtual machine, by gpiod, lgpio and RPi.GPIO.

The kernel and busybox come from Debian's packages, the GPIO libraries from the package index; both are kept in the
folder that is given, so that only the first run fetches anything.
"""

import subprocess
import sys
from pathlib import Path

from host.tests.vm import boot
from host.tests.vm.kernel import Kernel, NoKernel
from host.tests.vm.trial import Run, tried

CHECKOUT = Path(__file__).resolve().parents[3]
LIBRARIES = ("gpiod>=2", "rpi-lgpio>=0.6", "adafruit-blinka>=10")
GUEST = """cd /run
export PYTHONPATH='{checkout}:{checkout}/firmware' PYTHONDONTWRITEBYTECODE=1 LG_WD=/run
'{python}' -m host.tests.vm.gpio_guest
"""


def main() -> int:
    """As trial.tried."""
    return tried(Path(sys.argv[1]).resolve(), "", _prepared)


def _prepared(kernel: Kernel, folder: Path) -> Run:
    script = GUEST.format(checkout=CHECKOUT, python=_python(folder))
    return lambda: boot.run(kernel, script, more=(kernel.gpio_sim,), patience_s=300)


def _python(folder: Path) -> Path:
    """A Python with the three libraries. Raises NoKernel."""
    place = folder / "libraries"
    python = place / "bin/python"
    if not (place / "ready").exists():
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=False)
        if made.returncode or subprocess.run([str(python), "-m", "pip", "install", "--quiet",
                                              "--disable-pip-version-check", *LIBRARIES], check=False).returncode:
            raise NoKernel(f"the package index, for {', '.join(LIBRARIES)}")
        (place / "ready").touch()
    return python


if __name__ == "__main__":
    sys.exit(main())
