// The examples of docs/javascript.md and of the package's README in Node, with the package that npm packs and installs: their
// comments are what they print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "napkin-package-"));
after(() => rmSync(folder, { recursive: true }));
const run = (program, options, where) => execFileSync(program, options, { cwd: where, encoding: "utf8" });

const archive = run("npm", ["pack", "--silent", "--offline", "--pack-destination", folder], join(root, "target/wasm/napkin-urls")).trim();
writeFileSync(join(folder, "package.json"), '{"private": true}');
run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", join(folder, archive)], folder);
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
