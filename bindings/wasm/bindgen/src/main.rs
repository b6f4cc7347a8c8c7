//! Makes the JavaScript of a WebAssembly module: `napkin-wasm-bindgen MODULE NAME FOLDER`.
//!
//! `FOLDER/module/NAME.js` is an ES module that loads it, and `FOLDER/script/NAME.js` a classic script, for a page that is opened from a folder.

use std::{env, path::Path, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = arguments.as_slice() else {
        eprintln!("napkin-wasm-bindgen MODULE NAME FOLDER");
        return ExitCode::from(2);
    };
    let stripped = || {
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(module)
            .out_name(name)
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true);
        bindgen
    };
    let (mut of_module, mut of_script) = (stripped(), stripped());
    // `init()` without an argument loads the module from beside the script.
    of_module.omit_default_module_path(false);
    let made = of_module
        .web(true)
        .and_then(|bindgen| bindgen.generate(Path::new(folder).join("module")))
        .and_then(|()| of_script.no_modules(true))
        .and_then(|bindgen| bindgen.generate(Path::new(folder).join("script")));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
