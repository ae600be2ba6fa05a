"""Changes of one value of the rows of a match, each of which a judge has to find out."""


def spoiled(table, name, change, wanted=lambda row: True):
    """Changes one value of the last row that is wanted."""

    def spoil(tables):
        row = [row for row in tables[table] if wanted(row)][-1]
        row[name] = change(row[name])

    return spoil


def of_event(event):
    return lambda row: row["event"] == event


def swapped_drops(tables):
    *_, one, other = filter(of_event("nose-drop"), tables["events"])
    one["value"], other["value"] = other["value"], one["value"]


def is_fair_from_edge(row):
    return row["start"] == "edge" and not row["is_fudged"]


SPOILS = {
    "release": spoiled("shots", "release_x_m", lambda x_m: x_m + 0.01, is_fair_from_edge),
    "marbles off": spoiled("shots", "marbles_off_count", lambda count: count + 1),
    "points": spoiled("games", "a_points_count", lambda count: count + 1),
    "player": spoiled("shots", "player", lambda player: int(player) ^ 1),
    "lie": spoiled("lies", "x_m", lambda x_m: x_m + 2.0),
    "toley": spoiled("events", "value", lambda width_m: 0.9 * width_m, of_event("toley")),
    "order of drops": swapped_drops,
    "turn": spoiled("events", "player", lambda player: int(player) ^ 1, of_event("turn")),
    "shots of a turn": spoiled("turns", "shot_count", lambda count: count + 1),
    "winner": spoiled("matches", "winner_side", lambda side: side + 1, lambda row: row["winner_side"] is not None),
    "fouls": spoiled("matches", "foul_count", lambda count: 2 * count + 1),
    "players put out": spoiled("games", "b_eliminated_7three_count", lambda count: count + 1),
    "amended": spoiled("events", "value", lambda count: count + 1, of_event("amended")),
}
