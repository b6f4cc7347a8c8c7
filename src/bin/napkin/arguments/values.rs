//! Parsers of values: names from the library, numbers, sizes and dates.

use std::{
    ffi::OsStr,
    fmt::Display,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};
use napkin::{
    Finder, Format, Grammar, Hyphen, Kind, Kinds, Linkifier, Rejoin,
    write::{Column, PageLayout, Template},
};

use crate::near;

/// Reads a value by its name, and lists the names with their descriptions.
#[derive(Clone)]
pub struct Names<T: 'static> {
    values: fn() -> Vec<PossibleValue>,
    read: fn(&str) -> Option<T>,
    /// Another word that can be typed.
    other: Option<&'static str>,
}

pub const HYPHENS: Names<Hyphen> =
    Names { values: || described(&Hyphen::ALL, Hyphen::description), read: |name| name.parse().ok(), other: None };

pub const GRAMMARS: Names<Grammar> =
    Names { values: || described(&Grammar::ALL, Grammar::title), read: |name| name.parse().ok(), other: None };

pub const LAYOUTS: Names<PageLayout> = Names {
    values: || described(&PageLayout::ALL, PageLayout::description),
    read: |name| name.parse().ok(),
    other: None,
};

pub const LEVELS: Names<Rejoin> = Names {
    values: || described(&Rejoin::LEVELS, Rejoin::description),
    read: |name| {
        name.parse().ok().filter(|level| !matches!(level, Rejoin::AtLeast(least) if !(0.0..=1.0).contains(least)))
    },
    other: Some("a number from 0 to 1"),
};

pub const KINDS: Names<Kinds> = Names {
    values: || {
        let mut kinds = described(&Kind::ALL, Kind::description);
        kinds.push(PossibleValue::new("all").help("All of these"));
        kinds
    },
    read: |name| if name == "all" { Some(Kinds::ALL) } else { name.parse::<Kind>().ok().map(Kinds::from) },
    other: None,
};

pub const INPUTS: Names<Input> = Names {
    values: || {
        let mut formats = described(Format::ALL, Format::description);
        formats.insert(0, PossibleValue::new("auto").help("The format that is recognised, otherwise text"));
        formats
    },
    read: |name| if name == "auto" { Some(Input::Auto) } else { name.parse().ok().map(Input::Is) },
    other: None,
};

fn described<T: Copy + Display>(values: &[T], description: fn(T) -> &'static str) -> Vec<PossibleValue> {
    values.iter().map(|&value| PossibleValue::new(value.to_string()).help(description(value))).collect()
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Names<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        if let Some(value) = value.to_str().and_then(self.read) {
            return Ok(value);
        }
        let names = (self.values)().into_iter().chain(self.other.map(PossibleValue::new));
        let refused = PossibleValuesParser::new(names).parse_ref(command, argument, value).err();
        Err(refused.unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Recognise the format.
    Auto,
    /// Take it as this format, whatever it looks like.
    Is(Format),
}

/// Reads an attribute and its value. The library decides if anchors may have it.
pub fn attribute(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let refused = Linkifier::new(Finder::new()).attribute(name, value).err();
    refused.map_or_else(|| Ok((name.to_owned(), value.to_owned())), |refused| Err(refused.to_string()))
}

/// Reads a scheme whose URLs may be clicked on.
pub fn scheme(text: &str) -> Result<String, String> {
    /// Schemes that browsers run, show as part of the page, or unwrap to another URL.
    const NEVER: &str = "about blob chrome chrome-extension data edge feed filesystem intent jar javascript \
         livescript mhtml mocha moz-extension ms-its pcast res resource vbscript view-source wyciwyg";
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    if !is_name {
        return Err("not a scheme; a scheme has letters, digits, +, - and .".to_owned());
    }
    if NEVER.split(' ').any(|never| text.eq_ignore_ascii_case(never)) {
        return Err("never safe to click".to_owned());
    }
    Ok(text.to_owned())
}

/// Reads a language tag, without a list of valid ones.
pub fn language(text: &str) -> Result<String, String> {
    // Language-Tag = subtag *("-" subtag) ; of one to eight letters and digits each, the first of letters (RFC 5646, 2.1)
    let is_subtag = |tag: &str| (1..=8).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_tag = text.split('-').all(is_subtag) && text.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_tag { Ok(text.to_owned()) } else { Err("must be a language tag such as en or pt-BR".to_owned()) }
}

/// Reads a template, and refuses the name of a format.
pub fn template(text: &str) -> Result<Template, String> {
    if let "json" | "csv" | "tsv" | "html" | "markdown" = text {
        return Err(format!("not a template such as '{{host}}'; use --{text}"));
    }
    text.parse().map_err(|error: napkin::Error| {
        let message = error.to_string();
        let unknown = || message.strip_prefix('{')?.split_once("}: unknown value").map(|(name, _)| name);
        let meant = unknown().and_then(|name| near::name(name, Column::ALL.into_iter().map(Column::name)));
        match (unknown(), meant) {
            (Some(name), Some(meant)) => format!("no value {{{name}}}; did you mean {{{meant}}}?"),
            _ => message,
        }
    })
}

/// Reads a whole number from 0 up.
pub fn number<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    let number = match text.parse::<i128>() {
        Ok(number) if number < 0 => return Err("must be 0 or more".to_string()),
        Ok(number) => u64::try_from(number).ok().and_then(|number| N::try_from(number).ok()),
        Err(_) => return Err("must be a whole number".to_string()),
    };
    number.ok_or_else(|| "too large".to_string())
}

/// Reads a whole number from 1 up.
pub fn number_above_zero(text: &str) -> Result<usize, String> {
    match number(text)? {
        0 => Err("must be 1 or more".to_string()),
        number => Ok(number),
    }
}

/// Reads a confidence: a number from 0 to 1.
pub fn confidence(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "must be a number from 0 to 1".to_string())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("must be from 0 to 1".to_string()) }
}

/// Reads a size in bytes, or with a unit of 1024 bytes and its powers.
pub fn size<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        Some((at, 'T' | 't')) => (&text[..at], 40),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| "must be a number such as 500, 10M or 2G".to_string())?;
    let bytes = number.checked_mul(1 << shift).and_then(|bytes| N::try_from(bytes).ok());
    bytes.ok_or_else(|| "too large".to_string())
}

/// Reads a date: `2026-03-01`, `2026-03`, `2026`, `today`, `7d` (ago), or `2026-03-01T12:00:00Z`. Returns the seconds from 1970 to its
/// start, in UTC.
pub fn moment(text: &str) -> Result<i64, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / SECONDS_A_DAY as u64);
    moment_on(now as i64, text)
}

const SECONDS_A_DAY: i64 = 86_400;

/// The same, with today's number.
fn moment_on(today: i64, text: &str) -> Result<i64, String> {
    if let Some(day) = day_before(today, text) {
        return Ok(day * SECONDS_A_DAY);
    }
    let wanted = || "write a date as 2026-03-01, 2026-03, 2026, today, yesterday, 7d, 2w, 3m or 1y".to_string();
    let (day, time) = match text.split_once(['T', 't', ' ']) {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    let days = day_number(day).ok_or_else(wanted)?;
    let seconds = time.map_or(Some(0), seconds_of_day).ok_or_else(wanted)?;
    Ok(days * SECONDS_A_DAY + seconds)
}

/// Reads a day by its distance from today: `today`, `yesterday`, or a number of days, weeks, months or years ago.
fn day_before(today: i64, text: &str) -> Option<i64> {
    if let Some(days) = ["today", "yesterday"].iter().position(|name| text.eq_ignore_ascii_case(name)) {
        return Some(today - days as i64);
    }
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number = digits(number)?;
    let months_ago = |months: i64| {
        let (year, month, day) = date(today);
        let month = 12 * year + month - 1 - months;
        let (year, month) = (month.div_euclid(12), month.rem_euclid(12) + 1);
        Some(day_of(year, month, day.min(length_of(year, month)?)))
    };
    match unit {
        "d" => Some(today - number),
        "w" => Some(today - 7 * number),
        "m" => months_ago(number),
        "y" => months_ago(12 * number),
        _ => None,
    }
}

/// Reads `2026-03-01`, `2026-03` or `2026`. Returns the number of its first day.
fn day_number(text: &str) -> Option<i64> {
    let mut fields = text.split('-');
    let (year, month, day) = (fields.next()?, fields.next().unwrap_or("01"), fields.next().unwrap_or("01"));
    if (year.len(), month.len(), day.len(), fields.next()) != (4, 2, 2, None) {
        return None;
    }
    let (year, month, day) = (digits(year)?, digits(month)?, digits(day)?);
    (1..=length_of(year, month)?).contains(&day).then(|| day_of(year, month, day))
}

fn length_of(year: i64, month: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => Some(29),
        2 => Some(28),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// Returns the year, the month and the day that have this number.
fn date(number: i64) -> (i64, i64, i64) {
    let mut year = 1970 + number.div_euclid(366);
    while day_of(year + 1, 1, 1) <= number {
        year += 1;
    }
    let month = (1..=12).rfind(|&month| day_of(year, month, 1) <= number).unwrap_or(1);
    (year, month, number - day_of(year, month, 1) + 1)
}

/// Returns the number of a day, counted from 1970-01-01 in the Gregorian calendar.
fn day_of(year: i64, month: i64, day: i64) -> i64 {
    // The year is taken to begin in March, so that its odd day is its last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = (153 * month + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + before - 719_468
}

/// The seconds from midnight in UTC to `12:00:00Z` or `12:00:00+01:00`.
fn seconds_of_day(text: &str) -> Option<i64> {
    let (time, zone) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let mut fields = time.split(':').map(digits);
    let (hour, minute) = (fields.next()??, fields.next()??);
    let second = fields.next().unwrap_or(Some(0))?;
    if hour > 23 || minute > 59 || second > 60 || fields.next().is_some() {
        return None;
    }
    let offset = match zone {
        "" | "Z" | "z" => 0,
        _ => {
            let (hours, minutes) = zone[1..].split_once(':')?;
            let offset = digits(hours)? * 3600 + digits(minutes)? * 60;
            if zone.starts_with('-') { -offset } else { offset }
        }
    };
    Some(hour * 3600 + minute * 60 + second - offset)
}

fn digits(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_library_can_be_typed() {
        fn assert_readable<T>(names: &Names<T>, count: usize) {
            let values = (names.values)();
            assert!(values.len() == count && values.iter().all(|value| (names.read)(value.get_name()).is_some()));
        }
        assert_readable(&KINDS, Kind::ALL.len() + 1);
        assert_readable(&INPUTS, Format::ALL.len() + 1);
        assert_readable(&HYPHENS, Hyphen::ALL.len());
        assert_readable(&LEVELS, Rejoin::LEVELS.len());
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in
            [("0", 0), ("1234", 1234), ("2k", 2048), ("32M", 32 << 20), ("1G", 1 << 30), ("1T", 1 << 40)]
        {
            assert_eq!(size::<u64>(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "1P", "1.5M", "99999999999999999999", "99999999999999G", "é"] {
            assert!(size::<u64>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn negative_numbers_are_numbers() {
        assert_eq!(number::<u64>("-1"), Err("must be 0 or more".to_string()));
        assert_eq!(number::<usize>("7"), Ok(7));
        assert!(number::<u16>("65536").is_err() && number::<u64>("x").is_err() && number::<u64>("1.5").is_err());
    }

    #[test]
    fn moments_are_days_or_more_exact() {
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("2000-02-29", 951_782_400),
            ("2026-03-01", 1_772_323_200),
            ("2026-03-01T12:00:00Z", 1_772_366_400),
            ("2026-03-01T12:00+01:00", 1_772_362_800),
            ("1969-12-31 23:59:59-00:30", 1799),
        ] {
            assert_eq!(moment(text), Ok(seconds), "{text}");
        }
        let wrong = "2026-3-1 2026-02-29 2026-13-01 tomorrow 2026-01-01T25:00 2026-01-01Tx d -7d 7h 99999d 26 2026- é";
        for text in wrong.split(' ').chain([""]) {
            assert!(moment(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moments_may_be_days_ago() {
        let day = |text| day_number(text).unwrap();
        for (today, text, expected) in [
            ("2026-11-28", "today", "2026-11-28"),
            ("2026-11-28", "Yesterday", "2026-11-27"),
            ("2026-03-02", "7d", "2026-02-23"),
            ("2026-01-01", "2w", "2025-12-18"),
            ("2026-05-31", "3m", "2026-02-28"),
            ("2024-02-29", "1y", "2023-02-28"),
            ("2026-01-15", "1m", "2025-12-15"),
            ("2026-01-15", "13m", "2024-12-15"),
            ("2026-12-31", "0d", "2026-12-31"),
            ("2026-11-28", "2026-03", "2026-03-01"),
            ("2026-11-28", "2026", "2026-01-01"),
        ] {
            assert_eq!(moment_on(day(today), text), Ok(day(expected) * SECONDS_A_DAY), "{today} {text}");
        }
        for number in (day("1999-01-01")..day("2032-01-01")).step_by(1) {
            let (year, month, of_month) = date(number);
            assert_eq!(day_of(year, month, of_month), number);
            assert!((1..=length_of(year, month).unwrap()).contains(&of_month), "{number}");
        }
    }
}
