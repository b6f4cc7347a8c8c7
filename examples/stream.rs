//! Counts the hosts of the URLs in a stream, the most frequent first: `zcat log.gz | cargo run --example stream`.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use napkin::{Error, Finder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hosts = count(io::stdin().lock())?;
    print(&hosts, &mut io::stdout().lock())?;
    Ok(())
}

/// Searches while it reads, in bounded memory.
pub fn count(text: impl Read) -> Result<BTreeMap<String, usize>, Error> {
    let mut hosts = BTreeMap::new();
    for link in Finder::new().stream(text) {
        if let Some(host) = link?.host() {
            *hosts.entry(host.to_ascii_lowercase()).or_default() += 1;
        }
    }
    Ok(hosts)
}

/// Prints the most frequent hosts first, and hosts with equal counts by name.
pub fn print(hosts: &BTreeMap<String, usize>, out: &mut impl Write) -> io::Result<()> {
    let mut hosts: Vec<(&String, &usize)> = hosts.iter().collect();
    hosts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    hosts.iter().try_for_each(|(host, count)| writeln!(out, "{count:6} {host}"))
}
