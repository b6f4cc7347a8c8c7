// The package in the project of a user: `.ci/run` installs the tools of `package.json` in `target/javascript`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { Finder, check, find } from "../../../target/wasm/napkin-urls/node-mail.js";
import { corpus } from "../tests/corpus.mjs";
import { pack, root, run } from "../tests/packed.mjs";

const project = join(root, "target/javascript");
assert.ok(existsSync(join(project, "node_modules/.bin/tsc")), `the tools are not installed in ${project}`);
const installed = join(project, "node_modules/napkin-urls");
mkdirSync(installed, { recursive: true });
run("tar", ["-xzf", pack(project), "--strip-components=1", "-C", installed], project);
const write = (name, text) => writeFileSync(join(project, name), text);

// Bundles of the examples of `docs/javascript.md`, made as the document says. A test of `napkin-browser` opens them.
const document = readFileSync(join(root, "docs/javascript.md"), "utf8");
const examples = (language) => [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map((match) => match[1]);
const example = (language) => document.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms"))[1];
const page = (script) => `<!DOCTYPE html>\n<meta charset="utf-8">\n<script type="module" src="${script}"></script>\n`;
rmSync(join(project, "out"), { recursive: true, force: true });
write("main.js", example("js"));
// The example for esbuild loads the module. The rest is the same.
write("main-esbuild.js", example("javascript") + example("js").split("await init();")[1]);
write("index.html", page("/main.js"));

for (const [name, ...options] of [
  ["vite", "build", "--outDir", "out/vite"],
  ["webpack", "--mode", "production", "--entry", "./main.js", "--output-path", join(project, "out/webpack")],
  ["esbuild", "main-esbuild.js", "--bundle", "--minify", "--format=esm", "--loader:.wasm=file", "--outfile=out/esbuild/main.js"],
]) {
  test(`${name} bundles the module`, () => {
    const out = join(project, "out", name);
    mkdirSync(out, { recursive: true });
    run(join(project, "node_modules/.bin", name), options, project);
    if (name !== "vite") write(`out/${name}/index.html`, page("main.js"));
    assert.equal(readdirSync(out, { recursive: true }).filter((file) => file.endsWith(".wasm")).length, 1);
  });
}

// The examples of plugins and frameworks: their comments are what they print, in Node and in a browser.
const loading = example("javascript").split("\n\n")[0].replace(/, \{.*?\}/, "") + "\nawait init(address);\n";
examples("mjs").forEach((text, index) => {
  test(`an example beside others' packages, ${index + 1}`, () => {
    write("example.mjs", text);
    const comments = [...text.matchAll(/^\/\/ (.*\n)/gm)].map((match) => match[1]).join("");
    assert.equal(run("node", ["example.mjs"], project), comments);
    const out = `out/others-${index + 1}`;
    mkdirSync(join(project, out), { recursive: true });
    write("example-bundle.mjs", loading + text);
    const options = ["--bundle", "--format=esm", "--loader:.wasm=file", '--define:process.env.NODE_ENV="production"', "--log-level=error"];
    run("node_modules/.bin/esbuild", ["example-bundle.mjs", ...options, `--outfile=${out}/main.js`], project);
    write(`${out}/index.html`, page("main.js"));
  });
});

const others = createRequire(join(project, "package.json"));
const plugin = async (name) => (await import(join(installed, `${name}.js`))).default;

test("markdown-it links whole URLs, and nothing in code, links and HTML", async () => {
  const { default: markdownIt } = await import(others.resolve("markdown-it"));
  const md = markdownIt({ html: true }).use(await plugin("markdown-it"), { kinds: "url,www,domain,email", refang: true });
  for (const [source, expected] of [
    ["at http://a.example/__init__.py?b&c, or", 'at <a href="http://a.example/__init__.py?b&amp;c">http://a.example/__init__.py?b&amp;c</a>, or'],
    ["**http://a.example/** *b*", '<strong><a href="http://a.example/">http://a.example/</a></strong> <em>b</em>'],
    ["<http://a.example/\n  b> c", '&lt;<a href="http://a.example/b">http://a.example/\nb</a>&gt; c'],
    ["www.example.org/b_c_d and kim@example.com", '<a href="http://www.example.org/b_c_d">www.example.org/b_c_d</a> and <a href="mailto:kim@example.com">kim@example.com</a>'],
    ["`http://a.example/` [http://b.example/](http://c.example/)", '<code>http://a.example/</code> <a href="http://c.example/">http://b.example/</a>'],
    ["<a href='http://a.example/'>http://b.example/</a>", "<a href='http://a.example/'>http://b.example/</a>"],
    ["hxxp://soup[.]example/b javascript:alert(1)", "hxxp://soup[.]example/b javascript:alert(1)"],
    ["http://a.example:80x/", "http://a.example:80x/"],
    ["[at http://a.example/](b \"c\") http://d.example/", '<a href="b" title="c">at http://a.example/</a> <a href="http://d.example/">http://d.example/</a>'],
  ]) assert.equal(md.renderInline(source), expected);
  assert.equal(md.render("    http://a.example/\n\nhttp://b.example/\n\nhttp://b.example/").match(/<a /g).length, 2);
});

test("rehype links the text that a reader sees", async () => {
  const { rehype } = await import(others.resolve("rehype"));
  const processor = rehype().data("settings", { fragment: true }).use(await plugin("rehype"), { rel: "nofollow ugc" });
  const anchor = (href, text = href) => `<a href="${href}" rel="nofollow ugc">${text}</a>`;
  for (const [source, expected] of [
    ["<p>at http://a.example/b, or</p>", `<p>at ${anchor("http://a.example/b")}, or</p>`],
    ["<p>http://a.example/<b>b</b>/c d</p>", `<p>${anchor("http://a.example/b/c", "http://a.example/")}<b>${anchor("http://a.example/b/c", "b")}</b>${anchor("http://a.example/b/c", "/c")} d</p>`],
    ["<p>http://a.exa<code>mple</code>.org http://a.exa<i>mple</i></p>", `<p>http://a.exa<code>mple</code>.org ${anchor("http://a.example", "http://a.exa")}<i>${anchor("http://a.example", "mple")}</i></p>`],
    ["<div>http://a.example/b<div>c</div></div>", `<div>${anchor("http://a.example/b")}<div>c</div></div>`],
    ["<pre>http://a.example/</pre><a href=\"b\">http://b.example/</a>", "<pre>http://a.example/</pre><a href=\"b\">http://b.example/</a>"],
    ["<p>&#x3C;http://a.example/<br> b></p>", `<p>&#x3C;${anchor("http://a.example/b", "http://a.example/")}<br>${anchor("http://a.example/b", " b")}></p>`],
  ]) assert.equal(String(await processor.process(source)), expected);
});

/** Checks files of the project, and the types of the package with them. */
function compile(files, ...options) {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022", "--types", ""];
  const compiler = spawnSync("node_modules/.bin/tsc", [...strict, ...options, ...files], { cwd: project, encoding: "utf8" });
  assert.equal(compiler.status, 0, compiler.stdout + compiler.stderr);
}

for (const name of ["types.ts", "types.cts"]) copyFileSync(new URL("types.ts", import.meta.url), join(project, name));
for (const library of ["es2022", "es2022,dom"]) {
  test(`the types, with --lib ${library}`, () => {
    compile(["types.ts", "types.cts"], "--module", "nodenext", "--lib", library);
    compile(["types.ts"], "--module", "esnext", "--moduleResolution", "bundler", "--lib", library);
  });
}

test("the types describe all that is found in the corpus", () => {
  const finder = new Finder({ kinds: "url,www,domain,email", positions: true, unwrapRedirects: true });
  const found = [];
  for (const { format, text, labelled } of corpus()) {
    if (labelled) continue;
    let at = 0;
    finder.read((most) => text.subarray(at, (at += most)), (batch) => void found.push(...batch), format);
    found.push(...finder.explain(text.toString()));
  }
  assert.ok(found.length > 2000, found.length);
  const lines = ['import type { Check, Found } from "napkin-urls";', "declare function found(found: Found): void;", "declare function checked(check: Check): void;"];
  for (const item of found) lines.push(`found(${JSON.stringify(item)});`, `checked(${JSON.stringify(check(item.text ?? item.message))});`);
  write("found.ts", lines.join("\n"));
  compile(["found.ts"], "--module", "nodenext", "--lib", "es2022");
});

test("short strings take at most 1.2 times as long as in linkify-it", async (context) => {
  const { LinkifyIt } = await import(join(project, "node_modules/linkify-it/build/index.mjs"));
  const other = new LinkifyIt();
  const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const lines = documents.flatMap((name) => readFileSync(join(root, "docs", name), "utf8").split("\n"));
  const short = lines.filter((line) => Buffer.byteLength(line) >= 20 && Buffer.byteLength(line) <= 200);
  const time = (search) => {
    const begin = performance.now();
    for (const line of short) search(line);
    return performance.now() - begin;
  };
  const times = Array.from({ length: 40 }, () => [time(find), time((line) => other.match(line))]);
  const [own, others] = [0, 1].map((which) => Math.min(...times.map((pair) => pair[which])));
  context.diagnostic(`${short.length} lines: ${own.toFixed(2)} ms, and ${others.toFixed(2)} ms in linkify-it: ${(own / others).toFixed(2)} times`);
  assert.ok(own <= 1.2 * others, `${own} ms, and ${others} ms`);
});
