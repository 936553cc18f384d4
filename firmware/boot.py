"""Runs before main.py at each start: sees whether this one is for service. Starts nothing and touches no pin."""

import service

service.begin()
