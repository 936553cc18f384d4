"""Debian's kernel with the module gpio-sim, which Debian leaves out: fetched by apt, built against Debian's headers.

Nothing is installed: packages are unpacked into a folder, and fetched again only when Debian has a newer kernel.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

IMAGE = "linux-image-amd64"  # depends on the kernel that is current
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
# irq_sim is built into no Debian kernel, so it goes into the module too; this function is not exported to modules.
HIDDEN, SHOWN = "irq_to_desc(irqnum)", "irq_data_to_desc(irq_get_irq_data(irqnum))"
MAKEFILE = "obj-m += gpio-sim.o\ngpio-sim-y := gpio_sim_main.o irq_sim.o\n"


class NoKernel(Exception):
    """There is no kernel to boot; the text says what is needed."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel to boot: its file, the folder of its modules, gpio-sim, and a busybox that needs no libraries."""

    release: str
    image: Path
    modules: Path
    gpio_sim: Path
    busybox: Path


def current(folder: Path) -> Kernel:
    """The kernel that Debian has now, unpacked and built below `folder`. Raises NoKernel."""
    release = _release()
    version = ".".join(release.split(".")[:2])
    root = folder / release
    kernel = Kernel(release, root / f"boot/vmlinuz-{release}", root / f"lib/modules/{release}",
                    root / "module/gpio-sim.ko", _busybox(root))
    if not (kernel.image.exists() and kernel.busybox.exists()):
        common = f"linux-headers-{release.removesuffix('-amd64')}-common"
        _unpack(root, f"linux-image-{release}", f"linux-headers-{release}", common, f"linux-kbuild-{version}",
                f"linux-source-{version}", "busybox-static")
    if not kernel.gpio_sim.exists():
        _build(root, release, version)
    return Kernel(release, kernel.image, kernel.modules, kernel.gpio_sim, _busybox(root))


def _busybox(root: Path) -> Path:
    return next((path for path in (root / "usr/bin/busybox", root / "bin/busybox") if path.exists()),
                root / "bin/busybox")


def _release() -> str:
    told = _run("apt-cache", "show", IMAGE)
    found = re.search(r"^Depends: linux-image-(\S+)", told, re.MULTILINE)
    if found is None:
        raise NoKernel(f"the Debian package {IMAGE}, as apt-get update lists it")
    return found[1]


def _unpack(root: Path, *packages: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    _run("apt-get", "-o", "APT::Sandbox::User=root", "download", *packages, folder=root)
    for package in root.glob("*.deb"):
        _run("dpkg-deb", "--extract", str(package), str(root))
        package.unlink()


def _build(root: Path, release: str, version: str) -> None:
    """The module, from three files of Debian's own source."""
    module = root / "module"
    module.mkdir(exist_ok=True)
    names = [f"linux-source-{version}/{name}" for name in SOURCES]
    _run("tar", "--extract", "--xz", f"--file=usr/src/linux-source-{version}.tar.xz", *names, folder=root)
    sim, library, irq = ((root / name).read_text("utf-8") for name in names)
    (module / "gpio_sim_main.c").write_text(sim, "utf-8")
    (module / "gpiolib.h").write_text(library, "utf-8")
    (module / "irq_sim.c").write_text(irq.replace(HIDDEN, SHOWN), "utf-8")
    (module / "Makefile").write_text(MAKEFILE, "utf-8")
    _run("make", "-s", "-C", str(_headers(root, release)), f"M={module}", "modules")


def _headers(root: Path, release: str) -> Path:
    """The headers; their Makefile names the common ones by where Debian would have installed them."""
    headers = root / f"usr/src/linux-headers-{release}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text("utf-8").replace("include /usr/", f"include {root}/usr/"), "utf-8")
    return headers


def _run(*words: str, folder: Path | None = None) -> str:
    """What a program says. Raises NoKernel with its last line when it fails."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise NoKernel(words[0]) from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
        raise NoKernel(f"{words[0]} to succeed ({last})")
    return done.stdout
