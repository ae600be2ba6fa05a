//! What differs from shot to shot besides the player's errors: worn coins, restitution, hops and rides.
//!
//! Each has its own stream, and what is switched off draws nothing.

use tolley_experiment::key::Set;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_experiment::{fault, names, sets};
use tolley_physics::discs::{Setup, TrialSetup};

use super::stroke::Lifted;
use crate::keys::{Coins, Contact};

const MASS: Purpose = Purpose::named("mass");
const WEAR: Purpose = Purpose::named("wear");
const RESTITUTION: Purpose = Purpose::named("restitution");
/// Hops and rides of a flick.
pub(super) const LIFTS: [Purpose; 2] = [Purpose::named("hop"), Purpose::named("ride")];

/// Restitution beyond these has not been seen and is cut; the row shows what was played.
const RESTITUTION_RATIO: [f64; 2] = [0.3, 0.98];

/// Why a probability is an assumption.
const UNCOUNTED: &str = "nobody has counted; the preset human has a guess";

names! {
    /// How often coins hop and ride.
    pub enum EventsPreset { Literal = "literal": "Never.", Human = "human": "A guess.", }
}

tolley_experiment::keys! {
    /// Hops and rides.
    pub struct Events in "events" {
        /// Sets events.p_hop and events.p_ride; a key that is set wins
        preset: EventsPreset = EventsPreset::Literal, Ground "how often coins hop and ride",
            strata [EventsPreset::Literal, EventsPreset::Human] "the presets", sets EventsPreset::sets;
        /// Probability that the struck coin hops
        p_hop: f64 = 0.0, Ground "chance that the struck coin hops", in 0.0..=1.0, plausible 0.0..=0.05,
            strata plausible "plausible range; preset human 0.005", assumed UNCOUNTED;
        /// Standard deviation of a hop's vertical speed, of which the size counts, over the coin's speed
        hop_sd_ratio: f64 = 0.1, Ground "size of a hop against the coin's speed", shown "%", in 0.0..=1.0,
            plausible 0.0..=0.3, strata plausible when "events.p_hop>0", assumed "not measured";
        /// Probability that a hard hit leaves the striking coin on the other
        p_ride: f64 = 0.0, Ground "chance that a coin rides up on another", in 0.0..=1.0, plausible 0.0..=0.05,
            strata plausible "plausible range; preset human 0.002", assumed UNCOUNTED;
        /// Closing speed from which a hit is hard
        ride_speed_m_s: f64 = 1.5, Ground "speed from which a coin may ride up", in 0.0..=100.0, plausible 0.5..=5.0,
            strata plausible when "events.p_ride>0", assumed "not measured";
    }
}

impl EventsPreset {
    fn sets(self) -> Vec<Set> {
        match self {
            EventsPreset::Literal => Vec::new(),
            EventsPreset::Human => sets! { Events { p_hop: 0.005, p_ride: 0.002 } },
        }
    }
}

impl Events {
    /// Whether a coin may come off the table.
    pub fn may_lift(&self) -> bool {
        self.p_hop > 0.0 || self.p_ride > 0.0
    }

    /// What comes off the table when a coin is struck at `speed_m_s`.
    pub fn lifted(&self, speed_m_s: f64, streams: &mut LiftStreams) -> Lifted {
        Lifted {
            hop_m_s: streams.hop.as_mut().and_then(|stream| self.hop_m_s(speed_m_s, stream)),
            ride_after: streams.ride.as_mut().and_then(|stream| self.ride_after(stream)),
        }
    }

    /// The vertical speed with which a coin struck at `speed_m_s` hops, if it does; always two draws.
    fn hop_m_s(&self, speed_m_s: f64, stream: &mut Stream) -> Option<f64> {
        let hops = stream.uniform() < self.p_hop;
        let rise_m_s = (self.hop_sd_ratio * speed_m_s * stream.normal()).abs();
        hops.then_some(rise_m_s)
    }

    /// How many hard hits of a stroke go by before one ends in a ride: geometric, from one draw.
    fn ride_after(&self, stream: &mut Stream) -> Option<u32> {
        // rides are independent from hit to hit, so their number has an exponential tail
        let hits = stream.exponential() / -libm::log1p(-self.p_ride);
        (hits < f64::from(u32::MAX)).then_some(hits as u32)
    }
}

/// The random numbers of hops and rides; those of what cannot happen are not even opened.
#[derive(Clone, Debug)]
pub struct LiftStreams {
    hop: Option<Stream>,
    ride: Option<Stream>,
}

impl LiftStreams {
    /// Of these purposes: hops, rides.
    pub fn open(events: &Events, streams: &Streams, [hop, ride]: [Purpose; 2]) -> LiftStreams {
        LiftStreams {
            hop: (events.p_hop > 0.0).then(|| streams.open(hop)),
            ride: (events.p_ride > 0.0).then(|| streams.open(ride)),
        }
    }
}

impl Coins {
    /// Makes the setup of this trial, with its restitution and with coins whose usual masses are those of `usual`.
    pub fn weigh(&self, contact: &Contact, usual: &Setup, trial: &mut TrialSetup, streams: &Streams) {
        let (coins, restitution_ratio) = (usual.coins(), contact.drawn_restitution_ratio(streams));
        if self.mass_sd_ratio == 0.0 && self.wear_max_ratio == 0.0 {
            trial.remake(|body| coins[body].mass_kg, restitution_ratio);
            return;
        }
        let (mut mass, mut wear) = (streams.open(MASS), streams.open(WEAR));
        let mass_kg = |body: usize| {
            let ratio = (1.0 + self.mass_sd_ratio * mass.normal()) * (1.0 - self.wear_max_ratio * wear.uniform());
            coins[body].mass_kg * ratio
        };
        trial.remake(mass_kg, restitution_ratio);
    }
}

impl Contact {
    /// A restitution that no trial would have, because what is drawn about it is cut.
    pub fn cut_fault(&self) -> Option<Fault> {
        let [least, most] = RESTITUTION_RATIO;
        let is_cut = self.restitution_sd_ratio > 0.0 && !(least..=most).contains(&self.restitution_ratio);
        is_cut.then(|| {
            let value = self.restitution_ratio;
            let allowed = format!("allowed: {least} to {most}, to which what is drawn is cut");
            fault!(Contact.restitution_ratio, "{value} with contact.restitution_sd_ratio above 0; {allowed}")
        })
    }

    /// This trial's restitution.
    fn drawn_restitution_ratio(&self, streams: &Streams) -> f64 {
        if self.restitution_sd_ratio == 0.0 {
            return self.restitution_ratio;
        }
        let [least, most] = RESTITUTION_RATIO;
        let drawn = self.restitution_ratio + self.restitution_sd_ratio * streams.open(RESTITUTION).normal();
        drawn.clamp(least, most)
    }
}
