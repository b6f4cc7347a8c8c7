# The commands that one needs, for https://just.systems: `just` lists them. Each line also works in a shell.

_list:
    @just --list --unsorted

# Build the command, optimised, as target/release/napkin
build:
    cargo build --release --locked

# Run all tests, or those whose names have a word
test *WORD:
    cargo test --all-features {{WORD}}

# Check format and lints
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --all-features -- -D warnings

# Build the library's reference as target/doc/napkin/index.html
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features

# Run all that continuous integration runs
ci:
    .ci/run

# Score the joins over labelled texts, a folder of JSON lines that is not in the repository
score DATA:
    cargo run --release -p napkin-tools --bin curve -- {{DATA}}

# Compare the links of two builds over real text, which `python3 tools/rent fetch` fetches once
rent OLD NEW:
    python3 tools/rent diff {{OLD}} {{NEW}} --quick

# Compare the library's speed with linkify's
bench:
    cargo bench -p napkin-benches --bench find -- --ratios

# Run each fuzz target for some seconds
fuzz SECONDS="10":
    fuzz/run {{SECONDS}}

# List the licenses of what the command is made of
licenses:
    tools/licenses.py napkin

# Build and try the packages in target/dist/out: all, or those named (binary, wheel, sdist, npm, crate)
packages *NAMES:
    tools/dist {{NAMES}}

# Check the crate as crates.io would, without publishing it
release:
    cargo publish --dry-run
