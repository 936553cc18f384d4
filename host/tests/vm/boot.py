"""Boots a kernel in QEMU with a folder as its root, read only, changes kept in memory; and hears what is said there.

No disk image is made: the folder comes over virtio-9p, so programs and libraries of this machine run inside as they
are. Without KVM, by translation: some fifteen times slower than here.
"""

import gzip
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from host.tests.vm.kernel import Kernel

QEMU = "qemu-system-x86_64"
WANTED = ("virtio_pci", "9pnet_virtio", "9p", "overlay", "configfs")  # modules: the root, and what it lies on
MEMORY_MB = 1024
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|c)")  # how a console is cleared
INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in $(cat /modules/order); do insmod /modules/$module.ko || echo "no module $module"; done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,cache=loose,ro host /lower || poweroff -f
mount -t tmpfs -o mode=755 tmpfs /upper; mkdir /upper/changes /upper/work
mount -t overlay -o lowerdir=/lower,upperdir=/upper/changes,workdir=/upper/work root /new || poweroff -f
mount --move /proc /new/proc; mount --move /sys /new/sys; mount --move /dev /new/dev
cp /guest.sh /new/run/guest.sh 2>/dev/null || cp /guest.sh /new/guest.sh
mount -t configfs configfs /new/sys/kernel/config 2>/dev/null
{hand_over}
"""
RUN_A_SCRIPT = """mkdir -p /new/dev/pts /new/dev/shm
mount -t devpts devpts /new/dev/pts; mount -t tmpfs tmpfs /new/dev/shm; mount -t tmpfs tmpfs /new/run
cp /guest.sh /new/run/guest.sh
ip link set lo up
chroot /new /bin/sh /run/guest.sh
echo "GUEST $?"
poweroff -f"""
RUN_SYSTEMD = """umount /new/sys/kernel/config
exec switch_root /new /lib/systemd/systemd"""


class NeverEnded(Exception):
    """The virtual machine did not come to the end of what it was to do; the text is what it said."""


def needs() -> str:
    """The first program that is missing here, "" when all are there."""
    wanted = (QEMU, "apt-get", "dpkg-deb", "gcc", "make", "xz")
    return next((name for name in wanted if shutil.which(name) is None), "")


def not_run(missing: str) -> int:
    """Say what is missing; 0, but 1 where TAULA_REQUIRE asks for everything, as hardware_tests.needs has it."""
    required = bool(os.environ.get("TAULA_REQUIRE"))
    print(f"not run: needs {missing}{' (TAULA_REQUIRE is set)' if required else ''}")
    return int(required)


def run(kernel: Kernel, script: str, *, root: Path = Path("/"), systemd: bool = False, more: Iterable[Path] = (),
        patience_s: float = 180) -> tuple[int, str]:
    """Boot, run `script` in `root`, or systemd as the first process; the script's exit code and all that was said.

    `more` are modules in files of their own. Under systemd, the script is what the root itself starts; it must end in
    a line `GUEST CODE` on the console and power off. Raises NeverEnded.
    """
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "initramfs.gz"
        image.write_bytes(_initramfs(kernel, script, Path(folder), systemd=systemd, more=tuple(more)))
        words = [
            QEMU, "-accel", "tcg", "-cpu", "max", "-smp", "2", "-m", str(MEMORY_MB), "-nographic", "-no-reboot",
            "-nodefaults", "-serial", "stdio", "-kernel", str(kernel.image), "-initrd", str(image),
            "-append", "console=ttyS0 quiet panic=-1 loglevel=3 systemd.show_status=false",
            "-fsdev", f"local,id=root,path={root},security_model=none,readonly=on,multidevs=remap",
            "-device", "virtio-9p-pci,fsdev=root,mount_tag=host",
        ]
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience_s,
                                  check=False)
            said = done.stdout.decode("utf-8", "replace").replace("\r", "")
        except subprocess.TimeoutExpired as late:
            said = (late.stdout or b"").decode("utf-8", "replace").replace("\r", "")
            raise NeverEnded(f"the virtual machine did not end in {patience_s:.0f} s:\n{said[-3000:]}") from None
    found = re.search(r"^GUEST (\d+)$", said, re.MULTILINE)
    if found is None:
        raise NeverEnded(f"the virtual machine ended too soon:\n{said[-3000:]}{done.stderr.decode()[-500:]}")
    return int(found[1]), said


def told(said: str, *, whole: bool) -> str:
    """What a script has said, less the machine's own words; all of it when it failed."""
    lines = [ESCAPES.sub("", line) for line in said.splitlines()]
    wanted = [re.sub(r"^.*?(ok |FAIL )", r"\1", line) for line in lines if "ok " in line or "FAIL " in line]
    return "\n".join(lines if whole else wanted)


def _initramfs(kernel: Kernel, script: str, folder: Path, *, systemd: bool, more: tuple[Path, ...]) -> bytes:
    """The first root: a busybox, the modules in the order in which they are loaded, and the script."""
    root = folder / "first"
    for name in ("bin", "proc", "sys", "dev", "modules", "lower", "upper", "new"):
        (root / name).mkdir(parents=True)
    order = []
    for name, data in _modules(kernel, more):
        (root / f"modules/{name}.ko").write_bytes(data)
        order.append(name)
    (root / "modules/order").write_text("\n".join(order))
    shutil.copy(kernel.busybox, root / "bin/busybox")
    (root / "guest.sh").write_text(script)
    (root / "init").write_text(INIT.replace("{hand_over}", RUN_SYSTEMD if systemd else RUN_A_SCRIPT))
    (root / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*")))
    done = subprocess.run([str(kernel.busybox), "cpio", "-o", "-H", "newc"], cwd=root, input=names.encode(),
                          capture_output=True, check=True)
    return gzip.compress(done.stdout, 1)


def _modules(kernel: Kernel, more: tuple[Path, ...]) -> list[tuple[str, bytes]]:
    """Name and bytes of every module wanted, each after those that it depends on."""
    known = {path.name.split(".ko")[0].replace("-", "_"): path
             for path in (*kernel.modules.rglob("*.ko*"), *more) if ".ko" in path.name}
    found: dict[str, bytes] = {}

    def need(name: str) -> None:
        name = name.replace("-", "_")
        if name in found or name not in known:  # what is not there is built into the kernel
            return
        data = known[name].read_bytes()
        data = lzma.decompress(data) if known[name].suffix == ".xz" else data
        depends = re.search(rb"\0depends=([^\0]+)\0", data)
        for other in depends[1].decode().split(",") if depends else ():
            need(other)
        found[name] = data

    for name in (*WANTED, *(path.stem for path in more)):
        need(name)
    return list(found.items())
