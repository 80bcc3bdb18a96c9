"""What every test runs under."""

from hypothesis import settings

settings.register_profile("no clock", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("no clock")
