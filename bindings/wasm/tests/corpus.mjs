// The cases of the corpus.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Returns the cases, as `corpus.py` prints them. */
export function corpus() {
  const printed = spawnSync("python3", [fileURLToPath(new URL("corpus.py", import.meta.url))], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(printed.status, 0, `Python 3.11 or later reads the corpus: ${printed.stderr}`);
  return printed.stdout.trimEnd().split("\n").map((line) => {
    const one = JSON.parse(line);
    return { ...one, text: Buffer.from(one.text, "base64") };
  });
}
