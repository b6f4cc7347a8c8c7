//! What characters do to a URL in running text: the rules that finding where one ends and writing one so that it is
//! found go by alike.

pub(crate) use super::link_properties::{Term, is_email, opening, term};
use super::words::words;

/// Returns `true` for the blocks with most letters of Chinese and Japanese.
#[inline]
pub(crate) fn is_common_wide_letter(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}')
}

/// Returns the closing quotation marks for `mark`, in the typographies of all languages.
pub(crate) fn closing_quotation_marks(mark: char) -> Option<&'static [char]> {
    Some(match mark {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`', '\''],
        '“' => &['”', '“'],
        '”' => &['”'],
        '„' => &['“', '”', '‟'],
        '‘' => &['’', '‘'],
        '’' => &['’'],
        '‚' => &['‘', '’', '‛'],
        '«' => &['»'],
        '»' => &['«', '»'],
        '‹' => &['›'],
        '›' => &['‹', '›'],
        // What manuals' pages are printed with around a URL is no mark of a quotation, and is read as one.
        '⟨' => &['⟩'],
        _ => return None,
    })
}

/// Returns `true` for joiners. They are invisible, and belong to words in some scripts.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// The most open brackets in a URL. One more ends it.
pub(crate) const MAX_OPEN: usize = 16;

/// Returns `true` if the character only belongs to a URL before a character that may end one.
pub(crate) fn is_soft(c: char) -> bool {
    is_dash_or_ellipsis(c) || is_footnote_mark(c) || term(c) == Term::Soft
}

/// Returns `true` for dashes and ellipses, which belong to the sentence at the end of a URL.
pub(crate) fn is_dash_or_ellipsis(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2013}' | '…')
}

/// Returns `true` for footnote marks after words: daggers, and the typographic star.
pub(crate) fn is_footnote_mark(c: char) -> bool {
    matches!(c, '†' | '‡' | '∗')
}

/// Returns `true` if a URL ends before the character though UTS #58 would continue, except for a joiner between
/// letters.
pub(crate) fn is_stop(c: char) -> bool {
    // A box is drawn around it.
    is_invisible(c)
        || is_east_asian_stop(c)
        || matches!(c, '\u{2014}' | '\u{2015}' | '\u{2500}'..='\u{257F}' | '\u{FFFD}')
}

/// Returns `true` for invisible format characters and fillers, including bidi controls.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFC}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns `true` for invisible characters that some software drops from a host (Unicode's
/// Default_Ignorable_Code_Point).
pub(crate) fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns `true` for digits that some software maps to ASCII: wide, raised and lowered, in circles, brackets and
/// squares.
pub(crate) fn is_disguised_digit(c: char) -> bool {
    c.is_numeric()
        && matches!(c,
            '\u{B2}'..='\u{B9}' | '\u{2070}'..='\u{2089}' | '\u{2460}'..='\u{249B}' | '\u{24EA}' | '\u{3220}'..='\u{33FF}'
            | '\u{FF10}'..='\u{FF19}' | '\u{1D7CE}'..='\u{1D7FF}' | '\u{1F100}'..='\u{1F10A}' | '\u{1FBF0}'..='\u{1FBF9}')
}

/// Returns `true` for pictures. A joiner between two of them makes one. Arrows that mark a broken line are none.
pub(crate) fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21A8}' | '\u{21AB}'..='\u{21B1}' | '\u{21B6}'..='\u{21FF}' | '\u{231A}' | '\u{231B}' | '\u{2328}' | '\u{23CF}' | '\u{23E9}'..='\u{23F3}'
        | '\u{23F8}'..='\u{23FA}' | '\u{2600}'..='\u{275A}' | '\u{2761}'..='\u{2767}' | '\u{2776}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Returns `true` for sentence punctuation of Chinese, Japanese and Korean, which no space follows.
fn is_east_asian_stop(c: char) -> bool {
    matches!(c, '。' | '，' | '、' | '！' | '？' | '：' | '；' | '｡' | '､' | '．')
}

/// Returns `true` for scripts without spaces, in which a word can directly follow a URL.
pub(crate) fn is_written_without_spaces(c: char) -> bool {
    matches!(c,
        '\u{E01}'..='\u{E4E}' | '\u{E81}'..='\u{EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17B3}' | '\u{17B6}'..='\u{17D3}'
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns `true` for marks in scripts without spaces (general category M). No word begins with one.
pub(crate) fn is_combining(c: char) -> bool {
    matches!(c,
        '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{EB1}' | '\u{EB4}'..='\u{EBC}' | '\u{EC8}'..='\u{ECE}'
        | '\u{102B}'..='\u{103E}' | '\u{1056}'..='\u{1059}' | '\u{105E}'..='\u{1060}' | '\u{1062}'..='\u{1064}'
        | '\u{1067}'..='\u{106D}' | '\u{1071}'..='\u{1074}' | '\u{1082}'..='\u{108D}' | '\u{108F}' | '\u{109A}'..='\u{109D}'
        | '\u{17B6}'..='\u{17D3}' | '\u{3099}' | '\u{309A}' | '\u{FF9E}' | '\u{FF9F}')
}

/// Returns `true` if the character may belong to a word or a host: letters, marks, digits, and what nobody sees.
pub(crate) fn is_of_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    // Classes of tables come first.
    is_email(c)
        || is_ignorable(c)
        || is_invisible(c)
        || is_word_mark(c)
        // Marks that enclose, format characters, and the blank and unknown character.
        || matches!(c,
            '\u{488}' | '\u{489}' | '\u{600}'..='\u{605}' | '\u{6DD}' | '\u{70F}' | '\u{890}' | '\u{891}' | '\u{8E2}'
            | '\u{1ABE}' | '\u{20DD}'..='\u{20E4}' | '\u{2800}' | '\u{A670}'..='\u{A672}' | '\u{FFFD}' | '\u{110BD}'
            | '\u{110CD}' | '\u{13430}'..='\u{1343F}')
        || c.is_alphanumeric()
}

/// Returns `true` for marks that may be in words of a host, though their class is not that of letters (RFC 5892, 2.6).
pub(crate) fn is_word_mark(c: char) -> bool {
    matches!(c, '\u{375}' | '\u{5F3}' | '\u{5F4}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}')
}

/// Returns `true` if the character may be part of a name.
pub(crate) fn is_name_char(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    }
    is_common_wide_letter(c)
        || !is_ignorable(c)
            && (is_email(c) && !matches!(c, '\u{AA}' | '\u{BA}' | '\u{2071}'..='\u{209C}') || is_picture(c))
        || is_word_mark(c)
}

/// Returns `true` if a joiner may stand behind the character: a picture, or a letter of a script whose letters join or
/// have viramas (RFC 5892, A.1).
pub(crate) fn may_join(c: char) -> bool {
    is_picture(c)
        || matches!(c,
            '\u{600}'..='\u{86F}' | '\u{8A0}'..='\u{DFF}' | '\u{F00}'..='\u{109F}' | '\u{1700}'..='\u{18AF}'
            | '\u{1A20}'..='\u{1C4F}' | '\u{A800}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}' | '\u{10A00}'..='\u{11FFF}'
            | '\u{16A40}'..='\u{16ACF}' | '\u{1E900}'..='\u{1E95F}')
}

/// Returns `true` if a word of a script without spaces may begin with the character.
pub(crate) fn begins_wide_word(c: char) -> bool {
    is_written_without_spaces(c) && is_name_char(c) && !is_combining(c)
}

/// Returns `true` for quotation marks, brackets, and what ends sentences and their parts.
pub(crate) fn is_sentence_mark(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201E}' | '\u{2020}'..='\u{2022}' | '\u{3001}' | '\u{301D}'..='\u{301F}' | '｜')
        || matches!(term(c), Term::Soft | Term::Open | Term::Close) && !is_confusing(c)
}

/// Returns `true` for letters, digits and words in circles and squares, which some software maps to themselves; not for
/// flags.
pub(crate) fn is_enclosed(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{1F100}'..='\u{1F1E5}' | '\u{1F200}'..='\u{1F2FF}')
}

/// Returns `true` if prose may directly follow the slash at the end of the URL so far. All of it must be ASCII, and not
/// an encyclopedia, in which a title follows the slash.
pub(crate) fn may_end_in_prose(url: &[u8]) -> bool {
    url.ends_with(b"/") && !url.ends_with(b"/wiki/") && !url.ends_with(b"/w/") && url.is_ascii()
}

pub(crate) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}')
}

pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

pub(crate) fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309F}')
}

pub(crate) fn is_east_asian(c: char) -> bool {
    is_han(c) || is_hangul(c) || matches!(c, '\u{3041}'..='\u{30FF}')
}

/// Korean words that directly follow a name: particles, and the verbs of short sentences.
const KOREAN_PARTICLES: &[&str] = words!(
    "을 를 은 는 이 가 에 의 로 와 과 도 으로 에서 에게 에는 에도 에서는 까지 부터 이나 에있는 입니다 \
     이다"
);

/// The letters needed to tell a Korean particle from a longer word.
pub(crate) const MAX_KOREAN_WORD: usize = 4;

/// Returns `true` if the Korean letters at the beginning of a text are a particle.
pub(crate) fn is_korean_particle(text: impl Iterator<Item = char> + Clone) -> bool {
    let word = text.take(MAX_KOREAN_WORD).take_while(|&c| is_hangul(c));
    KOREAN_PARTICLES.iter().any(|particle| word.clone().eq(particle.chars()))
}

/// Returns `true` for particles of Japanese and function words of Chinese that often follow a name and seldom begin
/// one.
pub(crate) fn is_function_word(c: char) -> bool {
    "をはがにへでとのもやかこそなまよ的了和与或是在可也就都上進进查获找并以这那您你我".contains(c)
}

/// Returns `true` for characters whose compatibility mapping contains `/`, `\`, `.`, `:`, `?`, `#`, `%` or `@`, or that
/// look like one. Full stops of Chinese and Japanese and ellipses are excluded.
pub(crate) fn is_confusing(c: char) -> bool {
    is_number_with_dot(c)
        || matches!(c, '\u{2024}'..='\u{2025}' | '\u{2044}' | '\u{2047}'..='\u{2049}' | '\u{2100}' | '\u{2101}' | '\u{2105}' | '\u{2106}' | '\u{2215}' | '\u{29F8}'
            | '\u{2A74}' | '\u{33C2}' | '\u{33C7}' | '\u{33D8}' | '\u{FE13}' | '\u{FE16}' | '\u{FE19}' | '\u{FE30}' | '\u{FE52}' | '\u{FE55}' | '\u{FE56}' | '\u{FE5F}'
            | '\u{FE68}' | '\u{FE6A}' | '\u{FE6B}' | '\u{FF03}' | '\u{FF05}' | '\u{FF0F}' | '\u{FF20}' | '\u{FF3C}')
}

/// Returns `true` for numbers with a full stop, which begin list items.
pub(crate) fn is_number_with_dot(c: char) -> bool {
    matches!(c, '\u{2488}'..='\u{249B}' | '\u{1F100}')
}

/// Decodes the escape at the beginning of the bytes: `\u003c` in JSON and JavaScript, `\x3c` in strings of programs.
/// Returns its length, too. Two digits only escape marks, and surrogates are not decoded.
pub(crate) fn character_escape(bytes: &[u8]) -> Option<(char, usize)> {
    let (digits, length) = match bytes {
        [b'\\', b'u', digits @ ..] => (digits.get(..4)?, 6),
        [b'\\', b'x', digits @ ..] => (digits.get(..2)?, 4),
        _ => return None,
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let number = digits.iter().try_fold(0, |number, byte| Some(number * 16 + digit(byte)?))?;
    let c = char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
    (length == 6 || c.is_ascii() && !c.is_ascii_alphanumeric()).then_some((c, length))
}

/// Returns `true` for marks that programs escape because of HTML. Any other escape before a name may be a part of it.
pub(crate) fn is_markup_mark(c: char) -> bool {
    matches!(c, '<' | '>' | '"' | '\'' | '&' | '=')
}

/// Decodes the escape directly before `at`. A roff escape counts as a mark.
pub(crate) fn character_escape_before(bytes: &[u8], at: usize) -> Option<char> {
    let escaped = [6, 4].into_iter().find_map(|length| {
        let (c, taken) = character_escape(&bytes[at.checked_sub(length)?..at])?;
        (taken == length).then_some(c)
    });
    escaped.or_else(|| (is_behind_roff_escape(bytes, at) || is_behind_roff_mark(bytes, at)).then_some('"'))
}

/// The quotation marks in manual pages made from Perl's documentation and from DocBook.
const STRINGS_OF_ROFF: [&[u8; 2]; 6] = [b"Aq", b"C`", b"C'", b"L\"", b"R\"", b"T<"];

/// Returns `true` if a named roff quotation mark ends directly before `at`: `\(lq`. In a regular expression, a group
/// would begin there.
pub(crate) fn is_behind_roff_mark(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..at], [.., b'\\', b'(', b'l' | b'r' | b'o' | b'c' | b'd' | b'a', b'q'])
}

/// Returns `true` if a roff escape that is not part of a name ends directly before `at`: a font change (`\fB`, `\f5`,
/// `\f(CW`), or a string (`\*(Aq`). After a part of a path, a font would be a directory or file.
pub(crate) fn is_behind_roff_escape(bytes: &[u8], at: usize) -> bool {
    match &bytes[..at] {
        [before @ .., b'\\', b'f', b'B' | b'I' | b'R' | b'P' | b'C' | b'1'..=b'9'] => {
            !before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b":\\/._-".contains(byte))
                || is_behind_roff_escape(before, before.len())
        }
        [.., b'\\', b'f', b'(', first, second] => first.is_ascii_uppercase() && second.is_ascii_uppercase(),
        [.., b'\\', b'*', b'(', first, second] => STRINGS_OF_ROFF.contains(&&[*first, *second]),
        _ => false,
    }
}
