//! Output made from the definition of the flags: help, the man page, completions.

use std::io;

use clap_complete::generate;
use clap_mangen::Man;

use crate::{
    arguments::{Completions, definition},
    exit::Exit,
    terminal,
};

pub fn help(verb: Option<&str>) -> Exit {
    let mut definition = definition();
    // A command knows its full name only after the build.
    definition.build();
    match verb {
        None => terminal::print(&definition.render_long_help()),
        Some(verb) => match definition.find_subcommand_mut(verb) {
            Some(command) => terminal::print(&command.render_long_help()),
            None => terminal::fail(&format!("no command {verb} (see napkin --help)")),
        },
    }
}

/// The synopsis of the man page: the main uses, not all options.
const SYNOPSIS: &str = r"
.SH SYNOPSIS
.B napkin
[\fIOPTIONS\fR] [\fIPATH\fR...]
.br
.B napkin check
[\fIOPTIONS\fR] [\fIURL\fR...]
.br
.B napkin resolve
[\fIOPTIONS\fR] \fIBASE\fR [\fIREF\fR...]
.br
.B napkin completions
\fISHELL\fR
.br
.B napkin help
[\fIVERB\fR]
.br
.B napkin man
";

pub fn man() -> Exit {
    let (mut begin, mut end) = (Vec::new(), Vec::new());
    // Writing to a `Vec` does not fail.
    let _ = render_man(&Man::new(definition()), &mut begin, &mut end);
    terminal::print(&format!(
        "{}{}{}",
        String::from_utf8_lossy(&begin),
        SYNOPSIS.trim_start(),
        String::from_utf8_lossy(&end)
    ))
}

/// Renders all sections of the page, before and after the synopsis.
fn render_man(man: &Man, begin: &mut Vec<u8>, end: &mut Vec<u8>) -> io::Result<()> {
    man.render_title(begin)?;
    man.render_name_section(begin)?;
    man.render_description_section(end)?;
    man.render_options_section(end)?;
    man.render_subcommands_section(end)?;
    man.render_extra_section(end)?;
    man.render_version_section(end)
}

pub fn completions(arguments: &Completions) -> Exit {
    let mut script = Vec::new();
    generate(arguments.shell, &mut definition(), "napkin", &mut script);
    terminal::print(&String::from_utf8_lossy(&script))
}
