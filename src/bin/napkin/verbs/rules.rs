//! `napkin rules`: every exception that the search knows.

use crate::{exit::Exit, terminal};

pub fn run() -> Exit {
    let rows = napkin::engine_rules().map(|rule| {
        let place = rule.place.name();
        let condition = rule.condition.split_whitespace().collect::<Vec<_>>().join(" ");
        let weight = rule.weight.map(|weight| format!(" ({weight:+.2})")).unwrap_or_default();
        let [holds_in, not_in] = [rule.holds_in, rule.not_in].map(str::escape_debug);
        format!(
            "{place:9}{}: {}: {}{weight}\n         if   {condition}\n         yes  {holds_in}\n         no   {not_in}\n",
            rule.id, rule.sees, rule.does
        )
    });
    terminal::print(&rows.collect::<String>())
}
