// Makes the page one file, which needs nothing beside it: `node web/build.mjs SCRIPT_FOLDER OUT_FOLDER`. The folder is the one that
// `bindings/wasm/build` puts the module and its classic script into.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
if (!to) {
  console.error("node web/build.mjs SCRIPT_FOLDER OUT_FOLDER");
  process.exit(2);
}
const own = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
// Nothing in a script may look like its end.
const literal = (text) => JSON.stringify(text).replaceAll("<", "\\u003c");

const module = readFileSync(`${from}/napkin_mail_bg.wasm`).toString("base64");
const glue = readFileSync(`${from}/napkin_mail.js`, "utf8");
// A worker of a page that was opened from a folder is a classic script, which imports and exports nothing.
const api = readFileSync(new URL("../bindings/wasm/package/index.js", import.meta.url), "utf8")
  .replace(/^import .*$/m, "const module = wasm_bindgen, load = wasm_bindgen;")
  .replace(/^export (default )?/gm, "");
const used = "{ Finder, clickableSchemes, initSync }";
const worker = `${glue}\nconst MODULE = "${module}";\nconst ${used} = (() => {\n${api}return ${used};\n})();\n${own("worker.js")}`;
const style = own("style.css");
const script = `(() => {\nconst WORKER = ${literal(worker)};\n${own("view.js")}\n${own("page.js")}\n})();\n`;
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end in its middle");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  "worker-src blob:",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types napkin",
].join("; ");
const parts = { POLICY: policy, STYLE: style, SCRIPT: script };
const page = own("index.html").replace(/\b(POLICY|STYLE|SCRIPT)\b/g, (name) => parts[name]);
mkdirSync(to, { recursive: true });
writeFileSync(`${to}/napkin.html`, page);
console.log(`${to}/napkin.html: ${page.length} characters`);
