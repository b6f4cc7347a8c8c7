//! The names of files.

use super::words::words;

/// Suffixes of files that URLs often end in.
pub(crate) const SUFFIXES: &[&str; 26] = words!(
    ".git .c .html .htm .php .pdf .txt .asp .aspx .jsp .png .jpg .gif .zip .gz .xml .md .cross .h .py .js .cgi .shtml .jpeg .tar .xsl"
);

/// Returns `true` if a text ends in the suffix of a file.
pub(crate) fn ends_in_file(text: &[u8]) -> bool {
    let near = &text[text.len().saturating_sub(7).max(1).min(text.len())..];
    let dot = near.iter().rposition(|&byte| byte == b'.');
    dot.is_some_and(|dot| SUFFIXES.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(&near[dot..])))
}
