//! Values with names, and the error of a name that none of them has.

use std::{error, fmt};

/// A name that none of the values of a type has.
///
/// ```
/// use napkin::{Grammar, UnknownName};
///
/// let unknown: UnknownName = "rfc9999".parse::<Grammar>().unwrap_err();
/// assert!(unknown.to_string().starts_with("unknown grammar: expected one of draft-1993, rfc1738, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    what: &'static str,
    known: Vec<&'static str>,
}

/// Returns the value with this name. `what` describes the values in the error.
pub(crate) fn named<T: Copy>(
    what: &'static str,
    values: impl AsRef<[T]>,
    name_of: fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    let values = values.as_ref().iter().copied();
    let found = values.clone().find(|&value| name_of(value) == name);
    found.ok_or_else(|| UnknownName { what, known: values.map(name_of).collect() })
}

/// Displays a type by its `name`, and parses that.
macro_rules! by_name {
    ($type:ident, $what:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::unknown_name::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                $crate::unknown_name::named($what, $type::ALL, $type::name, name)
            }
        }
    };
}

/// Defines an enum whose values have names, with `ALL`, `name` and what [`by_name`] adds. The last two strings document `ALL` and `name`.
macro_rules! named_enum {
    (
        $(#[$type_meta:meta])*
        $visibility:vis enum $type:ident: $what:literal {
            $($(#[$meta:meta])* $value:ident = $text:literal,)*
        }
        ALL: $all:literal
        name: $name:literal
    ) => {
        $(#[$type_meta])*
        $visibility enum $type {
            $($(#[$meta])* $value,)*
        }

        impl $type {
            #[doc = $all]
            pub const ALL: [$type; [$($text),*].len()] = [$($type::$value),*];

            #[doc = $name]
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $text,)*
                }
            }
        }

        $crate::unknown_name::by_name!($type, $what);
    };
}

pub(crate) use {by_name, named_enum};

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}: expected one of {}", self.what, self.known.join(", "))
    }
}

impl error::Error for UnknownName {}
