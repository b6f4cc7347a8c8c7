//! The meaning of elements and attributes in documents, by their local names.

/// The role of an element for the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text on a separate line.
    Paragraph,
    /// Its contents are text.
    Text,
    /// Its contents are a field's code or a formula.
    Code,
    /// It separates two texts, or is a character.
    Gap(&'static str),
    /// The boundary between a field's code and its result.
    Field,
    /// Its contents are hidden, or shown elsewhere.
    Hidden,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Url,
    /// The fragment of the URL in the same tag.
    Fragment,
    /// A field's code or a formula.
    Code,
}

/// The elements and attributes of a family of formats.
pub struct Vocabulary {
    pub elements: &'static [(&'static str, Role)],
    pub attributes: &'static [(&'static str, Value)],
    /// Text may be anywhere, not only in elements for text.
    pub is_text_anywhere: bool,
}

/// Word, Excel and PowerPoint (ECMA-376), with drawings and VML in them.
pub static OFFICE: Vocabulary = Vocabulary {
    elements: &[
        ("p", Role::Paragraph),
        ("c", Role::Paragraph),
        ("si", Role::Paragraph),
        ("pt", Role::Paragraph),
        ("comment", Role::Paragraph),
        ("threadedComment", Role::Paragraph),
        ("cm", Role::Paragraph),
        ("t", Role::Text),
        ("v", Role::Text),
        ("text", Role::Text),
        ("instrText", Role::Code),
        ("f", Role::Code),
        ("fldChar", Role::Field),
        ("br", Role::Gap("\n")),
        ("cr", Role::Gap("\n")),
        ("tab", Role::Gap("\t")),
        ("ptab", Role::Gap("\t")),
        ("noBreakHyphen", Role::Gap("-")),
        // The same content for older programs.
        ("Fallback", Role::Hidden),
        // Moved text also stands at its new place.
        ("moveFrom", Role::Hidden),
        // The pronunciation of a text.
        ("rPh", Role::Hidden),
        ("rt", Role::Hidden),
    ],
    attributes: &[
        ("href", Value::Url),
        ("url", Value::Url),
        ("anchor", Value::Fragment),
        ("location", Value::Fragment),
        ("instr", Value::Code),
    ],
    is_text_anywhere: false,
};

/// OpenDocument (ISO/IEC 26300).
pub static OPEN: Vocabulary = Vocabulary {
    elements: &[
        ("p", Role::Paragraph),
        ("h", Role::Paragraph),
        ("annotation", Role::Paragraph),
        ("creator", Role::Paragraph),
        ("date", Role::Paragraph),
        ("note", Role::Paragraph),
        ("note-citation", Role::Paragraph),
        ("title", Role::Paragraph),
        ("desc", Role::Paragraph),
        ("s", Role::Gap(" ")),
        ("tab", Role::Gap("\t")),
        ("line-break", Role::Gap("\n")),
        ("tracked-changes", Role::Hidden),
        ("ruby-text", Role::Hidden),
    ],
    attributes: &[("href", Value::Url), ("formula", Value::Code)],
    is_text_anywhere: true,
};

impl Vocabulary {
    pub fn element(&self, name: &[u8]) -> Option<Role> {
        self.elements.iter().find(|row| row.0.as_bytes() == name).map(|row| row.1)
    }

    pub fn attribute(&self, name: &[u8]) -> Option<Value> {
        self.attributes.iter().find(|row| row.0.as_bytes() == name).map(|row| row.1)
    }
}
