"""What every test runs under."""

import os

from hypothesis import HealthCheck, settings

# How long an example takes to make or to run says how busy the machine is, and nothing of the code.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

# Passes over several files run in a child with limits; the tests watch the pass itself, and set what they need of it.
os.environ.setdefault("PAIRSHEET_LIMITS", "0")
