//! The attributes of one start tag, with their values.

use std::ops::Range;

use super::tokenizer::{Tokens, tokenize};

/// Returns the attributes of a single start tag, with names in lower case and decoded values. The first of two with the
/// same name counts.
pub(crate) fn attributes(tag: &[u8]) -> Vec<(String, String)> {
    let mut read = Attributes::default();
    tokenize(tag, &mut read);
    let mut attributes: Vec<(String, String)> = Vec::with_capacity(read.0.len());
    for (name, value) in read.0 {
        let [name, value] = [name, value].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if attributes.iter().all(|(own, _)| *own != name) {
            attributes.push((name, value));
        }
    }
    attributes
}

#[derive(Default)]
struct Attributes(Vec<(Vec<u8>, Vec<u8>)>);

impl Tokens for Attributes {
    fn begin_attribute(&mut self) {
        self.0.push(Default::default());
    }

    fn attribute_name(&mut self, name: &[u8]) {
        if let Some((own, _)) = self.0.last_mut() {
            own.extend_from_slice(name);
        }
    }

    fn begin_value(&mut self) -> bool {
        true
    }

    fn value(&mut self, value: &[u8], _: Range<usize>) {
        if let Some((_, own)) = self.0.last_mut() {
            own.extend_from_slice(value);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_of_a_name_counts() {
        let read = super::attributes(b"<A HREF=a?b&amp;c href=d download title='e \"' =f=g>");
        let read: Vec<(&str, &str)> = read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(read, [("href", "a?b&c"), ("download", ""), ("title", "e \""), ("=f", "g")]);
    }
}
