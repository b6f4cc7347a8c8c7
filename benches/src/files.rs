//! Inputs as files, for programs that search files.

use std::{fs::File, io::Write};

use super::{Contender, Input};

/// Writes the input with this name into a file, as often as it takes to have so many MiB, and prints how many things the first
/// contender has to find in it.
pub fn write<T: Input>(inputs: &[T], contenders: &[Contender<T>], name: &str, path: &str, size: usize) {
    let input = super::named(inputs, name);
    let times = (size << 20).div_ceil(input.bytes().len());
    let mut file = File::create(path).expect("a file that can be written");
    for _ in 0..times {
        file.write_all(input.bytes()).expect("room on the disk");
    }
    println!("{}", times * (contenders[0].expected)(input).expect("an input of which this is known"));
}
