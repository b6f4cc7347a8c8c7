//! The flags that were typed. Defaults are not.

use clap::{ArgMatches, parser::ValueSource};

/// The flags on the command line, except those taken back there.
#[derive(Debug)]
pub struct Given(Vec<String>);

impl Given {
    /// Returns the flags of a parsed command line.
    pub fn of(matches: &ArgMatches) -> Given {
        let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine) && !is_off(matches, id);
        Given(matches.ids().map(|id| id.as_str()).filter(is_given).map(str::to_owned).collect())
    }

    pub fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given == id)
    }
}

/// Returns `true` if it is a switch that was taken back.
fn is_off(matches: &ArgMatches, id: &str) -> bool {
    matches.try_get_one::<bool>(id).is_ok_and(|yes| yes == Some(&false))
}
