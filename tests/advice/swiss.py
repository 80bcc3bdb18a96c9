"""Plays."""
