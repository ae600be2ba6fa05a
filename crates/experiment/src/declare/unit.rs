//! Units: `"19.05 mm"` is 0.01905 where the key's name ends in `_m`.

use std::fmt;

/// Powers of metre, kilogram, second and radian.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension {
    /// Of the metre.
    pub metre: i8,
    /// Of the kilogram.
    pub kilogram: i8,
    /// Of the second.
    pub second: i8,
    /// Of the radian.
    pub radian: i8,
}

const LENGTH: Dimension = dimension(1, 0, 0, 0);
const ANGLE: Dimension = dimension(0, 0, 0, 1);

const fn dimension(metre: i8, kilogram: i8, second: i8, radian: i8) -> Dimension {
    Dimension { metre, kilogram, second, radian }
}

/// A unit in which names end, and how it is written and read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Ending of names: `"_m_s"`.
    pub ending: &'static str,
    /// Its dimension.
    pub dimension: Dimension,
    /// In SI, as a schema says it: `"m/s"`.
    pub si: &'static str,
    /// The units that people write in a scenario.
    pub written: &'static str,
    /// The unit in which people read a number, and what a number in SI is multiplied by.
    pub read: (&'static str, f64),
    /// The unit in which labelled values are shown, unless a key or column says another.
    pub shown: &'static str,
}

const fn unit(
    ending: &'static str,
    dimension: Dimension,
    si: &'static str,
    written: &'static str,
    read: (&'static str, f64),
    shown: &'static str,
) -> Unit {
    Unit { ending, dimension, si, written, read, shown }
}

const DEGREES: f64 = 180.0 / core::f64::consts::PI;

/// The one table of units of keys and columns; longer endings first.
pub const UNITS: &[Unit] = &[
    unit("_kg_m3", dimension(-3, 1, 0, 0), "kg/m3", "kg/m3, g/cm3", ("kg/m3", 1.0), "g/cm3"),
    unit("_m_s2", dimension(1, 0, -2, 0), "m/s2", "m/s2", ("m/s2", 1.0), "m/s2"),
    unit("_rad_s", dimension(0, 0, -1, 1), "rad/s", "rad/s, deg/s, rpm", ("rad/s", 1.0), "turns/s"),
    unit("_n_s", dimension(1, 1, -1, 0), "N s", "N s, mN s", ("N s", 1.0), "mN s"),
    unit("_m_s", dimension(1, 0, -1, 0), "m/s", "m/s, cm/s, mm/s, km/h", ("m/s", 1.0), "m/s"),
    unit("_rad", dimension(0, 0, 0, 1), "rad", "rad, deg", ("deg", DEGREES), "deg"),
    unit("_kg", dimension(0, 1, 0, 0), "kg", "kg, g, mg", ("g", 1e3), "g"),
    unit("_pa", dimension(-1, 1, -2, 0), "Pa", "Pa, kPa, MPa, GPa", ("Pa", 1.0), "GPa"),
    unit("_m2", dimension(2, 0, 0, 0), "m2", "m2, cm2, mm2", ("m2", 1.0), "m2"),
    unit("_m", dimension(1, 0, 0, 0), "m", "m, cm, mm, um, in, ft", ("mm", 1e3), "mm"),
    unit("_s", dimension(0, 0, 1, 0), "s", "s, ms, us, min, h", ("s", 1.0), "s"),
    unit("_j", dimension(2, 1, -2, 0), "J", "J, mJ", ("J", 1.0), "mJ"),
];

impl Unit {
    /// The unit in which a name ends; `None` for `_ratio`, `_count`, `_share` and names without a unit.
    pub fn of_name(name: &str) -> Option<&'static Unit> {
        UNITS.iter().find(|unit| name.ends_with(unit.ending))
    }
}

impl Dimension {
    /// The dimension in which a name ends; none for `_ratio`, `_count`, `_share` and names without a unit.
    pub fn of_name(name: &str) -> Dimension {
        Unit::of_name(name).map_or(Dimension::default(), |unit| unit.dimension)
    }

    /// The SI unit as written: `"m/s"`; `""` for none.
    pub fn si(self) -> &'static str {
        UNITS.iter().find(|unit| unit.dimension == self).map_or("", |unit| unit.si)
    }

    /// The units that may be written for this dimension.
    fn units(self) -> &'static str {
        UNITS.iter().find(|unit| unit.dimension == self).map_or("%", |unit| unit.written)
    }
}

/// Degrees as rad, to the bit of what a scenario makes of `"1.5 deg"`.
pub const fn deg(degrees: f64) -> f64 {
    degrees * core::f64::consts::PI / 180.0
}

/// Longest text of a quantity, bytes.
const MAX_BYTES: usize = 100;

/// Why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitError {
    /// It does not begin with a number.
    NoNumber {
        /// Units that fit.
        units: &'static str,
    },
    /// It has a unit that is not known, or none.
    NoUnit {
        /// What stands where the unit should.
        found: String,
        /// Units that fit.
        units: &'static str,
    },
    /// Its unit has another dimension.
    OtherDimension {
        /// The unit.
        found: String,
        /// Units that fit.
        units: &'static str,
    },
    /// A miss at no distance.
    NoDistance {
        /// What stands where the distance should.
        found: String,
    },
    /// It is longer than any quantity, or no finite number in SI.
    TooLarge,
}

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitError::NoNumber { units } => write!(f, "a quantity begins with a number and ends with a unit: {units}"),
            UnitError::NoUnit { found, units } if found.is_empty() => write!(f, "the unit is missing: {units}"),
            UnitError::NoUnit { found, units } if is_comma(found) => {
                write!(f, "decimals have a point, and thousands no comma; allowed: {units}")
            }
            UnitError::NoUnit { found, units } => write!(f, "unknown unit \"{found}\"; allowed: {units}"),
            UnitError::OtherDimension { found, units } => {
                write!(f, "the unit \"{found}\" does not fit; allowed: {units}")
            }
            UnitError::NoDistance { found } => write!(f, "the distance \"{found}\" is not more than 0 m"),
            UnitError::TooLarge => write!(f, "too large or too long for a quantity"),
        }
    }
}

/// Whether what follows a whole number begins as decimals do after a comma.
fn is_comma(found: &str) -> bool {
    found.strip_prefix(',').is_some_and(|decimals| decimals.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// The value in SI of a text such as `"19.05 mm"`, `"6 ft"` or `"2 %"`; of an angle also of a miss at a distance,
/// `"3 cm at 1 m"`, whose tangent is their ratio.
///
/// A power of ten in the unit moves the decimal point, so that `"19.1 mm"` is the same f64 as `0.0191`.
pub fn parse_quantity(text: &str, wanted: Dimension) -> Result<f64, UnitError> {
    Quantity::parse(text, wanted).map(Quantity::si)
}

/// A number and the unit in which it was typed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantity {
    pub(crate) number: f64,
    unit: Scale,
}

impl Quantity {
    /// A number in SI.
    pub(crate) fn of_si(number: f64) -> Quantity {
        Quantity { number, unit: Scale { over: 1.0, under: 1.0, dimension: Dimension::default() } }
    }

    /// The same unit with another number.
    pub(crate) fn with(self, number: f64) -> Quantity {
        Quantity { number, ..self }
    }

    /// Whether both are in the same unit.
    pub(crate) fn is_like(self, other: Quantity) -> bool {
        (self.unit.over, self.unit.under) == (other.unit.over, other.unit.under)
    }

    /// The value in SI.
    pub(crate) fn si(self) -> f64 {
        divided(self.number * self.unit.over, self.unit.under)
    }

    /// As [`parse_quantity`], before the conversion.
    pub(crate) fn parse(text: &str, wanted: Dimension) -> Result<Quantity, UnitError> {
        let text = text.trim();
        let units = wanted.units();
        // the prefixes that may be a number are tried one by one
        if text.len() > MAX_BYTES {
            return Err(UnitError::TooLarge);
        }
        // no unit has an "at" in it
        if wanted == ANGLE
            && let Some((miss, distance)) = text.split_once("at")
        {
            return missed(miss, distance).map(Quantity::of_si);
        }
        let (number, unit) = split_number(text).ok_or(UnitError::NoNumber { units })?;
        let found = || unit.to_owned();
        let scale = parse_unit(unit).ok_or_else(|| UnitError::NoUnit { found: found(), units })?;
        if scale.dimension != wanted {
            return Err(UnitError::OtherDimension { found: found(), units });
        }
        let quantity = Quantity { number, unit: scale };
        if quantity.si().is_finite() { Ok(quantity) } else { Err(UnitError::TooLarge) }
    }
}

/// The angle by which something so far away is missed by a length.
fn missed(miss: &str, distance: &str) -> Result<f64, UnitError> {
    let length_m = |text: &str| parse_quantity(text, LENGTH);
    let (miss_m, distance_m) = (length_m(miss)?, length_m(distance)?);
    if distance_m > 0.0 {
        return Ok(libm::atan(miss_m / distance_m));
    }
    Err(UnitError::NoDistance { found: distance.trim().to_owned() })
}

/// A number as it was meant, `"19 mm"`, where it does not fit in SI: in the unit in which people read it, or where that
/// fits no better in the first of those they write.
pub fn meant(number: f64, dimension: Dimension, fits: impl Fn(f64) -> bool) -> Option<String> {
    let read = UNITS.iter().find(|unit| unit.dimension == dimension).map(|unit| unit.read.0);
    let units = read.into_iter().chain(dimension.units().split(", ")).filter(|unit| *unit != dimension.si());
    let mut texts = units.map(|unit| format!("{number} {unit}"));
    texts.find(|text| parse_quantity(text, dimension).is_ok_and(&fits))
}

/// What a number in SI is multiplied by to be in this unit; `None` where it is no unit of the dimension.
pub(crate) fn unit_factor(unit: &str, dimension: Dimension) -> Option<f64> {
    parse_unit(unit).filter(|scale| scale.dimension == dimension).map(|scale| scale.under / scale.over)
}

/// A quotient; by a power of ten it is that of the shortest decimal number, not of the binary one.
fn divided(number: f64, under: f64) -> f64 {
    let zeros = std::iter::successors(Some(1.0), |power| Some(power * 10.0)).take(23).position(|power| power == under);
    let shifted = zeros.and_then(|zeros| {
        let text = format!("{number:e}");
        let (digits, exponent) = text.split_once('e')?;
        format!("{digits}e{}", exponent.parse::<i32>().ok()? - zeros as i32).parse().ok()
    });
    shifted.unwrap_or(number / under)
}

/// The longest prefix that is a number, and the trimmed rest.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let looks_like = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E' | '_');
    let end = text.find(|c| !looks_like(c)).unwrap_or(text.len());
    // an e may belong to the unit, so shorter prefixes are tried too
    (1..=end).rev().filter(|&end| text.is_char_boundary(end)).find_map(|end| {
        let number: f64 = text[..end].replace('_', "").parse().ok()?;
        number.is_finite().then_some((number, text[end..].trim()))
    })
}

/// A unit as a fraction of SI.
#[derive(Clone, Copy, Debug)]
struct Scale {
    over: f64,
    under: f64,
    dimension: Dimension,
}

/// A product of powers: `m/s2`, `kg/m3`, `mN s`.
fn parse_unit(text: &str) -> Option<Scale> {
    let mut product = Scale { over: 1.0, under: 1.0, dimension: Dimension::default() };
    for (i, side) in text.split('/').enumerate() {
        let sign = if i == 0 { 1 } else { -1 };
        if side.trim().is_empty() {
            return None;
        }
        for factor in side.split([' ', '*', '·']).filter(|factor| !factor.is_empty()) {
            let digits = factor.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-');
            let symbol = &factor[..factor.len() - digits.len()];
            let symbol = if digits.is_empty() { symbol } else { symbol.trim_end_matches('^') };
            let power: i8 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
            product = times(product, base(symbol)?, power.checked_mul(sign).filter(|power| power.abs() <= 4)?);
        }
    }
    Some(product)
}

fn times(mut product: Scale, unit: Scale, power: i8) -> Scale {
    for _ in 0..power.abs() {
        if power > 0 {
            product.over *= unit.over;
            product.under *= unit.under;
        } else {
            product.over *= unit.under;
            product.under *= unit.over;
        }
    }
    let (d, u) = (&mut product.dimension, unit.dimension);
    d.metre += power * u.metre;
    d.kilogram += power * u.kilogram;
    d.second += power * u.second;
    d.radian += power * u.radian;
    product
}

/// One named unit; the inch, foot and degree are exact by definition.
fn base(symbol: &str) -> Option<Scale> {
    use core::f64::consts::PI;
    let (over, under, dimension) = match symbol {
        "m" => (1.0, 1.0, dimension(1, 0, 0, 0)),
        "km" => (1e3, 1.0, dimension(1, 0, 0, 0)),
        "cm" => (1.0, 1e2, dimension(1, 0, 0, 0)),
        "mm" => (1.0, 1e3, dimension(1, 0, 0, 0)),
        "um" | "µm" | "μm" => (1.0, 1e6, dimension(1, 0, 0, 0)),
        "in" => (254.0, 1e4, dimension(1, 0, 0, 0)),
        "ft" => (3048.0, 1e4, dimension(1, 0, 0, 0)),
        "kg" => (1.0, 1.0, dimension(0, 1, 0, 0)),
        "g" => (1.0, 1e3, dimension(0, 1, 0, 0)),
        "mg" => (1.0, 1e6, dimension(0, 1, 0, 0)),
        "s" => (1.0, 1.0, dimension(0, 0, 1, 0)),
        "ms" => (1.0, 1e3, dimension(0, 0, 1, 0)),
        "us" | "µs" | "μs" => (1.0, 1e6, dimension(0, 0, 1, 0)),
        "ns" => (1.0, 1e9, dimension(0, 0, 1, 0)),
        "min" => (60.0, 1.0, dimension(0, 0, 1, 0)),
        "h" => (3600.0, 1.0, dimension(0, 0, 1, 0)),
        "rad" => (1.0, 1.0, dimension(0, 0, 0, 1)),
        "mrad" => (1.0, 1e3, dimension(0, 0, 0, 1)),
        "deg" | "°" => (PI, 180.0, dimension(0, 0, 0, 1)),
        "rpm" => (PI, 30.0, dimension(0, 0, -1, 1)),
        "N" => (1.0, 1.0, dimension(1, 1, -2, 0)),
        "mN" => (1.0, 1e3, dimension(1, 1, -2, 0)),
        "J" => (1.0, 1.0, dimension(2, 1, -2, 0)),
        "mJ" => (1.0, 1e3, dimension(2, 1, -2, 0)),
        "Pa" => (1.0, 1.0, dimension(-1, 1, -2, 0)),
        "kPa" => (1e3, 1.0, dimension(-1, 1, -2, 0)),
        "MPa" => (1e6, 1.0, dimension(-1, 1, -2, 0)),
        "GPa" => (1e9, 1.0, dimension(-1, 1, -2, 0)),
        "%" => (1.0, 1e2, dimension(0, 0, 0, 0)),
        _ => return None,
    };
    Some(Scale { over, under, dimension })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn si(text: &str, name: &str) -> Result<f64, UnitError> {
        parse_quantity(text, Dimension::of_name(name))
    }

    #[test]
    fn quantities_are_the_nearest_f64() {
        let cases = [
            ("19.05 mm", "diameter_m", 0.01905),
            ("6 ft", "diameter_m", 1.8288),
            ("19.1 mm", "diameter_m", 0.0191),
            ("0.3 %", "mass_offset_ratio", 0.003),
            ("0.5in", "diameter_m", 0.0127),
            ("60 um", "gap_mean_m", 60e-6),
            ("60 µm", "gap_mean_m", 60e-6),
            ("2.5 m/s", "speed_m_s", 2.5),
            ("36 km/h", "speed_m_s", 10.0),
            ("9 g", "mass_kg", 0.009),
            ("2.5 g/cm3", "density_kg_m3", 2500.0),
            ("2500 kg/m^3", "density_kg_m3", 2500.0),
            ("180 deg", "aim_rad", core::f64::consts::PI),
            ("90 deg/s", "spin_rad_s", core::f64::consts::FRAC_PI_2),
            ("70 GPa", "young_modulus_pa", 70e9),
            ("981 cm/s2", "gravity_m_s2", 9.81),
            ("5 mN s", "impulse_n_s", 0.005),
            ("2 %", "mass_offset_ratio", 0.02),
            ("1.5 min", "clock_s", 90.0),
            ("1e-3 m", "sinkage_m", 0.001),
            ("2.5 cm/s", "speed_m_s", 0.025),
            ("12 ft", "ring_radius_m", 3.6576),
            ("3 in", "diameter_m", 0.0762),
            ("250 ns", "time_s", 250e-9),
            ("7 us", "time_s", 7e-6),
            ("-1.2 deg", "aim_rad", -1.2 * core::f64::consts::PI / 180.0),
            ("3 cm2", "area_m2", 3e-4),
            ("5 mJ", "energy_j", 0.005),
        ];
        for (text, name, expected) in cases {
            assert_eq!(si(text, name), Ok(expected), "{text}");
        }
        let spin = si("60 rpm", "spin_rad_s").expect("a spin");
        assert!((spin / core::f64::consts::TAU - 1.0).abs() < 1e-15);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_units_that_do() {
        let message = |text, name| si(text, name).expect_err(text).to_string();
        assert_eq!(message("19 kg", "diameter_m"), "the unit \"kg\" does not fit; allowed: m, cm, mm, um, in, ft");
        assert_eq!(message("19 parsec", "diameter_m"), "unknown unit \"parsec\"; allowed: m, cm, mm, um, in, ft");
        assert_eq!(message("5,40 g", "mass_kg"), "decimals have a point, and thousands no comma; allowed: kg, g, mg");
        assert_eq!(message("19", "diameter_m"), "the unit is missing: m, cm, mm, um, in, ft");
        assert_eq!(message("big", "mass_kg"), "a quantity begins with a number and ends with a unit: kg, g, mg");
        assert_eq!(message("3 m", "aim_sd_rad"), "the unit \"m\" does not fit; allowed: rad, deg");
        assert_eq!(message("2 mm", "noise"), "the unit \"mm\" does not fit; allowed: %");
        assert_eq!(message("1e307 km", "diameter_m"), "too large or too long for a quantity");
        assert_eq!(message(&"-".repeat(1_000_000), "diameter_m"), "too large or too long for a quantity");
        for odd in [
            "", " ", "mm", "1 m/", "1 /m", "1 m^", "1 m^9", "1 m//s", "1 2 m", "1,5 m", "0x10 m", "inf m", "nan m",
            "1 m2 m",
        ] {
            assert!(si(odd, "diameter_m").is_err(), "{odd}");
        }
    }

    #[test]
    fn an_angle_may_be_a_miss_at_a_distance() {
        for text in ["3 cm at 1 m", "3cm at 1m", "3cm at1m", " 30 mm  at  100 cm "] {
            assert_eq!(si(text, "aim_sd_rad"), Ok(libm::atan(0.03)), "{text}");
        }
        assert_eq!(si("-3 cm at 1 m", "aim_rad"), Ok(-libm::atan(0.03)));
        let message = |text, name| si(text, name).expect_err(text).to_string();
        assert_eq!(message("3 cm at 0 m", "aim_rad"), "the distance \"0 m\" is not more than 0 m");
        assert_eq!(message("3 cm at 1 kg", "aim_rad"), "the unit \"kg\" does not fit; allowed: m, cm, mm, um, in, ft");
        assert_eq!(
            message("3 cm at", "aim_rad"),
            "a quantity begins with a number and ends with a unit: m, cm, mm, um, in, ft"
        );
        assert_eq!(message("3 cm at 1 m", "diameter_m"), "unknown unit \"cm at 1 m\"; allowed: m, cm, mm, um, in, ft");
    }

    #[test]
    fn a_number_in_another_unit_is_guessed() {
        let within = |low: f64, high: f64| move |si: f64| (low..=high).contains(&si);
        let guessed = |number, name, low, high| meant(number, Dimension::of_name(name), within(low, high));
        assert_eq!(guessed(19.0, "diameter_m", 0.0127, 0.0191).as_deref(), Some("19 mm"));
        assert_eq!(guessed(1.9, "diameter_m", 0.0127, 0.0191).as_deref(), Some("1.9 cm"));
        assert_eq!(guessed(0.75, "diameter_m", 0.0127, 0.0191).as_deref(), Some("0.75 in"));
        assert_eq!(guessed(30.0, "position_rad", -3.2, 3.2).as_deref(), Some("30 deg"));
        assert_eq!(guessed(5.0, "mass_kg", 0.001, 0.02).as_deref(), Some("5 g"));
        assert_eq!(guessed(30.0, "share", 0.0, 1.0).as_deref(), Some("30 %"));
        assert_eq!(guessed(1e9, "diameter_m", 0.0127, 0.0191), None);
    }

    #[test]
    fn degrees_are_those_of_a_scenario() {
        for degrees in [1.2, 1.5, 3.5, 45.0, 60.0] {
            assert_eq!(Ok(deg(degrees)), si(&format!("{degrees} deg"), "aim_rad"));
        }
    }

    #[test]
    fn the_units_that_people_read_are_those_of_the_table() {
        for unit in UNITS {
            let scale = parse_unit(unit.read.0).expect(unit.read.0);
            assert_eq!(scale.dimension, unit.dimension, "{}", unit.ending);
            assert!((unit.read.1 * scale.over / scale.under - 1.0).abs() < 1e-15, "{}", unit.ending);
            let si = parse_unit(unit.si).expect(unit.si);
            assert_eq!((si.over, si.under, si.dimension), (1.0, 1.0, unit.dimension), "{}", unit.ending);
            // an ending must not hide a shorter one that stands before it
            assert_eq!(Unit::of_name(unit.ending), Some(unit));
            for written in unit.written.split(", ") {
                assert_eq!(parse_unit(written).map(|scale| scale.dimension), Some(unit.dimension), "{written}");
            }
        }
    }

    #[test]
    fn names_end_in_their_unit() {
        assert_eq!(Dimension::of_name("speed_m_s").si(), "m/s");
        assert_eq!(Dimension::of_name("spin_rad_s").si(), "rad/s");
        assert_eq!(Dimension::of_name("density_kg_m3").si(), "kg/m3");
        assert_eq!(Dimension::of_name("gap_ratio").si(), "");
        assert_eq!(Dimension::of_name("preset").si(), "");
    }
}
