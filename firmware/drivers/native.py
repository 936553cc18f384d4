"""MicroPython's own module, whose decorator `native` has a function compiled to machine code: the readers' frames.

CPython has no such module, and no machine code: there the decorator leaves the function as it is.
"""

try:
    import micropython
except ImportError:
    class micropython:  # type: ignore[no-redef]  # noqa: N801
        """What this project uses of it."""

        @staticmethod
        def native(function):
            """`function` itself."""
            return function

__all__ = ["micropython"]
