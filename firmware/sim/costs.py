"""What a transaction on a bus costs in virtual time beside its bytes. Apart: tests of models need no more of it."""

# Of a transaction on the RP2040: 50 us for itself, and what the Python around it takes as long as it goes on. With
# it the models read a board of 60 tiles in the time that the emulated board takes: docs/pages/performance.md.
CPU_US = 90
