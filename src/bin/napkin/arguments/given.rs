//! Which flags were typed: what was left out has a value, too, the default.

use clap::{ArgMatches, parser::ValueSource};

/// The flags that stand in the command line and were not taken back there.
#[derive(Debug)]
pub struct Given(Vec<String>);

impl Given {
    /// Those of a command line that was read.
    pub fn of(matches: &ArgMatches) -> Given {
        let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine) && !is_off(matches, id);
        Given(matches.ids().map(|id| id.as_str()).filter(is_given).map(str::to_owned).collect())
    }

    pub fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given == id)
    }
}

/// Returns `true` if it is a switch that was not given after all.
fn is_off(matches: &ArgMatches, id: &str) -> bool {
    matches.try_get_one::<bool>(id).is_ok_and(|yes| yes == Some(&false))
}
