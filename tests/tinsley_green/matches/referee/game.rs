//! The referee at work: the laws, fed from the rows of a match step by step.

use glam::{DVec2, DVec3};
use tolley_experiment::names::Named;
use tolley_tinsley_green::keys::balls::Spec;
use tolley_tinsley_green::keys::shot::StartPlace;
use tolley_tinsley_green::laws::amendments::amended;
use tolley_tinsley_green::laws::choices::{Choice, FirstPlay};
use tolley_tinsley_green::laws::{
    Ball, Breakage, Calls, Clause, Coming, Fixture, Form, Game, Laws, Lie, Log, MOST_PLAYERS, Marble, Match, Moment,
    Note, Phase, Placement, Reason, ShotEvents, Situation, Stance, Toley, TurnCalls, Verdict, What, bits, is_playable,
    knuckle_down,
};
use tolley_tinsley_green::matches::MatchKeys;
use tolley_tinsley_green::shot::BallKind;

use super::sheet::{Found, Sheet};
use super::told::Scorer;

/// A number in a column of somebody or nobody.
pub fn number(somebody: Option<u8>) -> f64 {
    somebody.map_or(f64::NAN, f64::from)
}

/// The value of an enum in a column.
pub fn name<T: Named>(value: T) -> f64 {
    value.index() as f64
}

fn somebody(value: f64) -> Option<u8> {
    (!value.is_nan()).then_some(value as u8)
}

/// Who judges a match anew.
pub struct Referee<'a> {
    keys: &'a MatchKeys,
    laws: Laws,
    sheet: &'a Sheet,
    pub found: Found,
    scorer: Scorer,
}

impl<'a> Referee<'a> {
    /// Judges a match: every row that he finds, or the first thing that cannot be.
    pub fn judge(keys: &'a MatchKeys, sheet: &'a Sheet) -> Result<Found, String> {
        let (laws, found, scorer) = (keys.laws(), Found::default(), Scorer::default());
        let mut referee = Referee { keys, laws, sheet, found, scorer };
        let mut current = referee.open()?;
        loop {
            let fixture = match current.coming(&referee.laws) {
                Coming::Over(outcome) => {
                    referee.scorer.end_match(&current, &outcome, &mut referee.found);
                    break;
                }
                Coming::Game(fixture) => fixture,
            };
            let begun = referee.begin(&mut current, &fixture)?;
            let game = referee.play(begun)?;
            current.finish(&referee.laws, &game);
            referee.hear(&mut current.log)?;
            referee.scorer.end_game(&game, &mut referee.found);
        }
        referee.found.differs(sheet)?;
        Ok(referee.found)
    }

    /// Before the first game.
    fn open(&mut self) -> Result<Match, String> {
        let mut specs = Vec::new();
        for player in 0..self.laws.format.players() as u8 {
            let moment = Moment::of_game(0);
            let is_approved = self.take(moment, (Clause::Tg4b, What::Approval), Some(player))? == 1.0;
            specs.push(if is_approved { self.measured(player)? } else { self.laws.toley.standard() });
        }
        let amendments = amended(self.keys);
        let mut opened = Match::new(&self.laws, &specs, amendments.len() as u32);
        self.hear(&mut opened.log)?;
        let mut log = Log::at(Moment::of_game(0));
        for (place, _) in amendments {
            log.push(Clause::Tg13, What::Amends, None, place as f64);
        }
        self.hear(&mut log)?;
        Ok(opened)
    }

    /// The toley that a player has brought, as it was measured for the first game.
    fn measured(&self, player: u8) -> Result<Spec, String> {
        let wanted = [("game", 0), ("player", u32::from(player)), ("event", What::Toley.index() as u32)];
        let events = self.sheet.part("events");
        let row = *events.those(wanted).first().ok_or("a toley that nobody has measured")?;
        Ok(Spec { radius_m: 0.5 * events.at(row, "value")?, density_kg_m3: self.laws.toley.own().density_kg_m3 })
    }

    /// A game begins: orders, drops, rack.
    fn begin(&mut self, current: &mut Match, fixture: &Fixture) -> Result<Game, String> {
        let moment = Moment::of_game(fixture.number);
        if fixture.form == Form::Team {
            for side in 0..2 {
                let order = self.order(fixture.number, side)?;
                current.set_order(side, &order).map_err(|refusal| refusal.reason.to_owned())?;
            }
        }
        let is_challenge = self.laws.format.form() == Form::Challenge;
        if self.laws.format.first_choice == Choice::Optimal && !(is_challenge && fixture.form == Form::TieBreak) {
            current.first_gain_share = self.take(moment, (Clause::Tg9f, What::FirstGain), None)?;
        }
        let drops = self.drops(moment, fixture.droppers)?;
        let marbles = self.marbles(fixture)?;
        let game = current.begin(&self.laws, fixture, &drops, marbles);
        self.hear(&mut current.log)?;
        self.scorer.begin_game(&game, &self.found);
        Ok(game)
    }

    fn order(&self, game: u32, side: u8) -> Result<Vec<u8>, String> {
        let events = self.sheet.part("events");
        let mut places = Vec::new();
        for row in events.those([("game", game), ("side", side.into()), ("event", What::Order.index() as u32)]) {
            places.push((events.at(row, "value")? as u32, events.at(row, "player")? as u8));
        }
        places.sort_unstable();
        Ok(places.into_iter().map(|(_, player)| player).collect())
    }

    /// How near the players' toleys lie to the line, or what stands in place of it.
    fn drops(&mut self, at: Moment, droppers: u16) -> Result<[f64; MOST_PLAYERS], String> {
        let mut drops = [f64::INFINITY; MOST_PLAYERS];
        if self.laws.format.first_play == FirstPlay::Fixed {
            bits(droppers).for_each(|player| drops[usize::from(player)] = f64::from(player));
            return Ok(drops);
        }
        let mut is_by_coin = self.laws.format.first_play == FirstPlay::Coin;
        while !is_by_coin {
            for player in bits(droppers) {
                drops[usize::from(player)] = self.take(at, (Clause::Tg9f, What::NoseDrop), Some(player))?;
            }
            if self.next()? != What::DropsAgain {
                return Ok(drops);
            }
            self.take(at, (Clause::Tg9f, What::DropsAgain), None)?;
            is_by_coin = self.next()? == What::Coin;
        }
        for player in bits(droppers) {
            drops[usize::from(player)] = self.take(at, (Clause::Tg9f, What::Coin), Some(player))?;
        }
        Ok(drops)
    }

    /// The rack, as it lies before the first shot.
    fn marbles(&self, fixture: &Fixture) -> Result<Vec<Marble>, String> {
        let lies = self.sheet.part("lies");
        let ball = BallKind::Marble.index() as u32;
        let mut marbles = Vec::new();
        for row in lies.those([("game", fixture.number), ("shot", 0), ("ball", ball)]) {
            if lies.at(row, "number")? != marbles.len() as f64 {
                return Err(format!("marble {} of the rack has another number", marbles.len()));
            }
            let radius_m = lies.at(row, "radius_m")?;
            let at_m = DVec3::new(lies.at(row, "x_m")?, lies.at(row, "y_m")?, lies.at(row, "z_m")?);
            marbles.push(Marble { at_m, radius_m, is_on: true });
        }
        if marbles.len() != fixture.rack as usize {
            return Err(format!("a rack of {} marbles, of {}", fixture.rack, marbles.len()));
        }
        Ok(marbles)
    }

    fn play(&mut self, begun: Game) -> Result<Game, String> {
        let mut game = begun;
        loop {
            let mut after = match game.phase {
                Phase::Ended(_) => return Ok(game),
                Phase::TurnStart => {
                    self.scorer.begin_turn(&game);
                    let calls = self.turn_calls(&game)?;
                    self.laws.start_turn(&game, calls)
                }
                Phase::Placement if !is_playable(&Situation::of(&game, &self.laws)) => {
                    let mut verdict = self.laws.judge_unplayable(&game);
                    self.hear(&mut verdict.log)?;
                    self.scorer.settle(verdict.clause, 0.0);
                    self.laws.next(&game, &verdict)
                }
                Phase::Placement => self.shot(&game)?,
            };
            self.hear(&mut after.log)?;
            self.scorer.after(&game, &after, &mut self.found);
            game = after;
        }
    }

    /// What was called before a turn stands behind the note of its beginning.
    fn turn_calls(&self, game: &Game) -> Result<TurnCalls, String> {
        let (events, mut row) = (self.sheet.part("events"), self.found.count("events") + 1);
        let mut calls = TurnCalls::default();
        let is = |row, what: What| row < events.rows.len() && events.at(row, "event") == Ok(name(what));
        if is(row, What::Warning) {
            calls.warned = somebody(events.at(row, "side")?);
            row += 1;
        }
        let others = game.sides() & !(1 << game.player().side);
        if calls.warned.is_some_and(|side| bits(others).all(|other| other != side)) {
            return Err(format!("turn {}: another side than that of the bench is warned", game.turn));
        }
        if is(row, What::Substitution) {
            calls.substitution = Some(events.at(row, "value")? == 1.0);
        }
        Ok(calls)
    }

    fn shot(&mut self, game: &Game) -> Result<Game, String> {
        self.scorer.lies(game, &mut self.found);
        let (shots, row) = (self.sheet.part("shots"), self.found.count("shots"));
        let is = |name: &str| shots.at(row, name).map(|value| value == 1.0);
        let breaches = [(is("is_cabbaged")?, Clause::Tg7b), (is("is_fudged")?, Clause::Tg7a)];
        self.place(game, row, breaches[0].0)?;
        let (events, calls) = self.calls(game, breaches)?;
        let mut verdict = self.laws.judge(game, &events, &calls);
        self.hear(&mut verdict.log)?;
        self.scorer.settle(verdict.clause, calls.miscount.into());
        self.scorer.shot(game, &events, &verdict, &mut self.found);
        Ok(self.laws.next(game, &verdict))
    }

    /// Knuckling down, and what befalls the player as he shoots.
    fn place(&mut self, game: &Game, row: usize, is_cabbaged: bool) -> Result<(), String> {
        let shots = self.sheet.part("shots");
        let at = |name: &str| shots.at(row, name);
        let stance = Situation::of(game, &self.laws).stance();
        let direction = DVec2::new(libm::cos(at("azimuth_rad")?), libm::sin(at("azimuth_rad")?));
        let knuckle_m = DVec2::new(at("knuckle_x_m")?, at("knuckle_y_m")?);
        let from_edge = stance == Stance::Edge;
        let ahead_m = if from_edge { self.laws.ring.release_inset_m } else { self.laws.hand.knuckle_offset_m };
        let release_m = knuckle_m + ahead_m * direction;
        let mut moved = game.clone();
        if is_cabbaged {
            let radius_m = game.player().spec.radius_m;
            moved.players[usize::from(game.shooter)].toley = Toley::OnRing(release_m.extend(radius_m));
        }
        let mut log = Log::at(game.moment());
        let placement = Placement { knuckle_m, release_m, direction };
        knuckle_down(&Situation::of(&moved, &self.laws), &placement, &mut log)
            .map_err(|refusal| format!("shot {}: {}", game.shot, refusal.reason))?;
        if at("is_misfired")? == 1.0 {
            log.push(Clause::Tg6c, What::Misfire, game.shooter, at("launch_speed_m_s")?);
        }
        self.hear(&mut log)?;
        if self.next()? == What::Limited {
            log.push(Clause::Tg5b3, What::Limited, game.shooter, at("speed_m_s")?);
        }
        self.hear(&mut log)
    }

    /// Where the shot left the balls, and what was seen of it.
    fn calls(&self, game: &Game, breaches: [(bool, Clause); 2]) -> Result<(ShotEvents, Calls), String> {
        let (rests, mut events) = (self.sheet.part("rests"), ShotEvents::still(game));
        let mut calls = Calls { miscount: self.miscount()?, ..Calls::default() };
        calls.edge_errors_m = vec![0.0; game.marbles.len() + game.players.len()];
        let mut broken = Vec::new();
        for row in rests.those([("game", game.number), ("turn", game.turn), ("shot", game.shot)]) {
            let at = |name: &str| rests.at(row, name);
            let own = at("number")? as usize;
            let at_m = DVec3::new(at("x_m")?, at("y_m")?, at("z_m")?);
            let lie = Lie { at_m, fell: at("fell")? == 1.0 };
            let is_marble = at("ball")? == name(BallKind::Marble);
            let ball = if is_marble { Ball::Marble(own as u8) } else { Ball::Toley(own as u8) };
            let (lies, error) = match is_marble {
                true => (events.marbles.get_mut(own), own),
                false => {
                    (events.toleys.get_mut(own).map(|lie| lie.get_or_insert(Lie::at(at_m))), game.marbles.len() + own)
                }
            };
            *lies.ok_or_else(|| format!("shot {}: no {ball:?}", game.shot))? = lie;
            calls.edge_errors_m[error] = at("eye_error_m")?;
            if let Some(hand) = somebody(at("blocker")?) {
                (calls.blocked, calls.hand) = (Some(ball), Some(hand));
            }
            if !at("broken_place")?.is_nan() {
                let piece_m = DVec2::new(at("piece_x_m")?, at("piece_y_m")?);
                let piece_offset_m = (!piece_m.is_nan()).then_some(piece_m);
                let is_own_make_approved = at("is_own_make_approved")? == 1.0;
                broken.push((at("broken_place")?, Breakage { ball, piece_offset_m, is_own_make_approved }));
            }
        }
        broken.sort_by(|a, b| a.0.total_cmp(&b.0));
        calls.broken = broken.into_iter().map(|(_, breakage)| breakage).collect();
        self.see(game, breaches, &mut calls)?;
        Ok((events, calls))
    }

    /// Each breach is called or was not seen: the first that he saw of the shooter is the foul, or else a call of none.
    fn see(&self, game: &Game, breaches: [(bool, Clause); 2], calls: &mut Calls) -> Result<(), String> {
        let (events, mut row) = (self.sheet.part("events"), self.found.count("events"));
        while events.at(row, "event") == Ok(name(What::Unseen)) {
            let clause = Clause::at(events.at(row, "clause_id")? as usize).ok_or("no clause")?;
            calls.unseen.push((clause, somebody(events.at(row, "player")?).ok_or("nobody's breach")?));
            row += 1;
        }
        let own = breaches.into_iter().filter(|(is_breach, _)| *is_breach).map(|(_, clause)| (clause, game.shooter));
        let breaches: Vec<(Clause, u8)> = own.chain(calls.hand.map(|hand| (Clause::Tg7c, hand))).collect();
        if calls.unseen.iter().any(|breach| !breaches.contains(breach)) {
            return Err(format!("shot {}: a breach that nobody made", game.shot));
        }
        let mut seen = breaches.into_iter().filter(|breach| !calls.unseen.contains(breach));
        calls.blocker =
            calls.hand.filter(|hand| *hand != game.shooter && !calls.unseen.contains(&(Clause::Tg7c, *hand)));
        calls.foul = seen.find(|(_, player)| *player == game.shooter).map(|(clause, _)| clause);
        // nothing else says that he calls a shot in which there is no breach that he saw
        let wanted = [
            ("game", game.number),
            ("shot", game.shot),
            ("clause_id", Clause::Tg2.index() as u32),
            ("event", What::Foul.index() as u32),
        ];
        let is_called = !events.those(wanted).is_empty();
        calls.foul = calls.foul.or(is_called.then_some(Clause::Tg2));
        Ok(())
    }

    /// By how much the collector miscounts the running break.
    fn miscount(&self) -> Result<i32, String> {
        Ok(self.sheet.part("turns").at(self.scorer.turns_before(&self.found), "miscount_count")? as i32)
    }

    /// What the next event is.
    fn next(&self) -> Result<What, String> {
        let event = self.sheet.part("events").at(self.found.count("events"), "event")?;
        What::at(event as usize).ok_or_else(|| "no such event".to_owned())
    }

    /// Takes the value of what chance has decided from the next event.
    fn take(&mut self, at: Moment, (clause, what): (Clause, What), player: Option<u8>) -> Result<f64, String> {
        let value = self.sheet.part("events").at(self.found.count("events"), "value")?;
        let mut log = Log::at(at);
        log.push(clause, what, player, value);
        self.hear(&mut log)?;
        Ok(value)
    }

    /// Each note has to be the next event.
    fn hear(&mut self, log: &mut Log) -> Result<(), String> {
        for note in log.notes.drain(..) {
            self.found.rows("events").push(event(&note, &self.laws));
            let row = self.found.count("events") - 1;
            for (name, found) in self.found.rows("events")[row].clone() {
                let given = self.sheet.part("events").at(row, name)?;
                if given != found && !(given.is_nan() && found.is_nan()) {
                    return Err(format!("event {row}: {name} is {given}, found {note:?}"));
                }
            }
        }
        Ok(())
    }
}

fn event(note: &Note, laws: &Laws) -> Vec<(&'static str, f64)> {
    let own = note.player.map(|player| laws.format.side_of(player));
    vec![
        ("game", note.at.game.into()),
        ("turn", note.at.turn.into()),
        ("shot", note.at.shot.into()),
        ("player", number(note.player)),
        ("side", number(note.side.or(own))),
        ("clause_id", name(note.clause)),
        ("event", name(note.what)),
        ("value", note.value),
    ]
}

/// From where somebody shoots.
pub fn start(toley: &Toley) -> StartPlace {
    if *toley == Toley::InHand { StartPlace::Edge } else { StartPlace::Ring }
}

/// What ends a turn without a shot.
pub fn without_shot(game: &Game) -> Clause {
    let is_over = game.ending().is_some_and(|ending| ending.reason == Reason::Disqualified);
    if is_over { Clause::Tg9d } else { Clause::Tg4c }
}

/// Where the shooter's toley lies after a verdict, or went over the edge.
pub fn end_m(game: &Game, events: &ShotEvents, verdict: &Verdict) -> [f64; 2] {
    let shooter = usize::from(game.shooter);
    match (verdict.players[shooter].toley, events.toleys[shooter]) {
        (Toley::OnRing(at_m), _) => [at_m.x, at_m.y],
        (Toley::InHand, Some(lie)) if verdict.own_left => [lie.at_m.x, lie.at_m.y],
        (Toley::InHand, _) => [f64::NAN; 2],
    }
}
