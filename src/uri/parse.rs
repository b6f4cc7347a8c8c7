//! The validator: from left to right, once, to the first error.

use super::{
    components::Components,
    grammar::{Grammar, Syntax, part},
    rejection::{Rejection, Rule},
    schemes::{Authority, Cursor, Scheme, port_in_range},
    table::{HEXDIG, is_bidi_formatting, is_iprivate, is_ucschar},
};

/// What a string is to be.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    /// A reference may do without a scheme.
    pub(crate) reference: bool,
    /// Whether the rules of single schemes count beside the generic syntax.
    pub(crate) schemes: bool,
}

/// Judges an absolute URI (with or without fragment), its scheme's own rules included.
#[inline]
pub(crate) fn validate(text: &str, grammar: Grammar) -> Result<Components, Rejection> {
    parse(text, grammar, Goal { reference: false, schemes: true })
}

/// Judges `text` by `grammar`.
pub(crate) fn parse(text: &str, grammar: Grammar, goal: Goal) -> Result<Components, Rejection> {
    let syntax = grammar.syntax();
    // The offsets in Components are of 32 bits.
    if u32::try_from(text.len()).is_err() {
        return Err(Rejection::new(0, syntax.rules.length));
    }
    if let Some(productions) = syntax.productions {
        return productions.judge(text.as_bytes(), syntax, goal);
    }
    Parser { text, bytes: text.as_bytes(), syntax, goal, out: Components::default() }.uri()
}

/// `out` is filled from left to right. Every position handed on is at most the length and on a character's boundary.
struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    syntax: &'static Syntax,
    goal: Goal,
    out: Components,
}

impl Parser<'_> {
    /// ```text
    /// URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
    /// URI-reference = URI / relative-ref
    /// ```
    fn uri(mut self) -> Result<Components, Rejection> {
        let (end, key) = self.scheme();
        let begins_well = end > 0 && self.syntax.scheme_start.has(self.bytes[0]);
        if self.at(end) == Some(b':') && begins_well {
            self.out.scheme_end = end as u32;
            let scheme = if self.goal.schemes { Scheme::find(self.syntax.schemes, key) } else { None };
            self.behind_scheme(end + 1, scheme)
        } else if self.goal.reference {
            self.relative()
        } else {
            // What is wrong is either what stands where the colon should be, or the first character.
            Err(Rejection::new(if begins_well { end } else { 0 }, self.syntax.rules.scheme))
        }
    }

    /// Where a scheme that begins the text ends, and its key in the table of schemes; the first letter is not looked at.
    fn scheme(&self) -> (usize, u64) {
        let mut key = 0;
        let mut end = 0;
        for &byte in self.bytes {
            if self.syntax.weave.literal[byte as usize] & part::SCHEME == 0 {
                break;
            }
            // Of the characters in a scheme only letters lack this bit, so no two schemes fall together. A ninth
            // character pushes the first one out, but never makes the key that of a shorter scheme.
            key = key << 8 | u64::from(byte | 0x20);
            end += 1;
        }
        (end, if end > 8 { 0 } else { key })
    }

    /// ```text
    /// hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
    /// ```
    fn behind_scheme(mut self, start: usize, scheme: Option<&'static Scheme>) -> Result<Components, Rejection> {
        let net = self.bytes[start..].starts_with(b"//");
        let path = match scheme.map(|scheme| &scheme.authority) {
            Some(Authority::Host(rule)) if !net => return Err(Rejection::new(self.missing_slash(start), rule)),
            Some(Authority::None(rule)) if net => return Err(Rejection::new(start, rule)),
            authority if net => {
                let path = self.authority(start + 2)?;
                if let Some(Authority::Host(rule) | Authority::NotEmpty(rule)) = authority
                    && self.out.host_start == self.out.host_end
                {
                    return Err(Rejection::new(self.out.host_start as usize, rule));
                }
                self.port_in_range(path)?;
                path
            }
            _ => start,
        };
        if let Some(tail) = scheme.and_then(|scheme| scheme.tail) {
            let judged = tail(&mut Cursor::new(self.bytes, path, net));
            if let Err(refused) = judged {
                return Err(self.earlier(path, refused));
            }
        }
        let rootless = !net && self.at(path) != Some(b'/');
        let part = if rootless { self.rootless(path)? } else { part::PATH };
        self.path(path, path, part)
    }

    /// What begins at `start` without a slash. Where the grammar has opaque parts, one may begin with a question mark;
    /// the hierarchical part stands before it in the ABNF, so that this is a query as long as its characters are.
    ///
    /// ```text
    /// absolute-URI = scheme ":" ( hier-part / opaque-part )
    /// hier-part    = [ net-path / abs-path ] [ "?" query ]
    /// ```
    fn rootless(&self, start: usize) -> Result<u8, Rejection> {
        if self.syntax.rootless == part::OPAQUE && self.at(start) == Some(b'?') {
            let end = self.run(start + 1, part::QUERY)?;
            if matches!(self.at(end), None | Some(b'#')) {
                return Ok(part::PATH);
            }
        }
        Ok(self.syntax.rootless)
    }

    /// Judges the port of the authority that ends at `end`, where the grammar has a limit for it.
    #[inline]
    fn port_in_range(&self, end: usize) -> Result<(), Rejection> {
        match self.syntax.port_range {
            Some(rule) if self.goal.schemes => port_in_range(self.bytes, self.out.host_end as usize, end, rule),
            _ => Ok(()),
        }
    }

    /// Where the `//` that a scheme asks for is not.
    fn missing_slash(&self, start: usize) -> usize {
        if self.at(start) == Some(b'/') { start + 1 } else { start }
    }

    /// A scheme's rule looks at what follows before the generic syntax does, so that neither goes on to the end of a
    /// long text that the other refuses at its beginning. The rule broken first is still the one that counts.
    #[cold]
    fn earlier(&self, path: usize, refused: Rejection) -> Rejection {
        // An escape that begins at the byte in question must not be cut in two.
        let mut end = (refused.at() + 3).min(self.bytes.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let (text, bytes) = (&self.text[..end], &self.bytes[..end]);
        match (Parser { text, bytes, syntax: self.syntax, goal: self.goal, out: self.out }).path(path, path, part::PATH)
        {
            Err(generic) if generic.at() <= refused.at() => generic,
            _ => refused,
        }
    }

    /// ```text
    /// relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
    /// ```
    fn relative(mut self) -> Result<Components, Rejection> {
        if self.bytes.starts_with(b"//") {
            let path = self.authority(2)?;
            self.port_in_range(path)?;
            return self.path(path, path, part::PATH);
        }
        let segment = self.run(0, part::SEGMENT_NC)?;
        if self.at(segment) == Some(b':') {
            return Err(Rejection::new(segment, self.syntax.rules.segment_nc));
        }
        self.path(0, segment, part::PATH)
    }

    /// Reads the authority behind `//`; its end is where the path begins.
    ///
    /// ```text
    /// authority = server / reg-name
    /// ```
    #[inline]
    fn authority(&mut self, start: usize) -> Result<usize, Rejection> {
        let mut read = self.server(start);
        if let (Err(server), Some(rule)) = (read, self.syntax.reg_name) {
            read = self.reg_name(start, rule, server);
        }
        match (read, self.syntax.net_query) {
            (Ok(end), Some(rule)) if self.at(end) == Some(b'?') => Err(Rejection::new(end, rule)),
            _ => read,
        }
    }

    /// Reads an authority that has a host.
    ///
    /// ```text
    /// authority = [ userinfo "@" ] host [ ":" port ]
    /// ```
    fn server(&mut self, start: usize) -> Result<usize, Rejection> {
        let rules = &self.syntax.rules;
        let (host_end, end) = self.host_and_port(start)?;
        self.out.host_start = start as u32;
        if self.ends_authority(end) {
            self.out.host_end = host_end as u32;
            // Where a host name is asked for, the whole authority may still be left out.
            return if start == end { Ok(end) } else { self.hostname(start, host_end).map(|()| end) };
        }
        // Either this was userinfo, or a host or port with something wrong in it. An IP literal can't be userinfo.
        let mut at = end;
        let mut userinfo = rules.userinfo;
        if self.at(start) != Some(b'[') {
            (at, userinfo) = self.userinfo(start, end)?;
        }
        if self.at(at) != Some(b'@') || self.at(start) == Some(b'[') {
            return Err(if at == end || self.ends_authority(at) {
                Rejection::new(end, if host_end < end { rules.port } else { rules.host })
            } else {
                // It could have been userinfo up to here.
                Rejection::new(at, userinfo)
            });
        }
        let start = at + 1;
        let (host_end, end) = self.host_and_port(start)?;
        if !self.ends_authority(end) {
            return Err(Rejection::new(end, if host_end < end { rules.port } else { rules.host }));
        }
        self.out.host_start = start as u32;
        self.out.host_end = host_end as u32;
        self.hostname(start, host_end)?;
        Ok(end)
    }

    /// Reads the rest from `at` of the userinfo that begins at `start`: where it ends, and the rule that what comes next
    /// breaks should it be no `@`. Where a colon parts it into user and password, a second one ends it.
    #[inline]
    fn userinfo(&self, start: usize, at: usize) -> Result<(usize, &'static Rule), Rejection> {
        let read = self.run(at, part::USERINFO);
        let Some(password) = self.syntax.password else { return Ok((read?, self.syntax.rules.userinfo)) };
        let end = read.unwrap_or_else(|broken| broken.at());
        let mut colons = memchr::memchr_iter(b':', &self.bytes[start..end]);
        match (colons.next(), colons.next()) {
            (Some(_), Some(second)) => Ok((start + second, password)),
            (Some(_), None) => Ok((read?, password)),
            (None, _) => Ok((read?, self.syntax.rules.userinfo)),
        }
    }

    /// Judges a host that is no IP literal, where the grammar has more to say of it than its characters.
    #[inline]
    fn hostname(&self, start: usize, end: usize) -> Result<(), Rejection> {
        match self.syntax.hostname {
            Some(judge) if self.at(start) != Some(b'[') => {
                judge(&self.bytes[start..end]).map_err(|rejection| rejection.moved(start + rejection.at()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the authority at `start` as a name in a registry, since `server` says why it is no server. Its characters are
    /// those of userinfo and `@`.
    ///
    /// ```text
    /// reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )
    /// ```
    #[cold]
    fn reg_name(&mut self, start: usize, rule: &'static Rule, server: Rejection) -> Result<usize, Rejection> {
        let mut at = self.run(start, part::USERINFO)?;
        while self.at(at) == Some(b'@') {
            at = self.run(at + 1, part::USERINFO)?;
        }
        if at > start && self.ends_authority(at) {
            self.out.host_start = start as u32;
            self.out.host_end = 0;
            return Ok(at);
        }
        // Only a server has square brackets.
        Err(if server.at() > at { server } else { Rejection::new(at, rule) })
    }

    /// Where the host that begins at `start` ends, and where the port behind it does. What comes next is not judged.
    fn host_and_port(&self, start: usize) -> Result<(usize, usize), Rejection> {
        let host_end = match &self.syntax.ip_literal {
            Some(literal) if self.at(start) == Some(b'[') => {
                (literal.read)(self.bytes, start).map_err(|at| Rejection::new(at, literal.rule))?
            }
            _ => self.run(start, part::HOST)?,
        };
        let mut end = host_end;
        if self.at(end) == Some(b':') {
            end += 1;
            while self.at(end).is_some_and(|byte| byte.is_ascii_digit()) {
                end += 1;
            }
        }
        Ok((host_end, end))
    }

    /// "The authority component is [...] terminated by the next slash, question mark, or number sign character, or by
    /// the end of the URI."
    fn ends_authority(&self, at: usize) -> bool {
        matches!(self.at(at), None | Some(b'/' | b'?' | b'#'))
    }

    /// Reads the path from `start`, of which what stands before `at` is judged, and all that follows.
    fn path(mut self, start: usize, at: usize, part: u8) -> Result<Components, Rejection> {
        let rules = &self.syntax.rules;
        self.out.path_start = start as u32;
        let mut at = self.run(at, part)?;
        self.out.path_end = at as u32;
        self.out.query_end = at as u32;
        let mut rule = if part == part::OPAQUE { rules.opaque } else { rules.path };
        if self.at(at) == Some(b'?') {
            at = self.run(at + 1, part::QUERY)?;
            self.out.query_end = at as u32;
            rule = rules.query;
        }
        if self.at(at) == Some(b'#') {
            at = self.run(at + 1, part::FRAGMENT)?;
            rule = rules.fragment;
        }
        if at == self.bytes.len() { Ok(self.out) } else { Err(self.misplaced(at, rule)) }
    }

    #[cold]
    fn misplaced(&self, at: usize, rule: &'static Rule) -> Rejection {
        Rejection::new(at, rule)
    }

    #[inline]
    fn at(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Goes on while characters may stand in `part`, and stops at the first that may not. Only what can't stand
    /// anywhere is an error: a broken escape, or bidirectional formatting.
    #[inline(always)]
    fn run(&self, start: usize, part: u8) -> Result<usize, Rejection> {
        let at = self.literal_run(start, part);
        match self.bytes.get(at) {
            Some(&byte) if byte == b'%' || byte >= 0x80 => self.run_beyond(at, part),
            _ => Ok(at),
        }
    }

    /// The same from a byte that may begin an escape or a character beyond ASCII.
    fn run_beyond(&self, start: usize, part: u8) -> Result<usize, Rejection> {
        let weave = &self.syntax.weave;
        let mut at = start;
        loop {
            match self.bytes.get(at) {
                Some(b'%') if weave.escapes & part != 0 => match self.bytes.get(at + 1..at + 3) {
                    Some(&[high, low]) if HEXDIG.has(high) && HEXDIG.has(low) => at += 3,
                    _ => return Err(Rejection::new(at, self.syntax.rules.escape)),
                },
                Some(0x80..) if (weave.ucschar | weave.iprivate) & part != 0 => {
                    let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) else { return Ok(at) };
                    if is_bidi_formatting(c) {
                        return Err(Rejection::new(at, self.syntax.rules.bidi));
                    }
                    let stands =
                        weave.ucschar & part != 0 && is_ucschar(c) || weave.iprivate & part != 0 && is_iprivate(c);
                    if !stands {
                        return Ok(at);
                    }
                    at += c.len_utf8();
                }
                _ => {
                    let end = self.literal_run(at, part);
                    match self.bytes.get(end) {
                        Some(&byte) if end > at && (byte == b'%' || byte >= 0x80) => at = end,
                        _ => return Ok(end),
                    }
                }
            }
        }
    }

    /// Skips the ASCII characters that stand for themselves, eight at a time while they last.
    #[inline(always)]
    fn literal_run(&self, start: usize, part: u8) -> usize {
        let literal = &self.syntax.weave.literal;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let (eights, tail) = rest.as_chunks::<8>();
        let mut at = start;
        for eight in eights {
            let all = eight.iter().fold(part, |all, &byte| all & literal[byte as usize]);
            if all == 0 {
                return at + stops(literal, eight, part).trailing_zeros() as usize;
            }
            at += 8;
        }
        match self.bytes.last_chunk::<8>() {
            // The string's last eight bytes, without those before the tail.
            Some(last) => {
                let stops = stops(literal, last, part) >> (8 - tail.len());
                at + (stops.trailing_zeros() as usize).min(tail.len())
            }
            None => at + tail.iter().take_while(|&&byte| literal[byte as usize] & part != 0).count(),
        }
    }
}

/// Which of eight bytes may not stand in `part`: the lowest bit is for the first.
#[inline]
fn stops(literal: &[u8; 256], eight: &[u8; 8], part: u8) -> u32 {
    eight.iter().rev().fold(0, |stops, &byte| stops << 1 | u32::from(literal[byte as usize] & part == 0))
}
