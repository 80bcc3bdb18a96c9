"""Earliest times (H31). Minutes since the midnight with which the day of play began; they may pass 1440."""


def mini_match(slow_game_over: int) -> int:
    """30 minutes after the game and not before 18:30."""
    return max(slow_game_over + 30, 18 * 60 + 30)


def second_quick_game(first_quick_game_over: int) -> int:
    """10 minutes after the first."""
    return first_quick_game_over + 10


def armageddon(mini_match_over: int) -> int:
    """15 minutes after the mini-match and not before 20:00."""
    return max(mini_match_over + 15, 20 * 60)


def next_pairings(last_match_over: int) -> int:
    """When the last match is over and not before 21:30."""
    return max(last_match_over, 21 * 60 + 30)


def shown(minutes: int) -> str:
    """The time as read on a clock; past midnight it begins again at 00:00."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
