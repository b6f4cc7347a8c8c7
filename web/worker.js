// Searches, away from the page: texts as they are typed, and files of any length.
'use strict';

const binary = atob(MODULE);
const bytes = new Uint8Array(binary.length);
for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
initSync(bytes);

// What was searched last: the page asks for parts of it.
let text = '', found = [];
// Whether `found` is of a text before the last changes.
let isBehind = false;
// What the page shows: the text in blocks, and each of them in one string.
let blocks = [], keys = [];
let finder = null, made = '';

const keyOf = (options) => JSON.stringify({ ...options, positions: true });

function finderOf(options) {
  const key = keyOf(options);
  if (key !== made) {
    const next = new Finder({ ...options, positions: true });
    finder?.free();
    [finder, made] = [next, key];
  }
  return finder;
}

// Where an item ends in the text that shows it: a break that was not joined is shown at its line's end, wherever the next line reaches.
const endOf = (item) => item.type === 'break' && !item.joined ? item.at : item.end;

// The text cut at line ends that its own lines choose, never inside of what was found: a change moves only the cuts beside it.
function blocksOf(text, found) {
  const blocks = [];
  const items = found.filter((item) => item.type !== 'error').sort((a, b) => a.start - b.start);
  let start = 0, line = 0, next = 0, covered = 0, sum = 0;
  const cut = (end) => {
    const own = [];
    while (next < items.length && items[next].start < end) own.push(moved(items[next++], start));
    blocks.push({ text: text.slice(start, end), found: own });
    start = end;
  };
  let ahead = 0;
  for (let at = text.indexOf('\n') + 1; at > 0; at = text.indexOf('\n', at) + 1) {
    sum = 0;
    for (let index = Math.max(line, at - 200); index < at; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
    line = at;
    while (ahead < items.length && items[ahead].start < at) covered = Math.max(covered, endOf(items[ahead++]));
    if ((sum % 16 === 0 || at - start > 4000) && covered <= at) cut(at);
  }
  if (start < text.length || blocks.length === 0) cut(text.length + 1);
  return blocks;
}

// The same with its offsets counted from elsewhere, so that it is equal to what it was before something was typed above it.
function moved(item, by) {
  const same = { ...item, line: null, column: null, start: item.start - by, end: item.end - by };
  if (item.pieces) same.pieces = item.pieces.map(([start, end]) => [start - by, end - by]);
  if (item.at !== undefined) same.at = item.at - by;
  return same;
}

function counts(found) {
  const count = { link: 0, rejection: 0, joined: 0, apart: 0 };
  for (const item of found) {
    if (item.type in count) count[item.type]++;
    if (item.type === 'link' && item.rejoined) count.joined++;
    if (item.type === 'break' && !item.joined) count.apart++;
  }
  return count;
}

// How much of the text beside a change is looked at to find out what the change makes of it.
const BESIDE = 4000;

// Puts blocks in the place of others. Only what is between those that stayed is sent.
function change(from, count, made) {
  const now = made.map((block) => JSON.stringify(block));
  let front = 0, back = 0;
  while (front < now.length && front < count && now[front] === keys[from + front]) front++;
  while (back < now.length - front && back < count - front && now[now.length - 1 - back] === keys[from + count - 1 - back]) back++;
  const put = (all, own) => [...all.slice(0, from), ...own, ...all.slice(from + count)];
  [blocks, keys] = [put(blocks, made), put(keys, now)];
  return { front: from + front, removed: count - front - back, added: made.slice(front, made.length - back) };
}

// What a change does to the blocks beside it, or null where it may reach further. What evidence says can depend on all of a text,
// so that the whole is searched once nobody types.
function changeNear(text) {
  let front = 0, start = 0, back = 0, end = text.length;
  const last = () => blocks[blocks.length - 1 - back].text;
  while (front < blocks.length && text.startsWith(blocks[front].text, start)) start += blocks[front++].text.length;
  while (back < blocks.length - front && end - last().length >= start && text.endsWith(last(), end)) {
    end -= last().length;
    back++;
  }
  if (front > 0) start -= blocks[--front].text.length;
  if (back > 0) end += blocks[blocks.length - back--].text.length;
  let from = start, to = end;
  for (let index = front; index > 0 && start - from < BESIDE;) from -= blocks[--index].text.length;
  for (let index = blocks.length - back; index < blocks.length && to - end < BESIDE;) to += blocks[index++].text.length;
  if (to - from > text.length / 2) return null;
  const own = [];
  for (const item of finder.explain(text.slice(from, to))) {
    const [begins, ends] = [item.start + from, endOf(item) + from];
    if ((begins < start && ends > start) || (begins < end && ends > end)) return null;
    if (begins >= start && begins < end) own.push(moved(item, start - from));
  }
  return change(front, blocks.length - front - back, start < end ? blocksOf(text.slice(start, end), own) : []);
}

function search(message) {
  const isSame = finder !== null && made === keyOf(message.options);
  text = message.text;
  const near = isSame && !message.isWhole && blocks.length > 0 ? changeNear(text) : null;
  isBehind = near !== null;
  if (isBehind) return { change: near, counts: counts(blocks.flatMap((block) => block.found)), isBehind };
  found = finderOf(message.options).explain(text);
  return { change: change(0, blocks.length, blocksOf(text, found)), counts: counts(found), isBehind };
}

// All that is found in the text as it is now.
function foundNow() {
  if (isBehind) found = finder.explain(text);
  isBehind = false;
  return found;
}

const order = { link: 0, rejection: 1, break: 2, error: 3 };

function listed(message) {
  const all = foundNow().filter((item) => item.type !== 'break' || !item.joined).sort((a, b) => order[a.type] - order[b.type]);
  return { items: all.slice(message.from, message.from + message.count), total: all.length };
}

const lines = (items) => items.map((item) => JSON.stringify(item) + '\n').join('');

// Reads a file from its beginning to its end, and never has more of it than what is being looked at.
function read(message, each) {
  const { file, options, format } = message;
  const reader = new FileReaderSync();
  let at = 0, told = 0;
  finderOf(options).read((most) => {
    const chunk = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + most)));
    at += chunk.length;
    if (at - told >= 1 << 20) {
      told = at;
      postMessage({ id: message.id, type: 'progress', done: at / file.size });
    }
    return chunk;
  }, each, format);
}

const KEPT = 2000;

function searchFile(message) {
  const total = { link: 0, rejection: 0, joined: 0, apart: 0 }, kept = [];
  read(message, (batch) => {
    for (const [name, count] of Object.entries(counts(batch))) total[name] += count;
    if (kept.length < KEPT) kept.push(...batch.slice(0, KEPT - kept.length));
  });
  [text, found, isBehind, blocks, keys] = ['', kept, false, [], []];
  return { counts: total };
}

// What is saved of a file is found again, so that it need not be kept.
function saved(message) {
  const parts = [];
  const write = message.as === 'json' ? lines : (batch) => batch.filter((item) => item.type === 'link').map((item) => item.url + '\n').join('');
  let part = '';
  const add = (batch) => {
    part += write(batch);
    if (part.length > 4 << 20) {
      // A blob need not be in memory.
      parts.push(new Blob([part]));
      part = '';
    }
  };
  if (message.file) read(message, add);
  else add(foundNow());
  return { blob: new Blob([...parts, part]) };
}

const SHOWN = 200_000;

const answers = {
  start: () => ({ schemes: clickableSchemes() }),
  search,
  list: listed,
  html: (message) => {
    const html = finderOf(message.options).toHtml(text);
    return { text: message.whole ? html : html.slice(0, SHOWN), isCut: html.length > SHOWN };
  },
  json: (message) => {
    if (message.whole) return { text: lines(foundNow()) };
    let json = '';
    for (const item of foundNow()) {
      if (json.length > SHOWN) return { text: json, isCut: true };
      json += lines([item]);
    }
    return { text: json, isCut: false };
  },
  page: (message) => ({ blob: new Blob([finderOf(message.options).toPage(text, 'Text')], { type: 'text/html' }) }),
  file: searchFile,
  save: saved,
};

onmessage = ({ data }) => {
  try {
    postMessage({ id: data.id, ...answers[data.type](data) });
  } catch (error) {
    postMessage({ id: data.id, failed: error.message || String(error) });
  }
};
