//! Whether a URL is what a notation says that a link leads to, which ends at a bracket: the target of a link in Markdown, and an argument of TeX.

use super::{super::rest::target_length, context::BreakContext};

/// The commands of TeX whose argument is a URL, in which it drops white space and what a percent sign at the end of a line begins; and the fields of
/// BibTeX that are given to one.
const COMMANDS: &[&[u8]] = &[br"\url", br"\href", br"\nolinkurl", br"\path"];
const FIELD: &[u8] = b"url";

/// How far back a field's name is looked for.
const REACH: usize = 32;

/// Whether the URL is the target of a link in Markdown, `[words](http://…`, which has no blank in it, or an argument of TeX, and the next word begins
/// with the rest of that up to its bracket. A title has quotation marks.
pub(super) fn closes_link_target(context: &BreakContext) -> bool {
    let before = before_url(context);
    let closing = match context.opener {
        Some(b'(') if before.ends_with(b"](") => b')',
        Some(b'{') if is_argument_of_tex(before) => b'}',
        _ => return false,
    };
    context.ends_in_comment_of_tex() || target_length(context.token, closing).is_some_and(|length| length > 0)
}

impl BreakContext<'_, '_> {
    /// Whether the percent sign that the line ends in begins a comment of TeX in the argument of a command, and is not the URL's.
    pub(in crate::engine::rejoin) fn ends_in_comment_of_tex(&self) -> bool {
        self.last() == b'%' && !self.is_spaced && self.opener == Some(b'{') && is_argument_of_tex(before_url(self))
    }
}

fn before_url<'a>(context: &BreakContext<'a, '_>) -> &'a [u8] {
    &context.ahead.bytes[..context.pieces.first().unwrap_or(&context.piece).start]
}

/// Whether the bracket that a text ends in opens the argument of a command that takes a URL, or the field of an entry of BibTeX that has one.
fn is_argument_of_tex(before: &[u8]) -> bool {
    let Some(front) = before.strip_suffix(b"{") else { return false };
    if COMMANDS.iter().any(|command| front.ends_with(command)) {
        return true;
    }
    let front = &front[front.len().saturating_sub(REACH)..];
    let Some(name) = front.trim_ascii_end().strip_suffix(b"=") else { return false };
    let name = name.trim_ascii_end();
    let name = &name[name.len().saturating_sub(FIELD.len() + 1)..];
    matches!(name, [b' ' | b'\t' | b'\n' | b',', field @ ..] if field.eq_ignore_ascii_case(FIELD))
}
