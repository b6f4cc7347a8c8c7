// Prints the URLs that linkify-it finds in standard input. npm install --prefix target/broken/node linkify-it
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../target/broken/node/", import.meta.url));
const { LinkifyIt = require("linkify-it") } = require("linkify-it");
const matches = new LinkifyIt().match(readFileSync(0, "utf8")) ?? [];
console.log(matches.map((match) => match.url).join("\n"));
