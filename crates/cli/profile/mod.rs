//! Profiles to begin with: what a player, his coins and his ground may say, as files to fill in.

/// A profile that `tolley new` writes.
pub struct Template {
    /// Its name, and that of its file.
    pub name: &'static str,
    /// What stands in it.
    pub text: &'static str,
    /// The command with which it may be tried, but for the profile itself.
    pub tried: &'static str,
}

/// All of them.
pub const TEMPLATES: &[Template] = &[
    Template { name: "me", text: include_str!("me.toml"), tried: "ask best best_shot" },
    Template { name: "coins", text: include_str!("coins.toml"), tried: "ask fair two_coins" },
    Template { name: "ground", text: include_str!("ground.toml"), tried: "run knuckling_down" },
];

/// The profile of this name.
pub fn template(name: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.name == name)
}
