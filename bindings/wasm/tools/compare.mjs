// The processor time of `find` beside linkify-it's, in the texts of a folder: for each line of 20 to 200 bytes, and for each text as
// a whole. `.ci/run` installs linkify-it in `target/javascript`.
//
//   node bindings/wasm/tools/compare.mjs FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { find } from "../../../target/wasm/napkin-urls/node.js";

const { LinkifyIt } = createRequire(new URL("../../../target/javascript/", import.meta.url))("linkify-it");
const linkify = new LinkifyIt();
const contenders = { napkin: (text) => find(text).length, "linkify-it": (text) => linkify.match(text)?.length ?? 0 };

function milliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// The best of seven runs of each contender, which take turns, and how many links it finds.
function compare(texts) {
  const best = Object.entries(contenders).map(([name, search]) => ({ name, search, time: Infinity }));
  for (let run = 0; run < 7; run++) {
    for (const contender of best) {
      const begin = milliseconds();
      contender.links = texts.reduce((sum, text) => sum + contender.search(text), 0);
      contender.time = Math.min(contender.time, milliseconds() - begin);
    }
  }
  return best;
}

const folder = process.argv[2];
const texts = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const isShort = (line) => line.length >= 20 && Buffer.byteLength(line) <= 200;
for (const [what, split] of [["lines", (text) => text.split("\n").filter(isShort)], ["texts", (text) => [text]]]) {
  const sums = { napkin: 0, other: 0 };
  for (const name of texts) {
    const [napkin, other] = compare(split(readFileSync(join(folder, name), "utf8")));
    const ratio = (napkin.time / other.time).toFixed(2);
    console.log(`${what}: ${ratio} of linkify-it's time, ${napkin.links} and ${other.links} links: ${name}`);
    sums.napkin += napkin.time;
    sums.other += other.time;
  }
  console.log(`${what}: napkin ${sums.napkin.toFixed(1)} ms, linkify-it ${sums.other.toFixed(1)} ms in all\n`);
}
