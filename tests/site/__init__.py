"""The website of an event."""
