//! Exceptions: rows that say what an exception sees and does, when it holds, a text where it decides, and one where it doesn't.
//!
//! A row stands in the file of the stage that asks it. Both texts are tests: without the row the first gives another result. A rule
//! that decides less than one link in 100,000 of the standing corpus, no labelled text and nothing that SECURITY.md promises has no place.

use crate::uri::rejection::Rule;

/// Where the engine asks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// Before the URL.
    Left,
    /// In the authority, or right behind it.
    Host,
    /// In the path, query or fragment, or at its end.
    Tail,
    /// Between delimiters.
    Enclosed,
    /// In a name or an address without a scheme.
    Name,
    /// In an escape of a notation.
    Notation,
    /// Between two lines.
    Line,
    /// At a break, for certain.
    Veto,
    /// At a break, as one reason of several.
    Weigh,
}

/// An exception that the engine knows, as `napkin rules` lists it.
///
/// ```
/// let rule = napkin::engine_rules().find(|rule| rule.id == "field").unwrap();
/// assert_eq!(rule.does, "ends it");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineRule {
    /// Its name, in lower case with hyphens: explanations and cases of the corpus say it.
    pub id: &'static str,
    /// Where it is asked.
    pub place: Place,
    /// What it sees.
    pub sees: &'static str,
    /// What it does then.
    pub does: &'static str,
    /// When it holds, as the engine asks it.
    pub condition: &'static str,
    /// What it weighs, if it is one reason of several: above zero it speaks for a join.
    pub weight: Option<f32>,
    /// A text in which it holds.
    pub holds_in: &'static str,
    /// One in which it doesn't.
    pub not_in: &'static str,
    #[cfg(napkin_rent)]
    pub(super) exception: &'static Exception,
}

#[derive(Debug)]
/// The same as the engine asks it. Its texts are only in programs that list them.
pub(super) struct Exception {
    /// Its name, and what it sees, for a candidate that it refuses.
    pub(super) broken: Rule,
    #[cfg(napkin_rent)]
    pub(super) rent: rent::Counter,
}

impl Place {
    /// Returns its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Left => "left",
            Place::Host => "host",
            Place::Tail => "tail",
            Place::Enclosed => "enclosed",
            Place::Name => "name",
            Place::Notation => "notation",
            Place::Line => "line",
            Place::Veto => "veto",
            Place::Weigh => "weigh",
        }
    }
}

impl Exception {
    pub(super) const fn new(id: &'static str, sees: &'static str) -> Exception {
        Exception {
            broken: Rule::new(id, sees),
            #[cfg(napkin_rent)]
            rent: rent::Counter::new(),
        }
    }

    /// Returns `condition`. Tests and the census of rules also count it.
    #[inline(always)]
    pub(super) fn decides(&self, condition: bool) -> bool {
        #[cfg(test)]
        let condition = condition && test::is_on(self.broken.name);
        #[cfg(napkin_rent)]
        return self.rent.count(self.broken.name, condition);
        #[cfg(not(napkin_rent))]
        condition
    }
}

/// Rows of a place: `NAME "id" (facts) = condition, "what it sees" => "what it does", "yes" / "no";`. `NAME.holds(facts)` asks one.
macro_rules! rows {
    ($place:ident; $($name:ident $id:literal ($($fact:ident: $type:ty),*) = $condition:expr,
        $sees:literal => $does:expr, $yes:literal / $no:literal;)*) => {
        $(crate::engine::rules::row! { $name $id ($($fact: $type),*) = $condition, $sees })*

        pub(super) static RULES: &[crate::engine::rules::EngineRule] =
            &[$(crate::engine::rules::listed!($name $id $place $condition, $sees, $does, None, $yes, $no)),*];
    };
}

/// Rows of reasons at a break: `NAME "id" = condition, weight, "what it sees", "yes" / "no";`.
macro_rules! reasons {
    ($place:ident $reasons:ident $rules:ident, $at:ident; $($name:ident $id:literal = $condition:expr,
        $weight:expr, $sees:literal, $yes:literal / $no:literal;)*) => {
        $(crate::engine::rules::row! { $name $id ($at: &Break<'_, '_>) = $condition, $sees })*

        static $reasons: &[BreakReason] =
            &[$(BreakReason { rule: $name.rule(), weight: $weight, holds: |at| $name.holds(at) }),*];

        pub(super) static $rules: &[crate::engine::rules::EngineRule] = &[$({
            let does = if $weight == CERTAIN { "ends it" } else if $weight > 0.0 { "speaks for a join" } else { "speaks against one" };
            crate::engine::rules::listed!($name $id $place $condition, $sees, does, Some($weight), $yes, $no)
        }),*];
    };
}

/// One exception.
macro_rules! row {
    ($name:ident $id:literal ($($fact:ident: $type:ty),*) = $condition:expr, $sees:literal) => {
        #[doc = $sees]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        pub(super) struct $name;

        impl $name {
            #[inline(always)]
            fn holds(self, $($fact: $type),*) -> bool {
                self.rule().decides($condition)
            }

            pub(super) const fn rule(self) -> &'static crate::engine::rules::Exception {
                static RULE: crate::engine::rules::Exception = crate::engine::rules::Exception::new($id, $sees);
                &RULE
            }
        }
    };
}

/// The row as `napkin rules` lists it.
macro_rules! listed {
    ($name:ident $id:literal $place:ident $condition:expr, $sees:expr, $does:expr, $weight:expr, $yes:expr, $no:expr) => {
        crate::engine::rules::EngineRule {
            id: $id,
            place: crate::engine::rules::Place::$place,
            sees: $sees,
            does: $does,
            condition: stringify!($condition),
            weight: $weight,
            holds_in: $yes,
            not_in: $no,
            #[cfg(napkin_rent)]
            exception: $name.rule(),
        }
    };
}

pub(super) use {listed, reasons, row, rows};

#[cfg(napkin_rent)]
pub(super) mod rent {
    //! How often each rule was asked, and how often it held. `NAPKIN_RULES_OFF` names rules that never hold.

    use std::sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    };

    #[derive(Debug, Default)]
    pub(in crate::engine) struct Counter {
        asked: AtomicU64,
        held: AtomicU64,
    }

    static OFF: LazyLock<Vec<String>> =
        LazyLock::new(|| std::env::var("NAPKIN_RULES_OFF").unwrap_or_default().split(',').map(str::to_owned).collect());

    impl Counter {
        pub(super) const fn new() -> Counter {
            Counter { asked: AtomicU64::new(0), held: AtomicU64::new(0) }
        }

        pub(super) fn count(&self, id: &str, condition: bool) -> bool {
            let holds = condition && !OFF.iter().any(|off| off == id);
            self.asked.fetch_add(1, Relaxed);
            self.held.fetch_add(u64::from(holds), Relaxed);
            holds
        }

        pub(in crate::engine) fn asked_and_held(&self) -> (u64, u64) {
            (self.asked.load(Relaxed), self.held.load(Relaxed))
        }
    }
}

#[cfg(test)]
pub(super) mod test {
    //! One rule may be off.

    use std::cell::Cell;

    thread_local! {
        static OFF: Cell<&'static str> = const { Cell::new("") };
    }

    pub(super) fn is_on(id: &str) -> bool {
        OFF.get() != id
    }

    /// Returns what a function returns without a rule.
    pub(in crate::engine) fn without<T>(id: &'static str, read: impl FnOnce() -> T) -> T {
        OFF.set(id);
        let result = read();
        OFF.set("");
        result
    }
}
