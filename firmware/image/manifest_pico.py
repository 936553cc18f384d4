# What is frozen into the Pico's image: the port's own start, and asyncio. Our firmware lies in the file system.
freeze("$(PORT_DIR)/modules")  # noqa: F821  # names of MicroPython's manifest
include("$(MPY_DIR)/extmod/asyncio")  # noqa: F821
