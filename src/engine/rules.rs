//! Every exception that the engine knows, a row each: where it is asked, what it sees and does, and two texts.
//!
//! The first text meets the rule, the second doesn't: both are tests. A rule that decides less than one link in 100,000 of the standing corpus,
//! no labelled text and nothing that SECURITY.md promises has no place here.

use crate::uri::rejection::Rule;

/// Where the engine asks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Place {
    /// Before the URL.
    Left,
    /// In the authority, or right behind it.
    Host,
    /// In the path, query or fragment, or at its end.
    Tail,
    /// Between delimiters.
    Enclosed,
    /// In a name or an address without a scheme.
    Name,
    /// In an escape of a notation.
    Notation,
    /// Between two lines.
    Line,
    /// At a break, for certain.
    Veto,
    /// At a break, as one reason of several.
    Weigh,
}

/// An exception that the engine knows, as `napkin rules` lists it.
///
/// ```
/// let rule = napkin::engine_rules().find(|rule| rule.id == "field").unwrap();
/// assert_eq!(rule.does, "ends it");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct EngineRule {
    /// Its name, in lower case with hyphens: explanations and cases of the corpus say it.
    pub id: &'static str,
    /// Where it is asked.
    pub place: Place,
    /// What it sees.
    pub sees: &'static str,
    /// What it does then.
    pub does: &'static str,
    /// A text in which it holds.
    pub holds_in: &'static str,
    /// One in which it doesn't.
    pub not_in: &'static str,
}

/// The same as the engine asks it. Its texts are only in programs that list them.
pub(super) struct Exception {
    /// Its name, and what it sees, for a candidate that it refuses.
    pub(super) broken: Rule,
    #[cfg(napkin_rent)]
    rent: rent::Counter,
}

/// Returns every exception that the engine knows, by the place where it is asked.
pub fn engine_rules() -> impl Iterator<Item = &'static EngineRule> {
    RULES.iter()
}

impl Place {
    /// Returns its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Left => "left",
            Place::Host => "host",
            Place::Tail => "tail",
            Place::Enclosed => "enclosed",
            Place::Name => "name",
            Place::Notation => "notation",
            Place::Line => "line",
            Place::Veto => "veto",
            Place::Weigh => "weigh",
        }
    }
}

impl Exception {
    /// Returns `condition`. Tests and the census of rules also count it.
    #[inline(always)]
    pub(super) fn holds(&self, condition: bool) -> bool {
        #[cfg(test)]
        tests::note(self, condition);
        #[cfg(napkin_rent)]
        return self.rent.count(self.broken.name, condition);
        #[cfg(not(napkin_rent))]
        condition
    }
}

macro_rules! rules {
    ($($name:ident $id:literal $place:ident, $sees:literal, $does:literal, $holds:literal, $not:literal;)*) => {
        $(pub(super) static $name: Exception = Exception {
            broken: Rule::new($id, $sees),
            #[cfg(napkin_rent)]
            rent: rent::Counter::new(),
        };)*

        static RULES: &[EngineRule] = &[$(EngineRule {
            id: $id,
            place: Place::$place,
            sees: $sees,
            does: $does,
            holds_in: $holds,
            not_in: $not,
        }),*];

        #[cfg(napkin_rent)]
        static EXCEPTIONS: &[&Exception] = &[$(&$name),*];
    };
}

rules! {
    // name id place, sees, does, a text where it holds, one where it doesn't
    SCHEME_IN_NAME "scheme-in-name" Left, "a name and a low line before a scheme without slashes", "refuses it",
        "Package_SIP:b@a.example", "_sip:b@a.example";
    SIGNATURE_LABEL "signature-label" Left, "`Tel:`, or a number that is not global behind it", "refuses it",
        "Tel:+1-301-555-6889", "tel:+1-301-555-6889";
    ELEMENT_PREFIX "element-prefix" Left, "the prefix of an element of XML", "refuses it",
        "<xmpp:status>b", "<xmpp:b@a.example>";
    SCHEME_BEFORE_SCHEME "scheme-before-scheme" Left, "a scheme of the web where a host is expected", "refuses the one before it",
        "http://https://a.example/", "http://https.example/";
    VARIABLE "variable" Left, "a dollar sign right before the scheme that none behind the URL closes", "refuses it",
        "$http://a.example/b", "$http://a.example/b$";
    GLUED_SCHEME "glued-scheme" Left, "a word or a number right before `http`", "keeps it out of the URL",
        "seehttp://a.example/", "shttp://a.example/";

    DEFANGED_DOT "defanged-dot" Host, "a bracket and a dot behind the host", "refuses it",
        "http://a.example[.]net/b", "http://a.example[1]";
    POD_ESCAPE "pod-escape" Host, "E<gt> behind a host", "keeps the letter out of it",
        "E<lt>user@a.comE<gt>", "http://a.example<b>";
    PUT_IN_HOST "put-in-host" Host, "what a template puts in behind a host", "refuses it",
        "http://a.example#{name}.b.example", "http://a.example#name";
    WORD_AFTER_SLASHES "word-after-slashes" Host, "a word of a script without spaces, and no path", "refuses it",
        "以https://开头", "http://中国/a";
    WORD_FOR_PORT "word-for-port" Host, "a word in place of the port", "ends it before the colon",
        "http://a.example:b c", "http://a.example:b/c";
    BROKEN_HOST "broken-host" Host, "a name that the next line makes a known host", "refuses it",
        "http://a.exam\nb.com/c", "http://a.example\nb";
    SEED_LIST "seed-list" Host, "a comma and another host, one of them with a port", "refuses it",
        "http://a.example:1,b.example:1/c", "http://a.example:1,b";
    HOST_BEFORE_WORD "host-before-word" Host, "a word of a script without spaces right behind a known host", "ends it",
        "http://a.example中文", "http://a中文.example";
    ESCAPE_AFTER_HOST "escape-after-host" Host, "an escape that ends a string or a line, or a typesetter's, behind a host", "ends it",
        r"http://a.example\n", r"http://a.example\b";
    WIDE_DOT "wide-dot" Host, "an ideographic full stop before a top-level domain", "takes it as a dot",
        "http://a。com", "http://a.com。以";

    FIELD "field" Tail, "a comma, a semicolon or a bar between fields, as in the lines around, or before a label", "ends it",
        "1,http://a.example/b,News", "see http://a.example/0,1518,1.html";
    STRING "string" Tail, "the mark that closes a string or a link of Markdown in the same word", "takes all up to it",
        "u = 'http://a.example/{}/b'.format(c)", "u = http://a.example/{}/b'";
    STRING_APOSTROPHE "string-apostrophe" Tail, "the apostrophe that closes a string", "ends it",
        "u = 'http://a.example/b'.split()", "http://a.example/'b'.html";
    MARKUP_REFERENCE "markup-reference" Tail, "the reference of a bracket or a quotation mark", "ends it",
        "&lt;http://a.example/b&gt;", "http://a.example/b&gtk=1";
    LAST_AMPERSAND "last-ampersand" Tail, "the reference of an ampersand, and no more than semicolons", "takes the ampersand",
        "http://a.example/?b&amp; and", "http://a.example/?b&amp;c=1";
    EQUALS_IN_FILTER "equals-in-filter" Tail, "an equals sign between words, or an ampersand behind a bracket", "leaves brackets open over it",
        "http://a.example/?(b=1)", "http://a.example/?b=";
    URL_IN_BRACKETS "url-in-brackets" Tail, "a URL in brackets behind another", "ends the other",
        "http://a.example/b(http://c.example/)", "http://a.example/?q=(tag:b)";
    BRACKETED_TEXT "bracketed-text" Tail, "brackets around several words", "ends it",
        "http://a.example/b(as of today)", "http://a.example/b(c)";
    LINK_TEXT "link-text" Tail, "square brackets around a number, a title, a label or nothing", "ends it",
        "http://a.example/b[1]", "http://a.example/b[1]/c";
    TEMPLATE_MARK "template-mark" Tail, "a brace behind a dollar, hash or percent sign", "ends it before that",
        "http://a.example/${b}", "http://a.example/{b}";
    TEMPLATE "template" Tail, "braces around nothing, a number or other braces", "ends it",
        "http://a.example/{}", "http://a.example/{b}";
    ELEMENT_OF_WIKI "element-of-wiki" Tail, "braces around the word that braces right before it hold", "ends it",
        "{quote}http://a.example/b{quote}", "{id}http://a.example/{b}";
    JOINER "joiner" Tail, "a joiner behind a letter or picture that it may join", "takes it",
        "http://a.example/نی\u{200C}ا", "http://a.example/a\u{200C}b";
    WIDE_WORD "wide-word" Tail, "a sentence of a script without spaces right behind an ASCII letter", "ends it",
        "http://a.example/b中文。", "http://a.example/b中文";
    WIDE_NOTE "wide-note" Tail, "a sentence's mark between wide brackets", "ends it before them",
        "http://a.example/水（水、", "http://a.example/水（水）、";
    PARTICLE "particle" Tail, "a particle of Japanese, Chinese or Korean right behind a slash", "ends it",
        "http://a.example/を", "http://a.example/水";
    POD_REFERENCE "pod-reference" Tail, "`E<gt>`", "ends it",
        "E<lt>http://a.example/E<gt>", "http://a.example/E<";
    LAST_MARK "last-mark" Tail, "`*`, `@`, `|`, `^` or an opening bracket at the end", "cuts it",
        "*http://a.example/b*", "http://a.example/*b";
    POSSESSIVE "possessive" Tail, "`'s`, a blank and a word", "cuts it",
        "http://a.example/b's page", "http://a.example/it's";
    COMMENT_END "comment-end" Tail, "the end of a comment of HTML", "cuts it",
        "http://a.example/b-->", "http://a.example/b->";
    MARK_ON_BOTH_SIDES "mark-on-both-sides" Tail, "`_`, `~`, `$` or `++` before and at the end", "cuts it",
        "_http://a.example/b_", "http://a.example/b_";
    EMPTY_QUOTES "empty-quotes" Tail, "two apostrophes behind a slash", "takes them",
        "http://a.example/''", "http://a.example/b''";
    QUOTES_INSIDE "quotes-inside" Tail, "an apostrophe that closes another in the URL", "takes it",
        "http://a.example/'b'", "http://a.example/b'";
    NEXT_URL "next-url" Tail, "a URL behind a comma or a semicolon", "ends the one before it",
        "http://a.example/b,http://c.example/", "http://a.example/b,c";
    TEXT_DIRECTIVE "text-directive" Tail, "`:~:` in a fragment", "takes brackets after it",
        "http://a.example/#:~:text=b", "http://a.example/:~:b";

    ATTRIBUTE "attribute" Enclosed, "the quotation mark that closes an attribute's value", "takes all up to it",
        "<a href=\"http://a.example/b.\">", "see \"http://a.example/b.\"";
    MARK_BEFORE_ANGLE "mark-before-angle" Enclosed, "a comma, a semicolon or a bracket that nothing opened before the angle bracket", "cuts it",
        "<http://a.example/b,>", "<http://a.example/b(c)>";
    BLANK_IN_ANGLE "blank-in-angle" Enclosed, "a blank after a mark, and up to the angle bracket one word with marks that no title has", "leaves it out",
        "<http://a.example/ b/c.html>", "<http://a.example/ b/c>";
    NEXT_LINE_IS_URL "next-line-is-url" Enclosed, "another URL in the next line", "takes the text for none",
        "\"http://a.example/b\nhttp://c.example/\"", "\"http://a.example/b\nc\"";
    NEXT_LINE_IS_TITLE "next-line-is-title" Enclosed, "a file's name or a sentence's mark, and one word in the next line", "ends it",
        "<http://a.example/b.html\nSoup>", "<http://a.example/b\nsoup>";
    SOFT_BREAK_ENCLOSED "soft-break-enclosed" Enclosed, "a soft break of quoted-printable text", "leaves its sign out",
        "<http://a.example/b=\nc> =20\nd=20", "<http://a.example/b\nc>";

    WWW_IN_PATH "www-in-path" Name, "a path, a backslash or a dollar sign before `www.`", "refuses it",
        "b/www.a.com", "/www.a.com";
    HIDDEN_ADDRESS "hidden-address" Name, "(at) before a name, [at], or roff's", "refuses the name",
        "user(at)a.com", "(see a.com)";
    MESSAGE_ID "message-id" Name, "an address that a mailer made for a message", "refuses it",
        "20190520161126.2935@a.com", "user.2935@a.com";
    NAME_AS_KEY "name-as-key" Name, "an equals sign and a value behind a name, or an exclamation mark and a name", "refuses the name",
        "zen.spamhaus.org=127.0.0.2", "at a.com!";
    NUMBERED_REFERENCE "numbered-reference" Name, "a number's character reference before a name, other than a quotation mark", "refuses the name",
        "debian&#64;a.com", "&#39;a.com&#39;";
    REMOTE_PATH "remote-path" Name, "a colon and the path of a file behind an address or a name", "refuses it",
        "git clone git@a.com:user/repo.git", "user@a.com: and a/b";
    SCHEME_AND_SPACE "scheme-and-space" Name, "two slashes and a space before a name", "refuses the name",
        "http:// a.com", "/ a.com";
    INFO_NODE "info-node" Name, "the file of a node of Info", "refuses it",
        "File: a.info,  Node: Top", "File: a.info, b";
    IMPORT "import" Name, "the statement of a program that imports the name", "refuses it",
        "from a.net import b", "from a.net to b";
    FILE_NAME "file-name" Name, "a name that many files have before the last dot, or `file:` before it", "refuses it",
        "README.cz", "readme.com";
    VERSION_BEFORE_DOT "version-before-dot" Name, "a version before the last dot", "refuses it",
        "soup-1.2.data/b", "soup-1.data/b";
    NEWSGROUP "newsgroup" Name, "the top of a hierarchy of newsgroups", "refuses it",
        "comp.lang.pl", "comp.soup.com";
    NETWORK "network" Name, "a mask, or a network with its length or mask", "refuses it",
        "10.0.0.0/255.0.0.0", "10.0.0.0/b";
    NAME_OF_USER "name-of-user" Name, "an at sign and a user before a colon", "refuses it",
        "@kim:a.com", "kim:a.com";
    MISSING_SPACE "missing-space" Name, "a label with a capital behind a small one", "refuses it",
        "at home.It is", "at a.it";
    LINKED_NAME "linked-name" Name, "the text of a link of Markdown", "takes a file's name for a host's",
        "[a.py](http://b.example/)", "[a.py](b)";
    MEMBER_SPELLING "member-spelling" Name, "a low line, mixed case, or the name of an object", "refuses it",
        "self.it", "soup.it";
    MEMBER_USE "member-use" Name, "a call, an index, an operator or an arrow beside the name", "refuses it",
        "a.it()", "a.it and";
    VERSION "version" Name, "the word for a version or a section before four numbers", "refuses them",
        "version 1.22.33.100", "at 1.22.33.100";
    STRING_PREFIX "string-prefix" Name, "the letter before the string that holds an address", "keeps it out of the address",
        "u'b@a.com'", "o'b@a.com";
    LOCAL_PART "local-part" Name, "an at sign or a plus sign behind the name", "refuses the name",
        "a.com@b", "a.com or b";
    OWNER_OF_LIST "owner-of-list" Name, "a tilde, the name of a list's owner and a slash", "takes them as part of the address",
        "~kim/list@a.com", "kim/list@a.com";
    KEY_OF_ADDRESS "key-of-address" Name, "a key or a path before an address", "keeps it out of the address",
        "from=b@a.com", "from b@a.com";
    ESCAPE_BEFORE_NAME "escape-before-name" Name, "the letters of an escape before a name", "keeps them out of it",
        r"\na.com", "na.com";

    JSON "json" Notation, "a slash behind a backslash, or a character by its number", "reads the character",
        r"http:\/\/a.example\/b", r"http://a.example/b\c";
    PROPERTIES "properties" Notation, "a colon behind a backslash, and two slashes", "reads it and the other escapes of Java's properties",
        r"http\://a.example/b", r"http://a.example/b\:";
    ROFF "roff" Notation, "an escape of roff, and a request near it", "reads its character",
        ".UR http://a.example/b\\-c\n", "http://a.example/b\\-c\n";
    MARKUP "markup" Notation, "a mark behind a backslash, as in LaTeX and Markdown", "reads the mark",
        r"http://a.example/b\_c", r"http://a.example/b\c";
    BREAK_MARK "break-mark" Notation, "a soft hyphen or a zero-width space beside a mark of a URL", "leaves it out",
        "http://a.example/b/\u{200B}c", "http://a.example/b\u{200B}c";
    CMD "cmd" Notation, "an ampersand behind a caret, as in commands of Windows", "reads the ampersand",
        "start http://a.example/?b=1^&c=2", "http://a.example/?b=x^2";
    HTML_TWICE "html-twice" Notation, "the reference of a reference's ampersand, in markup inside markup", "reads the ampersand",
        "&lt;a href=&quot;http://a.example/?b&amp;amp;c&quot;&gt;", "http://a.example/?b&amp;amp;c";
    HTML "html" Notation, "the reference of an ampersand in markup", "reads the ampersand",
        "<a href=\"http://a.example/?b&amp;c\">", "http://a.example/?b&amp;c";
    TERMINAL "terminal" Notation, "a control sequence of a terminal", "leaves it out",
        "http://a.example/\x1B[1mb", "http://a.example/[1mb";
    QUOTED_PRINTABLE "quoted-printable" Notation, "an equals sign by its number, or a soft break, and more signs of the encoding near", "undoes them",
        "<a href=3D\"http://a.example/?b=3Dc\">=20\n", "http://a.example/?b=3Dc";
    OVERWRITTEN "overwritten" Notation, "a control function that moves the cursor back in its row", "refuses the URL before it",
        "http://a.example/b\x1B[2Dc", "http://a.example/b\x1B[2Cc";
    AT "at" Notation, "` at ` between the parts of an address in a URL, in brackets, or in a field of mail", "reads an at sign",
        "mailto:user at a.com", "mailto:user at home";

    PAGE_END "page-end" Line, "the end of a page, and the beginning of the next", "skips them",
        "http://a.example/b-\n\n   [Page 7]\n\nc\n", "http://a.example/b-\nc";
    BULLET "bullet" Line, "a bullet that the next line doesn't repeat", "goes on without it",
        "* http://a.example/b-\n  c", "> http://a.example/b-\n> c";
    DROPPED_HYPHEN "dropped-hyphen" Line, "a hyphen that a typesetter put into a word", "leaves it out",
        "http://a.example/informa-\ntion", "http://a.example/b-\nc";

    NEXT_IS_ITEM "next-is-item" Veto, "a list's item, a table's row, another line of a patch, or a reference next", "ends it",
        "http://a.example/b\n2. c", "http://a.example/b\nc";
    NEXT_IS_HEADER "next-is-header" Veto, "a header, a label or an assignment next", "ends it",
        "http://a.example/b\nSubject: c", "http://a.example/b\nc";
    NEXT_IS_RULER "next-is-ruler" Veto, "a line of hyphens or other marks next", "ends it",
        "http://a.example/b\n-----", "http://a.example/b\n-c";
    NEXT_HAS_URL "next-has-url" Veto, "another URL, host or address next, or its own end again", "ends it",
        "http://a.example/b\nc,http://d.example/", "http://a.example/b\nc?d=http://e.example/";
    NEXT_CANNOT_FOLLOW "next-cannot-follow" Veto, "a mark next that no URL goes on with", "ends it",
        "http://a.example/b\n(c)", "http://a.example/b\nc";
    HOST_IS_WHOLE "host-is-whole" Veto, "a whole host, and no path next", "ends it",
        "http://a.example\nb", "http://a.example\n/b";

    ENDS_IN_HYPHEN "ends-in-hyphen" Weigh, "a hyphen at the end", "speaks for a join",
        "http://a.example/b-\nc", "http://a.example/b\nc";
    ENDS_IN_QUERY_MARK "ends-in-query-mark" Weigh, "a mark inside of queries and names at the end", "speaks for a join",
        "http://a.example/?b=\nc", "http://a.example/?b\nc";
    ENDS_IN_TYPESET_HYPHEN "ends-in-typeset-hyphen" Weigh, "a typesetter's hyphen at the end", "speaks for a join",
        "http://a.example/b\u{2010}\nc", "http://a.example/b-\nc";
    ENDS_IN_FILE "ends-in-file" Weigh, "a file's name at the end", "speaks against one",
        "http://a.example/b.html\nc", "http://a.example/b.ht\nml";
    ENDS_IN_NUMBER "ends-in-number" Weigh, "a number as the last word, no year, and a letter next", "speaks against a join",
        "http://a.example/b/123\nc", "http://a.example/b\nc";
    MARKS_LOST "marks-lost" Weigh, "marks of the line that the next has not", "speaks against one",
        "> http://a.example/b\nc", "> http://a.example/b\n> c";
    INDENTED_LESS "indented-less" Weigh, "a next line that is indented less", "speaks against one",
        "  http://a.example/b\nc", "  http://a.example/b\n  c";
    HASH_GOES_ON "hash-goes-on" Weigh, "digits of a hash on both sides, and nothing else next", "speaks for a join",
        "http://a.example/0a1b\n2c3d", "http://a.example/0a1b\n2c3d and";
    IDENTIFIER_GOES_ON "identifier-goes-on" Weigh, "a hash, UUID or message id that both lines make", "speaks for a join",
        "http://a.example/3c7ddca7029fa04baa24\n02d895f3a594a6480a3a", "http://a.example/3c7ddca7029fa04baa24\n02d895f3";
    NEXT_HAS_CAPITAL "next-has-capital" Weigh, "a small letter at the end, and a capital next", "speaks against one",
        "http://a.example/b\nCd", "http://a.example/b\ncd";
    NEXT_IS_PLAIN "next-is-plain" Weigh, "a plain word next, and words after it", "speaks against one",
        "http://a.example/b\nor c", "http://a.example/b\no/r c";
    WORDS_AFTER_NEXT "words-after-next" Weigh, "words after the next one", "speaks against one",
        "http://a.example/b\nc/ d", "http://a.example/b\nc/";
    QUOTED_LONE_REST "quoted-lone-rest" Weigh, "one word next that may be the rest, in quoted mail", "speaks for a join",
        "> http://a.example/b\n> c", "http://a.example/b\nc";
    NEXT_IS_LABEL "next-is-label" Weigh, "a colon after the next word", "speaks against one",
        "http://a.example/b\nc/d:", "http://a.example/b\nc/d";
    HAS_QUERY "has-query" Weigh, "a query or fragment", "speaks against one",
        "http://a.example/b?c\nd", "http://a.example/b\nd";
    NEXT_IS_LONG "next-is-long" Weigh, "a next word of 20 characters", "speaks for a join",
        "http://a.example/b\nc-d-e-f-g-h-i-j-k-l-m", "http://a.example/b\nc-d";
    NEXT_IS_LONG_SEGMENT "next-is-long-segment" Weigh, "a slash at the break, and a next word of 20 characters", "speaks for a join",
        "http://a.example/b/\nc-d-e-f-g-h-i-j-k-l-m", "http://a.example/b\nc-d-e-f-g-h-i-j-k-l-m";
    NEXT_HAS_MARK "next-has-mark" Weigh, "a URL's mark in the next word, or a hyphen before it", "speaks for a join",
        "http://a.example/b\nc/d", "http://a.example/b\nc";
    NEXT_IS_FRAGMENT "next-is-fragment" Weigh, "a number sign before the next word", "speaks against one",
        "http://a.example/b\n#c", "http://a.example/b\nc#d";
    NEXT_HAS_QUERY "next-has-query" Weigh, "a query in the next word", "speaks for a join",
        "http://a.example/\nb?c=1", "http://a.example/\nb";
    NEXT_ENDS_IN_FILE "next-ends-in-file" Weigh, "a file's name at the end of the next word", "speaks for a join",
        "http://a.example/b\nc.html", "http://a.example/b\nc";
    NEXT_ENDS_IN_SLASH "next-ends-in-slash" Weigh, "a slash at the end of the next word", "speaks for a join",
        "http://a.example/b\nc/", "http://a.example/b\nc/d";
    SCHEME_CUT "scheme-cut" Weigh, "an end before the slashes of its scheme", "speaks for a join",
        "http:\n//a.example/b", "http://a.example/b\nc";
    HOST_CUT "host-cut" Weigh, "an end in a host that is not whole, and a next word of 20 characters", "speaks for a join",
        "http://cloud.\na.example/soups/and/bowls", "http://cloud.\na.example/soups";
    SUFFIX_CUT "suffix-cut" Weigh, "a file's suffix that both lines make", "speaks for a join",
        "http://a.example/b.ht\nml", "http://a.example/b.html\nc";
    SOFT_BREAK "soft-break" Weigh, "a soft break of quoted-printable text", "speaks for a join",
        "http://a.example/b=\nc=20", "http://a.example/?b=\nc";
    STRING_GOES_ON "string-goes-on" Weigh, "strings of a program in both lines", "speaks for a join",
        "u = \"http://a.example/b/\"\n    \"c\"", "http://a.example/b/\nc";
    BRACKET_CLOSES "bracket-closes" Weigh, "a bracket before it that closes next", "speaks for a join",
        "(http://a.example/b/\nc)", "http://a.example/b/\nc)";
    WORD_CUT_IN_FULL_LINE "word-cut-in-full-line" Weigh, "a word cut after 72 to 80 columns", "speaks for a join",
        "http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc", "http://a.example/b\nc";
    LONE_REST_BELOW_FULL_LINE "lone-rest-below-full-line" Weigh, "one word next that may be the rest, after 60 to 80 columns", "speaks for a join",
        "http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc", "http://a.example/the-soups-of-the-world-and-the-bowls-that-they-come-in-b\nc d";
    REST_ENDS_TEXT "rest-ends-text" Weigh, "one word next that may be the rest, and the end of the text", "speaks for a join",
        "http://a.example/b\nc1\n", "http://a.example/b\nc1\n\nd";
    BROKEN_BEFORE "broken-before" Weigh, "a break that was joined before", "speaks for a join",
        "http://a.example/b-\nc-\nd", "http://a.example/b-\nc";
    DID_NOT_FIT "did-not-fit" Weigh, "a next word that didn't fit into the filled line", "speaks for a join",
        "All of the soup that we had was eaten here\nand all of the bread that we had with it,\nhttp://a.example/all-the-soup-that-we-had/\nand-bread", "http://a.example/b/\nc";
    DID_NOT_FIT_CELL "did-not-fit-cell" Weigh, "a next word that didn't fit into the cell", "speaks for a join",
        "| http://a.example/b- |\n| c                   |", "| http://a.example/b-     |\n| c                       |";
    CUT_AT_COLUMN "cut-at-column" Weigh, "text that is cut at the column of the break", "speaks for a join",
        "http://a.example/b-\nsoup-and-its-bowls-\nc", "http://a.example/b-\nc-\nd";
    SLUG_GOES_ON "slug-goes-on" Weigh, "hyphens between words on both sides, or two of them next, and no wider line near", "speaks for a join",
        "http://a.example/the-b\nc-2", "http://a.example/the-b\nc-d";
    LONG_REST_BELOW_FULL_LINE "long-rest-below-full-line" Weigh, "no plain word next, after a line that is full, alone or beside those near", "speaks for a join",
        "http://a.example/the-soups-of-the-world-and-all-their-bowls-b\nc/d/e", "http://a.example/b\nc/d/e";
}

#[cfg(napkin_rent)]
pub mod rent {
    //! How often each rule was asked, and how often it held. `NAPKIN_RULES_OFF` names rules that never hold.

    use std::{
        fmt::Write as _,
        io::Write as _,
        sync::{
            LazyLock,
            atomic::{AtomicU64, Ordering::Relaxed},
        },
    };

    #[derive(Debug)]
    pub(super) struct Counter {
        asked: AtomicU64,
        held: AtomicU64,
    }

    static OFF: LazyLock<Vec<String>> =
        LazyLock::new(|| std::env::var("NAPKIN_RULES_OFF").unwrap_or_default().split(',').map(str::to_owned).collect());

    impl Counter {
        pub(super) const fn new() -> Counter {
            Counter { asked: AtomicU64::new(0), held: AtomicU64::new(0) }
        }

        pub(super) fn count(&self, id: &str, condition: bool) -> bool {
            let holds = condition && !OFF.iter().any(|off| off == id);
            self.asked.fetch_add(1, Relaxed);
            self.held.fetch_add(u64::from(holds), Relaxed);
            holds
        }
    }

    /// Appends `id`, asked and held of each rule to the file that `NAPKIN_RENT` names.
    pub fn append_rent() -> std::io::Result<()> {
        let Ok(path) = std::env::var("NAPKIN_RENT") else { return Ok(()) };
        let mut lines = String::new();
        for rule in super::EXCEPTIONS {
            let (asked, held) = (rule.rent.asked.load(Relaxed), rule.rent.held.load(Relaxed));
            writeln!(lines, "{}\t{asked}\t{held}", rule.broken.name).expect("a string takes every write");
        }
        std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeSet};

    use super::*;
    use crate::{Finder, kinds::Kinds};

    thread_local! {
        static HELD: RefCell<BTreeSet<&'static str>> = RefCell::default();
    }

    /// Records that a rule held.
    pub(super) fn note(rule: &Exception, condition: bool) {
        if condition {
            HELD.with_borrow_mut(|held| held.insert(rule.broken.name));
        }
    }

    /// Returns the rules that hold in a text.
    fn held(text: &str) -> BTreeSet<&'static str> {
        HELD.with_borrow_mut(BTreeSet::clear);
        let finder = Finder::builder().kinds(Kinds::ALL).explain(true).build().expect("all kinds can be found");
        let _ = finder.find_iter(text).count();
        HELD.with_borrow(BTreeSet::clone)
    }

    #[test]
    fn each_rule_holds_in_its_first_text_alone() {
        let mut wrong = Vec::new();
        for rule in RULES {
            if !held(rule.holds_in).contains(rule.id) {
                wrong.push((rule.id, "doesn't hold in", rule.holds_in));
            }
            if held(rule.not_in).contains(rule.id) {
                wrong.push((rule.id, "holds in", rule.not_in));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn ids_are_told_apart() {
        let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
    }

    #[test]
    fn rows_are_sorted_by_place() {
        assert!(RULES.is_sorted_by_key(|rule| rule.place));
    }
}
