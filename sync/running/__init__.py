"""Passes over books: one, the repeated ones, and what is done around them: look-ups, messages, mirrors, health."""
