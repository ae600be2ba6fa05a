//! Names: what an enum is called in scenarios and datasets, declared once with [`names!`](crate::names!).

/// A type each of whose values has a name; [`names!`](crate::names!) implements it for an enum.
pub trait Named: Copy + 'static {
    /// The names, by index.
    const NAMES: &'static [&'static str];
    /// What each name means, by index; empty where nothing is said.
    const ABOUTS: &'static [&'static str] = &[];

    /// Which of the names it has.
    fn index(self) -> usize;

    /// The value with this index; `None` from the number of names on.
    fn at(index: usize) -> Option<Self>;
}

/// The value of this name.
pub fn from_name<T: Named>(name: &str) -> Option<T> {
    T::at(T::NAMES.iter().position(|known| *known == name)?)
}

/// Declares an enum whose variants have names, and what they mean: `Left = "left": "The left side.",`.
///
/// ```
/// tolley_experiment::names! {
///     /// When the turn passes.
///     pub enum TurnRule { Alternate = "alternate": "After each turn.", KeepIfHit = "keep-if-hit": "After a miss.", }
/// }
/// assert_eq!(TurnRule::from_name("keep-if-hit"), Some(TurnRule::KeepIfHit));
/// assert_eq!(TurnRule::from_name("keep"), None);
/// assert_eq!(TurnRule::Alternate.name(), "alternate");
/// ```
#[macro_export]
macro_rules! names {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident = $text:literal $(: $about:literal)?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        $vis enum $name { $($(#[doc = $about])? $variant,)* }

        #[allow(dead_code, reason = "not every enum is looked up by name")]
        impl $name {
            /// The names, in the order of the variants.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];
            /// The variants, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name as in a scenario and a dataset.
            pub const fn name(self) -> &'static str {
                $name::NAMES[self as usize]
            }

            /// The variant of this name.
            pub fn from_name(name: &str) -> Option<$name> {
                $crate::names::from_name(name)
            }
        }

        impl $crate::names::Named for $name {
            const NAMES: &'static [&'static str] = $name::NAMES;
            const ABOUTS: &'static [&'static str] = &[$(concat!($($about)?),)*];

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn at(index: usize) -> Option<$name> {
                $name::ALL.get(index).copied()
            }
        }
    };
}
