//! JSON in one line, straight into a buffer. Keys and strings without harm are copied as they are, which is most of what a record
//! consists of: a serializer that looks for escapes in each key takes several times as long.

use std::fmt::Display;

use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
        SerializeTupleVariant,
    },
};
use serde_json::Error;

use crate::{
    blocks::{BLOCK, escapes_in_json},
    text::byte_table::byte_table,
    write::{
        decimal::{Decimal, PADDED},
        visible::is_hidden,
    },
};

/// Writes values of JSON behind each other. No character in them acts on a terminal, closes a `<script>` or hides.
pub(super) struct HarmlessJson<'b> {
    out: &'b mut Vec<u8>,
}

impl<'b> HarmlessJson<'b> {
    /// Writes behind what is in the buffer.
    pub(super) fn new(out: &'b mut Vec<u8>) -> HarmlessJson<'b> {
        HarmlessJson { out }
    }

    /// A string: what RFC 8259, section 7, wants escaped, and what does harm, is.
    fn string(&mut self, text: &str) {
        self.out.push(b'"');
        let is_special = match text.as_bytes().last_chunk() {
            Some(last) => {
                let (blocks, _) = text.as_bytes().as_chunks();
                self.out.extend_from_slice(text.as_bytes());
                // The last bytes may be looked at twice.
                escapes_in_json(last) || blocks.iter().any(escapes_in_json)
            }
            None => self.short(text),
        };
        if is_special {
            self.out.truncate(self.out.len() - text.len());
            self.escaped(text);
        }
        self.out.push(b'"');
    }

    /// Appends what is shorter than a block as it is. Returns whether it has to be escaped.
    #[inline]
    fn short(&mut self, text: &str) -> bool {
        let start = self.out.len();
        // Spaces need no escapes, and what stands behind the text is taken away again.
        self.out.extend_from_slice(&[b' '; BLOCK]);
        let (own, _) = self.out[start..].split_at_mut(text.len());
        own.copy_from_slice(text.as_bytes());
        let is_special = self.out[start..].first_chunk().is_some_and(escapes_in_json);
        self.out.truncate(start + text.len());
        is_special
    }

    /// A string that is a name of Rust's, which needs no escapes.
    #[inline(always)]
    fn name(&mut self, name: &'static str) {
        debug_assert!(needs_no_escapes(name), "{name}");
        self.out.reserve(name.len() + 2);
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(b'"');
    }

    #[cold]
    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| !NEEDS_NO_ESCAPE[usize::from(byte)]) {
            let (plain, special) = rest.split_at(at);
            self.out.extend_from_slice(plain.as_bytes());
            let Some(char) = special.chars().next() else { break };
            let (special, behind) = special.split_at(char.len_utf8());
            self.escape(char, special);
            rest = behind;
        }
        self.out.extend_from_slice(rest.as_bytes());
    }

    /// A character that may have to be escaped, and its bytes.
    fn escape(&mut self, char: char, bytes: &str) {
        let short = match char {
            '"' => b'"',
            '\\' => b'\\',
            '\u{8}' => b'b',
            '\t' => b't',
            '\n' => b'n',
            '\u{c}' => b'f',
            '\r' => b'r',
            _ if char == '<' || is_hidden(char) => b'u',
            _ => return self.out.extend_from_slice(bytes.as_bytes()),
        };
        if short != b'u' {
            return self.out.extend_from_slice(&[b'\\', short]);
        }
        for unit in char.encode_utf16(&mut [0; 2]) {
            let digit = |shift: u16| b"0123456789abcdef"[usize::from(*unit >> shift & 15)];
            self.out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
        }
    }

    /// What is written as digits, with a sign or a point in it perhaps.
    fn number(&mut self, number: impl Display) -> Result<(), Error> {
        use std::io::Write;
        write!(self.out, "{number}").map_err(Error::io)
    }

    /// Begins something with members, behind the name of a variant if there is one.
    fn begin<'s>(&'s mut self, variant: Option<&'static str>, open: u8, close: &'static [u8]) -> Members<'s, 'b> {
        if let Some(variant) = variant {
            self.out.push(b'{');
            self.name(variant);
            self.out.push(b':');
        }
        self.out.push(open);
        Members { json: self, is_first: true, close }
    }
}

/// Returns `true` if a name may be copied as it is: Rust's may have letters beyond ASCII, and those that are given to serde by hand anything.
fn needs_no_escapes(name: &str) -> bool {
    name.bytes().all(|byte| NEEDS_NO_ESCAPE[usize::from(byte)])
}

/// Which bytes stand for themselves, whatever is around them.
const NEEDS_NO_ESCAPE: [bool; 256] =
    byte_table!(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'<'));

/// The members of an array or an object.
pub(super) struct Members<'s, 'b> {
    json: &'s mut HarmlessJson<'b>,
    is_first: bool,
    close: &'static [u8],
}

impl Members<'_, '_> {
    #[inline(always)]
    fn separate(&mut self) {
        if !self.is_first {
            self.json.out.push(b',');
        }
        self.is_first = false;
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(&mut *self.json)
    }

    /// A field, whose name is one of Rust's and needs no escapes. Inlined where that is known, it is copied without a call.
    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        /// The longest name that is put between its marks before it is copied.
        const MOST: usize = 28;
        debug_assert!(needs_no_escapes(name), "{name}");
        self.separate();
        if name.len() > MOST {
            self.json.name(name);
            self.json.out.push(b':');
        } else {
            let mut key = [b'"'; MOST + 3];
            let end = name.len() + 1;
            key[1..end].copy_from_slice(name.as_bytes());
            key[end + 1] = b':';
            self.json.out.extend_from_slice(&key[..end + 2]);
        }
        value.serialize(&mut *self.json)
    }

    fn finish(self) -> Result<(), Error> {
        self.json.out.extend_from_slice(self.close);
        Ok(())
    }
}

impl<'s, 'b> Serializer for &'s mut HarmlessJson<'b> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Members<'s, 'b>;
    type SerializeTuple = Members<'s, 'b>;
    type SerializeTupleStruct = Members<'s, 'b>;
    type SerializeTupleVariant = Members<'s, 'b>;
    type SerializeMap = Members<'s, 'b>;
    type SerializeStruct = Members<'s, 'b>;
    type SerializeStructVariant = Members<'s, 'b>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.number(value)
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        let decimal = Decimal::of(value);
        self.out.extend_from_slice(decimal.padded());
        self.out.truncate(self.out.len() - PADDED + decimal.len());
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        serde_json::to_writer(&mut *self.out, &value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        serde_json::to_writer(&mut *self.out, &value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.string(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.string(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut members = self.begin(None, b'{', b"}");
        members.field(variant, value)?;
        members.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(None, b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(None, b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(None, b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(Some(variant), b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(None, b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(None, b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'s, 'b>, Error> {
        Ok(self.begin(Some(variant), b'{', b"}}"))
    }
}

/// Values without names.
macro_rules! elements {
    ($($kind:ident :: $method:ident),* $(,)?) => {$(
        impl $kind for Members<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )*};
}

elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
);

/// Values with names of Rust's.
macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl $kind for Members<'_, '_> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.json.out.len();
        key.serialize(&mut *self.json)?;
        // JSON has no keys but strings.
        if self.json.out.get(start) != Some(&b'"') {
            self.json.out.insert(start, b'"');
            self.json.out.push(b'"');
        }
        self.json.out.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.json)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn written(value: &impl Serialize) -> String {
        let mut out = Vec::new();
        value.serialize(&mut HarmlessJson::new(&mut out)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Pair(i8, char);

    #[derive(Serialize)]
    enum Any {
        Unit,
        New(Option<f64>),
        Tuple(u8, i64),
        Struct { text: String, none: Option<u16> },
    }

    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Tagged {
        One {
            text: &'static str,
            #[serde(flatten)]
            rest: BTreeMap<&'static str, f32>,
        },
    }

    #[test]
    fn every_shape_is_written_as_the_well_known_serializer_does() {
        let map: BTreeMap<u32, bool> = [(1, true), (20, false)].into();
        let tagged = Tagged::One { text: "a", rest: [("b", 0.1), ("c", 1e-9), ("d", f32::NAN)].into() };
        let any = [
            Any::Unit,
            Any::New(None),
            Any::New(Some(-2.5)),
            Any::Tuple(7, i64::MIN),
            Any::Struct { text: "é\"\\/\u{8}\t\n\u{c}\r\u{1}日".to_owned(), none: None },
        ];
        let value = (Unit, (), [Pair(-8, 'x'), Pair(8, '"')], map, tagged, any, u64::MAX, [0_usize; 0], "");
        assert_eq!(written(&value), serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn all_characters_come_back() {
        for start in (0..=0x10FFFF).step_by(64) {
            let text: String = (start..start + 64).filter_map(char::from_u32).collect();
            let json = written(&text);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert!(!json.contains(|char| char == '<' || is_hidden(char)), "{json:?}");
        }
    }
}
