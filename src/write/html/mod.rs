//! HTML out: fragments and whole pages. What is made of a search is made here; which links there are is for the faces to say.
//!
//! ```text
//! escape   bytes to escaped text
//! anchor   the tag of a link; caution: what to be careful about with one
//! masking  mail addresses without their domains
//! layout   what a line of a text is to the eye
//! page     what stands around the texts; sha256: the hash that lets its style be
//! writer   the sink that all of this meets in
//! splice   anchors in a document that is HTML already; existing: those that it has
//! article  a message of mail around its texts
//! archive  what stands around messages on the pages of an archive
//! search   the page that searches it, and its index
//! ```

mod escape;

mod caution;

mod anchor;

mod layout;
mod link_table;
mod masking;
mod sha256;

mod page;

mod spans;
mod writer;

#[cfg(feature = "html")]
mod existing;
#[cfg(feature = "html")]
mod splice;

#[cfg(feature = "mail")]
mod archive;
#[cfg(feature = "mail")]
mod article;
#[cfg(feature = "mail")]
mod search;

#[cfg(feature = "mail")]
pub(crate) use self::masking::{masked_bytes, masked_text};
pub(crate) use self::{
    anchor::check_attribute,
    layout::LAYOUT_HEAD,
    writer::{Anchoring, HtmlWriter},
};
#[cfg(feature = "markdown")]
pub(crate) use self::{anchor::href, caution::Caution};
pub use self::{
    anchor::{Anchor, Decision, RefusedAttribute},
    layout::PageLayout,
    page::Page,
};
#[cfg(feature = "mail")]
pub(crate) use self::{
    archive::{
        ArchivePage, ListEntry, Mention, STYLE_FILE, ThreadRow, hash, hash_of_bytes, push_message_link,
        push_message_row, push_section,
    },
    article::{Article, AttachedFile},
    escape::push_label,
    page::Extras,
    search::{FoundMessage, MessageShards, TermShards, host_term, key_term, pair_term, search_page, sender_term},
};
#[cfg(feature = "html")]
pub(crate) use self::{existing::OnAnchor, masking::domains, splice::Splice};
