//! Whatever the text: each record is a line of JSON that says where its link stands, and what stands there.

#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Context, Event, Finder, Kinds, Sink, write::Json};

fuzz_target!(|text: &[u8]| {
    let finder = Finder::builder().kinds(Kinds::ALL).explain(true).positions(true).build().expect("options are right");
    let mut links = Vec::new();
    let mut json = Json::new(Vec::new());
    let mut sink = |event: Event<'_>, context: &Context<'_>| {
        if let Event::Link(link) = &event {
            links.push(link.clone().into_owned());
        }
        json.event(event, context)
    };
    finder.search_into(text, &mut sink).expect("neither the reader nor the writer fails");
    let written = String::from_utf8(json.into_inner()).expect("JSON is UTF-8");
    let records: Vec<serde_json::Value> =
        written.lines().map(|line| serde_json::from_str(line).expect("a line is a record")).collect();
    let records: Vec<&serde_json::Value> = records.iter().filter(|record| record["type"] == "link").collect();
    assert_eq!(records.len(), links.len());
    for (record, link) in records.into_iter().zip(&links) {
        assert_eq!(record["url"], link.url());
        assert_eq!(record["start"], link.range().start);
        assert_eq!(record["end"], link.range().end);
        assert!(!written.contains('\u{202E}'), "a line is safe to be shown");
    }
});
