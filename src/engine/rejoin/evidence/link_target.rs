//! Whether a URL is what a notation says that a link leads to, which ends at a bracket: the target of a link in Markdown, and an argument of TeX or
//! Texinfo.

use super::{super::rest::target_length, context::BreakContext};
use crate::engine::{
    delimit::argument::{Command, command_before},
    forms::string_marks::is_behind_escape_sign,
};

/// Whether the URL is the target of a link in Markdown, `[words](http://…`, which has no blank in it, or an argument of TeX or Texinfo, and the next
/// word begins with the rest of that up to its bracket, or to the percent sign that ends a line of TeX. A title has quotation marks.
pub(super) fn closes_link_target(context: &BreakContext) -> bool {
    let before = &context.ahead.bytes[..context.pieces.first().unwrap_or(&context.piece).start];
    let token = context.token;
    let is_closed_by = |closing| target_length(token, closing).is_some_and(|length| length > 0);
    if context.opener == Some(b'(') && before.ends_with(b"](") {
        return is_closed_by(b')');
    }
    if let [front @ .., mark @ (b'"' | b'\'')] = before
        && context.is_in_string
        && is_behind_escape_sign(front)
    {
        // An attribute of HTML in a string of a program.
        return context.ahead.bytes[context.next.end..].starts_with(&[b'\\', *mark]);
    }
    match command_before(before) {
        // A percent sign ends its line, and is no more than that.
        Some(Command::Tex) => is_closed_by(b'}') || context.rest == b"%",
        Some(Command::Texinfo) => is_closed_by(b'}') || memchr::memchr(b',', token).is_some_and(|comma| comma > 0),
        None => false,
    }
}
