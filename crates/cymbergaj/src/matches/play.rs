//! A match, step by step: place, throw, stroke, judge, go on; [`Match::phase`] steers.

use glam::dvec2;
use tolley_experiment::random::Streams;

use super::draws::match_draws;
use super::pairing::Pairing;
use super::sink::{Judged, MatchSink, Step};
use super::streams::MatchStreams;
use crate::laws::{Ends, Match, MoveDraws, Phase, Piece, Placement, Seat};
use crate::players::{Outside, PlacementView, Which};
use crate::shot::{Intent, Launch, PlayerView, Workspace};

/// Which of two matches that are each other's mirror image is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// Each seat has its own random numbers.
    Usual,
    /// Each seat has the other's, every toss falls the other way round, left and right are exchanged: what is the
    /// mirrored match if the players change their seats too.
    Mirrored,
}

/// Left and right exchanged.
const MIRRORED: Ends = Ends { hand_sign: -1.0, ..Ends::FIRST };

/// Plays a match from the toss to its end, and returns how it ended.
///
/// ```
/// use tolley_cymbergaj::laws::Seat;
/// use tolley_cymbergaj::matches::{Image, MatchKeys, Opening, Silent, pairing, play};
/// use tolley_cymbergaj::shot::Workspace;
/// use tolley_experiment::random::Streams;
///
/// let pairing = pairing(&MatchKeys::default(), Opening::Series, Seat::X).expect("a match that can be played");
/// let mut workspace = Workspace::new(&pairing.setups[0].physics);
/// let end = play(&pairing, &mut workspace, &Streams::new(1, 0, None), Image::Usual, &mut Silent);
/// assert!(end.winner.is_some() && end.series[0].kicks >= 3);
/// ```
pub fn play(
    pairing: &Pairing,
    workspace: &mut Workspace,
    streams: &Streams,
    image: Image,
    sink: &mut impl MatchSink,
) -> Match {
    let mut course = Course::begin(pairing, streams, image);
    sink.begin(&course.game);
    while course.game.phase != Phase::Over {
        let before = course.game;
        let step = course.step(pairing, workspace, None);
        sink.step(&before, &step, &course.game);
    }
    course.game
}

/// A match that is being played.
#[derive(Clone, Debug)]
pub struct Course {
    /// The match, between two steps.
    pub game: Match,
    streams: MatchStreams,
}

/// A step with what it needs.
struct Playing<'a> {
    pairing: &'a Pairing,
    workspace: &'a mut Workspace,
    streams: &'a mut MatchStreams,
    outside: Option<&'a dyn Outside>,
}

impl Course {
    /// From the toss on.
    pub fn begin(pairing: &Pairing, streams: &Streams, image: Image) -> Course {
        let laws = &pairing.laws;
        let mut draws = match_draws(laws, streams);
        let (mut seats, mut ends) = ([Seat::X, Seat::Y], Ends::FIRST);
        if image == Image::Mirrored {
            seats.reverse();
            ends = MIRRORED;
            for toss in [&mut draws.toss, &mut draws.extra_toss, &mut draws.series_toss, &mut draws.last_toss] {
                *toss = toss.other();
            }
        }
        let streams = MatchStreams::new(pairing, streams, seats);
        Course { game: pairing.opening.begin(laws, ends, draws), streams }
    }

    /// Who chooses what is done next; nobody once the match is over.
    pub fn chooser(&self, pairing: &Pairing) -> Option<Seat> {
        match self.game.phase {
            Phase::Over => None,
            Phase::Place => Some(asked(pairing, &self.game).seat),
            Phase::Throw | Phase::Stroke => Some(self.game.turn.seat),
        }
    }

    /// Plays one step of a match that is not over; who chooses is the player's policy, or somebody outside. A mistake
    /// may decide before what is chosen can be played.
    pub fn step(&mut self, pairing: &Pairing, workspace: &mut Workspace, outside: Option<&dyn Outside>) -> Step {
        let game = &self.game;
        let mut playing = Playing { pairing, workspace, streams: &mut self.streams, outside };
        let (step, next) = match game.phase {
            Phase::Place => playing.put(game),
            Phase::Throw => playing.throw(game),
            Phase::Stroke => playing.stroke(game),
            Phase::Over => unreachable!("the match is over"),
        };
        self.game = pairing.cut(game, next);
        step
    }
}

/// What is to be placed now.
fn asked(pairing: &Pairing, game: &Match) -> Placement {
    pairing.laws.to_place(game).unwrap_or_else(|| unreachable!("something is to be placed"))
}

impl Playing<'_> {
    /// Puts the piece that the laws ask for.
    fn put(&mut self, game: &Match) -> (Step, Match) {
        let laws = &self.pairing.laws;
        let asked = asked(self.pairing, game);
        let (player, streams) = (self.pairing.player(asked.seat), self.streams.seat(asked.seat));
        let view = placement_view(game, &asked);
        let wish = match self.outside {
            Some(outside) => outside.wish(&player.field, &view),
            None => {
                self.workspace.is_real(false);
                let model = self.pairing.model();
                let wish = player.wish(&model, game, (&asked, &view), self.workspace, &mut streams.thought);
                self.workspace.is_real(true);
                wish
            }
        };
        let wish_m = wish * game.ends.frame(asked.seat);
        let at_m = asked.nearest(wish_m).unwrap_or(wish_m);
        match laws.place(game, at_m) {
            Ok(next) => (Step::Placed(asked.piece), next),
            Err(refusal) => panic!("{refusal:?}: no room for {asked:?}"),
        }
    }

    fn throw(&mut self, game: &Match) -> (Step, Match) {
        let (laws, seat) = (&self.pairing.laws, game.turn.seat);
        let draws = self.streams.moves.draw(laws, game);
        if let Some(ruled) = self.ruled(game, &draws) {
            return ruled;
        }
        let (player, streams) = (self.pairing.player(seat), self.streams.seat(seat));
        let mut view = PlayerView::of(&game.layout, seat, game.ends);
        view.ball_m = game.spot_m * game.ends.frame(seat);
        let aim = match self.outside {
            Some(outside) => outside.throw_aim(&player.field, &view),
            None => player.throw_aim(&view, &mut streams.thought),
        };
        let mut events = laws.events(game);
        let hand = (&player.thrower, &mut streams.throw);
        self.workspace.throw(self.pairing.setup(seat), (seat, game.ends), hand, &view, aim, &mut events);
        let verdict = laws.judge(game, &events, &draws);
        (Step::Thrown(Judged { start: game.layout, events, draws, verdict }), laws.next(game, &verdict))
    }

    fn stroke(&mut self, game: &Match) -> (Step, Match) {
        let (laws, seat) = (&self.pairing.laws, game.turn.seat);
        let draws = self.streams.moves.draw(laws, game);
        if let Some(ruled) = self.ruled(game, &draws) {
            return ruled;
        }
        let game = &laws.disturbed(game, &draws);
        let (intent, launch) = match self.careless(&draws) {
            Some(launch) => (None, launch),
            None => {
                let (player, streams) = (self.pairing.player(seat), self.streams.seat(seat));
                let wish = match self.outside {
                    Some(outside) => outside.stroke(&player.field, game),
                    None => {
                        self.workspace.is_real(false);
                        let wish = player.stroke(&self.pairing.model(), game, self.workspace, &mut streams.thought);
                        self.workspace.is_real(true);
                        wish
                    }
                };
                let intent = player.field.dared(&wish);
                let mut launch = player.execute(game, &intent, &mut streams.hand);
                launch.lifted = self.pairing.events.lifted(launch.speed_m_s, &mut streams.lift);
                (Some(intent), launch)
            }
        };
        let view = PlayerView::of(&game.layout, seat, game.ends);
        let mut events = laws.events(game);
        let played = self.workspace.play(self.pairing.setup(seat), (seat, game.ends), &view, &launch, &mut events);
        let verdict = laws.judge(game, &events, &draws);
        let judged = Judged { start: game.layout, events, draws, verdict };
        (Step::Moved { intent, launch, played, judged }, laws.next(game, &verdict))
    }

    /// A mistake that decides before a stroke or throw.
    fn ruled(&self, game: &Match, draws: &MoveDraws) -> Option<(Step, Match)> {
        let laws = &self.pairing.laws;
        let verdict = laws.before(game, draws)?;
        let judged = Judged { start: game.layout, events: laws.events(game), draws: *draws, verdict };
        Some((Step::Ruled(judged), laws.next(game, &verdict)))
    }

    /// CG-1.9b: a careless touch instead of a stroke.
    fn careless(&self, draws: &MoveDraws) -> Option<Launch> {
        let (sine, cosine) = libm::sincos(draws.accident_rad?);
        let intent = Intent::straight(dvec2(cosine, sine), self.pairing.laws.human.accident_speed_m_s);
        Some(Launch::exactly(&intent))
    }
}

fn placement_view(game: &Match, asked: &Placement) -> PlacementView {
    let takes = asked.seat == game.turn.seat;
    let which = match (asked.piece, takes) {
        (Piece::Ball, _) => Which::Ball,
        (_, true) => Which::Taker,
        (_, false) => Which::Defender,
    };
    PlacementView {
        restart: game.turn.restart,
        which,
        view: PlayerView::of(&game.layout, asked.seat, game.ends),
        other_is_put: game.placed[Piece::Coin(asked.seat.other()).index()],
    }
}
