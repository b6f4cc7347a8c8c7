// Packs the package as npm does.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a program in a folder and returns what it prints. */
export const run = (program, options, where) => execFileSync(program, options, { cwd: where, encoding: "utf8" });

/** Packs the package into this folder and returns the archive. */
export const pack = (folder) =>
  join(folder, run("npm", ["pack", "--silent", "--offline", "--pack-destination", folder], join(root, "target/wasm/napkin-urls")).trim());
