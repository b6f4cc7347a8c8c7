// The interface of the package: it checks arguments and calls the module. `index.d.ts` documents it.
import load, * as module from "./napkin.js";

let isLoaded = false;

export default async function init(source) {
  await load(source === undefined ? undefined : { module_or_path: source });
  isLoaded = true;
}

export function initSync(source) {
  module.initSync({ module: source });
  isLoaded = true;
}

/** Returns the module, which has to be loaded. */
function loaded() {
  if (!isLoaded) throw new Error("napkin-urls is not loaded: call init() and await it first");
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

export class Finder {
  #finder;

  constructor(options) {
    this.#finder = new (loaded().Finder)(options);
  }

  find(text) {
    return alive(this.#finder, "Finder").find(string("text", text));
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
