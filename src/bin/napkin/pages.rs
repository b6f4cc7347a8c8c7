//! What is made of the definition of the flags: help, the man page, completions.

use clap_complete::generate;
use clap_mangen::Man;

use crate::{
    arguments::{Completions, definition},
    exit::Exit,
    terminal,
};

/// Prints the help, or that on a command.
pub fn help(verb: Option<&str>) -> Exit {
    let mut definition = definition();
    // What is below a command is known by its whole name only when all is built.
    definition.build();
    match verb {
        None => terminal::print(&definition.render_long_help()),
        Some(verb) => match definition.find_subcommand_mut(verb) {
            Some(command) => terminal::print(&command.render_long_help()),
            None => {
                terminal::complain(&format!("there is no command {verb} (see napkin --help)"));
                Exit::Error
            }
        },
    }
}

/// Prints the man page.
pub fn man() -> Exit {
    let mut page = Vec::new();
    // Writing to a Vec doesn't fail.
    let _ = Man::new(definition()).render(&mut page);
    terminal::print(&String::from_utf8_lossy(&page))
}

/// Prints what a shell reads to complete flags.
pub fn completions(arguments: &Completions) -> Exit {
    let mut script = Vec::new();
    generate(arguments.shell, &mut definition(), "napkin", &mut script);
    terminal::print(&String::from_utf8_lossy(&script))
}
