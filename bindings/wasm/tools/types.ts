// All that the package has, as TypeScript sees it: `tsc` has to accept every line, and to refuse what is expected to be an error.
import init, { Finder, Stream, check, clickableSchemes, explain, find, initSync, toHtml, version } from "napkin-urls";
import { Finder as MailFinder } from "napkin-urls/mail";
import markdownIt from "napkin-urls/markdown-it";
import rehype from "napkin-urls/rehype";
import type { Break, Check, Damage, FormatName, Found, GrammarName, Kind, Link, Message, Options, Rejection } from "napkin-urls";

export async function load(bytes: Uint8Array): Promise<void> {
  await init();
  await init("/napkin_bg.wasm");
  await init(bytes);
  initSync(bytes);
}

const grammar: GrammarName = "rfc3986";
const kinds: Kind[] = ["url", "www", "domain", "email"];
export const options: Required<Options> = {
  kinds,
  schemes: ["https"],
  anyScheme: true,
  refang: true,
  grammar,
  base: "http://a.example/",
  rejoin: 0.5,
  hyphen: "keep",
  unwrapRedirects: true,
  stripTracking: true,
  window: 4096,
  positions: true,
  labels: true,
  skipCode: true,
  rel: "nofollow",
  target: "_blank",
  clickable: "http,https",
};

const fields = (link: Link): (string | number | null | undefined)[] => [
  link.line, link.column, link.start, link.end, link.url, link.text, link.kind, link.delimiter, link.scheme, link.host, link.host_ascii,
  link.pieces[0]?.[0], link.rejoined?.by, link.rejoined?.confidence, link.rejoined?.inside, link.escaped, link.alternative, link.label, link.element,
  link.attribute, link.written, link.file_line, ...(link.message ? said(link.message) : []),
];
const said = (message: Message) => [
  message.id, message.date, message.from, message.subject, message.part, message.header, message.number, message.offset,
];

export function described(found: Found): unknown[] {
  switch (found.type) {
    case "link": return fields(found);
    case "rejection": return refused(found);
    case "break": return weighed(found);
    case "error": return damaged(found);
  }
}
const refused = (it: Rejection) => [it.start, it.end, it.line, it.column, it.text, it.grammar, it.rule, it.at, it.message, it.file_line, it.in?.id];
const weighed = (it: Break) => [it.start, it.end, it.line, it.column, it.text, it.at, it.joined, it.confidence, it.evidence["full"], it.file_line, it.in?.id];
const damaged = (it: Damage): string[] => [it.message];

const verdict: Check = check("http://a.example/", grammar);
export const component: string | null | number = verdict.valid ? verdict.host : verdict.at;

export function search(text: string, bytes: Uint8Array, format: FormatName): string {
  using finder = new Finder(options);
  const all: Found[] = [...find(text), ...find(text, { kinds: "email" }), ...explain(text, null), ...finder.find(text), ...finder.explain(text)];
  finder.read((most: number) => bytes.subarray(0, most), (found) => found.length < 10, format);
  using stream: Stream = finder.stream(true);
  all.push(...stream.push(bytes), ...stream.end());
  finder.free();
  return toHtml(text, options) + finder.toHtml(text) + finder.toPage(text, version()) + clickableSchemes().join() + all.length;
}

export const plugins: unknown[] = [markdownIt({}, options), rehype(), rehype(options)({}), new MailFinder(options)];

// @ts-expect-error: a number is not a text
find(5);
// @ts-expect-error: there is no such option
find("", { kind: "url" });
// @ts-expect-error: a finder makes it
new Stream();
