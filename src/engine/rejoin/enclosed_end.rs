//! What stands between delimiters at the end of a URL and is not the URL's: the punctuation of a sentence or of a list, a backslash, a
//! fragment that is none of it.

use crate::{
    config::Config,
    engine::{
        delimit::bare,
        forms::beginning::{Beginning, Form},
    },
    link::{Piece, Pieces},
};

/// Takes off the backslashes at the ends of the pieces: there they are the text's, which escapes the bracket or goes on in the next
/// line, unless the URL has others of its own. In an authority they stay, and the grammar refuses it: a reader may see another host
/// there.
pub(crate) fn trim_backslashes(bytes: &[u8], beginning: &Beginning, pieces: &mut Pieces) {
    if !pieces.as_slice().iter().any(|piece| bytes[piece.clone()].ends_with(b"\\")) {
        return;
    }
    let mut kept = pieces.as_slice().to_vec();
    let (mut is_behind_authority, authority) = match beginning.form {
        Form::Opaque(part) => (true, part),
        Form::Hierarchical(at) | Form::Mail(at) | Form::Host(at) | Form::Address(at) => (false, at),
    };
    for piece in &mut kept {
        let behind = &bytes[piece.end.min(authority.max(piece.start))..piece.end];
        is_behind_authority |= behind.iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let backslashes = bytes[piece.clone()].iter().rev().take_while(|&&byte| byte == b'\\').count();
        piece.end -= if is_behind_authority { backslashes } else { 0 };
    }
    if kept.iter().any(|piece| memchr::memchr(b'\\', &bytes[piece.clone()]).is_some()) {
        return;
    }
    kept.retain(|piece| !piece.is_empty());
    *pieces = if let [piece] = &kept[..] { Pieces::One(piece.clone()) } else { Pieces::Many(kept) };
}

/// Takes off the punctuation of a sentence that ends in a quotation: it stands inside the marks. A question mark, an
/// exclamation mark and a colon there are the URL's.
pub(crate) fn trim_quotation(bytes: &[u8], pieces: &mut Pieces) {
    let last = match pieces {
        Pieces::One(piece) => Some(piece),
        Pieces::Many(pieces) => pieces.last_mut(),
    };
    let Some(piece) = last else { return };
    while piece.len() > 1 && matches!(bytes[piece.end - 1], b'.' | b',' | b';') {
        piece.end -= 1;
    }
}

/// The end of what stands between angle brackets, without the comma of a list and a parenthesis that nothing in it opens.
pub(crate) fn without_list(bytes: &[u8], piece: Piece) -> usize {
    let mut url = &bytes[piece.clone()];
    if !matches!(url, [.., b',' | b')']) {
        return piece.end;
    }
    let count = |wanted: u8| memchr::memchr_iter(wanted, url).count();
    let (opening, mut closing) = (count(b'('), count(b')'));
    loop {
        url = match url {
            [rest @ .., b','] if !rest.is_empty() => rest,
            [rest @ .., b')'] if opening < closing && !rest.ends_with(b")") => {
                closing -= 1;
                rest
            }
            _ => return piece.start + url.len(),
        };
    }
}

/// Takes away the fragment that is not part of the URL, and says where it ended. RFC 1738 has it inside the brackets all
/// the same (appendix).
pub(crate) fn without_fragment(config: &Config, bytes: &[u8], pieces: &mut Pieces) -> Option<usize> {
    let number_sign = |piece: &Piece| Some(piece.start + bare::fragment_outside(config, &bytes[piece.clone()])?);
    let end = pieces.as_slice().last()?.end;
    let (last, number_sign) =
        pieces.as_slice().iter().enumerate().find_map(|(i, piece)| Some((i, number_sign(piece)?)))?;
    let mut kept = pieces.as_slice()[..=last].to_vec();
    kept[last].end = number_sign;
    kept.retain(|piece| !piece.is_empty());
    *pieces = if let [piece] = &kept[..] { Pieces::One(piece.clone()) } else { Pieces::Many(kept) };
    Some(end)
}
