/** What a link was written as. */
export type Kind = "url" | "www" | "domain" | "email";

/** What candidates are judged by. */
export type GrammarName = "draft-1993" | "rfc1738" | "draft-url-05" | "rfc2396bis-00" | "rfc3986" | "rfc3987";

/** What an input is; `auto` is what its first bytes say. */
export type FormatName = "auto" | "text" | "mail" | "html";

export interface Options {
  /** What to find. Default: `url` and `www`. */
  kinds?: Kind[] | string;
  /** Only URLs with one of these schemes. Default: all that are known. */
  schemes?: string[] | string;
  /** Whether every well-formed `scheme://` begins a URL. Default: no. */
  anyScheme?: boolean;
  /** Default: `rfc3987`. */
  grammar?: GrammarName;
  /** What relative references in `<URL:…>` are resolved against. Default: nothing, and they are no links. */
  base?: string;
  /** How far to go in putting URLs together that are broken over lines; a number is the least confidence. Default: `auto`. */
  rejoin?: "off" | "delimited" | "auto" | "eager" | number;
  /** Whether a hyphen at a line's end belongs to the URL. Default: `auto`. */
  hyphen?: "auto" | "keep" | "drop";
  /** Whether the URL of a link that a mail gateway or redirector rewrote is its target. Default: no. */
  unwrapRedirects?: boolean;
  /** The most bytes that a URL with its breaks may take, from 1 KiB to 1 GiB. Default: 64 KiB. */
  window?: number;
  /** Whether `line` and `column` are counted. Default: no. */
  positions?: boolean;
  /** In HTML, the `rel` attribute of every anchor. Default: none. */
  rel?: string;
  /** In HTML, the `target` attribute of every anchor. Default: none. */
  target?: string;
  /** In HTML, the schemes whose URLs become anchors. Default: `clickableSchemes()`. */
  clickable?: string[] | string;
}

/** The message that something was found in. */
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

/** A URL that was found. Its fields are those of the records of `napkin --json`. */
export interface Link {
  type: "link";
  /** From 1; the column in bytes of UTF-8. Null unless `positions` asks for them. */
  line: number | null;
  column: number | null;
  /** From its first piece to the end of its last: indices of the string, or bytes of a stream. */
  start: number;
  end: number;
  /** Complete, and put together. */
  url: string;
  /** What stands there, breaks included. */
  text: string;
  kind: Kind;
  delimiter: "angle" | "quote" | "prefix" | "bare" | "attribute";
  scheme: string;
  host: string | null;
  /** The host in A-labels, where it differs from `host`. */
  host_ascii?: string;
  /** The ranges that it was put together from. */
  pieces: [number, number][];
  rejoined: { by: "delimiter" | "evidence"; confidence: number; inside?: "host" | "scheme" } | null;
  escaped?: "json" | "markup" | "properties" | "html";
  alternative: string | null;
  element?: string;
  attribute?: string;
  written?: string;
  message?: Message;
}

/** A candidate that the grammar refused. */
export interface Rejection {
  type: "rejection";
  start: number;
  end: number;
  line: number | null;
  column: number | null;
  text: string;
  grammar: GrammarName;
  rule: string;
  /** Where the rule was broken. */
  at: number;
  message: string;
  in?: Message;
}

/** A line end that a URL without delimiters may go on behind, and what was decided about it. */
export interface Break {
  type: "break";
  start: number;
  end: number;
  line: number | null;
  column: number | null;
  text: string;
  /** Where the line ends. */
  at: number;
  joined: boolean;
  confidence: number;
  /** What spoke for it, with positive weights, and against it, with negative ones. */
  evidence: { [name: string]: number };
  in?: Message;
}

/** What can't be read as it should be. */
export interface Damage {
  type: "error";
  message: string;
}

export type Found = Link | Rejection | Break | Damage;

/** What a grammar says of a string. */
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
