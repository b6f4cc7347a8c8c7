// A plugin for rehype: links URLs in the text of HTML, also if there are line ends or tags inside.
import { Finder, clickableSchemes } from "napkin-urls";

const words = (text) => new Set(text.split(" "));
const INLINE = words("abbr b bdi bdo big cite del dfn em font i ins mark q s small span strike strong sub sup tt u var wbr");
/** Their text stays as it is. */
const LEFT = words("a button code datalist kbd math noscript option pre samp script select style svg template textarea title");

export default function rehypeNapkin(options) {
  const finder = new Finder(options);
  const schemes = new Set(String(options?.clickable ?? clickableSchemes()).split(","));
  const isWanted = ({ scheme, escaped }) => schemes.has(scheme.toLowerCase()) && escaped !== "defanged";
  const { rel, target } = options ?? {};

  return (tree) => {
    // Text nodes that follow each other in one line or paragraph, with their places in its text.
    let nodes = [], text = "";
    const linked = new Map();
    const finish = () => {
      const links = finder.find(text).filter(isWanted);
      for (const [node, start] of links.length ? nodes : []) {
        const parts = [], end = start + node.value.length;
        let at = start;
        const push = (to, wrap) => {
          if (at < to) parts.push(wrap({ type: "text", value: text.slice(at, to) }));
          at = Math.max(at, to);
        };
        for (const link of links) {
          push(Math.min(link.start, end), (part) => part);
          const properties = { href: link.url, ...(rel && { rel: rel.split(" ") }), ...(target && { target }) };
          push(Math.min(link.end, end), (part) => ({ type: "element", tagName: "a", properties, children: [part] }));
        }
        push(end, (part) => part);
        linked.set(node, parts);
      }
      [nodes, text] = [[], ""];
    };
    const read = (node) => {
      if (node.type === "text") nodes.push([node, text.length]), (text += node.value);
      else if (node.tagName === "br") text += "\n";
      // What is left alone is no part of a host beside it: no host has this invisible character.
      else if (LEFT.has(node.tagName)) text += "\u2060";
      else if (node.children) {
        if (!INLINE.has(node.tagName)) finish();
        node.children.forEach(read);
        if (!INLINE.has(node.tagName)) finish();
      }
    };
    const replace = (node) => {
      node.children = node.children?.flatMap((child) => linked.get(child) ?? (replace(child), [child]));
    };
    read(tree);
    replace(tree);
  };
}
