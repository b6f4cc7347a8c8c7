//! How the lines of a break are set: how long they are, what stands in front of the URL and of the next word, and around.

use std::cmp::Ordering;

use super::{
    super::line_start::Marks,
    context::{BreakContext, text_column},
    paragraph::{are_spaced, columns, has_url},
};

pub(super) fn did_not_fit(context: &BreakContext) -> bool {
    context.filled() == Some(Ordering::Greater)
}

pub(super) fn is_nearly_full(context: &BreakContext) -> bool {
    (60..72).contains(&context.length())
}

/// Whether the line is full, or was before it was quoted.
pub(super) fn is_full(context: &BreakContext) -> bool {
    let full = 72..=80;
    full.contains(&context.length()) || full.contains(&context.length_unquoted())
}

pub(super) fn was_joined_before(context: &BreakContext) -> bool {
    context.cut_at.is_some()
}

pub(super) fn is_alone(context: &BreakContext) -> bool {
    context.lead.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b':' | b'<' | b'('))
}

pub(super) fn is_spaced_alone(context: &BreakContext) -> bool {
    context.is_spaced && !are_spaced(context.lines())
}

pub(super) fn has_lost_marks(context: &BreakContext) -> bool {
    context.marks == Marks::Lost
}

pub(super) fn has_same_marks(context: &BreakContext) -> bool {
    context.marks == Marks::Same
}

pub(super) fn is_in_comment(context: &BreakContext) -> bool {
    context.marks == Marks::Comment
}

/// Whether either line is one of a quoted reply.
pub(super) fn is_in_reply(context: &BreakContext) -> bool {
    has_same_marks(context) || matches!(context.marks, Marks::More | Marks::Lost)
}

pub(super) fn is_indented_less(context: &BreakContext) -> bool {
    // Where a comment is cut, a line of it may begin with the space between two words.
    let space = usize::from(is_in_comment(context));
    context.next_indentation() + space < context.indentation()
}

pub(super) fn is_followed_by_line_with_url(context: &BreakContext) -> bool {
    has_url(context.following())
}

pub(super) fn is_in_hyphenated(context: &BreakContext) -> bool {
    context.paragraph().is_hyphenated
}

/// Less than a line, however narrow the text is.
pub(in crate::engine::rejoin) const SHORT_LINE: usize = 60;

/// Who cuts words at a column has at least so many of them.
pub(in crate::engine::rejoin) const MIN_CUT_LINE: usize = 56;

/// Whether a label stands right before the URL.
pub(super) fn is_after_label(context: &BreakContext) -> bool {
    matches!(context.front.trim_ascii_end(), [.., b':' | b'='])
}

pub(super) fn would_have_fitted(context: &BreakContext) -> bool {
    context.filled() == Some(Ordering::Less)
}

pub(super) fn is_of_72(context: &BreakContext) -> bool {
    context.length() == 72 || context.length_unquoted() == 72
}

pub(super) fn is_followed_by_blank(context: &BreakContext) -> bool {
    context.rest.is_empty()
        && context.following().iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>' | b'|' | b':'))
}

pub(super) fn is_wider(context: &BreakContext) -> bool {
    context.paragraph().width.is_some_and(|width| context.length() > width)
}

pub(super) fn is_after_words(context: &BreakContext) -> bool {
    let (mut words, mut is_counted) = (0, false);
    context.front.iter().any(|byte| {
        if byte.is_ascii_whitespace() {
            is_counted = false;
        } else if !is_counted && byte.is_ascii_alphabetic() {
            (words, is_counted) = (words + 1, true);
        }
        words == 2
    })
}

/// Whether the text of the next line begins to the right of where that of the URL's line does.
pub(super) fn is_indented_more(context: &BreakContext) -> bool {
    context.next_lead.len() > text_column(context.line)
}

/// Whether the next line's text stands below the URL, in front of which there is some in its own line.
pub(super) fn hangs_below(context: &BreakContext) -> bool {
    let has_label = context.front.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    has_label && !context.next_lead.is_empty() && columns(context.lead) == columns(context.next_lead)
}
