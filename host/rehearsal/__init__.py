"""Hands at the table, written down: scripts, how they are read, the stages they are played on, what came of them.

Start at outcome.py; hands.py carries out a line, virtual.py is the table with its sensors, direct.py the rules alone.
"""
