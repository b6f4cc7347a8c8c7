//! Dates of messages (RFC 5322, 3.3, and what is obsolete, 4.3), and what programs wrote in their place.
//!
//! ```text
//! date-time = [ day-of-week "," ] day month year time [zone]      RFC 5322, and with hyphens RFC 850
//!           / [ day-of-week ] month day time [zone] year          asctime
//!           / year "-" month "-" day ( "T" / " " ) time [zone]    RFC 3339
//! ```

use std::borrow::Cow;

use super::{header::readable, postmark::POSTMARK};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Named zones. Any other name counts as UTC.
const ZONES: [(&str, i32); 8] = [
    ("EDT", -4 * 60),
    ("EST", -5 * 60),
    ("CDT", -5 * 60),
    ("CST", -6 * 60),
    ("MDT", -6 * 60),
    ("MST", -7 * 60),
    ("PDT", -7 * 60),
    ("PST", -8 * 60),
];

/// A date and time, and the offset of the zone from UTC in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    zone: i32,
}

/// The fixed date in the `From ` line of Git's patches.
pub(super) const DATE_OF_PATCHES: &[u8] = b"Mon Sep 17 00:00:00 2001";

impl Date {
    /// Returns the date behind the sender in a `From ` line. Git's patches have none.
    pub(super) fn of_postmark(line: &[u8]) -> Option<Date> {
        let line = line.strip_prefix(POSTMARK)?.trim_ascii();
        let sender = line.iter().position(|&byte| byte == b' ')?;
        if line.ends_with(DATE_OF_PATCHES) { None } else { Date::read(&line[sender..]) }
    }

    pub(super) fn read(value: &[u8]) -> Option<Date> {
        let value = String::from_utf8_lossy(readable(value));
        let value = without_comments(&value);
        let mut words = value.split(|c: char| c.is_ascii_whitespace() || c == ',').filter(|word| !word.is_empty());
        let first = words.by_ref().find(|word| begins_with_digit(word) || named_month(word).is_some())?;
        if let Some(month) = named_month(first) {
            return Date::asctime(month, words);
        }
        if !first.contains('-') {
            let (day, month) = (number(first)?, month(words.next()?)?);
            return Date::new((year(words.next()?)?, month, day), words.next()?, words.next());
        }
        let is_iso = |&at: &usize| first[..at].ends_with(|c: char| c.is_ascii_digit());
        let (date, time) = match first.find('T').filter(is_iso) {
            Some(at) => (&first[..at], Some(&first[at + 1..])),
            None => (first, None),
        };
        let mut parts = date.split('-');
        let (left, middle, right) = (parts.next()?, parts.next()?, parts.next()?);
        let date = if left.len() == 4 {
            (number(left)?, month(middle)?, number(right)?)
        } else {
            (year(right)?, month(middle)?, number(left)?)
        };
        let time = time.or_else(|| words.next())?;
        let zone = time.find(['Z', '+', '-']);
        Date::new(date, time, zone.map(|at| &time[at..]).or_else(|| words.next()))
    }

    /// Reads the rest of `Sat Nov 21 14:02:03 2026` after the month. A zone may precede or follow the year.
    fn asctime<'w>(month: i64, mut words: impl Iterator<Item = &'w str>) -> Option<Date> {
        let (day, time) = (number(words.next()?)?, words.next()?);
        let mut zone = None;
        let year_word = words.by_ref().find(|&word| {
            let is_year = begins_with_digit(word);
            zone = zone.or_else(|| Some(word).filter(|_| !is_year));
            is_year
        })?;
        Date::new((year(year_word)?, month, day), time, zone.or_else(|| words.next()))
    }

    /// Returns the date of these words, in UTC if they have no zone.
    fn new((year, month, day): (i64, i64, i64), time: &str, zone_word: Option<&str>) -> Option<Date> {
        let is_half = |word: &str| word.eq_ignore_ascii_case("AM") || word.eq_ignore_ascii_case("PM");
        if zone_word.is_some_and(is_half) {
            // A wrong time is worse than none.
            return None;
        }
        let mut time = time.split(':').map(number);
        let (hour, minute, second) = (time.next()??, time.next()??, time.next().unwrap_or(Some(0))?);
        let date = Date { year, month, day, hour, minute, second, zone: zone_word.map_or(0, zone) };
        let is_valid = (1900..=3000).contains(&year)
            && (1..=days_in(month, year)).contains(&day)
            && (0..24).contains(&hour)
            && (0..60).contains(&minute)
            // There are leap seconds.
            && (0..=60).contains(&second);
        is_valid.then_some(date)
    }

    pub(super) fn to_rfc_3339(self) -> String {
        let Date { year, month, day, hour, minute, second, zone } = self;
        let (century, of_century) = (year / 100, year % 100);
        let mut text = String::with_capacity("2006-01-02T15:04:05+00:00".len());
        // To format them takes longer than to read the whole field.
        let numbers =
            [(century, ""), (of_century, "-"), (month, "-"), (day, "T"), (hour, ":"), (minute, ":"), (second, "")];
        numbers.into_iter().for_each(|(number, behind)| push_two(number, behind, &mut text));
        if zone == 0 {
            text.push('Z');
        } else {
            text.push(if zone < 0 { '-' } else { '+' });
            push_two(i64::from(zone.abs() / 60), ":", &mut text);
            push_two(i64::from(zone.abs() % 60), "", &mut text);
        }
        text
    }

    /// Returns the same time in UTC.
    pub(super) fn to_utc(self) -> Date {
        let seconds = self.timestamp();
        let (day, second) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
        let (era, day_of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let (day, month) = (day_of_year - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Date { year, month, day, hour: second / 3600, minute: second / 60 % 60, second: second % 60, zone: 0 }
    }

    /// Returns the seconds since 1970 began in UTC.
    pub(super) fn timestamp(self) -> i64 {
        // The years begin in March, so that the day that not all have is the last one.
        let year = self.year - i64::from(self.month <= 2);
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let days = era * 146_097 + day_of_era - 719_468;
        ((days * 24 + self.hour) * 60 + self.minute - i64::from(self.zone)) * 60 + self.second
    }
}

/// Appends two digits and a suffix.
fn push_two(number: i64, behind: &str, text: &mut String) {
    let digit = |number: i64| char::from(b'0' + (number % 10) as u8);
    text.push(digit(number / 10));
    text.push(digit(number));
    text.push_str(behind);
}

fn begins_with_digit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the number at the beginning of a word.
fn number(word: &str) -> Option<i64> {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    word[..end].parse().ok().filter(|number| (0..10_000).contains(number))
}

/// Returns a year, which may have two digits.
fn year(word: &str) -> Option<i64> {
    Some(match number(word)? {
        year @ 0..50 if word.len() < 4 => 2000 + year,
        year @ 50..100 if word.len() < 4 => 1900 + year,
        year => year,
    })
}

fn month(word: &str) -> Option<i64> {
    named_month(word).or_else(|| number(word).filter(|month| (1..=12).contains(month)))
}

fn named_month(word: &str) -> Option<i64> {
    let name = word.trim_end_matches('.').as_bytes();
    MONTHS.iter().position(|month| name.eq_ignore_ascii_case(month.as_bytes())).map(|index| index as i64 + 1)
}

fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the offset of a zone in minutes: `+0530`, or a name. Impossible and unknown zones count as UTC.
fn zone(word: &str) -> i32 {
    let sign = if word.starts_with('-') { -1 } else { 1 };
    if !word.starts_with(['+', '-']) {
        let name = word.get(..3).unwrap_or_default();
        return ZONES.iter().find(|(known, _)| *known == name).map_or(0, |&(_, minutes)| minutes);
    }
    let mut digits = word.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as i32).chain([0; 4]);
    let mut two = || digits.next().unwrap_or(0) * 10 + digits.next().unwrap_or(0);
    let (hours, minutes) = (two(), two());
    if hours < 24 && minutes < 60 { sign * (hours * 60 + minutes) } else { 0 }
}

/// Replaces each comment by a space.
fn without_comments(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'(', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let (mut kept, mut depth) = (String::with_capacity(text.len()), 0_usize);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                kept.push(' ');
            }
            '\\' if depth > 0 => drop(rest.next()),
            _ if depth > 0 => {}
            _ => kept.push(c),
        }
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_dates_its_messages() {
        let read = |line: &str| Date::of_postmark(line.as_bytes()).map(|date| date.to_utc().to_rfc_3339());
        assert_eq!(read("From 7@a.example Tue Mar  3 10:20:30 2009\n").as_deref(), Some("2009-03-03T10:20:30Z"));
        assert_eq!(read("From sam Tue Mar  3 10:20:30 -0500 2009\r\n").as_deref(), Some("2009-03-03T15:20:30Z"));
        assert_eq!(read("From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n"), None);
        assert_eq!(read("From sam\n"), None);
        assert_eq!(read("#! rnews 12\n"), None);
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for (value, date, seconds) in [
            (" Mon, 2 Mar 2009 04:05:06 -0330\n", "2009-03-02T04:05:06-03:30", 1_235_979_306),
            (" 2 Mar 2009 04:05 +0000\n", "2009-03-02T04:05:00Z", 1_235_966_700),
            (" Thu, 01 Jan 1970 00:00:00 GMT\n", "1970-01-01T00:00:00Z", 0),
            ("Tue, 29 Feb 2000\r\n 23:59:59 +0100 (CET (or so))\n", "2000-02-29T23:59:59+01:00", 951_865_199),
            (" Fri (it was),31 dec. 99 12:00:00 EST\n", "1999-12-31T12:00:00-05:00", 946_659_600),
            (" 1 Mar 05 1:2:3 UT\n", "2005-03-01T01:02:03Z", 1_109_638_923),
            (" Sat, 21 Nov 2026 14:02:09 +05:30\n", "2026-11-21T14:02:09+05:30", 1_795_249_929),
            (" 31 Dec 2016 23:59:60 +0000\n", "2016-12-31T23:59:60Z", 1_483_228_800),
            (" 2 Mar 2009 04:05:06 +9999\n", "2009-03-02T04:05:06Z", 1_235_966_706),
            (" Sat, 21 11 2026 14:02:09 +05\n", "2026-11-21T14:02:09+05:00", 1_795_251_729),
            // What programs wrote in its place.
            (" 2 Mar 2009 04:05:06\n", "2009-03-02T04:05:06Z", 1_235_966_706),
            (" Mon Mar  2 04:05:06 2009\n", "2009-03-02T04:05:06Z", 1_235_966_706),
            (" Mon Mar  2 04:05:06 PST 2009\n", "2009-03-02T04:05:06-08:00", 1_235_995_506),
            (" Mon Mar  2 04:05:06 MET DST 2009\n", "2009-03-02T04:05:06Z", 1_235_966_706),
            (" Mar 2 04:05:06 2009 +0100\n", "2009-03-02T04:05:06+01:00", 1_235_963_106),
            (" Monday, 02-Mar-09 04:05:06 EST\n", "2009-03-02T04:05:06-05:00", 1_235_984_706),
            (" 2-OCT-2009 04:05:06\n", "2009-10-02T04:05:06Z", 1_254_456_306),
            (" Mon, 2-Mar-2009 04:05 +0000\n", "2009-03-02T04:05:00Z", 1_235_966_700),
            (" 2009-03-02T04:05:06Z\n", "2009-03-02T04:05:06Z", 1_235_966_706),
            (" 2009-03-02T04:05:06.789+01:00\n", "2009-03-02T04:05:06+01:00", 1_235_963_106),
            (" 2009-03-02 04:05:06 -0330\n", "2009-03-02T04:05:06-03:30", 1_235_979_306),
        ] {
            let read = Date::read(value.as_bytes()).unwrap_or_else(|| panic!("{value:?}"));
            assert_eq!((read.to_rfc_3339().as_str(), read.timestamp()), (date, seconds), "{value:?}");
        }
        for value in [
            " yesterday\n",
            "",
            " 2 Mar 2009\n",
            " Mon Mar 2 04:05:06\n",
            " Mon Mar 2 04:05:06 PST\n",
            " 2009-03-02\n",
            " 2009-03 04:05:06\n",
            " 2009-02-29T04:05:06Z\n",
            " -T-\n",
            " 2 Mar 0000 04:05:06 +0000\n",
            " Mon Mar 2 04:05:06 PM 2009\n",
            " 2 Mar 2009 04:05:06 PM\n",
            " 32 Mar 2009 04:05:06 +0000\n",
            " 31 Apr 2009 04:05:06 +0000\n",
            " 29 Feb 1900 04:05:06 +0000\n",
            " 29 Feb 2009 04:05:06 +0000\n",
            " 2 Mar 2009 04:05:61 +0000\n",
            " 2 Mer 2009 04:05:06 +0000\n",
            " 2 Mar 200 04:05:06 +0000\n",
            " 2 Mar 2009 24:05:06 +0000\n",
            " 2 Mar 2009 04 +0000\n",
            " 99999999999999999999 Mar 2009 04:05:06 +0000\n",
        ] {
            assert_eq!(Date::read(value.as_bytes()), None, "{value:?}");
        }
    }
}
