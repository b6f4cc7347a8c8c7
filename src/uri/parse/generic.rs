//! The validator for the generic syntax.

use crate::uri::{
    class::part,
    components::Components,
    cursor::UriCursor,
    rejection::{Rejection, Rule},
    schemes::{
        port::port_in_range,
        scheme::{AuthorityRule, Scheme},
    },
    syntax::{Goal, Syntax},
};

/// Validates `text` by the generic syntax.
///
/// The common path is compiled to this one function. Rare paths take the parser by value, so its address is not taken,
/// and it stays in registers.
#[inline(never)]
pub(super) fn generic(
    text: &str,
    syntax: &'static Syntax,
    goal: Goal,
    relative: Option<RelativeRule>,
) -> Result<Components, Rejection> {
    let cursor = UriCursor::new(text, &syntax.table, &syntax.rules);
    GenericParser { cursor, syntax, goal, components: Components::default() }.uri(relative)
}

/// Reads a reference without a scheme. A program that reads none doesn't have it.
pub(super) type RelativeRule = fn(GenericParser<'_>) -> Result<Components, Rejection>;

pub(super) static RELATIVE: RelativeRule = |parser| parser.relative_part();

/// A parser that fills `components` from left to right. It only goes back for another alternative of the ABNF.
#[derive(Clone, Copy)]
pub(super) struct GenericParser<'u> {
    cursor: UriCursor<'u>,
    syntax: &'static Syntax,
    goal: Goal,
    components: Components,
}

impl<'u> GenericParser<'u> {
    // URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
    // URI-reference = URI / relative-ref
    #[inline(always)]
    fn uri(mut self, relative: Option<RelativeRule>) -> Result<Components, Rejection> {
        let key = self.cursor.scheme();
        let name = self.cursor.since(0);
        let begins_well = name.first().is_some_and(|&first| self.syntax.scheme_start.has(first));
        if begins_well && self.cursor.eat(b':') {
            self.components.scheme_end = name.len() as u32;
            let scheme = if self.goal.schemes { self.syntax.schemes.find_read(name, key) } else { None };
            self.hier_part(scheme)
        } else if let Some(relative_part) = relative {
            self.cursor.go_to(0);
            relative_part(self)
        } else {
            // What is wrong is either what stands where the colon should be, or the first character.
            Err(Rejection::new(if begins_well { name.len() } else { 0 }, self.syntax.rules.scheme))
        }
    }

    // hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
    #[inline(always)]
    fn hier_part(mut self, scheme: Option<&'static Scheme>) -> Result<Components, Rejection> {
        let has_authority = self.cursor.rest().starts_with(b"//");
        match scheme.map(|scheme| &scheme.authority) {
            Some(AuthorityRule::Host(rule)) if !has_authority => return self.missing_slash(rule),
            Some(AuthorityRule::None(rule)) if has_authority => return self.cursor.refuse(rule),
            authority if has_authority => {
                self.authority()?;
                if let Some(AuthorityRule::Host(rule) | AuthorityRule::NotEmpty(rule)) = authority
                    && self.components.host_start == self.components.host_end
                {
                    return Err(Rejection::new(self.components.host_start as usize, rule));
                }
                self.port_in_range()?;
            }
            _ => {}
        }
        self.begin_path();
        if let Some(tail) = scheme.and_then(|scheme| scheme.tail_behind(has_authority)) {
            let mut cursor = self.cursor;
            if let Err(refused) = tail(&mut cursor) {
                return Err(self.earlier(refused));
            }
        }
        let is_rootless = !has_authority && self.cursor.peek() != Some(b'/');
        let part = if is_rootless { self.rootless() } else { part::PATH };
        self.path(part)
    }

    /// Returns the [`part`] that begins here without a slash. In a grammar with opaque parts, one may begin with a
    /// question mark. But the hierarchical part precedes it in the ABNF, so this is a query as far as its characters
    /// allow.
    //
    // absolute-URI = scheme ":" ( hier-part / opaque-part )
    // hier-part    = [ net-path / abs-path ] [ "?" query ]
    fn rootless(self) -> u8 {
        let mut cursor = self.cursor;
        if self.syntax.rootless == part::OPAQUE && cursor.eat(b'?') {
            cursor.component(part::QUERY);
            if cursor.is_before_fragment() {
                return part::PATH;
            }
        }
        self.syntax.rootless
    }

    /// Checks the port of the authority that ends here, if the grammar limits it.
    #[inline(always)]
    fn port_in_range(&self) -> Result<(), Rejection> {
        match self.syntax.port_range {
            Some(rule) if self.goal.schemes => {
                let host_end = self.components.host_end as usize;
                port_in_range(self.cursor.bytes(), host_end, self.cursor.position(), rule)
            }
            _ => Ok(()),
        }
    }

    /// Rejects a missing `//` that the scheme requires.
    #[cold]
    fn missing_slash<T>(mut self, rule: &'static Rule) -> Result<T, Rejection> {
        self.cursor.eat(b'/');
        self.cursor.refuse(rule)
    }

    /// Returns the rule that is broken first. A scheme's rule is checked before the generic syntax, so neither reads a
    /// long text that the other rejects at its beginning.
    #[cold]
    fn earlier(self, refused: Rejection) -> Rejection {
        // An escape that begins at the byte in question must not be cut in two.
        let cursor = self.cursor.cut_off(refused.at() + 3);
        match (GenericParser { cursor, ..self }).path(part::PATH) {
            Err(generic) if generic.at() <= refused.at() => generic,
            _ => refused,
        }
    }

    // relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
    #[inline(never)]
    fn relative_part(mut self) -> Result<Components, Rejection> {
        if self.cursor.rest().starts_with(b"//") {
            self.authority()?;
            self.port_in_range()?;
            self.begin_path();
            return self.path(part::PATH);
        }
        self.cursor.component(part::SEGMENT_NC);
        if self.cursor.peek() == Some(b':') {
            return self.cursor.refuse(self.syntax.rules.segment_nc);
        }
        self.path(part::PATH)
    }

    /// Reads `//` and the authority.
    //
    // authority = server / reg-name
    #[inline(always)]
    fn authority(&mut self) -> Result<(), Rejection> {
        let start = self.cursor.position() + 2;
        self.cursor.go_to(start);
        if let Err(server) = self.server() {
            let Some(rule) = self.syntax.reg_name else { return Err(server) };
            self.cursor.go_to(start);
            *self = self.reg_name(rule, server)?;
        }
        match self.syntax.net_query {
            Some(rule) if self.cursor.peek() == Some(b'?') => self.cursor.refuse(rule),
            _ => Ok(()),
        }
    }

    /// Reads an authority with a host.
    //
    // authority = [ userinfo "@" ] host [ ":" port ]
    #[inline(always)]
    fn server(&mut self) -> Result<(), Rejection> {
        let start = self.cursor.position();
        let host_end = self.host_and_port()?;
        if !self.cursor.is_behind_authority() {
            *self = self.with_userinfo(start, host_end)?;
            return Ok(());
        }
        self.components.host_start = start as u32;
        self.components.host_end = host_end as u32;
        // Where a host name is asked for, the whole authority may still be left out.
        if start == self.cursor.position() { Ok(()) } else { self.hostname(start, host_end) }
    }

    /// Continues after the text from `start`, which was read as a host up to `host_end` and a port. Either it is the
    /// beginning of userinfo, which is read with the host after its `@`, or the host or port is invalid.
    #[inline(never)]
    fn with_userinfo(mut self, start: usize, host_end: usize) -> Result<Self, Rejection> {
        let end = self.cursor.position();
        // An IP literal can't be userinfo.
        if self.cursor.bytes().get(start) == Some(&b'[') {
            return self.broken_server(host_end);
        }
        let rule = self.user_and_password(start);
        if !self.cursor.eat(b'@') {
            if self.cursor.position() == end || self.cursor.is_behind_authority() {
                self.cursor.go_to(end);
                return self.broken_server(host_end);
            }
            // It could have been userinfo up to here.
            return self.cursor.refuse(rule);
        }
        let start = self.cursor.position();
        let host_end = self.host_and_port()?;
        if !self.cursor.is_behind_authority() {
            return self.broken_server(host_end);
        }
        self.components.host_start = start as u32;
        self.components.host_end = host_end as u32;
        self.hostname(start, host_end)?;
        Ok(self)
    }

    /// Reads the rest of the userinfo that begins at `start`. Returns the rule that is broken if no `@` follows. If a
    /// colon separates user and password, a second one ends them.
    #[inline(always)]
    fn user_and_password(&mut self, start: usize) -> &'static Rule {
        self.cursor.component(part::USERINFO);
        let Some(password) = self.syntax.password else { return self.syntax.rules.userinfo };
        let mut colons = memchr::memchr_iter(b':', self.cursor.since(start));
        match (colons.next(), colons.next()) {
            (Some(_), Some(second)) => {
                self.cursor.go_to(start + second);
                password
            }
            (Some(_), None) => password,
            (None, _) => self.syntax.rules.userinfo,
        }
    }

    /// Rejects the byte here, which ends neither the host, which ended at `host_end`, nor the port.
    #[cold]
    fn broken_server<T>(self, host_end: usize) -> Result<T, Rejection> {
        let rules = &self.syntax.rules;
        self.cursor.refuse(if host_end < self.cursor.position() { rules.port } else { rules.host })
    }

    /// Checks a host that is not an IP literal, if the grammar has a rule for it.
    #[inline(always)]
    fn hostname(&self, start: usize, end: usize) -> Result<(), Rejection> {
        let bytes = self.cursor.bytes();
        match self.syntax.hostname {
            Some(judge) if bytes.get(start) != Some(&b'[') => {
                judge(&bytes[start..end]).map_err(|rejection| rejection.moved(start + rejection.at()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the authority as a registry name, after `server` rejected it as a server. It consists of userinfo
    /// characters and `@`.
    //
    // reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )
    #[cold]
    fn reg_name(mut self, rule: &'static Rule, server: Rejection) -> Result<Self, Rejection> {
        let start = self.cursor.position();
        self.cursor.component(part::USERINFO);
        while self.cursor.eat(b'@') {
            self.cursor.component(part::USERINFO);
        }
        let end = self.cursor.position();
        if end > start && self.cursor.is_behind_authority() {
            self.components.host_start = start as u32;
            self.components.host_end = 0;
            return Ok(self);
        }
        // Only a server has square brackets.
        if server.at() > end { Err(server) } else { self.cursor.refuse(rule) }
    }

    /// Reads a host and a port, and returns the end of the host. The next character is not checked.
    #[inline(always)]
    fn host_and_port(&mut self) -> Result<usize, Rejection> {
        match &self.syntax.ip_literal {
            Some(literal) if self.cursor.peek() == Some(b'[') => {
                let end = (literal.read)(self.cursor.bytes(), self.cursor.position());
                self.cursor.go_to(end.map_err(|at| Rejection::new(at, literal.rule))?);
            }
            _ => self.cursor.component(part::HOST),
        }
        let host_end = self.cursor.position();
        if self.cursor.eat(b':') {
            let digits = self.cursor.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
            self.cursor.go_to(host_end + 1 + digits);
        }
        Ok(host_end)
    }

    /// Sets the start of the path, unless it is at the start of the string.
    fn begin_path(&mut self) {
        self.components.path_start = self.cursor.position() as u32;
    }

    /// Reads the rest of the path, and everything after it. The text before the cursor is checked already.
    #[inline(always)]
    fn path(mut self, part: u8) -> Result<Components, Rejection> {
        let rules = &self.syntax.rules;
        self.cursor.component(part);
        self.components.path_end = self.cursor.position() as u32;
        let mut rule = if part == part::OPAQUE { rules.opaque } else { rules.path };
        if self.cursor.eat(b'?') {
            self.cursor.component(part::QUERY);
            rule = rules.query;
        }
        self.components.query_end = self.cursor.position() as u32;
        if self.cursor.eat(b'#') {
            self.cursor.component(part::FRAGMENT);
            rule = rules.fragment;
        }
        if self.cursor.peek().is_none() { Ok(self.components) } else { self.cursor.refuse(rule) }
    }
}
