//! The law of two spheres in a scene: what `[contact]` says.

use tolley_experiment::document::{Document, Reader};
use tolley_physics::spheres::{Contact, GroundReaction, Hertz, Law, SlowContact};
use tolley_tinsley_green::keys::contact::{self as keys, ContactLaw, SlowRule};

use crate::ranges::{self, NOT_NEGATIVE, RATIO};
use crate::said::idle;

/// Keys of the law of Hertz.
const HERTZ: [&str; 3] = ["young_modulus_pa", "poisson_ratio", "dissipation_s"];
/// Keys of spheres only.
pub(crate) const KEYS: [&str; 4] = ["ground_reaction", "young_modulus_pa", "poisson_ratio", "dissipation_s"];

/// Reads it; keys of the other law are warned of.
pub(crate) fn read(document: &Document, contact: &Reader<'_>) -> Contact {
    let lasts = contact.named_or("law", ContactLaw::Pairwise) == ContactLaw::Hertz;
    if lasts {
        let why = "under law = \"hertz\" restitution follows from dissipation_s";
        idle(document, contact, &["restitution_ratio"], why);
    } else {
        idle(document, contact, &HERTZ, "it belongs to law = \"hertz\"");
    }
    let ground_reaction = match contact.named_or("ground_reaction", keys::GroundReaction::After) {
        keys::GroundReaction::None => GroundReaction::None,
        keys::GroundReaction::Simultaneous => GroundReaction::Simultaneous,
        keys::GroundReaction::After => GroundReaction::After,
    };
    if lasts && ground_reaction == GroundReaction::Simultaneous {
        contact.wrong("ground_reaction", "\"simultaneous\" goes with law = \"pairwise\" only");
    }
    let below_m_s = contact.number_or("slow_speed_m_s", NOT_NEGATIVE, 0.005);
    let slow = match contact.named_or("slow_rule", SlowRule::Elastic) {
        SlowRule::Plain => SlowContact::Plain,
        SlowRule::Elastic => SlowContact::Elastic { below_m_s },
    };
    let hertz = Hertz {
        young_modulus_pa: contact.number_or("young_modulus_pa", [f64::MIN_POSITIVE, f64::MAX], 70e9),
        poisson_ratio: contact.number_or("poisson_ratio", [0.0, 0.5], 0.22),
        dissipation_s: contact.number_or("dissipation_s", NOT_NEGATIVE, 3.0e-7),
        ..Hertz::GLASS
    };
    let law = Contact {
        law: if lasts { Law::Hertz(hertz) } else { Law::Pairwise },
        restitution_ratio: contact.number_or("restitution_ratio", RATIO, 0.957),
        friction_ratio: contact.number_or("friction_ratio", NOT_NEGATIVE, 0.12),
        tangential_restitution_ratio: contact.number_or("tangential_restitution_ratio", RATIO, 0.44),
        ground_reaction,
        slow,
    };
    ranges::finish(contact);
    law
}
