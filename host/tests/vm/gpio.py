"""`make test-gpio`: the panel on real pins of a kernel, in a virtual machine, by gpiod, lgpio and RPi.GPIO.

The kernel and busybox come from Debian's packages, the GPIO libraries from the package index; both are kept in the
folder that is given, so that only the first run fetches anything.
"""

import subprocess
import sys
import time
from pathlib import Path

from host.tests.vm import boot
from host.tests.vm.kernel import NoKernel, current

CHECKOUT = Path(__file__).resolve().parents[3]
LIBRARIES = ("gpiod>=2", "rpi-lgpio>=0.6", "adafruit-blinka>=10")
GUEST = """cd /run
export PYTHONPATH='{checkout}:{checkout}/firmware' PYTHONDONTWRITEBYTECODE=1 LG_WD=/run
'{python}' -m host.tests.vm.gpio_guest
"""


def main() -> int:
    """0 when all is proven, 1 when something is not; where something is missing as boot.not_run says."""
    if missing := boot.needs():
        return boot.not_run(missing)
    folder = Path(sys.argv[1]).resolve()
    started = time.monotonic()
    try:
        kernel = current(folder)
        python = _python(folder)
        prepared = time.monotonic()
        script = GUEST.format(checkout=CHECKOUT, python=python)
        code, said = boot.run(kernel, script, more=(kernel.gpio_sim,), patience_s=300)
    except NoKernel as why:
        return boot.not_run(str(why))
    except boot.NeverEnded as why:
        print(f"FAIL {why}")
        return 1
    print(boot.told(said, whole=code != 0))
    ran_s = time.monotonic() - prepared
    print(f"kernel {kernel.release}: prepared in {prepared - started:.0f} s, ran in {ran_s:.0f} s")
    return 0 if code == 0 else 1


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
