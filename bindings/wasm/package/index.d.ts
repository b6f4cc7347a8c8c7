// The types of the package, for any `lib`: Node's have no types of a browser.
/// <reference lib="esnext.disposable" />

/** How a link is written: with a scheme, from `www.`, as a bare domain, or as a mail address. */
export type Kind = "url" | "www" | "domain" | "email";

/** The grammar that a URL has to match. */
export type GrammarName = "draft-1993" | "rfc1738" | "draft-url-05" | "rfc2396bis-00" | "rfc3986" | "rfc3987";

/** The format of an input; `auto` decides by its first bytes. `mail` and `html` are in `napkin-urls/mail` alone. */
export type FormatName = "auto" | "text" | "mail" | "html" | "folded";

export interface Options {
  /** The kinds of links to find. Default: `url` and `www`. */
  kinds?: Kind[] | string;
  /** Finds only URLs with these schemes. Default: all known schemes. */
  schemes?: string[] | string;
  /** Lets every well-formed `scheme://` begin a URL. Default: false. */
  anyScheme?: boolean;
  /** Finds defanged URLs (`hxxp://soup[.]example`), too. Default: false. */
  refang?: boolean;
  /** Default: `rfc3987`. */
  grammar?: GrammarName;
  /** The base URL for relative references in `<URL:…>`. Without it they are not links. */
  base?: string;
  /** Which URLs broken over lines to put together; a number is the least confidence. Default: `auto`. */
  rejoin?: "off" | "delimited" | "auto" | "eager" | number;
  /** Keeps or drops a hyphen at the end of a line inside a URL. Default: `auto`. */
  hyphen?: "auto" | "keep" | "drop";
  /** Gives the target of URLs that a mail gateway or redirector rewrote. Default: false. */
  unwrapRedirects?: boolean;
  /** Strips query parameters that only track people, such as `utm_source`. Default: false. */
  stripTracking?: boolean;
  /** The most bytes of a URL, breaks included: from 1 KiB to 1 GiB. Default: 64 KiB. */
  window?: number;
  /** Counts `line` and `column`. Default: false. */
  positions?: boolean;
  /** Reads the text that markup gives a link. Default: false. */
  labels?: boolean;
  /** Leaves out links in code: blocks and spans of Markdown, as which text is read. Default: false. */
  skipCode?: boolean;
  /** In HTML, the `rel` attribute of every anchor. Default: none. */
  rel?: string;
  /** In HTML, the `target` attribute of every anchor. Default: none. */
  target?: string;
  /** In HTML, the schemes whose URLs become anchors. Default: `clickableSchemes()`. */
  clickable?: string[] | string;
}

/** The mail message that contains the link. */
export interface Message {
  id: string | null;
  date: string | null;
  from: string | null;
  subject: string | null;
  part: string | null;
  header?: string;
  number: number | null;
  offset: number;
}

/** A URL that was found, with the fields of `napkin --json`. */
export interface Link {
  type: "link";
  /** Both count from 1, the column in bytes of UTF-8. Null without `positions: true`. */
  line: number | null;
  column: number | null;
  /** From the first piece to the end of the last: string indices, or bytes in a file or stream. */
  start: number;
  end: number;
  /** The complete URL, put together. */
  url: string;
  /** The text from `start` to `end`, breaks included. */
  text: string;
  kind: Kind;
  delimiter: "angle" | "quote" | "prefix" | "bare" | "attribute";
  scheme: string;
  host: string | null;
  /** The host in A-labels, if it differs from `host`. */
  host_ascii?: string;
  /** The ranges of its pieces. */
  pieces: [number, number][];
  rejoined: { by: "delimiter" | "evidence"; confidence: number; inside?: "host" | "scheme" } | null;
  /** The notation whose escapes were undone. */
  escaped?: "json" | "markup" | "properties" | "html" | "terminal" | "quoted-printable" | "at" | "shell" | "defanged";
  alternative: string | null;
  /** The text that markup gives the link, such as `[label](url)`. Null without `labels: true`. */
  label: string | null;
  /** An ellipsis stands for the rest of the URL. */
  truncated?: true;
  element?: string;
  attribute?: string;
  written?: string;
  /** In mail, the line of the file: `line` counts in the decoded part. */
  file_line?: number;
  message?: Message;
}

/** A candidate that the grammar rejects. */
export interface Rejection {
  type: "rejection";
  start: number;
  end: number;
  line: number | null;
  column: number | null;
  text: string;
  grammar: GrammarName;
  rule: string;
  /** The offset at which the rule is broken. */
  at: number;
  message: string;
  file_line?: number;
  in?: Message;
}

/** A line end after which a URL without delimiters may continue, and the decision. */
export interface Break {
  type: "break";
  start: number;
  end: number;
  line: number | null;
  column: number | null;
  text: string;
  /** The offset of the line end. */
  at: number;
  joined: boolean;
  confidence: number;
  /** The evidence: weights for joining are positive, against it negative. */
  evidence: { [name: string]: number };
  file_line?: number;
  in?: Message;
}

/** A part of the input that is damaged. */
export interface Damage {
  type: "error";
  message: string;
}

export type Found = Link | Rejection | Break | Damage;

/** The verdict of a grammar on a string. */
export type Check =
  | {
      type: "check";
      url: string;
      valid: true;
      scheme: string | null;
      userinfo: string | null;
      host: string | null;
      host_ascii?: string;
      port: string | null;
      path: string;
      query: string | null;
      fragment: string | null;
      normalized: string;
    }
  | { type: "check"; url: string; valid: false; rule: string; at: number; message: string };

/** Loads the module, and has to be awaited once in a browser; in Node it is already loaded. Without `source` it is loaded from the
 * folder of the script. `source` is the address of `napkin_bg.wasm`, a `Response`, its bytes, or a `WebAssembly.Module`. */
export default function init(source?: string | object): Promise<void>;

/** Loads the module from its bytes or a `WebAssembly.Module`, without waiting. */
export function initSync(source: object): void;

/** Returns the links in a text, in order. Offsets are string indices. */
export function find(text: string, options?: Options | null): Link[];

/** Returns links, rejected candidates, and the breaks for which evidence was weighed, in order. */
export function explain(text: string, options?: Options | null): Found[];

/** Returns the text as HTML with anchors: a fragment for the content of an element, in a page that declares UTF-8. */
export function toHtml(text: string, options?: Options | null): string;

/** Checks one URL against a grammar. Returns its components, or the rule that it breaks and the string index. */
export function check(url: string, grammar?: GrammarName | null): Check;

/** Returns the schemes that `toHtml` links: those that are safe to click. */
export function clickableSchemes(): string[];

/** Returns the version of the package. */
export function version(): string;

/** Finds links in many texts with the same options. */
export class Finder {
  /** Makes a finder with these options. */
  constructor(options?: Options | null);

  /** Returns the links in a text, in order. Offsets are string indices. */
  find(text: string): Link[];

  /** Returns links, rejected candidates and breaks, as the function `explain` does. */
  explain(text: string): Found[];

  /** Returns the text as HTML with anchors, as the function `toHtml` does. */
  toHtml(text: string): string;

  /** Returns a whole page with this title. The page runs no script and loads nothing. */
  toPage(text: string, title: string): string;

  /** Searches an input in bounded memory, and passes links to `take` in batches. `read` returns up to `most` bytes, and none at
   * the end. `take` ends the search by returning `false`. Offsets are bytes. Without a format, the first bytes decide. */
  read(read: (most: number) => Uint8Array, take: (found: Found[]) => boolean | void, format?: FormatName | null): void;

  /** Starts a search of a stream that arrives in chunks, in bounded memory. */
  stream(explain?: boolean | null): Stream;

  /** Frees the memory of the finder. Without it that happens some time after the last use. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The search of a stream that arrives in chunks; `Finder.stream` makes it. */
export class Stream {
  private constructor();

  /** Takes the next bytes, and returns the links that are certain now: some need the text after them. Offsets are bytes of the
   * whole stream. */
  push(chunk: Uint8Array): Found[];

  /** Ends the stream, and returns the last links. */
  end(): Found[];

  /** Frees the memory of the search. Without it that happens some time after the last use. */
  free(): void;
  [Symbol.dispose](): void;
}
