import type { Options } from "napkin-urls";

/** A plugin for markdown-it: `markdownIt().use(napkin, options)`. In a browser, await `init()` first. */
export default function napkin(md: any, options?: Options): void;
