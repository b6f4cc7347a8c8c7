//! news and nntp: groups and articles.

use crate::uri::{
    class::{ALPHA, CharClass, DIGIT, IPCT_ENCODED, IPV_FUTURE},
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

const NEWS: &Rule =
    &Rule::new("rfc5538 4 newsURL", "a news URL is a group, \"*\" or a message-id, behind a server or not");
const SERVER: &Rule = &Rule::new("rfc5538 3 server", "\"//\" is followed by the name of a news server");
pub(crate) const NNTP: &Rule = &Rule::new("rfc5538 3 nntpURL", "an nntp URL needs \"//\" and a host");
const GROUP: &Rule = &Rule::new("rfc5538 3 group", "an nntp URL needs the name of a group after its server");
const ARTICLE: &Rule =
    &Rule::new("rfc5538 3 article-number", "the group is followed by the number of an article, of at most 16 digits");

// group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."
const GROUP_CHAR: &CharClass = &ALPHA.or(DIGIT).or(&CharClass::of(b"-+_.")).or(IPCT_ENCODED);
const WILDMAT: &CharClass = &GROUP_CHAR.or(&CharClass::of(b"*,!"));
const ID: &CharClass = &IPV_FUTURE.but(b":").or(IPCT_ENCODED);

/// A server alone means all of its groups.
//
// newsURL = "news:" [ server "/" ] ( article / newsgroups )
pub(crate) fn news_behind_server(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    // What came before was `//`, an authority that may have been empty, and this.
    if cursor.since(0).ends_with(b"//") {
        return cursor.refuse(SERVER);
    }
    if !cursor.eat(b'/') || cursor.is_before_fragment() {
        return cursor.expect_end(NEWS);
    }
    news(cursor)
}

/// A group, a pattern for groups (`*` is all of them), or an article.
//
// article = id-left "@" id-right
pub(crate) fn news(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let start = cursor.position();
    refuse_non_ascii(cursor)?;
    cursor.run(WILDMAT);
    let name = cursor.position();
    cursor.run(ID);
    if cursor.position() > start && cursor.eat(b'@') {
        cursor.some(ID, NEWS)?;
    } else if cursor.position() > name {
        // It is no article, so what was wrong with it as a group counts.
        cursor.go_to(name);
    }
    if cursor.position() == start { cursor.refuse(NEWS) } else { cursor.expect_end(NEWS) }
}

/// Group and article names are ASCII (RFC 5536, 3.1.3 and 3.1.4). In text without spaces, `news:` is a word.
fn refuse_non_ascii(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    let mut name = cursor.rest().iter().take_while(|&&byte| byte != b'#');
    match name.position(|byte| !byte.is_ascii()) {
        Some(length) => {
            cursor.go_to(cursor.position() + length);
            cursor.refuse(NEWS)
        }
        None => Ok(()),
    }
}

// nntpURL        = "nntp:" server "/" group [ "/" article-number ]
// article-number = 1*16DIGIT
pub(crate) fn nntp(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    cursor.expect(b"/", GROUP)?;
    cursor.some(GROUP_CHAR, GROUP)?;
    if cursor.eat(b'/') && cursor.run_up_to(DIGIT, 16) == 0 {
        return cursor.refuse(ARTICLE);
    }
    cursor.expect_end(ARTICLE)
}
