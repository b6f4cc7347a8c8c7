//! Pieces to one URL: what stands between delimiters, with its breaks taken out, and what evidence puts together.
//!
//! Inside brackets and quotes the delimiter says where the URL ends, so white space and what a mailer put at the start
//! of the lines is not part of it (RFC 2396bis draft, Appendix E). Without a delimiter, evidence says whether it goes on.

pub(crate) mod pieces;

mod comment_mark;
mod known_domains;
mod line_start;
mod page;

mod above_path;
mod at_a_glance;
mod elsewhere;
pub(crate) mod evidence;
mod host;
mod hyphen;
mod next_line;
mod rest;
mod soft_break;
mod string_break;
mod string_list;
mod whole_host;

pub(crate) mod closing;
pub(crate) mod enclosed;
pub(crate) mod enclosed_end;
mod prose;

mod next_line_quickly;
mod undelimited;

pub(crate) use self::{
    above_path::is_above_path,
    elsewhere::BACK,
    host::broken_host,
    hyphen::{other_reading, trim_hyphens},
    next_line_quickly::{is_before_other_host, may_go_on},
    undelimited::{Chain, JudgedBreak, KnownParts, VETOED, chain, joins_undelimited},
};
