//! `napkin rules`: every exception that the search knows.

use crate::{arguments::Rules, exit::Exit, near, terminal};

pub fn run(arguments: &Rules) -> Exit {
    let ids = || napkin::engine_rules().map(|rule| rule.id);
    if let Some(name) = arguments.names.iter().find(|name| ids().all(|id| id != **name)) {
        let meant = near::name(name, ids())
            .map_or_else(|| "napkin rules lists all".to_owned(), |meant| format!("did you mean {meant}?"));
        return terminal::fail(&format!("no rule is called {name}: {meant}"));
    }
    let is_wanted = |id: &str| arguments.names.is_empty() || arguments.names.iter().any(|name| name == id);
    let rows = napkin::engine_rules().filter(|rule| is_wanted(rule.id)).map(|rule| {
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
