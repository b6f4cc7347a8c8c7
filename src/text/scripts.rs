//! Scripts as far as they matter for host names: which a letter belongs to, and which letters look like those of ASCII.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
    /// Han, kana, Bopomofo and Hangul, which are mixed with each other and with Latin in harmless names.
    EastAsian,
    /// Any other, by the upper bits of the code point. That is finer than scripts.
    Other(u32),
}

/// Returns the script of a letter; `None` for any other character.
pub(crate) fn script(c: char) -> Option<Script> {
    Some(match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        _ if !c.is_alphabetic() => return None,
        '\u{AA}'..='\u{2AF}' | '\u{1D00}'..='\u{1D25}' | '\u{1D6B}'..='\u{1D77}' | '\u{1D79}'..='\u{1DBF}' => {
            Script::Latin
        }
        '\u{1E00}'..='\u{1EFF}' | '\u{2C60}'..='\u{2C7F}' | '\u{A720}'..='\u{A7FF}' | '\u{AB30}'..='\u{AB64}' => {
            Script::Latin
        }
        '\u{FF21}'..='\u{FF5A}' => Script::Latin,
        '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Script::Greek,
        '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}' | '\u{2DE0}'..='\u{2DFF}' | '\u{A640}'..='\u{A69F}' => {
            Script::Cyrillic
        }
        '\u{531}'..='\u{588}' => Script::Armenian,
        '\u{13A0}'..='\u{13FF}' | '\u{AB70}'..='\u{ABBF}' => Script::Cherokee,
        '\u{1100}'..='\u{11FF}' | '\u{3005}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' => {
            Script::EastAsian
        }
        '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}' | '\u{20000}'..='\u{3FFFF}' => Script::EastAsian,
        _ => Script::Other(u32::from(c) >> 7),
    })
}

/// Returns `true` if a letter beyond ASCII looks like an ASCII one, so that a word of such letters reads as Latin: from
/// Unicode's `confusables.txt`, the scripts with enough such letters.
pub(crate) fn looks_like_ascii(c: char) -> bool {
    const LETTERS: &str = concat!(
        // Latin without a mark that is seen
        "ıȷɑɡɩɪʋʏɯᴀᴄᴇᴏᴠᴡᴢꜱ",
        // Greek
        "αγικνορτυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ",
        // Cyrillic
        "асԁеһіјӏорԛѕԝхуъьҽпгѵѡүАВЕЅІЈКМНОРСТУХҮҺԌԚԜ",
        // Armenian
        "ագհղոսցցքօյջրնււԱՍՕԼՏ",
        // Cherokee, in both cases
        "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮒꮓꮟꮢꮤꮥꮩꮪꮮꮯꮲꮶꮷᏻᏼ",
    );
    !c.is_ascii() && LETTERS.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_letters() {
        for (c, expected) in [
            ('a', Some(Script::Latin)),
            ('é', Some(Script::Latin)),
            ('ß', Some(Script::Latin)),
            ('а', Some(Script::Cyrillic)),
            ('ο', Some(Script::Greek)),
            ('օ', Some(Script::Armenian)),
            ('Ꭺ', Some(Script::Cherokee)),
            ('東', Some(Script::EastAsian)),
            ('ー', Some(Script::EastAsian)),
            ('한', Some(Script::EastAsian)),
            ('1', None),
            ('-', None),
            ('\u{301}', None),
            ('×', None),
        ] {
            assert_eq!(script(c), expected, "{c:?}");
        }
        assert!(matches!(script('ش'), Some(Script::Other(_))));
        assert_ne!(script('ش'), script('ก'));
    }

    #[test]
    fn look_alikes_are_letters_beyond_ascii() {
        for c in "аеорсухіјѕɑοа".chars() {
            assert!(looks_like_ascii(c), "{c:?}");
        }
        for c in "aéüж東ßø1".chars() {
            assert!(!looks_like_ascii(c), "{c:?}");
        }
    }
}
