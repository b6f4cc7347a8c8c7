// Loads the module from the folder of this file, so that nothing has to be awaited.
import { readFileSync } from "node:fs";
import { initSync } from "./index.js";

initSync(readFileSync(new URL("./napkin_bg.wasm", import.meta.url)));

export * from "./index.js";
// Browsers load the module here.
export default async function init() {}
