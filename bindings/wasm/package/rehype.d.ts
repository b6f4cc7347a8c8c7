import type { Options } from "napkin-urls";

/** A plugin for rehype: `rehype().use(rehypeNapkin, options)`. In a browser, await `init()` first. */
export default function rehypeNapkin(options?: Options): (tree: any) => void;
