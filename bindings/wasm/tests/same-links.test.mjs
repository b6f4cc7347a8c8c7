// The command and the package for JavaScript find the same links in the corpus, and say the same of them:
// `node --test bindings/wasm/tests`. It takes the package (`bindings/wasm/build`), the command (`cargo build`) and Python 3.11. With
// NAPKIN_LABELLED, which names a folder with labelled texts, they do so in those as well.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Finder, check, clickableSchemes, explain, find, toHtml } from "../../../target/wasm/napkin-urls/node-mail.js";
import { corpus } from "./corpus.mjs";
import { root } from "./packed.mjs";

const built = ["debug", "release"].map((profile) => join(root, "target", profile, "napkin")).filter(existsSync);
built.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
const command = process.env.NAPKIN_COMMAND ?? built.at(-1);
assert.ok(command, "the command is not built: cargo build");

const cases = corpus();

const folder = mkdtempSync(join(tmpdir(), "napkin-"));
after(() => rmSync(folder, { recursive: true }));

/** What the command says of these texts: for each of them its records. */
function told(group) {
  const { format, options } = group[0];
  const names = group.map(({ text }, index) => {
    writeFileSync(join(folder, String(index)), text);
    return String(index);
  });
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const flag = { kinds: "--kind", schemes: "--scheme" }[name] ?? `--${name.replaceAll("_", "-")}`;
    return value === true ? [flag] : [flag, String(value)];
  });
  const run = spawnSync(command, ["--json", "--no-config", "--input", format, ...flags, "--", ...names], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok([0, 1, 2].includes(run.status), run.stderr);
  const records = names.map(() => []);
  for (const line of run.stdout.split("\n").filter(Boolean)) {
    const { path, ...record } = JSON.parse(line);
    if (record.type === "link") records[Number(path)].push(record);
  }
  return records;
}

/** The options as JavaScript has them. */
const optionsOf = (options) => Object.fromEntries(Object.entries(options).map(([name, value]) => [name === "any_scheme" ? "anyScheme" : name, value]));

/** Without hosts in A-labels that only a command with the feature idna knows. Confidences are held in 32 bits, and the last of them is
 * that of the platform's exponential function. */
const known = (expected, found) => expected.map((record, index) => {
  const [confidence, own] = [record.rejoined?.confidence, found[index]?.rejoined?.confidence];
  if (Math.abs(confidence - own) < 1e-6) record = { ...record, rejoined: { ...record.rejoined, confidence: own } };
  if (!("host_ascii" in record) || (found[index] && "host_ascii" in found[index])) return record;
  const { host_ascii, ...rest } = record;
  return rest;
});

const links = (found) => found.filter((item) => item.type === "link");

/** All that is read of these bytes, at most so many at a time. */
function read(finder, text, format, size) {
  let at = 0;
  const all = [];
  finder.read((most) => text.subarray(at, (at += Math.min(most, size, text.length - at))), (found) => void all.push(...found), format);
  return all;
}

function pushed(finder, text, size) {
  const stream = finder.stream(), all = [];
  for (let at = 0; at < text.length; at += size) all.push(...stream.push(text.subarray(at, at + size)));
  return [...all, ...stream.end()];
}

const groups = Object.values(Object.groupBy?.(cases, ({ format, options }) => format + JSON.stringify(options)) ??
  cases.reduce((groups, one) => ((groups[one.format + JSON.stringify(one.options)] ??= []).push(one), groups), {}));

test("the same links as the command, in text, mail and HTML", () => {
  const compared = { text: 0, mail: 0, html: 0 };
  for (const group of groups) {
    const finder = new Finder({ positions: true, labels: true, ...optionsOf(group[0].options) });
    const expected = told(group);
    group.forEach(({ name, format, text, labelled }, index) => {
      const found = links(read(finder, text, format, 1 << 20));
      assert.deepEqual(found, known(expected[index], found), name);
      // They are many: how they are cut into reads is a matter for the corpus.
      if (labelled) return;
      assert.deepEqual(links(read(finder, text, format, 7)), found, name);
      if (format === "text") {
        for (const size of [1, 5, 1 << 20]) assert.deepEqual(links(pushed(finder, text, size)), found, `${name}, in chunks of ${size}`);
      }
      compared[format] += found.length;
    });
  }
  assert.ok(compared.text > 700 && compared.mail > 90 && compared.html > 40, JSON.stringify(compared));
});

test("indices of strings lead to the same places", () => {
  let compared = 0;
  for (const { name, format, options, text } of cases) {
    const string = Buffer.from(text).toString();
    if (format !== "text" || Buffer.compare(Buffer.from(string), text) !== 0) continue;
    const finder = new Finder(optionsOf(options));
    const index = (byte) => Buffer.from(text.subarray(0, byte)).toString().length;
    const found = finder.find(string);
    // What a byte order mark is to a file it is not to a string.
    if (text[0] === 0xef && text[1] === 0xbb) continue;
    const byBytes = links(read(finder, text, "text", 1 << 20));
    assert.deepEqual(found.map((link) => link.url), byBytes.map((link) => link.url), name);
    assert.deepEqual(found.map((link) => link.pieces), byBytes.map((link) => link.pieces.map((piece) => piece.map(index))), name);
    for (const link of found) assert.equal(string.slice(link.start, link.end), link.text, name);
    for (const item of finder.explain(string)) {
      assert.equal(string.slice(item.start, item.end), item.text, name);
      assert.ok(item.at === undefined || (item.at >= item.start && item.at <= item.end), name);
    }
    compared += found.length;
  }
  assert.ok(compared > 600, compared);
});

test("links of strings, short and long, are those of explanations", () => {
  let compared = 0;
  for (const { name, format, options, text } of cases) {
    if (format !== "text") continue;
    const string = text.toString();
    for (const finder of [new Finder(), new Finder({ ...optionsOf(options), positions: true }), new Finder({ ...optionsOf(options), kinds: "url,www,domain,email" })]) {
      for (const whole of [string, string + " ".repeat(5000)]) {
        const found = finder.find(whole);
        assert.deepEqual(found, links(finder.explain(whole)), name);
        compared += found.length;
      }
      finder.free();
    }
  }
  assert.ok(compared > 4000, compared);
});

test("half a surrogate pair is one index", () => {
  const [link] = find("\ud800 http://a.example/ \udc00");
  assert.deepEqual([link.start, link.end], [2, 19]);
});

test("what is explained", () => {
  const [refused, link] = explain("ü http://a.example:80x/ http://b.example/");
  assert.deepEqual([refused.type, refused.at, refused.rule, link.type], ["rejection", 21, "rfc3986 3.2.3 port", "link"]);
  const found = explain("It is in http://a.example/the-minutes-of-all-meetings/and-the-dinners-\n2026/soup.html\n\n");
  assert.deepEqual(found.map((item) => item.type), ["break", "link"]);
  assert.equal(found[0].joined, true);
  assert.ok(Object.keys(found[0].evidence).length > 2);
});

test("HTML, and one URL", () => {
  assert.equal(toHtml("R&D: http://a.example/ file:///b", { rel: "nofollow" }), 'R&amp;D: <a href="http://a.example/" rel="nofollow">http://a.example/</a> file:///b');
  assert.ok(clickableSchemes().includes("https") && !clickableSchemes().includes("javascript"));
  assert.ok(new Finder().toPage("http://a.example/", "<Soup>").includes("&lt;Soup&gt;"));
  assert.deepEqual(check("http://ü.example:8x/").at, 18);
  assert.equal(check("http://a.example/b").path, "/b");
});

test("options that make no sense are refused", () => {
  for (const [options, name, message] of [
    [{ kind: "url" }, "TypeError", /unexpected option "kind": expected one of kinds/],
    [{ kinds: "urls" }, "Error", /kinds: unknown kind of link/],
    [{ kinds: 1 }, "TypeError", /kinds: expected an array of strings/],
    [{ anyScheme: "yes" }, "TypeError", /anyScheme: expected true or false/],
    [{ grammar: "x" }, "Error", /grammar: unknown grammar/],
    [{ rejoin: 2 }, "Error", /a confidence is a number from 0 to 1/],
    [{ rejoin: "2" }, "Error", /a confidence is a number from 0 to 1/],
    [{ rejoin: "most" }, "Error", /rejoin: unknown level: expected one of off, delimited, auto, eager/],
    [{ rejoin: " " }, "Error", /rejoin: unknown level/],
    [{ rejoin: [] }, "TypeError", /rejoin: expected a string/],
    [{ window: 1 }, "Error", /window: 1 bytes are too few/],
    [{ schemes: ["a b"] }, "Error", /schemes: .* is not a scheme/],
    ["url", "TypeError", /have to be an object/],
  ]) {
    assert.throws(() => find("http://a.example/", options), { name, message }, JSON.stringify(options));
  }
  assert.equal(find("sam@a.example.org", { kinds: ["email"], base: undefined }).length, 1);
  assert.equal(find("http://a.example/", null).length, 1);
  const broken = "It is in http://a.example/the-minutes-of-all-meetings/and-the-dinners-\n2026/soup.html\n\n";
  const joined = (rejoin) => find(broken, { rejoin })[0].rejoined !== null;
  assert.deepEqual(["auto", 0.5, "0.5", "off", 1, "1"].map(joined), [true, true, true, false, false, false]);
});

test("arguments of another type are refused", () => {
  const finder = new Finder();
  const calls = [find, explain, toHtml, check, (text) => finder.find(text), (text) => finder.explain(text), (text) => finder.toHtml(text),
    (text) => finder.toPage(text, ""), (text) => finder.toPage("", text)];
  for (const value of [5, undefined, null, {}, [], new String("www.a.example"), Symbol("www"), 5n]) {
    for (const call of calls) assert.throws(() => call(value), { name: "TypeError", message: /^(text|title|url): expected a string, got \w+$/ });
    assert.throws(() => finder.stream().push(value), { name: "TypeError", message: "chunk: expected a Uint8Array" });
    assert.throws(() => finder.read(value, () => {}), { name: "TypeError", message: "read: expected a function" });
    assert.throws(() => finder.read(() => {}, value), { name: "TypeError", message: "take: expected a function" });
  }
  assert.throws(() => check("http://a.example/", 5), { name: "TypeError", message: "grammar: expected a string" });
  assert.equal(finder.find("http://a.example/").length, 1);
});

test("a freed object says that it was freed", () => {
  const [finder, stream] = [new Finder(), new Finder().stream()];
  for (const object of [finder, stream, stream]) object.free();
  const calls = [() => finder.find(""), () => finder.explain(""), () => finder.toHtml(""), () => finder.toPage("", ""), () => finder.stream(),
    () => finder.read(() => new Uint8Array(), () => {})];
  for (const call of calls) assert.throws(call, { name: "Error", message: "this Finder was freed" });
  for (const call of [() => stream.push(new Uint8Array()), () => stream.end()]) assert.throws(call, { message: "this Stream was freed" });
});

test("what a function throws comes through, and false ends a search", () => {
  const finder = new Finder();
  const text = new TextEncoder().encode("http://a.example/ \n".repeat(5000));
  const thrown = new RangeError("no more");
  assert.throws(() => finder.read(() => { throw thrown; }, () => {}), thrown);
  assert.throws(() => finder.read(() => "text", () => {}), TypeError);
  assert.throws(() => finder.read(() => new Uint8Array(1 << 24), () => {}), TypeError);
  let at = 0, count = 0;
  const next = (most) => text.subarray(at, (at += most));
  assert.throws(() => finder.read(next, () => { throw thrown; }, "text"), thrown);
  at = 0;
  finder.read(next, (found) => { count += found.length; return false; }, "text");
  assert.ok(count > 0 && count < 5000);
  const stream = finder.stream();
  assert.equal(stream.push(text).length + stream.end().length, 5000);
  assert.throws(() => stream.push(text), /has ended/);
  assert.deepEqual(stream.end(), []);
});

test("memory does not grow with what is read", () => {
  const finder = new Finder();
  const chunk = new TextEncoder().encode("nothing much, and http://a.example/b\n".repeat(20_000));
  const size = (times) => {
    const stream = finder.stream();
    for (let time = 0; time < times; time++) stream.push(chunk);
    stream.end();
    stream.free();
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  size(3);
  const before = size(3);
  assert.ok(size(40) - before < 8 << 20, "40 chunks take what 3 take");
});
