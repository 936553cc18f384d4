# What is frozen into the unix builds.
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821  # a name of MicroPython's manifest
