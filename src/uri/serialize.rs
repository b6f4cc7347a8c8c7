//! Serde: what is serialised is the string, and what is deserialised is judged like any other. A rejection is only serialised.

use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
    ser::SerializeStruct,
};

use crate::uri::{grammar::Grammar, host::HostKind, rejection::Rejection, validated::Uri};

impl Serialize for Uri<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// An absolute URI that satisfies the default grammar: what [`FromStr`] takes.
impl<'de> Deserialize<'de> for Uri<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Parsed::<Uri<'static>>::expecting("an absolute URI"))
    }
}

impl Serialize for Grammar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Grammar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Parsed::expecting("the name of a grammar"))
    }
}

impl Serialize for HostKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for HostKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Parsed::expecting("the name of a kind of host"))
    }
}

/// What `napkin check --json` says of a rejection: its rule, its byte and its message.
impl Serialize for Rejection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rejection", 3)?;
        fields.serialize_field("rule", self.rule())?;
        fields.serialize_field("at", &self.at())?;
        fields.serialize_field("message", self.message())?;
        fields.end()
    }
}

/// Takes a string and parses it.
struct Parsed<T> {
    expected: &'static str,
    parsed: PhantomData<T>,
}

impl<T> Parsed<T> {
    fn expecting(expected: &'static str) -> Parsed<T> {
        Parsed { expected, parsed: PhantomData }
    }
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Parsed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
