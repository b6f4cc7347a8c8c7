//! Formats are known by how their inputs begin.

use napkin::{Format, html, mail};

#[test]
fn what_may_still_become_another_format_is_not_told_yet() {
    for (head, is_end, expected) in [
        (&b"From: sam@a.example\nTo: kim@a.example\nSubject: Soup\n\n"[..], false, Some(Format::Mail)),
        (b"<!DOCTYPE html>", false, Some(Format::Html)),
        (b"From: sam", false, None),
        (b"<!doc", false, None),
        (b"<!doc", true, Some(Format::Text)),
        (b"See ", false, Some(Format::Text)),
        (b"", true, Some(Format::Text)),
    ] {
        assert_eq!(Format::recognise(head, is_end), expected, "{head:?}");
    }
}

#[test]
fn mail_is_told_from_other_texts() {
    for (head, expected) in [
        ("From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
        ("From a@b.example Mon Jan  1 00:00:00 2026\r\nReceived: x\r\n\r\n", true),
        ("From - Mon, 01 Jan 2026 00:00:00 +0000\nX-Status: x\n", true),
        ("From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", true),
        ("Received: from x\n\tby y\nReceived: from z\nDate: x\nFrom: y\n\n", true),
        ("From there we went on. Mon Jan 1 00:00:00\nIt was fine.\n", false),
        ("From here on:\nSubject: is what a sentence has\n", false),
        ("Note: see http://a.example/\nDate: today\nSubject: x\n\n", false),
        ("To: x\nSubject: y\nDate: z\n\nhttp://a.example/\n", false),
        ("From: a@b.example\nTo: c@d.example\nand so on\nSubject: x\n\nbody", false),
        ("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n", true),
        ("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", true),
        ("Content-Type: text/plain\nDate: x\n\n", false),
        ("Title: x\nDate: 2020-01-01\nAuthor: y\n\n# Text\n", false),
        ("\u{feff}From: a@b.example\nTo: c@d.example\nSubject: x\n\nbody", true),
        ("\u{feff}From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
        ("\u{feff}http://a.example/", false),
        ("#! rnews 100\nPath: x\n", true),
        ("#! rnews\nPath: x\n", false),
        ("#!/bin/sh\n# rnews 100\n", false),
        ("From: a@b.example\nDate: x\nSubject: y\nForwarded: http://a.example/\n\n---\n", false),
        ("From 1234 Mon Sep 17 00:00:00 2001\nFrom: a@b.example\nSubject: y\nBug-Debian: http://a.example/\n\n", false),
        ("From 1234 Mon Sep 17 00:00:00 2001\nFrom: a@b.example\nSubject: y\n\nhttp://a.example/\n", true),
        ("From: a@b.example\nTo: c@d.example\nSubject: y\nForwarded: Tue, 03 Nov 2026 10:00:00 +0000\n\n", true),
        ("From: a@b.example\nDate: x\nSubject: y\nMIME-Version: 1.0\nBug: 1\n\n", true),
        ("From: a@b.example\nDate: x\nSubject: y\nBug-RedHat: http://a.example/\n\n", false),
        ("http://a.example/\n", false),
        ("", false),
        ("\n\r\nFrom a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n", true),
        ("\nFrom here on\nit was easy.\n", false),
        ("\nFrom: a\nTo: b\nSubject: c\n\n", false),
        ("From", false),
        ("From a@b.example 1 Jan 26 00:00:00 GMT\nX-Status: x\n", true),
        ("From a@b.example Thursday, 01-Jan-26 00:00:00 GMT\nX-Status: x\n", true),
        ("From a@b.example Thu,1 Jan 2026 00:00:00 +0000\nX-Status: x\n", true),
        ("From a@b.example\nFrom: a\nTo: b\nSubject: c\n\n", true),
        ("From a@b.example\nSubject: c\n\n", false),
        (">From a Mon Jan  1 00:00:00 2026\n>From b remote from c\nFrom: a\nTo: b\nSubject: c\n\n", true),
        (">From here on\nit was easy.\n", false),
        ("From: a\n>From b Mon Jan  1 00:00:00 2026\nTo: b\nSubject: c\n\n", true),
        ("From: a\rTo: b\rSubject: c\r\r", true),
        ("From a@b.example Mon Jan  1 00:00:00 2026\rSubject: x\r", true),
        ("10%\r20%\r", false),
        ("123       \nFrom: a\nTo: b\nSubject: c\n\n<?xml", true),
        ("1\n2\nFrom: a\nTo: b\nSubject: c\n\n", false),
        ("BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1F\x0C\n0,,\n*** EOOH ***\n", true),
        ("BABYL OPTIONS: are what Rmail has.\n", false),
        ("\x01\x01\x01\x01\nFrom: a\n", true),
        ("\x01\x01\x01\x01\x02\n", false),
        ("Article: 123 of comp.x\nXref: a\nFrom: b\nSubject: c\n\n", true),
        ("Article 123 of comp.x:\nPath: a\nFrom: b\nSubject: c\n\n", true),
        ("Article 5 of the law\nSubject: soup\n", false),
        ("Articles\n", false),
    ] {
        assert_eq!(mail::recognise(head.as_bytes(), true), Some(expected), "{head:?}");
    }
}

#[test]
fn what_only_looks_like_mail_is_known() {
    for (head, expected) in [
        ("From: a\nSubject: b\n\n", true),
        ("From: a\nTo: b\nand so on\nSubject: c\n\n", true),
        ("\n\nFrom: a\nTo: b\nSubject: c\n\n", true),
        ("From a Mon Jan  1 00:00:00 2026\nSoup\n", true),
        ("From: a\nTo: b\nSubject: c\n\n", false),
        ("From: a\nDate: x\nSubject: y\nForwarded: no\n\n", false),
        ("From: here\nNote: it was easy\n", false),
        ("From here on\n", false),
        ("", false),
    ] {
        assert_eq!(mail::resembles(head.as_bytes()), expected, "{head:?}");
    }
}

#[test]
fn more_is_asked_for_where_it_is_needed() {
    let head = "From a@b.example Mon Jan  1 00:00:00 2026\nSubject: x\n";
    for cut in 0..head.len() {
        assert_eq!(mail::recognise(&head.as_bytes()[..cut], false), None, "{cut}");
    }
    let head = "From: a@b.example\nTo: c@d.example\nSubject: x\n";
    for cut in 0..head.len() {
        assert_eq!(mail::recognise(&head.as_bytes()[..cut], false), None, "{cut}");
    }
    // Text is known at once: what is typed into a terminal is not to wait.
    for head in ["See ", "http://", "Fr om", "From the desk\nof", "x\n", "a b: c"] {
        assert_eq!(mail::recognise(head.as_bytes(), false), Some(false), "{head:?}");
    }
}

#[test]
fn a_document_is_known_by_its_beginning() {
    for (head, is_html) in [
        ("<!doctype html>", true),
        ("<!DOCTYPE HTML PUBLIC", true),
        (" \n<HTML\n>", true),
        ("\u{feff}<html>", true),
        ("<?xml version='1.0'?>\n<html xmlns=x>", true),
        ("<?xml version='1.0'?><rss>", false),
        ("<?php", false),
        ("<!doctype htmlx>", false),
        ("<!doctype svg>", false),
        ("<p><html>", true),
        ("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- x -->", true),
        ("<head\n>", true),
        ("<!-- saved -->\n", true),
        ("<!--x--><!--y--><html>", true),
        ("<!--x--><svg>", false),
        ("<?xml version='1.0'?><!-- x -->\n<!DOCTYPE html>", true),
        ("<?xml version='1.0'?><p>", false),
        ("<br>", true),
        ("<br/>", false),
        ("<blink>", false),
        ("<a@a.example>", false),
        ("<A HREF=x>", true),
        ("<http://a.example/>", false),
        ("<metadata>", false),
        ("\u{fffd}<html>", false),
        ("Суп", false),
        ("text", false),
    ] {
        let little: Vec<u8> = head.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = head.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = if head.starts_with('\u{feff}') { big.clone() } else { [&b"\xFE\xFF"[..], &big].concat() };
        for head in [head.as_bytes(), &little, &big, &marked] {
            assert_eq!(html::recognise(head, true), Some(is_html), "{}", head.escape_ascii());
            // What was said of the beginning is not taken back.
            let first = (0..=head.len()).find_map(|end| html::recognise(&head[..end], false));
            assert_eq!(first, Some(is_html), "{}", head.escape_ascii());
        }
    }
    assert_eq!(
        (html::recognise(b"", false), html::recognise(b"", true), html::recognise(b"<html", true)),
        (None, Some(false), Some(false))
    );
}
