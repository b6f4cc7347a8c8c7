//! news and nntp: groups and articles.

use super::{
    super::table::{ALPHA, Class, DIGIT, IPV_FUTURE, PCT_ENCODED},
    Cursor, Rejection, Rule,
};

const NEWS: &Rule =
    &Rule::new("rfc5538 4 newsURL", "a news URL is a group, \"*\" or a message-id, behind a server or not");
const SERVER: &Rule = &Rule::new("rfc5538 3 server", "\"//\" is followed by the name of a news server");
pub(super) const NNTP: &Rule = &Rule::new("rfc5538 3 nntpURL", "an nntp URL needs \"//\" and a host");
const GROUP: &Rule = &Rule::new("rfc5538 3 group", "an nntp URL needs the name of a group after its server");
const ARTICLE: &Rule =
    &Rule::new("rfc5538 3 article-number", "the group is followed by the number of an article, of at most 16 digits");

// group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."
const GROUP_CHAR: &Class = &ALPHA.or(DIGIT).or(&Class::of(b"-+_.")).or(PCT_ENCODED);
const WILDMAT: &Class = &GROUP_CHAR.or(&Class::of(b"*,!"));
const ID: &Class = &IPV_FUTURE.but(b":").or(PCT_ENCODED);

/// A group, several by wild cards (`*` is all of them), or an article. A server alone stands for all of its groups.
///
/// ```text
/// newsURL = "news:" [ server "/" ] ( article / newsgroups )
/// article = id-left "@" id-right
/// ```
pub(super) fn news(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    if cursor.net {
        // What came before was `//`, an authority that may have been empty, and this.
        if cursor.at >= 2 && cursor.bytes[..cursor.at].ends_with(b"//") {
            return cursor.refuse(SERVER);
        }
        if !cursor.eat(b'/') || cursor.peek().is_none() {
            return cursor.end(NEWS);
        }
    }
    let start = cursor.at;
    refuse_non_ascii(cursor)?;
    cursor.run(WILDMAT);
    let name = cursor.at;
    cursor.run(ID);
    if cursor.at > start && cursor.eat(b'@') {
        cursor.some(ID, NEWS)?;
    } else if cursor.at > name {
        // It is no article, so what was wrong with it as a group counts.
        cursor.at = name;
    }
    if cursor.at == start { cursor.refuse(NEWS) } else { cursor.end(NEWS) }
}

/// Names of groups and articles are ASCII (RFC 5536, 3.1.3 and 3.1.4): in text without spaces, `news:` is a word.
fn refuse_non_ascii(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    let name = cursor.bytes[cursor.at..].iter().take_while(|&&byte| byte != b'#');
    match name.clone().position(|byte| !byte.is_ascii()) {
        Some(length) => {
            cursor.at += length;
            cursor.refuse(NEWS)
        }
        None => Ok(()),
    }
}

/// ```text
/// nntpURL        = "nntp:" server "/" group [ "/" article-number ]
/// article-number = 1*16DIGIT
/// ```
pub(super) fn nntp(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    cursor.expect(b'/', GROUP)?;
    cursor.some(GROUP_CHAR, GROUP)?;
    if cursor.eat(b'/') && cursor.count(DIGIT, 16) == 0 {
        return cursor.refuse(ARTICLE);
    }
    cursor.end(ARTICLE)
}
