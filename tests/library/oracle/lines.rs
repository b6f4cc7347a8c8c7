//! Lines with a URL, or with what is nearly one, made of words at random. A broken bar stands between words.
//!
//! No word leads to a rule that the slow reader doesn't know: there is no backslash, no dollar sign before a URL, no letter of a script without spaces
//! right after an ASCII letter of a path, and no square bracket in a path around anything but a number.

use crate::support::random::Random;

/// What delimits a URL or stands before it.
const FRONTS: &str = "\
    ¦¦¦¦see ¦x, ¦a. ¦(¦(see ¦[¦{¦<¦< ¦<URL:¦<url: ¦<URL: ¦URL:¦url: ¦CURL:¦\"¦'¦`¦“¦„¦”¦‘¦’¦«¦»¦‹¦⟨¦[t](¦![](¦[](<¦\
    *¦**¦_¦__¦~¦|¦| ¦href=\"¦b='¦=¦>¦/¦//¦/b/¦-¦--¦@¦#¦é ¦é¦見¦は¦。¦「¦（";

const SCHEMES: &str = "\
    http://¦http://¦http://¦http://¦https://¦https://¦ftp://¦HTTP://¦Https://¦git+ssh://¦ws://¦x-http://¦a.http://¦\
    +http://¦x://¦1x://¦://¦http:/¦http//¦www.¦www.¦WWW.¦ftp.¦";

const USERINFOS: &str = "\
    ¦¦¦¦¦¦¦¦¦u@¦u:p@¦u%41:@¦a.b+c@¦é@¦@¦u@v@";

const HOSTS: &str = "\
    a.example¦a.example¦b.com¦b.com¦b.com¦soup¦soup¦localhost¦a-b.c.org¦a_b.com¦B.COM¦é.de¦mañana.example¦правда.рф¦\
    日本.jp¦例え。jp¦日本。com¦xn--bcher-kva.example¦xn--é.com¦ålb.d2¦c.d.e¦1.2.3.4¦1.2.3¦1.2.3.256¦0x7f.1¦1¦a.1¦[::1]¦\
    [2001:db8::1]¦[::ffff:1.2.3.4]¦[v1.a]¦[::1¦[g]¦[]¦¦-a.com¦a-.com¦a--b.com¦_a.com¦a..b.com¦.b.com¦b.com.¦b.com..¦\
    soup.¦b.com-¦soup--¦b.com_¦b.com見¦b.com。¦\
    a-very-long-label-of-a-host.with-more-labels.than-fit-in-a-block-of-bytes.example";

const PORTS: &str = "\
    ¦¦¦¦¦¦:80¦:80¦:0080¦:65536¦:¦::¦:8a";

/// What stands behind a host and is no tail.
const MARKS: &str = "\
    \x20¦\t¦\u{A0}¦\u{85}¦\u{7F}¦\u{0}¦!¦\"¦#¦%¦&¦'¦(¦)¦*¦+¦,¦-¦.¦:¦;¦<¦=¦>¦?¦@¦[¦]¦^¦_¦`¦{¦|¦}¦~¦&gt;¦&eacute;¦\
    &#46;¦%2e¦“¦”¦»¦…¦–¦—¦│¦•¦\u{200B}¦\u{AD}¦。¦、¦，¦？¦：¦」¦（¦／";

const NEXT: &str = "\
    ¦¦ ¦\n¦b¦b c¦b.com¦b.com/¦@c.com¦.¦.b¦/b¦1¦:80¦-¦é¦http://c.example/¦)";

/// What tails are made of.
const TAILS: &str = "\
    /¦/¦/¦/¦b¦b¦c1¦d/e¦x.html¦?¦?¦?q=¦?b¦#¦#¦=¦=1¦a=b¦&¦&x¦&y=¦&gt;¦&lt;c¦(¦(¦)¦)¦(f)¦(b c)¦[1]¦/?a[]=¦&b[c]=¦]¦}¦\
    {b}¦{}¦{1}¦((((((((¦${b}¦<¦>¦\"¦'¦'¦`¦*¦**¦_¦__¦~¦$¦@¦+¦-¦--¦|¦^b¦.¦...¦,¦;¦!¦:¦:~:¦%41¦%C3%A9¦%¦%zz¦é¦/東京¦/（東京）¦“¦”¦\
    »¦…¦–¦—¦。¦、¦」¦\u{200B}¦a-long-word-of-a-path-that-goes-on-and-on-over-more-than-a-block-of-sixty-four-bytes";

const BACKS: &str = "\
    ¦¦¦¦ and¦ b.¦\t¦.¦, c¦; d¦!¦?¦:¦)¦]¦}¦>¦ >¦\"¦'¦`¦”¦“¦’¦»¦›¦⟩¦*¦**¦_¦__¦~¦|¦ |¦</a>¦\">¦'>¦）¦」は¦\
    ,http://c.example/";

const LOCALS: &str = "\
    ¦¦¦¦sam¦sam@¦sam@¦sam.b@¦s+t@¦s!#$%*^~@¦.sam@¦sam.@¦a..b@¦@¦é@¦東@¦_@¦a{b@¦\u{200B}a@¦x@y@¦(sam)@¦a.com@¦\
    a-local-part-of-sixty-five-bytes-is-longer-than-what-is-allowed-by-5321@¦\
    a-local-part-of-sixty-four-bytes-is-as-long-as-what-is-allowed-b@";

/// Names whose top-level domain ends nothing but names.
const DOMAINS: &str = "\
    b.com¦b.com¦b.com¦B.COM¦c.d.org¦a-b.net¦a_b.com¦é.com¦правда.com¦日本.com¦www.b.com¦www.com¦ftp.b.org¦\
    a--b.com¦-a.com¦_a.com¦a-.com¦a..com¦.b.com¦b.com.¦b.com..¦b.zzz¦com¦b.c0m¦soup.kitchen.edu¦xn--bcher-kva.com¦\
    localhost";

fn of(random: &mut Random, words: &'static str) -> &'static str {
    let count = words.split('¦').count();
    words.split('¦').nth(random.below(count)).unwrap_or_default()
}

/// A line with a name or an address of these words, or with something near it.
pub fn name_line(random: &mut Random) -> String {
    let line = [FRONTS, LOCALS, DOMAINS, PORTS].map(|words| of(random, words)).concat();
    match random.below(3) {
        // What a control between two names does is not for names.
        0 => line + of(random, MARKS).trim_matches(char::is_control) + of(random, NEXT) + "\n\n",
        1 => line + of(random, BACKS) + "\n\n",
        _ => line + of(random, "/¦?¦#") + of(random, TAILS) + of(random, BACKS) + "\n\n",
    }
}

/// A line with a URL of these words, or with something near it.
pub fn line(random: &mut Random) -> String {
    let mut line = [FRONTS, SCHEMES, USERINFOS, HOSTS, PORTS].map(|words| of(random, words)).concat();
    if random.below(3) == 0 {
        return line + of(random, MARKS) + of(random, NEXT) + "\n\n";
    }
    let begin = of(random, "¦/¦/¦/¦?¦#");
    line.push_str(begin);
    while !begin.is_empty() && random.below(7) > 0 {
        line.push_str(of(random, TAILS));
    }
    line + of(random, BACKS) + "\n\n"
}
