//! Which way the numbers of keys go, in the words of whoever follows an answer: `directions.toml`.

use std::sync::OnceLock;

use tolley_experiment::document::{Document, Node, Reader};

/// What is known.
const FILE: &str = include_str!("directions.toml");

/// Of a spin that rolls: below the first part it is hardly any, below the second slight, from the third on strong.
const BANDS: [f64; 3] = [0.05, 0.35, 0.75];
/// How near to rolling a spin is called rolling.
const ROLLING: f64 = 0.05;

/// Which way the numbers of a key go.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    /// The keys; `*.` stands for any table.
    keys: Vec<String>,
    /// How they are counted.
    pub way: Way,
    /// What is chosen, as it stands before a value: `an aim`.
    pub noun: String,
    /// What is said of zero where it is chosen, `no spin`; empty where zero is a value as any other.
    pub none: String,
}

/// How numbers are counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// Anticlockwise from a place that has to be told.
    Around(Box<Zero>),
    /// To both sides of a middle.
    Sided(Box<Sides>),
    /// As parts of the spin with which a ball rolls.
    Spin,
}

/// Where zero lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Zero {
    /// How `0 degrees is` goes on.
    pub at: String,
    /// How it goes on behind an angle, where what it is told by is turned.
    pub turned: String,
    /// The key that turns that.
    pub turned_by: String,
    /// The turn after which that looks the same, rad.
    pub alike_rad: f64,
    /// What else holds where a key has a certain value.
    pub unless: Vec<Unless>,
}

/// Where zero lies if a key has a certain value.
#[derive(Clone, Debug, PartialEq)]
pub struct Unless {
    /// The key.
    pub key: String,
    /// The choice that it has.
    pub is: String,
    /// How `0 degrees is` goes on.
    pub at: String,
}

/// Both sides of a middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides {
    /// What follows a number.
    pub unit: String,
    /// What is below zero, and what above.
    pub names: [String; 2],
    /// What follows a side: ` of the middle`.
    pub of: String,
    /// Zero itself.
    pub middle: String,
}

/// What a hand is known to do, and the keys of what is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The key of the spin, as part of that of a ball that rolls.
    pub spin: String,
    /// The key of the speed.
    pub speed: String,
    /// The key of the diameter of the ball.
    pub diameter: String,
    /// The spin of a coin that a thumb flicks, rad/s.
    pub flicked_rad_s: f64,
    /// Where that is from.
    pub source: String,
}

/// All that is known.
#[derive(Debug, Default)]
struct Known {
    directions: Vec<Direction>,
    hands: Vec<Hand>,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    // that the file can be read is tested: one that cannot be says nothing
    KNOWN.get_or_init(|| read(FILE).unwrap_or_default())
}

/// Which way the numbers of this key go, if that has to be said.
pub fn of(key: &str) -> Option<&'static Direction> {
    known().directions.iter().find(|direction| direction.is_of(key))
}

/// What is known of hands.
pub fn hands() -> &'static [Hand] {
    &known().hands
}

/// The keys that are named, as the file has them.
pub fn keys() -> impl Iterator<Item = &'static str> {
    let of_zero = |direction: &'static Direction| match &direction.way {
        Way::Around(zero) => {
            zero.unless.iter().map(|unless| unless.key.as_str()).chain([zero.turned_by.as_str()]).collect()
        }
        _ => Vec::new(),
    };
    let directions = known().directions.iter();
    let directed = directions.flat_map(move |of| of.keys.iter().map(String::as_str).chain(of_zero(of)));
    directed.chain(known().hands.iter().flat_map(|hand| [&hand.spin, &hand.speed, &hand.diameter].map(String::as_str)))
}

impl Direction {
    fn is_of(&self, key: &str) -> bool {
        let name = key.rsplit('.').next().unwrap_or(key);
        self.keys.iter().any(|known| known == key || (key != name && known.strip_prefix("*.") == Some(name)))
    }

    /// A value as it stands alone; `size` is what it is without its sign, with its unit.
    pub fn value(&self, value: f64, size: &str) -> String {
        match &self.way {
            Way::Around(_) if value < 0.0 => format!("-{size}"),
            Way::Around(_) => size.to_owned(),
            Way::Sided(sides) if value == 0.0 => sides.middle.clone(),
            Way::Sided(sides) => format!("{}{}", self.side(value, size), sides.of),
            Way::Spin => spin(value, size),
        }
    }

    /// The same where there is little room: `12 mm left`.
    pub fn brief(&self, value: f64, size: &str) -> String {
        match &self.way {
            Way::Sided(_) if value != 0.0 => self.side(value, size),
            Way::Spin => {
                spin_name(value).to_owned() + &if is_whole(value) { String::new() } else { format!(" {size}") }
            }
            _ => self.value(value, size),
        }
    }

    /// Which way a bare number goes, as it stands next to its unit: `left is positive`.
    pub fn above_zero(&self) -> Option<String> {
        match &self.way {
            Way::Around(_) => None,
            Way::Sided(sides) => Some(format!("{} is positive", sides.names[1])),
            Way::Spin => Some("1 rolls, below 0 is backspin".to_owned()),
        }
    }

    fn side(&self, value: f64, size: &str) -> String {
        let Way::Sided(sides) = &self.way else { return size.to_owned() };
        format!("{size}{} {}", sides.unit, sides.names[usize::from(value > 0.0)])
    }
}

/// What needs no number: no spin, and that of a ball that rolls.
fn is_whole(spin: f64) -> bool {
    spin == 0.0 || spin == 1.0
}

fn spin_name(spin: f64) -> &'static str {
    let size = spin.abs();
    match spin {
        0.0 => "no spin",
        _ if size < BANDS[0] => "hardly any spin",
        _ if (spin - 1.0).abs() < ROLLING => "rolling",
        _ if spin > 1.0 => "strong topspin",
        _ if spin > 0.0 && size < BANDS[1] => "slight topspin",
        _ if spin > 0.0 => "topspin",
        _ if size < BANDS[1] => "slight backspin",
        _ if size < BANDS[2] => "backspin",
        _ => "strong backspin",
    }
}

/// `strong backspin (0.8 of rolling)`
fn spin(spin: f64, size: &str) -> String {
    let name = spin_name(spin);
    match spin.abs() {
        _ if is_whole(spin) => name.to_owned(),
        1.0 => format!("{name} (as much as rolling)"),
        many if many > 1.0 => format!("{name} ({size} times rolling)"),
        _ => format!("{name} ({size} of rolling)"),
    }
}

/// What a file says; what is wrong with it.
fn read(text: &str) -> Result<Known, String> {
    let document = Document::parse("directions.toml", text).map_err(|problems| problems.to_string())?;
    let root = document.root();
    let known = Known {
        directions: root.tables("direction").iter().filter_map(direction).collect(),
        hands: root.tables("hand").iter().filter_map(hand).collect(),
    };
    root.finish();
    document.finish().map_err(|problems| problems.to_string())?;
    Ok(known)
}

fn direction(of: &Reader<'_>) -> Option<Direction> {
    let word = |name| of.text(name).unwrap_or_default().to_owned();
    let way = match of.choice("way", &["around", "sided", "spin"])? {
        "around" => Way::Around(Box::new(Zero {
            at: of.text("zero")?.to_owned(),
            turned: of.text("turned")?.to_owned(),
            turned_by: of.text("turned_by")?.to_owned(),
            alike_rad: of.number("alike_rad", [0.0, core::f64::consts::TAU])?,
            unless: of.tables("unless").iter().filter_map(unless).collect(),
        })),
        "sided" => Way::Sided(Box::new(Sides {
            unit: word("unit"),
            names: words(of, "sides")?.try_into().ok()?,
            of: word("of"),
            middle: of.text("middle")?.to_owned(),
        })),
        _ => Way::Spin,
    };
    let direction = Direction { keys: words(of, "keys")?, way, noun: word("noun"), none: word("none") };
    of.finish();
    Some(direction)
}

fn unless(of: &Reader<'_>) -> Option<Unless> {
    let [key, is, at] = ["key", "is", "zero"].map(|name| of.text(name).map(str::to_owned));
    of.finish();
    Some(Unless { key: key?, is: is?, at: at? })
}

fn hand(of: &Reader<'_>) -> Option<Hand> {
    let [spin, speed, diameter, source] =
        ["spin", "speed", "diameter", "source"].map(|name| of.text(name).map(str::to_owned));
    let flicked_rad_s = of.number("flicked_rad_s", [0.0, f64::MAX]);
    of.finish();
    Some(Hand { spin: spin?, speed: speed?, diameter: diameter?, flicked_rad_s: flicked_rad_s?, source: source? })
}

fn words(of: &Reader<'_>, name: &'static str) -> Option<Vec<String>> {
    let word = |node: &Node| if let Node::Text(word) = node { Some(word.clone()) } else { None };
    of.array(name, [1, 9])?.iter().map(|item| word(&item.node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read() {
        let known = read(FILE).expect("the file is as it should be");
        assert_eq!((known.directions.len(), known.hands.len()), (13, 2));
        assert!(read("[[direction]]\nkeys = [\"a\"]\nway = \"up\"\n").is_err());
        assert!(
            of("a.penalty_angle_rad").is_some() && of("penalty_angle_rad").is_none() && of("shot.speed_m_s").is_none()
        );
    }

    #[test]
    fn a_spin_has_a_name_and_its_number() {
        let of = of("shot.spin_ratio").expect("a spin");
        let said = |value: f64| of.value(value, &value.abs().to_string());
        assert_eq!(said(-0.8), "strong backspin (0.8 of rolling)");
        assert_eq!(said(-0.5), "backspin (0.5 of rolling)");
        assert_eq!(said(-0.2), "slight backspin (0.2 of rolling)");
        assert_eq!(said(-1.0), "strong backspin (as much as rolling)");
        assert_eq!(said(-1.5), "strong backspin (1.5 times rolling)");
        assert_eq!([said(0.0), said(1.0)], ["no spin", "rolling"]);
        assert_eq!(said(0.03), "hardly any spin (0.03 of rolling)");
        assert_eq!(said(0.5), "topspin (0.5 of rolling)");
        assert_eq!(of.brief(-0.8, "0.8"), "strong backspin 0.8");
    }

    #[test]
    fn sides_are_those_of_whoever_plays() {
        let said = |key: &str, value: f64, size: &str| of(key).expect("a direction").value(value, size);
        assert_eq!(said("shot.aim_offset_m", 0.012, "12 mm"), "12 mm left of the middle");
        assert_eq!(said("shot.aim_offset_m", -0.012, "12 mm"), "12 mm right of the middle");
        assert_eq!(said("shot.aim_offset_m", 0.0, "0 mm"), "the middle");
        assert_eq!(said("b.penalty_angle_rad", 0.2, "10 degrees"), "10 degrees right of straight behind the ball");
        assert_eq!(said("strike.offset_ratio", -0.2, "0.2"), "0.2 of the radius left of the coin's middle");
        assert_eq!(said("a.keeper_ratio", 0.5, "0.5"), "0.5 of the way to his left post");
        assert_eq!(said("laws.keeper_y_m", -0.01, "10 mm"), "10 mm to his right of the goal's middle");
        assert_eq!(said("shot.position_rad", 0.0, "0 degrees"), "0 degrees");
    }
}
