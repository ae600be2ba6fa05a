//! Keys of marbles and toleys, TG-3 and TG-4.

use tolley_experiment::problem::Fault;
use tolley_experiment::{fault, keys};

use super::ring::OPEN;

keys! {
    /// A marble of the rack.
    pub struct Marble in "marble" {
        /// Diameter of a target marble: about half an inch
        diameter_m: f64 = 0.0127, Law "diameter of the marbles", in 0.001..=0.1, plausible 0.0116..=0.0132,
            clause "TG-3";
        /// Standard deviation of the diameters; drawn for each shot, within three deviations
        diameter_sd_m: f64 = 0.0, Ground "spread of the marbles' diameters", in 0.0..=0.002, plausible 0.0..=0.0003,
            strata plausible "plausible range; preset human 0.15 mm", clause "TG-3",
            assumed "the laws say about half an inch; hand-made marbles may differ by 0.15 mm";
        /// Density of a target marble; soda-lime glass
        density_kg_m3: f64 = 2500.0, Design "density of the marbles", in 100.0..=25000.0, plausible 2300.0..=4000.0;
    }
}

keys! {
    /// A toley.
    pub struct Toley in "toley" {
        /// Diameter of the toley: at most three quarters of an inch
        diameter_m: f64 = 0.01905, Choice "diameter of the toley", in 0.001..=0.1, plausible 0.0127..=0.01905,
            clause "TG-4a";
        /// Density of the toley; glass 2500, ruby 3980
        density_kg_m3: f64 = 2500.0, Choice "density of the toley", in 100.0..=25000.0, plausible 2300.0..=4000.0;
        /// Widest toley that the laws allow: three quarters of an inch
        diameter_max_m: f64 = 0.01905, Law "largest diameter of a toley allowed", in 0.001..=0.1,
            drawn 0.01905..=0.0254, clause "TG-4a";
        /// Toley that replaces one refused or broken
        standard_diameter_m: f64 = 0.01905, Law "diameter of the replacement toley", in 0.001..=0.1,
            plausible 0.0127..=0.01905, clause "TG-4b, TG-8b", assumed OPEN;
        /// Density of that toley; glass
        standard_density_kg_m3: f64 = 2500.0, Law "density of the replacement toley", in 100.0..=25000.0,
            plausible 2300.0..=4000.0, assumed OPEN;
    }
}

/// The make of a ball, such as that of a toley, TG-4a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Radius, m.
    pub radius_m: f64,
    /// Density, kg/m3.
    pub density_kg_m3: f64,
}

impl Spec {
    /// Mass, kg.
    pub fn mass_kg(&self) -> f64 {
        4.0 / 3.0 * core::f64::consts::PI * self.radius_m * self.radius_m * self.radius_m * self.density_kg_m3
    }
}

impl Marble {
    /// A marble of the mean size.
    pub fn mean(&self) -> Spec {
        self.of(0.5 * self.diameter_m)
    }

    /// A marble of this radius, m.
    pub fn of(&self, radius_m: f64) -> Spec {
        Spec { radius_m, density_kg_m3: self.density_kg_m3 }
    }

    /// The rules that join several keys.
    pub fn faults(&self) -> Option<Fault> {
        let is_wide = 10.0 * self.diameter_sd_m > self.diameter_m;
        is_wide.then(|| fault!(Marble.diameter_sd_m, "at most a tenth of marble.diameter_m"))
    }
}

impl Toley {
    /// What players bring.
    pub fn own(&self) -> Spec {
        Spec { radius_m: 0.5 * self.diameter_m, density_kg_m3: self.density_kg_m3 }
    }

    /// The toley that replaces one refused, broken or swapped, TG-4b.
    pub fn standard(&self) -> Spec {
        Spec { radius_m: 0.5 * self.standard_diameter_m, density_kg_m3: self.standard_density_kg_m3 }
    }

    /// What the laws do not allow.
    pub fn faults(&self) -> Vec<Fault> {
        let most_mm = 1e3 * self.diameter_max_m;
        let wide = self.diameter_m > self.diameter_max_m;
        let wide = wide.then(|| fault!(Toley.diameter_m, "TG-4a: a toley measures at most {most_mm:.2} mm"));
        let standard = self.standard_diameter_m > self.diameter_max_m;
        let standard =
            standard.then(|| fault!(Toley.standard_diameter_m, "TG-4a: a toley measures at most {most_mm:.2} mm"));
        wide.into_iter().chain(standard).collect()
    }
}
