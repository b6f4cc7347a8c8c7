//! How the path of a part is written: the numbers of the parts that it is in, and its own (RFC 9051, 6.4.5).

/// The paths of the first parts, without an allocation.
const FIRST: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns the path of a top-level part, if it is one of the first.
pub(super) fn first_path(number: usize) -> Option<&'static str> {
    FIRST.get(number.checked_sub(1)?).copied()
}

/// Appends the number of a part to the path of its parent.
pub(super) fn push_number(path: &mut String, number: usize) {
    if !path.is_empty() {
        path.push('.');
    }
    match u8::try_from(number) {
        // Nearly all numbers are that small.
        Ok(digit @ 0..=9) => path.push(char::from(b'0' + digit)),
        _ => path.push_str(&number.to_string()),
    }
}
