"""What went wrong on a board since its start, by name: the table for a heartbeat.

Every driver counts in a dictionary `troubles` whose names are its own alone and are there from the start, so that
counting allocates nothing. Knows no driver.
"""


def counted(*drivers):
    """The counts of all `drivers` together, as (name, count) in order of the names; those of None are left out.

    >>> class Chain:
    ...     troubles = {"chain_wrong_bits": 2}
    >>> counted(Chain(), None)
    [('chain_wrong_bits', 2)]
    """
    table = []
    for driver in drivers:
        if driver is not None:
            table.extend(driver.troubles.items())
    return sorted(table)
