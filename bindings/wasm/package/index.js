// The interface of the package: it checks arguments and calls the module. `index.d.ts` documents it.
import load, * as module from "./napkin.js";

/** The memory of the module, once it is loaded. */
let memory;

export default async function init(source) {
  ({ memory } = await load(source === undefined ? undefined : { module_or_path: source }));
}

export function initSync(source) {
  ({ memory } = module.initSync({ module: source }));
}

/** Returns the module, which has to be loaded. */
function loaded() {
  if (!memory) throw new Error("napkin-urls is not loaded: call init() and await it first");
  return module;
}

/** Returns an object of the module, which must not have been freed. */
function alive(object, name) {
  if (object === null) throw new Error(`this ${name} was freed`);
  return object;
}

/** Returns the value, which has to be a string. */
function string(name, value) {
  if (typeof value !== "string") throw new TypeError(`${name}: expected a string, got ${value === null ? "null" : typeof value}`);
  return value;
}

// Short strings are written to memory that is kept: its size is `ROOM` in `numbers.rs`, and a unit of UTF-16 takes three bytes at most.
const SHORT = 4096;
const encoder = new TextEncoder();
// Both are empty after the memory has grown.
let room = new Uint8Array(0), numbers = new Uint32Array(0);

/** Finds the links in a text. */
function links(finder, text) {
  let at;
  if (text.length <= SHORT) {
    if (room.length === 0) room = new Uint8Array(memory.buffer, module.room(), 3 * SHORT);
    at = finder.findInRoom(encoder.encodeInto(text, room).written);
  } else {
    at = finder.find(text);
  }
  if (numbers.length === 0) numbers = new Uint32Array(memory.buffer);
  return described(text, at / 4);
}

const PREFIXES = ["", "http://", "ftp://", "mailto:"];
const KINDS = ["url", "www", "domain", "email"];
const DELIMITERS = ["angle", "quote", "prefix", "bare", "attribute"];
const NONE = 0xffffffff;

/** Makes objects of the numbers: `numbers.rs` says what they mean. */
function described(text, at) {
  const found = [];
  let others;
  for (let left = numbers[at++]; left > 0; left--) {
    const prefix = numbers[at++];
    if (prefix === NONE) {
      found.push((others ??= module.others().reverse()).pop());
      continue;
    }
    const kind = KINDS[numbers[at++]], delimiter = DELIMITERS[numbers[at++]];
    const start = numbers[at++], end = numbers[at++], scheme = numbers[at++], host = numbers[at++], hostEnd = numbers[at++];
    const written = text.slice(start, end), url = PREFIXES[prefix] + written;
    found.push({
      type: "link", line: null, column: null, start, end, url, text: written, kind, delimiter, scheme: url.slice(0, scheme),
      host: host === NONE ? null : url.slice(host, hostEnd), pieces: [[start, end]], rejoined: null, alternative: null, label: null,
    });
  }
  return found;
}

export class Finder {
  #finder;
  /** Without options, nothing is a link that has no colon or dot. */
  #isPlain;

  constructor(options) {
    this.#finder = new (loaded().Finder)(options);
    this.#isPlain = options === undefined || options === null;
  }

  find(text) {
    const finder = alive(this.#finder, "Finder");
    string("text", text);
    return this.#isPlain && !/[:.]/.test(text) ? [] : links(finder, text);
  }

  explain(text) {
    return alive(this.#finder, "Finder").explain(string("text", text));
  }

  toHtml(text) {
    return alive(this.#finder, "Finder").toHtml(string("text", text));
  }

  toPage(text, title) {
    return alive(this.#finder, "Finder").toPage(string("text", text), string("title", title));
  }

  read(read, take, format) {
    alive(this.#finder, "Finder").read(read, take, format);
  }

  stream(explain = false) {
    return new Stream(alive(this.#finder, "Finder").stream(explain));
  }

  free() {
    this.#finder?.free();
    this.#finder = null;
  }
}

export class Stream {
  #stream;

  constructor(stream) {
    this.#stream = stream;
  }

  push(chunk) {
    return alive(this.#stream, "Stream").push(chunk);
  }

  end() {
    return alive(this.#stream, "Stream").end();
  }

  free() {
    this.#stream?.free();
    this.#stream = null;
  }
}

if (Symbol.dispose) {
  for (const { prototype } of [Finder, Stream]) prototype[Symbol.dispose] = prototype.free;
}

/** The finder without options. */
let plain;

/** Returns what `use` makes of a finder with these options. */
function using(options, use) {
  if (options === undefined || options === null) return use((plain ??= new Finder()));
  const finder = new Finder(options);
  try {
    return use(finder);
  } finally {
    finder.free();
  }
}

export const find = (text, options) => using(options, (finder) => finder.find(text));
export const explain = (text, options) => using(options, (finder) => finder.explain(text));
export const toHtml = (text, options) => using(options, (finder) => finder.toHtml(text));
export const check = (url, grammar) => loaded().check(string("url", url), grammar);
export const clickableSchemes = () => loaded().clickableSchemes();
export const version = () => loaded().version();
