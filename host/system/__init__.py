"""Taula as a service of the Raspberry Pi: what is installed, how the computer is, what a bug report holds."""
