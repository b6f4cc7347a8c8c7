//! Writers for links: lists, lines, tables, templates, Markdown and JSON.
//!
//! Each writer is a [`Sink`](crate::Sink): pass it to [`Finder::search_into`](crate::Finder::search_into). A
//! [`Linkifier`](crate::Linkifier) writes HTML; [`Page`], [`PageLayout`], [`Anchor`] and [`Decision`] are its settings.

mod decimal;
mod hyperlink;
mod visible;

pub(crate) mod html;

mod list;

mod column;
mod rows;

mod kept_text;
mod line_style;
mod lines;
mod repeated;
mod table;
mod template;

#[cfg(feature = "markdown")]
mod markdown;

#[cfg(feature = "serde")]
mod record;

#[cfg(feature = "json")]
mod json;

#[cfg(feature = "json")]
pub use self::json::Json;
#[cfg(feature = "markdown")]
pub use self::markdown::Markdown;
#[cfg(feature = "serde")]
pub use self::record::{Fault, Record, Summary};
pub use self::{
    column::Column,
    html::{Anchor, Decision, Page, PageLayout, RefusedAttribute},
    lines::MarkedLines,
    list::{Fields, List, Occurrences},
    rows::{Layout, Rows},
    table::{Separation, Table, TableLayout},
    template::{Formatted, Template, TemplateLayout},
    visible::{Visible, is_hidden, visible},
};
