// napkin for Node: the module is read from beside this file, so that nothing has to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./napkin.js";

initSync({ module: readFileSync(new URL("./napkin_bg.wasm", import.meta.url)) });

export * from "./napkin.js";
// What is awaited in browsers is there already.
export default async function init() {}
