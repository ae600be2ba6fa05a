//! The catalogue of real coins: what is known of each, where from, and what is not sure.

tolley_experiment::names! {
    /// How a rim feels to another rim.
    pub enum Edge {
        Plain = "plain": "Smooth, grooved or lettered.",
        Reeded = "reeded": "Milled all around or in parts.",
    }
}

/// A kind of coin that was or is struck.
///
/// Official means a mint, a central bank or a law; everything else is somebody's page. Masses are nominal: no official
/// tolerance of the Polish mint was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinKind {
    /// Country, denomination and first year: `PL-2zl-1994`.
    pub id: &'static str,
    /// Two letters; EU for the euro.
    pub country: &'static str,
    /// As its users say it.
    pub denomination: &'static str,
    /// Since when, as exact as known.
    pub valid_from: &'static str,
    /// Diameter, m.
    pub diameter_m: f64,
    /// Thickness at the rim, m; `None` where no source was found.
    pub thickness_m: Option<f64>,
    /// Nominal mass, kg.
    pub mass_kg: f64,
    /// The edge as the game takes it.
    pub edge: Edge,
    /// The edge as described.
    pub edge_about: &'static str,
    /// What it is made of.
    pub material: &'static str,
    /// Where the numbers are from.
    pub source: &'static str,
    /// What is not sure about them.
    pub unsure: &'static str,
}

macro_rules! catalogue {
    ($({ $id:literal, $country:literal, $denomination:literal, from $from:literal, $diameter:literal,
         [$($thickness:literal)?], $mass:literal, $edge:ident, $edge_about:literal, $material:literal,
         source $source:literal, unsure $unsure:literal })*) => {
        /// Every coin, by country and value.
        pub const COINS: &[CoinKind] = &[$(CoinKind {
            id: $id,
            country: $country,
            denomination: $denomination,
            valid_from: $from,
            diameter_m: $diameter,
            thickness_m: catalogue!(@maybe $($thickness)?),
            mass_kg: $mass,
            edge: Edge::$edge,
            edge_about: $edge_about,
            material: $material,
            source: $source,
            unsure: $unsure,
        }),*];
    };
    (@maybe $value:literal) => { Some($value) };
    (@maybe) => { None };
}

catalogue! {
    { "PL-1gr-1990", "PL", "1 gr", from "1995-01-01", 0.01550, [0.00140], 0.001640, Reeded, "reeded",
      "manganese brass MM59",
      source "mass and diameter: metalmarket.eu, set of 1 gr to 5 zl; edge and alloy: nbp.pl, monety obiegowe (official); thickness: dochodowyblog.pl/?p=167",
      unsure "mass and thickness are from dealers and blogs, not from the act" }
    { "PL-1gr-2013", "PL", "1 gr", from "2014-03-03", 0.01550, [], 0.001640, Reeded, "reeded",
      "brass-plated steel",
      source "act: M.P. 2014 poz. 157 (official, its numbers were not readable); numbers: a copy of the bank's release at gcoins.ru, view 9674",
      unsure "no source for the thickness" }
    { "PL-2gr-1990", "PL", "2 gr", from "1995-01-01", 0.01750, [0.00130], 0.002130, Plain, "plain",
      "manganese brass MM59",
      source "coinz.eu, 2 grosze 1990-2010; edge: nbp.pl (official)",
      unsure "another page says 1.2 mm thick" }
    { "PL-2gr-2013", "PL", "2 gr", from "2014-03-03", 0.01750, [], 0.002130, Plain, "plain",
      "brass-plated steel",
      source "act: M.P. 2014 poz. 157 (official); numbers: a copy of the bank's release at gcoins.ru, view 9674",
      unsure "no source for the thickness" }
    { "PL-5gr-1990", "PL", "5 gr", from "1995-01-01", 0.01950, [0.00120], 0.002590, Reeded, "plain/reeded alternating",
      "manganese brass MM59",
      source "mass and diameter: metalmarket.eu; edge and alloy: nbp.pl (official)",
      unsure "the thickness was not checked against any source" }
    { "PL-5gr-2013", "PL", "5 gr", from "2014-03-03", 0.01948, [0.00135], 0.002590, Reeded, "plain/reeded alternating",
      "brass-plated steel",
      source "a copy of the bank's release at gcoins.ru; pl.wikipedia.org, 5 groszy wzor 2013; thickness: coinz.eu, 5 groszy from 2013",
      unsure "thickness from a collector's page" }
    { "PL-10gr-1990", "PL", "10 gr", from "1995-01-01", 0.01650, [0.00170], 0.002510, Reeded, "plain/reeded alternating",
      "cupronickel MN25",
      source "mass and diameter: metalmarket.eu; thickness: globalinvestorclub.pl; edge and alloy: nbp.pl (official)",
      unsure "mass and thickness are not from the act" }
    { "PL-10gr-2020", "PL", "10 gr", from "2020", 0.01650, [], 0.002510, Reeded, "plain/reeded alternating",
      "Cu+Ni plated steel",
      source "material: nbp.pl on the coins of 2019 (official, act M.P. 2019 poz. 1188); mass: globalinvestorclub.pl",
      unsure "the mass of the steel coin is only said to be unchanged; no source for the thickness" }
    { "PL-20gr-1990", "PL", "20 gr", from "1995-01-01", 0.01850, [0.00170], 0.003220, Reeded, "reeded",
      "cupronickel MN25",
      source "mass and diameter: metalmarket.eu; edge and alloy: nbp.pl (official)",
      unsure "the thickness is an estimate: mean thickness 1.34 mm from the mass, times the rim over mean of the 10 gr" }
    { "PL-20gr-2017", "PL", "20 gr", from "2017-01-23", 0.01850, [0.00170], 0.003220, Reeded, "reeded",
      "cupronickel MN25",
      source "pl.wikipedia.org, 20 groszy wzor 2017",
      unsure "the thickness is that of the older coin, itself an estimate" }
    { "PL-20gr-2020", "PL", "20 gr", from "2020", 0.01850, [0.00190], 0.003220, Reeded, "reeded",
      "Cu+Ni plated steel",
      source "material: nbp.pl (official, M.P. 2019 poz. 1188); mass: pl.wikipedia.org, 20 groszy wzor 2017",
      unsure "official mass not seen; thickness estimated by the densities, 1.70 mm times 8.94 / 7.87" }
    { "PL-50gr-1990", "PL", "50 gr", from "1995-01-01", 0.02050, [0.00170], 0.003940, Reeded, "reeded",
      "cupronickel MN25",
      source "mass and diameter: metalmarket.eu; edge: nbp.pl (official)",
      unsure "the thickness was not checked against any source" }
    { "PL-50gr-2017", "PL", "50 gr", from "2017-01-23", 0.02050, [0.00170], 0.003940, Reeded, "reeded",
      "cupronickel MN25",
      source "diameter, alloy, mass and edge: M.P. 2016 poz. 1193 at sip.lex.pl (official)",
      unsure "the thickness was not checked against any source" }
    { "PL-50gr-2020", "PL", "50 gr", from "2020", 0.02050, [], 0.003940, Reeded, "reeded",
      "Cu+Ni plated steel",
      source "material: nbp.pl (official, M.P. 2019 poz. 1188)",
      unsure "the mass is assumed to be that of the older coin; no source for the thickness" }
    { "PL-1zl-1990", "PL", "1 zl", from "1995-01-01", 0.02300, [0.00170], 0.005000, Reeded, "plain/reeded alternating",
      "cupronickel MN25",
      source "mass and diameter: metalmarket.eu; edge and alloy: nbp.pl (official)",
      unsure "the thickness was not checked against any source" }
    { "PL-1zl-2017", "PL", "1 zl", from "2017-02-20", 0.02300, [0.00170], 0.005000, Reeded, "plain/reeded alternating",
      "cupronickel MN25",
      source "date: M.P. 2016 poz. 1193 at sip.lex.pl (official, its table was not readable)",
      unsure "mass and diameter assumed unchanged; the thickness was not checked against any source" }
    { "PL-1zl-2020", "PL", "1 zl", from "2020", 0.02300, [0.00175], 0.005000, Reeded, "plain/reeded alternating",
      "Cu+Ni plated steel",
      source "geekweek.interia.pl 7126511",
      unsure "the official table was not seen" }
    { "PL-2zl-1994", "PL", "2 zl", from "1995-01-01", 0.02150, [0.00200], 0.005210, Plain, "plain",
      "bimetal, ring CuAl6Ni2 / core MN25",
      source "mass, diameter and thickness: geekweek.interia.pl 7126511; edge and alloys: nbp.pl (official); unchanged since 1995: businessinsider.com.pl",
      unsure "dlakonsumenta.pl says 2.05 mm thick; official mass not read; the two metals make the inertia ratio about 0.489" }
    { "PL-2zl-NG", "PL", "2 zl commemorative", from "1996-10-16", 0.02700, [], 0.008150, Plain, "lettered (plain in 1996)",
      "Nordic gold CuAl5Zn5Sn1",
      source "M.P. 2006 nr 64 poz. 671 at sip.lex.pl and M.P. 1996 poz. 554 at znanyprawnik.pl (official)",
      unsure "no source for the thickness" }
    { "PL-2zl-1995MN", "PL", "2 zl commemorative", from "1995-09-20", 0.02950, [], 0.010800, Reeded, "plain/reeded alternating",
      "cupronickel MN25",
      source "M.P. 1995 nr 46 poz. 527 at sip.lex.pl (official)",
      unsure "no source for the thickness" }
    { "PL-5zl-1994", "PL", "5 zl", from "1995-01-01", 0.02400, [0.00200], 0.006540, Reeded, "irregular milled",
      "bimetal, ring MN25 / core CuAl6Ni2",
      source "mass and diameter: metalmarket.eu; thickness: prombank.pl and dochodowyblog.pl/?p=181; edge and alloys: nbp.pl (official)",
      unsure "one page claims a spread of 0.1 to 0.2 g" }
    { "EU-1c", "EU", "1 cent", from "2002-01-01", 0.01625, [0.00167], 0.002300, Plain, "plain",
      "copper-covered steel",
      source "euros.monedas.dx.am; the law is Council Regulation (EU) 729/2014, annex I (official)",
      unsure "the annex of the law was not readable; a measured collection spread from -3.4 to +1.7 % in mass (de.numista.com 142380)" }
    { "EU-2c", "EU", "2 cent", from "2002-01-01", 0.01875, [0.00167], 0.003060, Plain, "plain with groove",
      "copper-covered steel",
      source "euros.monedas.dx.am; the law is Council Regulation (EU) 729/2014, annex I (official)",
      unsure "the annex of the law was not readable; the groove of the edge is taken as plain" }
    { "EU-5c", "EU", "5 cent", from "2002-01-01", 0.02125, [0.00167], 0.003920, Plain, "plain",
      "copper-covered steel",
      source "euros.monedas.dx.am; the law is Council Regulation (EU) 729/2014, annex I (official)",
      unsure "the annex of the law was not readable" }
    { "EU-10c", "EU", "10 cent", from "2002-01-01", 0.01975, [0.00193], 0.004100, Reeded, "fine scallops",
      "Nordic gold",
      source "euros.monedas.dx.am; the law is Council Regulation (EU) 729/2014, annex I (official)",
      unsure "the annex of the law was not readable; scallops are taken as reeds" }
    { "EU-20c", "EU", "20 cent", from "2002-01-01", 0.02225, [0.00214], 0.005740, Plain, "plain (Spanish flower: NOT round)",
      "Nordic gold",
      source "euros.monedas.dx.am; the law is Council Regulation (EU) 729/2014, annex I (official)",
      unsure "the annex of the law was not readable; seven indents, so not quite round: played as a disc" }
    { "EU-50c", "EU", "50 cent", from "2002-01-01", 0.02425, [0.00238], 0.007800, Reeded, "fine scallops",
      "Nordic gold",
      source "diameter and mass: eur-lex.europa.eu, summary l25028 (official); thickness: euros.monedas.dx.am",
      unsure "scallops are taken as reeds" }
    { "EU-1e", "EU", "1 euro", from "2002-01-01", 0.02325, [0.00233], 0.007500, Reeded, "interrupted milled",
      "bimetal",
      source "diameter, mass and edge: eur-lex.europa.eu, summary l25028 (official); thickness: euros.monedas.dx.am",
      unsure "two metals, played with the inertia of one" }
    { "EU-2e", "EU", "2 euro", from "2002-01-01", 0.02575, [0.00220], 0.008500, Reeded, "fine milled + lettering",
      "bimetal",
      source "diameter, mass and edge: eur-lex.europa.eu, summary l25028 (official); thickness: euros.monedas.dx.am",
      unsure "two metals, played with the inertia of one" }
    { "US-1c", "US", "cent", from "1982", 0.01905, [0.00152], 0.002500, Plain, "plain",
      "copper-plated zinc",
      source "usmint.com, coin specifications (official)",
      unsure "older copies say 1.55 mm thick; tolerance 0.10 g by a copy at thesprucecrafts.com" }
    { "US-5c", "US", "nickel", from "1946", 0.02121, [0.00195], 0.005000, Plain, "plain",
      "cupronickel 75/25",
      source "usmint.com, coin specifications (official)",
      unsure "tolerance 0.19 g by a list at forums.collectors.com" }
    { "US-10c", "US", "dime", from "1965", 0.01791, [0.00135], 0.002268, Reeded, "reeded (118)",
      "Cu-Ni clad copper",
      source "usmint.com, coin specifications (official)",
      unsure "the start year was not checked" }
    { "US-25c", "US", "quarter", from "1965", 0.02426, [0.00175], 0.005670, Reeded, "reeded (119)",
      "Cu-Ni clad copper",
      source "usmint.com, coin specifications (official)",
      unsure "the start year was not checked; tolerance 0.19 g by a list at forums.collectors.com" }
    { "US-50c", "US", "half dollar", from "1971", 0.03061, [0.00215], 0.011340, Reeded, "reeded (150)",
      "Cu-Ni clad copper",
      source "usmint.com, coin specifications (official)",
      unsure "the start year was not checked" }
    { "US-1d", "US", "dollar", from "2009", 0.02649, [0.00200], 0.008100, Plain, "lettered",
      "manganese brass clad",
      source "usmint.com, coin specifications (official)",
      unsure "the start year was not checked; the lettered edge is taken as plain" }
    { "UK-1p-1992", "UK", "1 penny", from "1992", 0.02030, [0.00165], 0.003560, Plain, "plain",
      "copper-plated steel",
      source "piglix.com, New penny; everything2.com, penny",
      unsure "everything2.com says 20.32 mm" }
    { "UK-2p-1992", "UK", "2 pence", from "1992", 0.02590, [0.00203], 0.007120, Plain, "plain",
      "copper-plated steel",
      source "diameter and mass: reference.com, big 2 pence piece",
      unsure "the thickness was not checked against any source" }
    { "UK-5p-1990", "UK", "5 pence", from "1990-06", 0.01800, [0.00170], 0.003250, Reeded, "reeded",
      "cupronickel (to 2011)",
      source "thickness: worldcoinnews.blogspot.com 2011/03",
      unsure "diameter and mass were not checked against any source" }
    { "UK-5p-2012", "UK", "5 pence", from "2012-01", 0.01800, [0.00190], 0.003250, Reeded, "reeded",
      "nickel-plated steel",
      source "thickness: worldcoinnews.blogspot.com 2011/03",
      unsure "diameter and mass were not checked against any source" }
    { "UK-10p-1992", "UK", "10 pence", from "1992-09-30", 0.02450, [0.00185], 0.006500, Reeded, "reeded",
      "cupronickel (to 2011) / nickel-plated steel (from 2012-01)",
      source "royalmint.com, ten pence coin (official)",
      unsure "steel from 2012-01 with the same mass, so thicker: thickness of the older one" }
}
