//! What becomes of links: lists and lines for people and programs, tables, templates, and JSON.
//!
//! Each of the writers here is a [`Sink`](crate::Sink). HTML in which links can be clicked is made by
//! [`Linkifier`](crate::Linkifier), of which [`Page`], [`PageLayout`], [`Anchor`] and [`Decision`] are settings.

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
mod markdown;
mod repeated;
mod table;
mod template;

#[cfg(feature = "serde")]
mod record;

#[cfg(feature = "json")]
mod json;

#[cfg(feature = "json")]
pub use self::json::Json;
#[cfg(feature = "serde")]
pub use self::record::{Fault, Record, Summary};
pub use self::{
    column::Column,
    html::{Anchor, Decision, Page, PageLayout, RefusedAttribute},
    lines::MarkedLines,
    list::{Fields, List, Occurrences},
    markdown::Markdown,
    rows::{Layout, Rows},
    table::{Separation, Table, TableLayout},
    template::{Formatted, Template, TemplateLayout},
    visible::{Visible, is_hidden, visible},
};
