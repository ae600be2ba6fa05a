"""An independent judge of the marbles game: python tests/marbles_judge.py DATASET...

From the rows and the text of the laws alone it says anew from where each shot was released, who had to play, what each
shot scored, who begins and who won, of datasets of tinsley-green/match; of tinsley-green/shot where everything lay, and
how far the nearest marble was. Datasets of other studies are passed over; without the rows of lies shots from within
the ring are not judged. Of each dataset the last match is spoiled as well, and the judge has to object.
"""

import copy
import json
import math
import sys
from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path
from statistics import fmean, variance

from marbles_laws import PLAYERS, amended, amended_of_shot
from marbles_rows import EXACT, SAME, Objection, Points, check, distance, grouped, near, rows_of
from marbles_spoils import SHOT_SPOILS, SPOILS, poor_spots

TEAMS = ("club", "international")


def is_swap(row):
    return row["event"] == "replaced" or (row["event"] == "substitution" and row["value"] == 1)


class Game:
    """The rows of one game, and the keys of its design point."""

    def __init__(self, where, keys, tables, game, match_events):
        self.where, self.keys, self.game, self.match_events = where, keys, game, match_events
        self.shots, self.turns, self.events, self.losses, lies = tables
        self.lies = defaultdict(dict)
        for row in lies:
            ball = (row["ball"], row["number"])
            check(ball not in self.lies[row["shot"]], where, f"{ball} lies in two places before shot {row['shot']}")
            self.lies[row["shot"]][ball] = row
        self.ring_m = 0.5 * keys["ring_diameter_m"]
        self.is_team = keys["match_kind"] in TEAMS and game["form"] == "team"

    def side(self, player):
        if self.keys["match_kind"] in TEAMS:
            return player // self.keys["match_team_size_count"]
        return player

    def named(self, *names):
        return [row for row in self.events if row["event"] in names]

    def marbles(self, shot):
        return sum(kind == "marble" for kind, _ in self.lies[shot])

    # TG-X1, and no two balls in one place
    def judge_lies(self):
        for shot, lies in self.lies.items():
            balls = list(lies.values())
            for i, ball in enumerate(balls):
                far_m = math.hypot(ball["x_m"], ball["y_m"])
                if self.keys["ring_off"] == "centre-past-edge":
                    check(far_m <= self.ring_m + SAME, self.where, f"a ball {far_m} m out before shot {shot}")
                check(ball["z_m"] >= ball["radius_m"] - 1e-6, self.where, f"a ball under the sand before {shot}")
                for other in balls[:i]:
                    gap_m = distance(ball, other) - ball["radius_m"] - other["radius_m"]
                    check(gap_m > -1e-6, self.where, f"two balls overlap by {-gap_m} m before shot {shot}")

    # TG-4a: the toleys that lie there are those that were measured
    def judge_toleys(self):
        widths = {int(row["player"]): row["value"] for row in self.named("toley")}
        for player, width_m in widths.items():
            is_known = any(near(width_m, allowed_m) for allowed_m in self.allowed_m(player))
            check(is_known, self.where, f"toley of {player}")
        swapped = {row["player"] for row in self.events if is_swap(row)}
        for lies in self.lies.values():
            for (kind, number), ball in lies.items():
                if kind == "toley" and number not in swapped:
                    check(near(2 * ball["radius_m"], widths[number]), self.where, f"toley {number} is another")

    # TG-4b, TG-4c, TG-8b: his own if it was approved, else the standard one, as after a swap in an earlier game
    def allowed_m(self, player):
        of_match = [row for row in self.match_events if row["player"] == player]
        is_refused = any(row["event"] == "approval" and row["value"] == 0 for row in of_match)
        is_swapped = any(is_swap(row) and row["game"] < self.game["game"] for row in of_match)
        standard_m = self.keys["toley_standard_diameter_m"]
        own = [standard_m if is_refused else self.brought_m(player)]
        return own + [standard_m] if is_swapped else own

    def brought_m(self, player):
        size = self.keys["match_team_size_count"] if self.keys["match_kind"] in TEAMS else len(PLAYERS)
        own = self.keys[f"roster_{PLAYERS[player % size]}_toley_diameter_ratio"]
        side = self.keys["a_toley_diameter_ratio" if self.side(player) == 0 else "b_toley_diameter_ratio"]
        return self.keys["toley_diameter_m"] * side * own

    # TG-5c, TG-6a, TG-6b1, TG-7a, TG-7b: the knuckle, and from it where the toley is released
    def judge_releases(self):
        for row in self.shots:
            shot, is_inside = row["shot"], row["start"] == "ring"
            if self.lies:
                own = self.lies[shot].get(("toley", row["player"]))
                check((own is not None) == is_inside, self.where, f"shot {shot} starts from {row['start']}")
                check(own is None or near(own["radius_m"], row["toley_radius_m"]), self.where, f"toley of shot {shot}")
                is_seen = self.marbles(shot) == row["marbles_before_count"]
                check(is_seen, self.where, f"marbles before shot {shot}")
            if is_inside and not self.lies:
                continue
            along = (math.cos(row["azimuth_rad"]), math.sin(row["azimuth_rad"]))
            knuckle = (row["knuckle_x_m"], row["knuckle_y_m"])
            if is_inside:
                self.judge_inside(row, knuckle, along)
            else:
                check(not row["is_cabbaged"], self.where, f"shot {shot} is cabbaged from off the ring")
                self.judge_edge(row, knuckle)
            behind_m = self.keys["hand_knuckle_offset_m" if is_inside else "ring_release_inset_m"]
            placed = [k + behind_m * a for k, a in zip(knuckle, along)]
            ahead_m = self.room_ahead_m(row, placed, along)
            if ahead_m is None:
                continue
            expected = [p + ahead_m * a for p, a in zip(placed, along)]
            off_m = math.dist(expected, (row["release_x_m"], row["release_y_m"]))
            check(off_m < EXACT, self.where, f"shot {shot} is released {off_m} m from where it should be")

    # TG-7a: as far ahead as fudging reaches, or as there is room for within the ring and before any ball
    def room_ahead_m(self, row, placed, along):
        if not row["is_fudged"] or row["is_misfired"]:
            return 0.0
        if not self.lies:
            return None
        ahead = sum(p * a for p, a in zip(placed, along))
        inside = max(ahead**2 - placed[0] ** 2 - placed[1] ** 2 + self.ring_m**2, 0.0)
        rooms_m = [self.keys["fouls_fudge_reach_m"], max(math.sqrt(inside) - ahead, 0.0)]
        above_m = row["toley_radius_m"] + self.keys["shot_release_height_m"]
        for (kind, number), ball in self.lies[row["shot"]].items():
            to = (ball["x_m"] - placed[0], ball["y_m"] - placed[1])
            on_way_m = to[0] * along[0] + to[1] * along[1]
            aside_m = to[0] * along[1] - to[1] * along[0]
            chord = (ball["radius_m"] + row["toley_radius_m"]) ** 2 - aside_m**2 - (above_m - ball["z_m"]) ** 2
            if (kind, number) != ("toley", row["player"]) and chord > 0.0 and on_way_m > 0.0:
                rooms_m.append(max(on_way_m - math.sqrt(chord), 0.0))
        return min(rooms_m)

    # TG-6b1: behind the rest point; TG-7b: behind one of eight spots round it, on the ring and with room for the hand
    def judge_inside(self, row, knuckle, along):
        shot, own = row["shot"], self.lies[row["shot"]]["toley", row["player"]]
        at = [k + self.keys["hand_knuckle_offset_m"] * a for k, a in zip(knuckle, along)]
        beside = [at[0] - own["x_m"], at[1] - own["y_m"]]
        expected = [0.0, 0.0]
        if row["is_cabbaged"]:
            turn = round(math.atan2(beside[1], beside[0]) / (math.pi / 4)) * (math.pi / 4)
            expected = [self.keys["fouls_cabbage_m"] * part for part in (math.cos(turn), math.sin(turn))]
        told = "is cabbaged to none of the eight spots" if row["is_cabbaged"] else "is not released at its rest point"
        check(math.dist(beside, expected) < EXACT, self.where, f"shot {shot} {told}")
        if not row["is_cabbaged"]:
            return
        is_on = max(math.hypot(*at), math.hypot(*knuckle)) <= self.ring_m + SAME
        check(is_on, self.where, f"shot {shot} is cabbaged to a spot off the ring")
        for (kind, number), ball in self.lies[shot].items():
            gap_m = math.dist(knuckle, (ball["x_m"], ball["y_m"])) - self.keys["hand_radius_m"] - ball["radius_m"]
            check((kind, number) == ("toley", row["player"]) or gap_m >= -SAME, self.where,
                  f"shot {shot} is cabbaged with a hand on {kind} {number}")

    # TG-6a: on the edge, where it is not barred
    def judge_edge(self, row, knuckle):
        shot, off_m = row["shot"], abs(math.hypot(*knuckle) - self.ring_m)
        check(off_m < EXACT, self.where, f"shot {shot}: knuckle off the edge")
        if self.keys["hand_position_limits"] == "arc":
            side = self.side(row["player"])
            middle = self.keys["hand_position_middle_rad"] + side * self.keys["hand_position_turn_rad"]
            turn = math.remainder(math.atan2(knuckle[1], knuckle[0]) - middle, math.tau)
            check(abs(turn) <= self.keys["hand_position_reach_rad"] + 1e-8, self.where,
                  f"shot {shot}: this part of the edge is barred")

    # TG-5d, TG-7score: where the toley is after a shot is where it is before the next
    def judge_rests(self):
        lifts = ("in-hand", "replaced", "substitution", "disqualified", "eliminated")
        lifted = defaultdict(list)
        for row in self.named(*lifts):
            lifted[row["player"]].append(row["turn"])
        for before, after in zip(self.shots, self.shots[1:]):
            check(before["shot"] + 1 == after["shot"], self.where, f"shot {after['shot']} does not follow")
            player = before["player"]
            if not self.lies:
                continue
            lie = self.lies[after["shot"]].get(("toley", player))
            is_lifted = any(before["turn"] <= turn <= after["turn"] for turn in lifted[player])
            if lie is None:
                is_told = not before["toley_stays"] or is_lifted
            else:
                at_m = (lie["x_m"], lie["y_m"])
                is_told = before["toley_stays"] and math.dist(at_m, (before["toley_x_m"], before["toley_y_m"])) < SAME
            check(is_told, self.where, f"toley {player} is elsewhere before shot {after['shot']}")

    # TG-5a, TG-7i, TG-7score, TG-9g, TG-11c, TG-11d
    def judge_points(self):
        each = self.keys["continuation_points_per_marble_count"]
        points, last = Counter(), len(self.shots) - 1
        for i, row in enumerate(self.shots):
            shot, side = row["shot"], row["side"]
            check(side == self.side(row["player"]), self.where, f"side of player {row['player']}")
            scored = 0 if row["is_foul"] else row["marbles_off_count"]
            check(row["points_count"] == each * scored, self.where, f"points of shot {shot}")
            if i < last and not self.named("replay"):
                left = row["marbles_before_count"] - scored
                check(self.shots[i + 1]["marbles_before_count"] == left, self.where, f"marbles after shot {shot}")
            points[side] += each * scored
            if self.keys["match_end_on_target"] == "shot" and points[side] >= self.target():
                check(i == last, self.where, f"the game goes on after shot {shot} has won it")
        for side, name in enumerate(("a", "b")):
            check(self.game[f"{name}_points_count"] == points[side], self.where, f"points of side {name}")
        if self.game["ending"] == "target":
            winner = max(points, key=points.get)
            check(self.game["winner_side"] == winner, self.where, "winner")
            check(points[winner] >= self.target(), self.where, "target")
        check(self.game["marbles_left_count"] == self.rack() - sum(points.values()) // each, self.where, "marbles left")

    def rack(self):
        if self.game["form"] == "team":
            return self.keys["rack_count"]
        if self.game["form"] == "individual":
            by_players = self.keys["rack_individual_per_player_count"] * self.keys["match_player_count"] + 1
            return max(by_players, self.keys["rack_individual_least_count"])
        return self.keys["rack_tie_break_count"]

    def target(self):
        half = self.rack() * self.keys["continuation_points_per_marble_count"] // 2 + 1
        if self.game["form"] in ("tie-break", "challenge"):
            return self.keys["match_tie_break_target_count"]
        if self.game["form"] == "team" and self.keys["match_target"] == "points":
            return self.keys["match_target_points_count"]
        return half

    # TG-5d3, TG-6b2, TG-7ii, TG-7three, TG-9d: who is put out, by player, side and clause, each once
    def judge_losses(self):
        losses, out = Counter(), {}
        for row in self.named("eliminated", "disqualified"):
            if row["player"] not in out:
                side = "a" if self.side(row["player"]) == 0 else "b"
                losses[f"{side}_eliminated_{row['clause_id'].removeprefix('TG-')}_count"] += 1
                out[row["player"]] = (self.side(row["player"]), row["clause_id"], row["turn"], row["shot"])
        by_player = {row["player"]: (row["side"], row["clause_id"], row["turn"], row["shot"]) for row in self.losses}
        is_each_once = by_player == out and len(by_player) == len(self.losses)
        check(is_each_once, self.where, f"lost are {out}, told {by_player}")
        told = {name: count for name, count in self.game.items() if "_eliminated_" in name and count > 0}
        check(told == dict(losses), self.where, f"put out are {dict(losses)}, told {told}")
        check(self.game["eliminated_count"] == sum(losses.values()), self.where, "players who are put out")

    # TG-9f, TG-11a: who begins; TG-9b: in which order
    def judge_first(self):
        order = [row["player"] for row in sorted(self.named("order"), key=lambda row: row["value"])]
        drops = {row["player"]: row["value"] for row in self.named("nose-drop")}
        choice = self.keys["match_first_choice"]
        gains = [row["value"] for row in self.named("first-gain")]
        check(len(gains) == (choice == "optimal"), self.where, f"gains of playing first: {gains}")
        plays_first = choice == "first" or (choice == "optimal" and gains[0] >= 0)
        is_told = self.keys["match_first_play"] == "nose-drop" and len(set(drops.values())) == len(drops)
        if is_told:
            half_m = 0.5 * self.keys["match_groove_width_m"]
            is_told = all(far_m == 0 or far_m > half_m for far_m in drops.values())
            check(is_told, self.where, "a toley beside its groove")
            by_nearness = sorted(drops, key=drops.get)
            if not plays_first:
                by_nearness = by_nearness[1:] + by_nearness[:1]
            expected = self.side(by_nearness[0]) if self.is_team else by_nearness
            found = self.side(order[0]) if self.is_team else order
            check(expected == found, self.where, f"{expected} should begin, not {found}")
        if self.is_team:
            self.judge_orders(order)
        return order

    def judge_orders(self, order):
        size = self.keys["match_team_size_count"]
        sides = [[player - side * size for player in order if self.side(player) == side] for side in (0, 1)]
        check(all(self.side(a) != self.side(b) for a, b in zip(order, order[1:])), self.where, "the sides alternate")
        errors = {row["player"]: row["error_ratio"] for row in self.turns}
        for side, name in enumerate("ab"):
            policy, own = self.keys[f"{name}_order"], sides[side]
            check(sorted(own) == list(range(size)), self.where, f"each player of side {name} has one place")
            if policy == "given":
                number = self.keys[f"{name}_order_count"] % math.factorial(size)
                expected = next(p for i, p in enumerate(permutations(range(size))) if i == number)
                check(tuple(own) == expected, self.where, f"order of side {name}")
            elif policy == "same":
                check(own == sides[0], self.where, f"side {name} has the order of the first")
            elif policy in ("best-first", "best-last"):
                known = [errors[player + side * size] for player in own if player + side * size in errors]
                check(known == sorted(known, reverse=policy == "best-last"), self.where, f"order of side {name}")

    # TG-9c, TG-11a: who plays each turn; whoever is out is passed over, or the next of his side plays
    def in_order(self, order, out, turns):
        is_alternating = self.is_team and self.keys["match_elimination_gap"] == "keep-alternating"
        slot, last = -1, {}
        for turn in turns:
            left = [player for player in order if out[player] >= turn]
            after = slot
            if is_alternating and slot >= 0:
                other = 1 - self.side(order[slot])
                of_other = [player for player in left if self.side(player) == other]
                left, after = of_other or left, last.get(other if of_other else 1 - other, -1)
            places = ((after + k) % len(order) for k in range(1, len(order) + 1))
            slot = next(place for place in places if order[place] in left)
            last[self.side(order[slot])] = slot
            yield order[slot]

    # TG-5d3, TG-5d4, TG-9c: whose turn it is
    def judge_turns(self, order):
        out = defaultdict(lambda: math.inf)
        for row in self.named("eliminated", "disqualified"):
            out[row["player"]] = min(out[row["player"]], row["turn"])
        players = {row["turn"]: row["player"] for row in self.named("turn")}
        for row in self.shots + self.turns:
            check(players[row["turn"]] == row["player"], self.where, f"turn {row['turn']} is not that of its player")
        for turn, expected in zip(sorted(players), self.in_order(order, out, sorted(players))):
            found = players[turn]
            check(found == expected, self.where, f"turn {turn} is by the order that of {expected}, not of {found}")
        for a, b in zip(self.shots, self.shots[1:]):
            if a["turn"] == b["turn"]:
                check(a["player"] == b["player"], self.where, f"turn {a['turn']} has two players")
                again = a["toley_stays"] and not a["is_foul"] and (a["marbles_off_count"] + a["toleys_off_count"] > 0)
                check(again or self.named("replay", "replaced"), self.where, f"shot {b['shot']} was not earned")
        check(self.game["turn_count"] == len(self.turns) == len(players), self.where, "turns of the game")
        for row in self.turns:
            own = [shot for shot in self.shots if shot["turn"] == row["turn"]]
            check(len(own) == row["shot_count"], self.where, f"shots of turn {row['turn']}")
            points = sum(shot["points_count"] for shot in own)
            check(points == row["points_count"], self.where, f"turn {row['turn']}")
            told = max(points + row["miscount_count"], 0) if points else 0
            check(row["told_count"] == told, self.where, f"what the scorer was told of turn {row['turn']}")


def judge_matches(dataset, manifest):
    names = ("matches", "games", "turns", "shots", "events", "losses", "lies")
    tables = {name: rows_of(dataset / name) for name in names}
    points = Points(dataset)
    judge_tables(dataset.name, manifest["keys"], points, tables)
    if judge_gain(dataset.name, points, tables["shots"]):
        objects(dataset.name, "gain of cabbaging", poor_spots, "the better spot brings", tables,
                lambda lies: judge_gain(dataset.name, points, lies["shots"]))
    judge_the_judge(dataset.name, manifest["keys"], points, tables)
    return len(tables["shots"])


def judge_tables(name, key_names, points, tables):
    grouped_by = {of: grouped(tables[of], "trial", "game") for of in ("turns", "shots", "events", "losses", "lies")}
    events = grouped(tables["events"], "trial")
    status = {row["trial"]: row["status"] for row in tables["matches"]}
    games, fouls = defaultdict(list), Counter()
    for row in tables["games"]:
        trial, number = row["trial"], row["game"]
        if status[trial] != "ok":
            continue
        where = f"{name} trial {trial} game {number}"
        keys = points.of(trial)
        rows = [grouped_by[of][trial, number] for of in ("shots", "turns", "events", "losses", "lies")]
        game = Game(where, keys, rows, row, events[trial,])
        game.judge_lies()
        game.judge_toleys()
        game.judge_releases()
        game.judge_rests()
        game.judge_points()
        game.judge_losses()
        game.judge_turns(game.judge_first())
        games[trial].append(row)
        fouls[trial] += sum(shot["is_foul"] for shot in game.shots)
        # a swap without leave that counts as a foul shot
        fouls[trial] += sum(turn["clause_id"] == "TG-4c" for turn in game.turns)
    for trial, of_match in events.items():
        judge_amendments(f"{name} trial {trial[0]}", key_names, points.of(*trial), of_match)
    for row in tables["matches"]:
        where = f"{name} trial {row['trial']}"
        check(row["foul_count"] == fouls[row["trial"]] or row["status"] != "ok", where, "fouls of the match")
        if row["status"] == "ok":
            judge_winner(where, points.of(row["trial"]), games[row["trial"]], row)


# TG-9a: of one game its winner; of several the side with more games, then more points, or the reverse
def judge_winner(where, keys, games, row):
    if len(games) == 1 or row["by_disqualification"]:
        check(row["winner_side"] == games[-1]["winner_side"], where, "winner of the match")
    elif all(game["form"] == "team" for game in games):
        won = Counter(game["winner_side"] for game in games)
        of_side = [(won[side], sum(game[f"{name}_points_count"] for game in games)) for side, name in enumerate("ab")]
        if keys["match_win"] == "total-points":
            of_side = [(points, games) for games, points in of_side]
        # who is level in both plays on, in a tie-break
        winner = of_side.index(max(of_side)) if of_side[0] != of_side[1] else row["winner_side"]
        check(row["winner_side"] == winner, where, "winner of the match")


# TG-7b: from the better spot no fewer marbles are knocked off than from the rest point, by two standard errors
def judge_gain(where, points, shots):
    """Whether there are shots enough of both to judge."""
    cabbaged = [row for row in shots if row["is_cabbaged"] and not row["is_misfired"]]
    beside, at_rest = (
        [row["marbles_off_count"] for row in cabbaged if (points.of(row["trial"])["fouls_cabbage_m"] > 0) == is_beside]
        for is_beside in (True, False)
    )
    if min(len(beside), len(at_rest)) < 30:
        return False
    error = math.sqrt(variance(beside) / len(beside) + variance(at_rest) / len(at_rest))
    gain = fmean(beside) - fmean(at_rest)
    check(gain > -2 * error, where, f"the better spot brings {gain} +- {error} marbles more than the rest point")
    return True


def judge_the_judge(name, key_names, points, tables):
    """Each lie about the last trial is found out, by the check that is there for it."""
    last = max(row["trial"] for row in tables["shots"])
    of_last = {table: [row for row in rows if row["trial"] == last] for table, rows in tables.items()}
    for what, (spoil, told) in SPOILS.items():
        objects(name, what, spoil, told, of_last, lambda lies: judge_tables(name, key_names, points, lies))


def objects(name, what, spoil, told, tables, judge):
    lies = copy.deepcopy(tables)
    try:
        spoil(lies)
    except (IndexError, ValueError):
        # there is nothing of the kind
        return
    try:
        judge(lies)
    except Objection as objection:
        check(told in str(objection), name, f"another {what} is taken for something else: {objection}")
        return
    raise Objection(f"{name}: nobody objects to another {what}")


# TG-13: the amendments that are counted are those that are listed, and all there are
def judge_amendments(where, names, keys, events):
    count = [row["value"] for row in events if row["event"] == "amended"]
    listed = sorted(names[int(row["value"])].replace(".", "_") for row in events if row["event"] == "amends")
    expected = amended(keys)
    check(listed == expected and count == [len(expected)], where, f"amended are {expected}, told {count} {listed}")


# TGQ2: where the toley lies, and how far from it the nearest marble
def judge_shots(dataset, manifest):
    points = Points(dataset)
    tables = {name: rows_of(dataset / name) for name in ("shots", "lies", "amendments")}
    judge_amended_shots(dataset.name, manifest["keys"], points, tables)
    if not tables["lies"]:
        return len(tables["shots"])
    judge_layouts(dataset.name, points, tables)
    for what, (spoil, told) in SHOT_SPOILS.items():
        objects(dataset.name, what, spoil, told, tables, lambda lies: judge_layouts(dataset.name, points, lies))
    return len(tables["shots"])


# TG-13: as of matches, and of the laws that a shot alone has
def judge_amended_shots(name, key_names, points, tables):
    listed = grouped(tables["amendments"], "trial")
    for row in tables["shots"]:
        told = sorted(key_names[one["key_number"]].replace(".", "_") for one in listed[row["trial"],])
        expected = amended_of_shot(points.of(row["trial"]))
        is_told = told == expected and row["amended_count"] == len(expected)
        check(is_told, f"{name} trial {row['trial']}", f"amended are {expected}, told {row['amended_count']} {told}")


# TG-5d4: every later shot of a break was earned by the one before, and the marbles that are gone were scored
def judge_break(where, keys, row, breaks):
    left, shots = [sum(ball["ball"] == "marble" for ball in balls) for balls in breaks], len(breaks)
    check(shots == (row["break_shot_count"] or 1), where, f"{shots} shots of a break of {row['break_shot_count']}")
    earned = [before - after for before, after in zip(left, left[1:])]
    check(min(earned, default=1) > 0, where, "a shot of the break that was not earned")
    check(not earned or earned[0] == row["marbles_off_count"], where, "marbles of the first shot")
    last = row["break_points_count"] - sum(earned) if row["break_points_count"] is not None else 0
    check(0 <= last <= left[-1], where, f"{last} marbles of the last shot")
    for number, balls in enumerate(breaks[1:], 1):
        toleys = [(ball["x_m"], ball["y_m"]) for ball in balls if ball["ball"] == "toley"]
        check(len(toleys) == 1, where, f"{len(toleys)} toleys before shot {number} of the break")
        if number == 1:
            check(math.dist(toleys[0], (row["toley_x_m"], row["toley_y_m"])) < EXACT, where, "toley of the second shot")
        far_m = max(math.hypot(ball["x_m"], ball["y_m"]) for ball in balls)
        check(far_m <= 0.5 * keys["ring_diameter_m"] + SAME, where, f"a ball lies {far_m} m out")


def judge_layouts(name, points, tables):
    lies = grouped(tables["lies"], "trial", "shot")
    for row in tables["shots"]:
        where, keys = f"{name} trial {row['trial']}", points.of(row["trial"])
        breaks = [lies[row["trial"], 0]]
        while (row["trial"], len(breaks)) in lies:
            breaks.append(lies[row["trial"], len(breaks)])
        if row["is_playable"] and row["status"] == "ok":
            judge_break(where, keys, row, breaks)
        balls = breaks[0]
        marbles = [ball for ball in balls if ball["ball"] == "marble"]
        toleys = [ball for ball in balls if ball["ball"] == "toley"]
        far_m = max((math.hypot(ball["x_m"], ball["y_m"]) for ball in balls), default=0.0)
        check(far_m <= 0.5 * keys["ring_diameter_m"] + SAME, where, f"a ball lies {far_m} m out")
        check(len(marbles) == row["marbles_before_count"], where, "marbles before the shot")
        if keys["start_layout"] == "mid-game" and row["status"] == "ok":
            check(len(marbles) == keys["start_marbles_left_count"], where, "marbles left")
        release = (row["release_x_m"], row["release_y_m"])
        near_m = min((math.dist(release, (ball["x_m"], ball["y_m"])) for ball in marbles), default=None)
        is_told = near_m == row["nearest_marble_m"] or near(near_m, row["nearest_marble_m"])
        check(is_told, where, f"the nearest marble is {near_m} m away, not {row['nearest_marble_m']}")
        if keys["start_from"] != "ring":
            check(not toleys, where, "a toley on the ring")
            continue
        check(len(toleys) == 1, where, "one toley on the ring")
        toley = toleys[0]
        check(near(toley["x_m"], row["release_x_m"]) and near(toley["y_m"], row["release_y_m"]), where, "release")
        gaps_m = [distance(toley, ball) - toley["radius_m"] - ball["radius_m"] for ball in marbles]
        check(min(gaps_m, default=0.0) > -1e-6, where, f"the toley overlaps a marble by {-min(gaps_m, default=0)} m")
        moved_m = math.dist((toley["x_m"], toley["y_m"]), (keys["start_toley_x_m"], keys["start_toley_y_m"]))
        # moved only where a marble is in the way, and then no further than to touch one
        check(moved_m <= SAME or min(gaps_m) < 1e-6, where, f"the toley lies {moved_m} m from where it should")


JUDGES = {"tinsley-green/match": judge_matches, "tinsley-green/shot": judge_shots}


def judge_all(datasets):
    judged = 0
    for dataset in datasets:
        manifest = json.loads((dataset / "manifest.json").read_text())
        judge = JUDGES.get(manifest["plan"]["study"])
        shots = judge(dataset, manifest) if judge else None
        if shots is not None:
            print(f"{dataset}: {shots} shots judged")
            judged += shots
    check(judged > 0, "datasets", "no shots to judge")


try:
    judge_all(map(Path, sys.argv[1:]))
except Objection as objection:
    sys.exit(f"judge: {objection}")
