//! Records are what `docs/records.schema.json` says: checked by as much of JSON Schema as that file is written in.

use std::{collections::BTreeSet, path::Path};

use serde_json::{Value, json};

use crate::shell;

const SCHEMA: &str = include_str!("../../docs/records.schema.json");

/// The words of JSON Schema that are known here. Others would be passed over in silence, and are an error.
const WORDS: [&str; 12] = [
    "$schema",
    "title",
    "$defs",
    "$ref",
    "oneOf",
    "type",
    "const",
    "enum",
    "required",
    "properties",
    "additionalProperties",
    "items",
];

/// Whether a value is what a schema says.
fn fits(schema: &Value, value: &Value, root: &Value) -> bool {
    let Value::Object(words) = schema else { return schema == &Value::Bool(true) };
    words.iter().all(|(word, says)| match word.as_str() {
        "$ref" => {
            let path = says.as_str().unwrap().strip_prefix('#').unwrap();
            fits(root.pointer(path).expect("what is referred to is there"), value, root)
        }
        "oneOf" => says.as_array().unwrap().iter().filter(|one| fits(one, value, root)).count() == 1,
        "type" => match says {
            Value::Array(types) => types.iter().any(|name| is_of(name, value)),
            name => is_of(name, value),
        },
        "const" => says == value,
        "enum" => says.as_array().unwrap().contains(value),
        "required" => says.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some()),
        "properties" => says
            .as_object()
            .unwrap()
            .iter()
            .all(|(name, schema)| value.get(name).is_none_or(|value| fits(schema, value, root))),
        "additionalProperties" => {
            let known = words.get("properties").and_then(Value::as_object);
            let others = value.as_object().into_iter().flatten();
            others
                .filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)))
                .all(|(_, value)| fits(says, value, root))
        }
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| fits(says, item, root))),
        word => {
            assert!(WORDS.contains(&word), "{word} is not known here");
            true
        }
    })
}

fn is_of(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => panic!("{name} is no type"),
    }
}

#[test]
fn every_record_is_what_the_schema_says() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/files");
    let mut seen = BTreeSet::new();
    for line in [
        "napkin --json --explain --stats -k url,www,email *.*",
        "napkin --json --explain --headers --all-parts --unwrap soup.mbox gateway.txt missing",
        "napkin --json --counts --stats soup.mbox",
        "napkin --json --top 2 minutes.txt",
        "napkin --json --explain --stats soup.wet",
        "napkin --json --rejected --stats minutes.txt",
        "echo 'http://a.example:99999/ http://bücher.example/ <http://a.exa\nmple/>' | napkin --json --explain",
        "printf '{\"u\":\"http:\\\\/\\\\/a.example\\\\/f\"}' | napkin --json",
        "napkin check --json http://bücher.example/ http://a.example:x/ a",
        "napkin check --json --all-grammars http://a.example/ http://a.example:x/",
    ] {
        let output = shell::run(line, &folder);
        let records = String::from_utf8(output.stdout).unwrap();
        assert!(!records.is_empty(), "{line}");
        for record in records.lines() {
            let value: Value = serde_json::from_str(record).unwrap();
            assert!(fits(&schema, &value, &schema), "{line}: {record}");
            seen.insert(value["type"].as_str().unwrap().to_owned());
            // What lacks a field, or has one more, is none.
            let mut less = value.clone();
            less.as_object_mut().unwrap().remove("url");
            less.as_object_mut().unwrap().remove("message");
            less.as_object_mut().unwrap().remove("bytes");
            less.as_object_mut().unwrap().remove("joined");
            less.as_object_mut().unwrap().remove("value");
            assert!(!fits(&schema, &less, &schema), "{record}");
            let mut more = value;
            more["nose"] = json!(1);
            assert!(!fits(&schema, &more, &schema), "{record}");
        }
    }
    assert_eq!(
        seen.iter().map(String::as_str).collect::<Vec<_>>(),
        ["break", "check", "error", "link", "occurrences", "rejection", "summary", "top"]
    );
}

/// Every field of a link, and every notation of escapes, stands in the page and in the types for JavaScript and Python.
#[test]
fn pages_and_types_have_the_fields_of_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (page, types) = (read("docs/records.md"), read("bindings/wasm/package/index.d.ts"));
    let (python, stub) = (read("bindings/python/src/link.rs"), read("bindings/python/python/napkin_urls/__init__.pyi"));
    let types = types.split_once("interface Link {").unwrap().1.split_once("\n}").unwrap().0;
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let fields = &schema["$defs"]["link"]["properties"];
    for name in fields.as_object().unwrap().keys().filter(|name| !["type", "path", "warc"].contains(&name.as_str())) {
        assert!(page.contains(&format!("`{name}`")), "{name} in the page");
        assert!(
            types.contains(&format!("  {name}: ")) || types.contains(&format!("  {name}?: ")),
            "{name} in JavaScript"
        );
        // Lines of files are the command's.
        if name != "file_line" {
            assert!(python.contains(&format!("\"{name}\"")), "{name} in Python");
        }
        if !["file_line", "rejoined"].contains(&name.as_str()) {
            assert!(stub.contains(&format!("def {name}(self)")), "{name} in Python's types");
        }
    }
    let notations = napkin::Notation::ALL.map(napkin::Notation::name);
    assert_eq!(fields["escaped"]["enum"], json!(notations), "docs/records.schema.json");
    for notation in notations {
        assert!(page.contains(&format!("`{notation}`")), "{notation} in the page");
        assert!(types.contains(&format!("\"{notation}\"")), "{notation} in JavaScript");
    }
}
