"""Changes of one value of the rows of a match, each of which a judge has to find out."""

import math


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


def where_lies_are_told(spoil):
    """Where balls lie that the hand must not touch is known from the lies alone."""

    def spoil_one(tables):
        if not tables["lies"]:
            raise ValueError("no lies")
        spoil(tables)

    return spoil_one


def is_fair_from_edge(row):
    return row["start"] == "edge" and not row["is_fudged"]


def turned_spot(tables):
    """The spot of a cabbaged shot is turned round the rest point, at the same distance, and with it the knuckle."""
    toleys = {(row["game"], row["shot"], row["number"]): row for row in tables["lies"] if row["ball"] == "toley"}
    row = [row for row in tables["shots"] if row["is_cabbaged"] and not row["is_fudged"] and not row["is_misfired"]][-1]
    rest = toleys[row["game"], row["shot"], row["player"]]
    aside = [row["release_x_m"] - rest["x_m"], row["release_y_m"] - rest["y_m"]]
    if aside == [0.0, 0.0]:
        raise ValueError("cabbaged by nothing")
    turned = [math.cos(0.3) * aside[0] - math.sin(0.3) * aside[1], math.sin(0.3) * aside[0] + math.cos(0.3) * aside[1]]
    for name, by_m in zip(("x_m", "y_m"), (turned[0] - aside[0], turned[1] - aside[1])):
        row[f"release_{name}"] += by_m
        row[f"knuckle_{name}"] += by_m


def poor_spots(tables):
    """Shots from beside the rest point knock off nothing."""
    toleys = {(row["trial"], row["game"], row["shot"], row["number"]): row
              for row in tables["lies"] if row["ball"] == "toley"}
    for row in tables["shots"]:
        rest = toleys.get((row["trial"], row["game"], row["shot"], row["player"]))
        if row["is_cabbaged"] and rest and row["release_x_m"] != rest["x_m"]:
            row["marbles_off_count"] = 0


def order_of_mates(tables):
    """A turn from off the ring is said to be that of a mate of the shooter who has a toley in hand."""
    # a toley that stays would be missed where it is
    gone = {(row["game"], row["turn"]) for row in tables["shots"] if not row["toley_stays"]}
    turns = [row for row in tables["turns"] if row["start"] == "edge" and row["shot_count"] == 1
             and (row["game"], row["turn"]) in gone]
    turn = turns[-1]
    of_turn = (turn["game"], turn["turn"])
    shots = [row for row in tables["shots"] if (row["game"], row["turn"]) == of_turn]
    sides = {row["player"]: row["side"] for row in tables["turns"]}
    lying = {row["number"] for row in tables["lies"] if row["ball"] == "toley"}
    mates = [player for player, side in sides.items() if side == turn["side"] and player != turn["player"]]
    mate = [player for player in mates if player not in lying][0]
    is_told = [row for row in tables["events"] if row["event"] == "turn" and (row["game"], row["turn"]) == of_turn]
    for row in [turn, *shots, *is_told]:
        row["player"] = mate


# each with what the judge has to say of it; where several checks find it, the first may be any
SPOILS = {
    "release": (spoiled("shots", "release_x_m", lambda x_m: x_m + 0.01, is_fair_from_edge), "from where it should be"),
    "marbles off": (spoiled("shots", "marbles_off_count", lambda count: count + 1), "points of shot"),
    "points": (spoiled("games", "a_points_count", lambda count: count + 1), "points of side a"),
    "player": (spoiled("shots", "player", lambda player: int(player) ^ 1), ""),
    "fudged release": (where_lies_are_told(
        spoiled("shots", "release_x_m", lambda x_m: x_m + 1e-9, lambda row: row["is_fudged"])), "from where it should be"),
    "cabbaged release": (where_lies_are_told(
        spoiled("shots", "release_y_m", lambda y_m: y_m + 1e-9, lambda row: row["is_cabbaged"])),
        "from where it should be"),
    "knuckle": (spoiled("shots", "knuckle_x_m", lambda x_m: x_m + 1e-3, is_fair_from_edge), "knuckle off the edge"),
    "player lost": (spoiled("losses", "player", lambda player: int(player) ^ 1), "lost are"),
    "lie": (spoiled("lies", "x_m", lambda x_m: x_m + 2.0), ""),
    "toley": (spoiled("events", "value", lambda width_m: 0.9 * width_m, of_event("toley")), "toley"),
    "order of drops": (swapped_drops, "should begin"),
    "turn": (spoiled("events", "player", lambda player: int(player) ^ 1, of_event("turn")), "turn"),
    "order of mates": (order_of_mates, "by the order that of"),
    "spot": (where_lies_are_told(turned_spot), "none of the eight spots"),
    "shots of a turn": (spoiled("turns", "shot_count", lambda count: count + 1), "shots of turn"),
    "turns of a game": (spoiled("games", "turn_count", lambda count: count + 1), "turns of the game"),
    "scorer": (spoiled("turns", "told_count", lambda count: count + 1), "what the scorer was told"),
    "winner": (spoiled("matches", "winner_side", lambda side: side + 1, lambda row: row["winner_side"] is not None),
               "winner of the match"),
    "fouls": (spoiled("matches", "foul_count", lambda count: 2 * count + 1), "fouls of the match"),
    "players put out": (spoiled("games", "b_eliminated_7three_count", lambda count: count + 1), "put out"),
    "amended": (spoiled("events", "value", lambda count: count + 1, of_event("amended")), "amended are"),
}

# of the rows of single shots
SHOT_SPOILS = {
    "lie in a break": (spoiled("lies", "shot", lambda shot: shot + 1, lambda row: row["shot"] > 0), ""),
    "distance": (spoiled("shots", "nearest_marble_m", lambda far_m: far_m + 1e-6), "the nearest marble is"),
    "marble": (spoiled("lies", "x_m", lambda x_m: x_m + 2.0, lambda row: row["ball"] == "marble"), "m out"),
}
