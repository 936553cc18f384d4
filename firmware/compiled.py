"""Words of MicroPython's compiler, for functions of whole numbers and bytes that it makes machine code of.

The decorator `micropython.viper` and the cast `ptr8` are the compiler's own: nothing of them is left when it is done.
Elsewhere they leave function and bytes as they are.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
else:
    class micropython:  # type: ignore[no-redef]  # noqa: N801
        """What this project uses of it."""

        @staticmethod
        def viper(function):
            """`function` itself."""
            return function


def ptr8(buffer):
    """The bytes of `buffer`."""
    return buffer


__all__ = ["micropython", "ptr8"]
