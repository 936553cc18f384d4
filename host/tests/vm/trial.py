"""A trial in a virtual machine from beginning to end: what is missing, what it says, how long it took, its code."""

import time
from collections.abc import Callable
from pathlib import Path

from host.tests.vm import boot
from host.tests.vm.kernel import Kernel, NoKernel, current

Run = Callable[[], tuple[int, str]]  # as boot.run


class Failed(Exception):
    """What is tried does not do what it is for."""


def tried(folder: Path, missing: str, prepared: Callable[[Kernel, Path], Run]) -> int:
    """0 when all is proven, 1 when something is not; where something is missing as boot.not_run says.

    missing: what is, "" for nothing. prepared(kernel, folder): makes all ready, for which it may fetch what `folder`
    does not hold yet; what it returns runs the machine. Either may raise Failed.
    """
    if missing := boot.needs() or missing:
        return boot.not_run(missing)
    started = time.monotonic()
    try:
        kernel = current(folder)
        run = prepared(kernel, folder)
        ready = time.monotonic()
        code, said = run()
    except NoKernel as why:
        return boot.not_run(str(why))
    except (boot.NeverEnded, Failed) as why:
        print(f"FAIL {why}")
        return 1
    print(boot.told(said, whole=code != 0))
    print(f"kernel {kernel.release}: prepared in {ready - started:.0f} s, ran in {time.monotonic() - ready:.0f} s")
    return 0 if code == 0 else 1
