"""A small virtual machine with a Linux kernel of Debian's, whose root is this machine's own, read only.

For what needs a kernel that this machine does not have: pins (gpio-sim), and systemd as the first process.
"""
