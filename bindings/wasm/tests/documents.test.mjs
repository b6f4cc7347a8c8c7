// The examples of docs/javascript.md and of the package's README in Node, with the package that npm packs and installs: their
// comments are what they print.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pack, root, run } from "./packed.mjs";

const folder = mkdtempSync(join(tmpdir(), "napkin-package-"));
after(() => rmSync(folder, { recursive: true }));

writeFileSync(join(folder, "package.json"), '{"private": true}');
run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", pack(folder)], folder);
copyFileSync(join(root, "tests/command/files/soup.mbox"), join(folder, "archive.mbox"));

for (const name of ["docs/javascript.md", "bindings/wasm/package/README.md"]) {
  const examples = [...readFileSync(join(root, name), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);
  assert.ok(examples.length > 1, name);
  examples.forEach((example, index) => {
    test(`${name}, example ${index + 1}`, () => {
      writeFileSync(join(folder, "example.mjs"), example);
      const comments = [...example.matchAll(/^\/\/ (.*\n)/gm)].map((match) => match[1]).join("");
      assert.equal(run("node", ["example.mjs"], folder), comments);
    });
  });
}

test("CommonJS requires what an ES module imports", () => {
  const script = `import("napkin-urls").then(({ find }) => {
    const required = require("napkin-urls");
    console.log(required.find === find, required.find("at http://a.example/").length);
  });`;
  assert.equal(run("node", ["--eval", script], folder), "true 1\n");
});

test("before it is loaded, the browser's entry says so", () => {
  const script = `import { find } from "./node_modules/napkin-urls/index.js"; try { find(""); } catch (error) { console.log(error.message); }`;
  assert.match(run("node", ["--input-type=module", "--eval", script], folder), /not loaded.*init\(\)/);
});
