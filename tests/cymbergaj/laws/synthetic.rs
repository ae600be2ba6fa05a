//! Moves that are drawn, not played: every tale that physics could tell, and some that it could not.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::keys::{Posts, Table};
use tolley_cymbergaj::laws::choices::{
    AddedTime, Attribution, BadThrow, BandRule, CoinReturn, ContactFirst, CornerBall, CornerSide, FirstOwnGoal,
    IllegalStroke, Keeper, KickOffSpot, OutCriterion, PenaltySpot, PlacementOrder, SeriesOrder, TurnRule,
};
use tolley_cymbergaj::laws::{
    Clause, Ends, Human, Laws, Layout, Match, MatchDraws, MoveEvents, Phase, Piece, Referee, Seat, Verdict,
};
use tolley_cymbergaj::matches::{MoveStreams, match_draws};
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::cymbergaj::match_keys;

/// People who make these mistakes only.
pub fn only(change: impl FnOnce(&mut Human)) -> Human {
    let mut human = Human::default();
    change(&mut human);
    human
}

/// The mistakes of the preset `human`, and what its referee sees of them.
fn humans() -> Laws {
    let keys = match_keys("[human]\npreset = \"human\"\n");
    let referee = Referee { p_detect_foul: keys.referee.p_detect_foul, ..Referee::default() };
    Laws { human: keys.human, referee, ..Laws::default() }
}

/// Laws that differ in every choice, with short halves.
pub fn variants() -> Vec<Laws> {
    let short = |mut laws: Laws, change: fn(&mut Laws)| {
        laws.clock.half_s = 90.0;
        change(&mut laws);
        assert_eq!(laws.faults(), []);
        laws
    };
    let mut clumsy = humans();
    let human = &mut clumsy.human;
    (human.p_accident, human.p_hop, human.p_ride) = (0.1, 0.1, 0.2);
    (human.p_hand_touch, human.p_extra_move, human.p_illegal_stroke) = (0.03, 0.05, 0.05);
    vec![
        short(Laws::default(), |_| ()),
        short(humans(), |laws| {
            (laws.rules.stall_moves, laws.referee.line_sd_m, laws.referee.discretion_band_m) = (2, 0.01, 0.05);
            laws.rules.kickoff_spot = KickOffSpot::Free;
        }),
        short(clumsy, |laws| {
            (laws.clock.added_time, laws.clock.added_per_restart_s) = (AddedTime::PerRestart, 1.0);
            laws.rules.extra_moves_per_turn = 2;
            (laws.rules.advantage, laws.rules.turn_rule) = (true, TurnRule::KeepIfHit);
            laws.rules.illegal_stroke = IllegalStroke::WarnReplay;
            (laws.rules.bad_throw, laws.rules.throw_goal_allowed) = (BadThrow::Retake, true);
        }),
        short(clumsy, |laws| {
            (laws.rules.placement_order, laws.rules.penalty_spot) = (PlacementOrder::TakerFirst, PenaltySpot::Free);
            (laws.rules.series_order, laws.rules.golden_goal) = (SeriesOrder::Abba, true);
            (laws.rules.contact_first_foul, laws.rules.corner_side) = (ContactFirst::MovedOnly, CornerSide::Farthest);
            (laws.rules.out_attribution, laws.rules.throw_award) = (Attribution::Mover, Attribution::Mover);
            (laws.rules.p_award_goal_kick, laws.rules.p_award_penalty) = (0.5, 0.5);
            laws.rules.first_move_own_goal = FirstOwnGoal::Counts;
        }),
        short(Laws::default(), |laws| {
            (laws.pitch.table.line_inset_m, laws.pitch.table.edge_bevel_m) = (0.02, 0.001);
            (laws.referee.discretion, laws.referee.discretion_band_m) = (BandRule::Probability, 0.02);
            (laws.clock.move_sd_ratio, laws.clock.leader_slow_ratio) = (0.4, 1.3);
            laws.rules.first_move_own_goal = FirstOwnGoal::GoalKick;
        }),
    ]
}

/// Laws, table and people of any kind that [`Laws::faults`] lets pass.
pub fn any(tale: &mut Stream) -> Laws {
    loop {
        let laws = drawn(tale);
        if laws.faults().is_empty() {
            return laws;
        }
    }
}

fn pick<T: Copy>(all: &[T], tale: &mut Stream) -> T {
    all[tale.below(all.len() as u64) as usize]
}

fn drawn(tale: &mut Stream) -> Laws {
    let mut laws = Laws::default();
    let mut up_to = |most: f64| most * tale.uniform();
    laws.pitch.table = Table {
        length_m: 0.3 + up_to(1.0),
        width_m: 0.16 + up_to(0.8),
        goal_width_m: up_to(0.4),
        goal_area_depth_m: up_to(0.3),
        goal_area_width_m: up_to(0.6),
        circle_radius_m: up_to(0.15),
        line_inset_m: (up_to(0.04) - 0.02).max(0.0),
        edge_bevel_m: up_to(0.003),
        posts: Posts::Physical,
        post_radius_m: up_to(0.02),
        tilt_rad: 0.0,
        tilt_direction_rad: 0.0,
    };
    laws.pitch.radius_m = [(); 3].map(|()| 0.004 + up_to(0.02));
    if tale.uniform() < 0.5 {
        laws.pitch.table.posts = Posts::Marks;
    }
    let mut up_to = |most: f64| most * tale.uniform();
    let human = &mut laws.human;
    for p in [&mut human.p_accident, &mut human.p_illegal_stroke, &mut human.p_touch_far, &mut human.p_hand_touch] {
        *p = up_to(0.1);
    }
    for p in [&mut human.p_extra_move, &mut human.p_bad_throw, &mut human.p_hop, &mut human.p_ride] {
        *p = up_to(0.3);
    }
    (laws.clock.half_s, laws.referee.p_detect_foul) = (60.0, 1.0 - up_to(0.5));
    (laws.referee.line_sd_m, laws.referee.discretion_band_m) = (up_to(0.002), up_to(0.01));
    let rules = &mut laws.rules;
    rules.exclusion_m = up_to(0.4);
    (rules.kickoff_angle_rad, rules.penalty_y_m, rules.keeper_y_m) = (up_to(1.6), up_to(0.1), up_to(0.1));
    laws.pitch.criterion = pick(OutCriterion::ALL, tale);
    rules.kickoff_spot = pick(KickOffSpot::ALL, tale);
    (rules.penalty_spot, rules.keeper) = (pick(PenaltySpot::ALL, tale), pick(Keeper::ALL, tale));
    (rules.placement_order, rules.corner_ball) = (pick(PlacementOrder::ALL, tale), pick(CornerBall::ALL, tale));
    (rules.coin_return, rules.corner_side) = (pick(CoinReturn::ALL, tale), pick(CornerSide::ALL, tale));
    (rules.contact_first_foul, rules.turn_rule) = (pick(ContactFirst::ALL, tale), pick(TurnRule::ALL, tale));
    (rules.moves_per_turn, rules.freekick_moves) = (1 + tale.below(3) as u32, 1 + tale.below(3) as u32);
    (rules.kickoff_goal_from_move, rules.stall_moves) = (1 + tale.below(3) as u32, 1 + tale.below(4) as u32);
    laws
}

/// Which mirror image of a match is played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Image {
    /// X and Y change their parts.
    pub exchanged: bool,
    /// The table is turned by half a turn.
    pub turned: bool,
    /// The table is mirrored about its long axis.
    pub mirrored: bool,
}

impl Image {
    pub fn seat(self, seat: Seat) -> Seat {
        if self.exchanged { seat.other() } else { seat }
    }

    pub fn place(self, at_m: DVec2) -> DVec2 {
        let turn = if self.turned { -1.0 } else { 1.0 };
        dvec2(at_m.x * turn, if self.mirrored { -at_m.y * turn } else { at_m.y * turn })
    }

    fn ends(self) -> Ends {
        let turn = if self.turned == self.exchanged { 1.0 } else { -1.0 };
        Ends { x_sign: Ends::FIRST.x_sign * turn, hand_sign: if self.mirrored { -1.0 } else { 1.0 } }
    }

    fn draws(self, draws: MatchDraws) -> MatchDraws {
        MatchDraws {
            toss: self.seat(draws.toss),
            extra_toss: self.seat(draws.extra_toss),
            series_toss: self.seat(draws.series_toss),
            last_toss: self.seat(draws.last_toss),
            ..draws
        }
    }
}

/// Hears of every step: the match before, the verdict, the match after.
pub trait Hear: FnMut(&Match, &Verdict, &Match) {}
impl<F: FnMut(&Match, &Verdict, &Match)> Hear for F {}

/// A whole match of drawn Moves; returns how it ends.
pub fn play(laws: &Laws, repeat: u64, hear: impl Hear) -> Match {
    play_image(laws, repeat, Image::default(), hear)
}

/// The same, or a mirror image of it.
pub fn play_image(laws: &Laws, repeat: u64, image: Image, mut hear: impl Hear) -> Match {
    let streams = Streams::new(20, repeat, None);
    let mut tale = streams.open(Purpose::named("tale"));
    let mut moves = MoveStreams::new(laws, &streams);
    let mut game = laws.begin(image.ends(), image.draws(match_draws(laws, &streams)));
    for _ in 0..100_000 {
        set_up(laws, &mut game, &mut tale);
        if game.phase == Phase::Over {
            return game;
        }
        let draws = moves.draw(laws, &game);
        let mut wrong = false;
        let verdict = laws.before(&game, &draws).unwrap_or_else(|| {
            let mut events = laws.events(&game);
            wrong = tell(laws, &game, &mut events, &mut tale);
            laws.judge(&game, &events, &draws)
        });
        let after = laws.next(&game, &verdict);
        check(laws, &game, &verdict, &after, wrong);
        hear(&game, &verdict, &after);
        game = after;
    }
    panic!("match {repeat} does not end");
}

/// The match, or the one in which the players changed seats.
pub fn exchanged(laws: &Laws, repeat: u64, exchanged: bool) -> Match {
    play_image(laws, repeat, Image { exchanged, ..Image::default() }, |_, _, _| ())
}

/// At least so many Moves of all variants; returns how many.
pub fn survive(moves: u32, seed: u64) -> u32 {
    let mut count = 0;
    let mut repeat = seed << 32;
    while count < moves {
        for laws in variants() {
            count += play(&laws, repeat, |_, _, _| ()).move_count;
        }
        repeat += 1;
    }
    count
}

fn anywhere(half_m: DVec2, tale: &mut Stream) -> DVec2 {
    let (x, y) = (tale.uniform(), tale.uniform());
    half_m * (2.0 * dvec2(x, y) - 1.0)
}

/// Answers every question somewhere near a place that is drawn.
fn set_up(laws: &Laws, game: &mut Match, tale: &mut Stream) {
    while let Some(ask) = laws.to_place(game) {
        // often in the mouth of a goal
        let half_m = if tale.uniform() < 0.3 { dvec2(9.0, 0.01) } else { dvec2(0.7, 0.5) };
        let wish_m = anywhere(half_m, tale) * game.ends.frame(ask.seat);
        let at_m = ask.nearest(wish_m).unwrap_or_else(|| panic!("no room: {ask:?}"));
        let placed = laws.place(game, at_m);
        *game = placed.unwrap_or_else(|refusal| panic!("{refusal:?} of {at_m} for {ask:?}"));
    }
}

/// Tells a Move or throw as the mover sees it; returns whether it is one that cannot be.
fn tell(laws: &Laws, game: &Match, events: &mut MoveEvents, tale: &mut Stream) -> bool {
    let mover = game.turn.seat;
    let frame = game.ends.frame(mover);
    let pieces = [Piece::Coin(mover), Piece::Coin(mover.other()), Piece::Ball];
    let mut fallen: [Option<DVec2>; 3] = [None; 3];
    let mut time_s = 0.0;
    let is_throw = game.phase == Phase::Throw;
    for _ in 0..tale.below(7) {
        time_s += if tale.uniform() < 0.1 { 0.0 } else { 0.1 * tale.uniform() };
        let (what, impulse_n_s) = (tale.below(20), 0.006 * tale.uniform());
        let (inside_m, way_out_m) = (anywhere(laws.pitch.inside_m(Piece::Ball), tale), out(laws, tale));
        match what {
            0..9 if !is_throw => {
                let seat = if tale.uniform() < 0.7 { mover } else { mover.other() };
                events.ball_hit(seat, time_s, impulse_n_s);
            }
            9..12 if !is_throw => events.coins_hit(time_s, inside_m * frame, impulse_n_s),
            12..15 if !is_throw => {
                let which = usize::from(what % 2 == 0);
                // often where the other coin fell
                let way_out_m = fallen[1 - which].filter(|_| tale.uniform() < 0.5).unwrap_or(way_out_m);
                if fallen[which].is_none() {
                    events.fell(pieces[which], time_s, way_out_m * frame);
                    fallen[which] = Some(way_out_m);
                }
            }
            15..18 if fallen[2].is_none() => {
                events.fell(Piece::Ball, time_s, way_out_m * frame);
                fallen[2] = Some(way_out_m);
            }
            18 => {
                let upper = if is_throw || tale.uniform() < 0.5 { 2 } else { 0 };
                events.stack = Some([pieces[upper], pieces[1]]);
            }
            _ => {}
        }
    }
    rest(laws, game, events, (pieces, fallen), tale)
}

/// On the rim of the table; three times in ten within a goal.
fn out(laws: &Laws, tale: &mut Stream) -> DVec2 {
    let (edge_m, [which, along]) = (laws.pitch.out_m(), [tale.uniform(), 2.0 * tale.uniform() - 1.0]);
    let sign = if tale.uniform() < 0.5 { 1.0 } else { -1.0 };
    match which {
        0.0..0.3 => dvec2(edge_m.x * sign, laws.pitch.table.half_goal_m() * along),
        0.3..0.6 => dvec2(edge_m.x * sign, edge_m.y * along),
        _ => dvec2(edge_m.x * along, edge_m.y * sign),
    }
}

/// Where the pieces come to rest; once in a while where they cannot.
fn rest(
    laws: &Laws,
    game: &Match,
    events: &mut MoveEvents,
    (pieces, fallen): ([Piece; 3], [Option<DVec2>; 3]),
    tale: &mut Stream,
) -> bool {
    let is_throw = game.phase == Phase::Throw;
    let wrong = tale.uniform() < 0.01;
    let frame = game.ends.frame(game.turn.seat);
    let mut at_m = pieces.map(|piece| game.layout.of(piece) * frame);
    loop {
        for index in 0..3 {
            let piece_m = anywhere(laws.pitch.out_m(), tale);
            if !(is_throw && index < 2) {
                at_m[index] = fallen[index].unwrap_or(piece_m);
            }
        }
        let overlap = |one: usize, two: usize| {
            let both = fallen[one].is_none() && fallen[two].is_none();
            both && laws.pitch.overlap(pieces[one], at_m[one], pieces[two], at_m[two])
        };
        let on_post = (0..3).any(|index| laws.pitch.on_post(pieces[index], at_m[index]) && fallen[index].is_none());
        if !(overlap(0, 1) || overlap(0, 2) || overlap(1, 2) || on_post) {
            break;
        }
    }
    if wrong {
        match tale.below(4) {
            0 => at_m[2] = DVec2::NAN,
            1 => at_m[2] = at_m[1],
            2 => at_m[0] = at_m[1] + dvec2(0.001, 0.002),
            _ => at_m = [at_m[0]; 3],
        }
    }
    // now and then a coin that nothing hit stays where it is
    if !is_throw && events.last_touch.is_none() && fallen[0].is_none() && !wrong && tale.uniform() < 0.2 {
        return false;
    }
    let mut layout = game.layout;
    pieces.into_iter().zip(at_m).for_each(|(piece, at_m)| layout.put(piece, at_m * frame));
    events.rest(layout);
    wrong
}

/// Whether all pieces are on the table and none overlaps another.
pub fn is_legal(laws: &Laws, layout: &Layout) -> bool {
    let on_table = |piece: Piece| {
        let at_m = layout.of(piece);
        let post = laws.pitch.post(piece).map(|post| at_m.abs().distance(post.at_m) - post.far_m);
        at_m.abs().cmple(laws.pitch.table.edge_m() * (1.0 + 1e-9)).all() && post.is_none_or(|gap_m| gap_m > -1e-10)
    };
    let apart =
        |one: Piece, two: Piece| layout.of(one).distance(layout.of(two)) >= laws.pitch.reach(one, two) * (1.0 - 1e-8);
    let [x, y, ball] = Piece::ALL;
    layout.is_finite() && Piece::ALL.into_iter().all(on_table) && apart(x, y) && apart(x, ball) && apart(y, ball)
}

/// What holds after every step.
fn check(laws: &Laws, before: &Match, verdict: &Verdict, after: &Match, wrong: bool) {
    let told = || format!("{before:?}\n{verdict:?}\n{after:?}");
    assert!(after.elapsed_s >= before.elapsed_s && after.clock_s >= 0.0, "the clock runs back: {}", told());
    assert!(after.period != before.period || after.clock_s >= before.clock_s, "the clock runs back: {}", told());
    assert_eq!(after.phase == Phase::Over, after.winner.is_some(), "who won: {}", told());
    assert!(after.move_count <= before.move_count + 1);
    let mut score = before.score;
    if let Some(goal) = verdict.goal {
        let own_counts = goal.own && laws.rules.first_move_own_goal == FirstOwnGoal::Counts;
        let thrown = before.phase == Phase::Throw && laws.rules.throw_goal_allowed;
        assert!(before.turn.goal_counts() || own_counts || thrown, "no goal: {}", told());
        assert_eq!(goal.own, goal.to != before.turn.seat);
        if !before.period.is_shootout() {
            score[goal.to.index()] += 1;
        }
    }
    assert_eq!(after.score, score, "the score: {}", told());
    if after.phase == Phase::Stroke {
        assert!(is_legal(laws, &after.layout), "not legal: {}", told());
        assert!(after.turn.moves_left >= 1 && after.turn.move_no >= 1, "no Move: {}", told());
    }
    if after.phase == Phase::Throw {
        let [x, y] = [Piece::Coin(Seat::X), Piece::Coin(Seat::Y)];
        assert!(!laws.pitch.overlap(x, after.layout.of(x), y, after.layout.of(y)), "coins overlap: {}", told());
    }
    assert!(wrong || !after.news.has(Clause::FinalVerdict), "unforeseen: {}", told());
    assert!(verdict.clauses.iter().all(|clause| after.news.has(clause)));
}
