// A plugin for markdown-it: links URLs, also those that are broken over lines.
import { Finder, clickableSchemes } from "napkin-urls";

export default function napkin(md, options) {
  const finder = new Finder(options);
  const schemes = new Set(String(options?.clickable ?? clickableSchemes()).split(","));
  const isWanted = ({ scheme, escaped }) => schemes.has(scheme.toLowerCase()) && escaped !== "defanged";
  const links = (text) => finder.find(text).filter(isWanted);

  // The URLs of a paragraph by the places of their colons, where this rule comes to them.
  let source, found;
  md.inline.ruler.before("linkify", "napkin", (state, silent) => {
    if (state.src[state.pos] !== ":" || state.linkLevel > 0) return false;
    if (state.src !== source) {
      source = state.src;
      const urls = links(source).filter(({ kind }) => kind === "url");
      found = new Map(urls.map((link) => [link.start + link.text.indexOf(":"), link]));
    }
    const link = found.get(state.pos);
    const scheme = link?.text.slice(0, link.text.indexOf(":"));
    if (!link || link.end > state.posMax || !state.pending.endsWith(scheme)) return false;
    const href = md.normalizeLink(link.url);
    if (!md.validateLink(href)) return false;
    state.pos = link.end;
    if (silent) return true;
    state.pending = state.pending.slice(0, -scheme.length);
    const open = state.push("link_open", "a", 1);
    open.attrs = [["href", href]];
    link.pieces.forEach(([start, end], index) => {
      if (index > 0 && source.slice(link.pieces[index - 1][1], start).includes("\n")) state.push("softbreak", "br", 0);
      state.push("text", "", 0).content = source.slice(start, end);
    });
    const close = state.push("link_close", "a", -1);
    for (const token of [open, close]) Object.assign(token, { markup: "linkify", info: "auto" });
    return true;
  });

  // Hosts and addresses without a scheme stand in the text that is left: markdown-it's own rule asks for them there.
  md.set({ linkify: true });
  md.linkify = {
    test: (text) => /[.@]/.test(text),
    match: (text) => links(text).filter(({ kind }) => kind !== "url").map(({ start, end, text, url, kind }) => (
      { schema: kind === "email" ? "mailto:" : "", index: start, lastIndex: end, text, url }
    )),
    matchAtStart: () => null,
  };
}
