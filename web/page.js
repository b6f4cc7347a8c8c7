// The page: what is typed or dropped goes to the worker, and what it finds is shown.
'use strict';

const byId = (id) => document.getElementById(id);
const [text, panel, status, details] = ['text', 'panel', 'status', 'details'].map(byId);

// The most that is edited as text; a longer one is searched like a file.
const MOST = 1 << 20;
// The most that a link to this page carries, before and after it is packed.
const MOST_SHARED = 200_000;

const EXAMPLE = `Sam Doe wrote:
> The minutes of the dinner are in the archive as usual, together with all
> the photographs: https://meetings.example/archive/2026/november/dinner-of-
> the-third/minutes.html#soup (and the recipe itself has moved from Ann's to
> <http://www.sam.example/recipes/
>    winter/soup.html>).

Found it! The cooks had it all along (www.cooks.example.org/soup_(winter)),
and so had https://de.wikipedia.org/wiki/Kürbissuppe, of all places.

Refused: http://kim.example:80x/soup, since a port is a number.
Careful: http://www.bank.example@kim.example/ leads to Kim.
`;

// The worker runs nothing but what was built into this page, which its policy lets through by name.
const policy = window.trustedTypes?.createPolicy('napkin', { createScriptURL: (url) => url });
const workerUrl = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));

let worker, number = 0, waiting = new Map();

// What was asked of a worker that is no more.
class Stopped extends Error {}

// A search can't be interrupted but by ending the worker that is at it.
function startWorker() {
  worker?.terminate();
  for (const asked of waiting.values()) asked.reject(new Stopped());
  waiting.clear();
  worker = new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl);
  worker.onmessage = ({ data }) => {
    const asked = waiting.get(data.id);
    if (!asked) return;
    if (data.type === 'progress') return void asked.progress?.(data.done);
    waiting.delete(data.id);
    if (data.failed === undefined) asked.resolve(data);
    else asked.reject(new Error(data.failed));
  };
  worker.onerror = (event) => say(`The search has broken off: ${event.message}`);
}

function ask(type, message = {}, progress) {
  return new Promise((resolve, reject) => {
    const id = ++number;
    waiting.set(id, { resolve, reject, progress });
    worker.postMessage({ ...message, id, type });
  });
}

const form = document.querySelector('.source');
const fields = () => [...form.querySelectorAll('[name]')];

function options() {
  const value = (name) => form.querySelector(`[name=${name}]`).value;
  const isChecked = (name) => form.querySelector(`[name=${name}]`).checked;
  const kinds = [...form.querySelectorAll('[name=kinds]:checked')].map((box) => box.value);
  return {
    kinds, rejoin: value('rejoin'), hyphen: value('hyphen'), grammar: value('grammar'),
    base: value('base').trim() || undefined, anyScheme: isChecked('anyScheme'), unwrapRedirects: isChecked('unwrapRedirects'),
  };
}

// What is said to who looks and to who listens.
let saying = 0;
function say(words, isSoon = true) {
  clearTimeout(saying);
  saying = setTimeout(() => { if (status.textContent !== words) status.textContent = words; }, isSoon ? 0 : 300);
}

function sayError(error) {
  if (!(error instanceof Stopped)) say(error.message);
}

const some = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function sum({ link, joined, rejection, apart }) {
  const parts = [some(link, 'link', 'links')];
  if (joined) parts.push(`${joined.toLocaleString('en')} put together`);
  if (rejection) parts.push(`${rejection.toLocaleString('en')} refused`);
  if (apart) parts.push(some(apart, 'line end left apart', 'line ends left apart'));
  return parts.join(', ');
}

let view, shown = 'place', file = null, searching = null, isStale = false, isWhole = false, settling = 0;
const place = element('div', 'place');

// Searches what is there now; if a search is under way, once more when it ends.
function search() {
  isStale = true;
  searching ??= searchOnce().finally(() => { searching = null; });
  return searching;
}

// While somebody types, only what is beside a change is searched; all of it once nothing was typed for so many milliseconds.
const SETTLED = 300;
function searchWhole() {
  isWhole = true;
  search();
}

async function searchOnce() {
  try {
    while (isStale && !file) {
      isStale = false;
      clearTimeout(settling);
      const answer = await ask('search', { text: text.value, options: options(), isWhole: isWhole || shown !== 'place' });
      isWhole = false;
      if (file) break;
      change(answer.change);
      say(sum(answer.counts), false);
      if (shown !== 'place') await show();
      if (answer.isBehind) settling = setTimeout(searchWhole, SETTLED);
    }
  } catch (error) {
    sayError(error);
  }
}

// Only the blocks that are others than before are made anew.
function change({ front, removed, added }) {
  if (removed) forget();
  for (let count = 0; count < removed; count++) place.children[front].remove();
  const blocks = document.createDocumentFragment();
  for (const block of added) blocks.append(view.block(block));
  place.insertBefore(blocks, place.children[front] || null);
}

const PAGE = 200;

async function showList(from = 0, list = element('ol', 'list')) {
  const { items, total } = await ask('list', { from, count: PAGE });
  list.append(...items.map((item) => view.row(item)));
  const parts = [list];
  if (from + items.length < total) {
    const more = element('button', null, `Show more of ${total.toLocaleString('en')}`);
    more.type = 'button';
    more.onclick = async () => {
      const last = list.lastElementChild;
      await showList(from + PAGE, list);
      last.nextElementSibling?.querySelector('.link, .refused, .apart')?.focus();
    };
    parts.push(more);
  }
  if (total === 0) parts.push(element('p', 'none', 'Nothing was found.'));
  panel.replaceChildren(...parts);
}

async function showCode(type) {
  const { text: code, isCut } = await ask(type, { options: options() });
  panel.replaceChildren(element('pre', 'code', code));
  if (isCut) panel.append(element('p', 'none', 'There is more: Copy and Save have all of it.'));
}

async function show() {
  byId('copy').hidden = shown === 'place' || file !== null;
  byId('save').hidden = shown === 'place' || (file !== null && shown === 'html');
  try {
    if (file && (shown === 'place' || shown === 'html')) {
      panel.replaceChildren(element('p', 'none', 'A file is shown as a list and as JSON. A text of up to 1 MB is also shown in place and as HTML.'));
    } else if (shown === 'place') {
      panel.replaceChildren(place);
    } else if (shown === 'list') {
      await showList();
    } else {
      await showCode(shown);
    }
  } catch (error) {
    sayError(error);
  }
}

// Tabs: arrows move, as in every list of tabs.
const tabs = [...document.querySelectorAll('[role=tab]')];
function choose(tab, hasFocus = false) {
  shown = tab.id.slice('tab-'.length);
  for (const other of tabs) {
    other.setAttribute('aria-selected', String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  panel.setAttribute('aria-labelledby', tab.id);
  panel.scrollTop = 0;
  forget();
  if (hasFocus) tab.focus();
  return show();
}
for (const tab of tabs) tab.onclick = () => choose(tab);
document.querySelector('[role=tablist]').onkeydown = (event) => {
  const at = tabs.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  choose(tabs.at(to % tabs.length), true);
};

const hint = details.firstElementChild;
function forget() {
  details.hidden = shown === 'html' || shown === 'json';
  details.replaceChildren(hint);
}

// What the pointer or the focus is on is told in full.
function tell(event) {
  for (let node = event.target; node && node !== panel; node = node.parentElement) {
    const item = view?.items.get(node);
    if (!item) continue;
    details.replaceChildren(view.details(item));
    details.scrollTop = 0;
    return;
  }
}
for (const type of ['focusin', 'pointerover', 'click']) panel.addEventListener(type, tell);
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') forget(); });

// Files, and texts that are too long to be edited.
async function openFile(blob, name) {
  const isShort = blob.size <= MOST && form.querySelector('[name=format]').value === 'auto';
  if (isShort) {
    const content = await blob.text();
    // What has NUL in it, or is no UTF-8, is read as the file that it is; so are mail and HTML.
    if (!/[\0\uFFFD]/.test(content) && !/^\s*<(!doctype|html)|^From |^[a-z-]+:.*\n([a-z-]+:|[ \t]+\S)/i.test(content)) {
      closeFile();
      text.value = content;
      return search();
    }
  }
  file = blob;
  place.replaceChildren();
  text.hidden = true;
  byId('progress').hidden = false;
  byId('file-name').textContent = `${name}, ${(blob.size / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
  byId('cancel').textContent = 'Cancel';
  byId('cancel').focus();
  say('Searching…');
  if (searching) startWorker();
  await searchFile();
}

async function searchFile() {
  const own = file;
  byId('done').value = 0;
  try {
    const answer = await ask('file', { file, options: options(), format: form.querySelector('[name=format]').value }, (done) => { byId('done').value = done; });
    if (file !== own) return;
    byId('done').value = 1;
    byId('cancel').textContent = 'Close';
    say(sum(answer.counts));
    await choose(byId(shown === 'json' ? 'tab-json' : 'tab-list'));
  } catch (error) {
    sayError(error);
  }
}

function closeFile() {
  if (!file) return;
  file = null;
  startWorker();
  place.replaceChildren();
  text.hidden = false;
  byId('progress').hidden = true;
}

byId('cancel').onclick = () => {
  closeFile();
  text.focus();
  choose(tabs[0]);
  search();
};
byId('open').onclick = () => byId('file').click();
byId('file').onchange = ({ target }) => {
  const [chosen] = target.files;
  if (chosen) openFile(chosen, chosen.name);
  target.value = '';
};
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('dropping');
});
document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  const [dropped] = event.dataTransfer.files;
  if (dropped) return void openFile(dropped, dropped.name);
  const words = event.dataTransfer.getData('text/plain');
  if (words) put(words);
});
text.addEventListener('paste', (event) => {
  const words = event.clipboardData.getData('text/plain');
  if (words.length <= MOST) return;
  event.preventDefault();
  openFile(new Blob([words]), 'Pasted text');
});

function put(words) {
  if (words.length > MOST) return void openFile(new Blob([words]), 'Dropped text');
  closeFile();
  text.value = words;
  search();
}

text.addEventListener('input', search);
form.addEventListener('change', () => {
  if (file) {
    // A search of a file is not waited for.
    startWorker();
    byId('cancel').textContent = 'Cancel';
    searchFile();
  } else {
    search();
  }
});
byId('example').onclick = () => put(EXAMPLE);
byId('clear').onclick = () => {
  put('');
  text.focus();
};

async function copied(words, what) {
  try {
    await navigator.clipboard.writeText(words);
    say(`${what} is copied.`);
  } catch {
    say(`The browser does not let a page copy here.`);
  }
}

byId('copy').onclick = async () => {
  if (shown === 'list') {
    const { blob } = await ask('save', { as: 'list' });
    return copied(await blob.text(), 'The list');
  }
  copied((await ask(shown, { options: options(), whole: true })).text, shown === 'html' ? 'The HTML' : 'The JSON');
};

byId('save').onclick = async () => {
  const format = form.querySelector('[name=format]').value;
  const message = { file, options: options(), format, as: shown };
  const name = { list: 'links.txt', html: 'text.html', json: 'links.jsonl' }[shown];
  say('Saving…');
  try {
    const { blob } = await ask(shown === 'html' ? 'page' : 'save', message, (done) => { byId('done').value = done; });
    const link = element('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    say(`${name} is saved.`);
  } catch (error) {
    sayError(error);
  }
};

// A link to this page carries the text behind its `#`, which no browser sends anywhere.
async function packed(words) {
  const stream = new Blob([words]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpacked(code) {
  const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    // A few bytes can stand for very many.
    if (length > MOST_SHARED * 4) throw new Error('The link carries too much.');
    parts.push(value);
  }
}

byId('share').onclick = async () => {
  if (file || text.value.length > MOST_SHARED) return say('This is too long for a link.');
  const said = { text: text.value, options: {} };
  for (const field of fields()) {
    if (field.name === 'kinds') (said.options.kinds ??= []).push(...(field.checked ? [field.value] : []));
    else if (field.name !== 'format') said.options[field.name] = field.type === 'checkbox' ? field.checked : field.value;
  }
  history.replaceState(null, '', `#1.${await packed(JSON.stringify(said))}`);
  copied(location.href, 'The link');
};

async function openShared() {
  const [version, code] = location.hash.slice(1).split('.');
  if (version !== '1' || !code) return false;
  try {
    const said = JSON.parse(await unpacked(code));
    // Others have written it: a field takes only what it can be.
    for (const field of fields()) {
      const value = said.options?.[field.name];
      if (field.name === 'kinds') field.checked = Array.isArray(value) ? value.includes(field.value) : field.defaultChecked;
      else if (field.type === 'checkbox') field.checked = value === true;
      else if (field.name === 'base') field.value = typeof value === 'string' ? value : '';
      else if ([...field.options].some((option) => option.value === value)) field.value = value;
    }
    put(typeof said.text === 'string' ? said.text : '');
    return true;
  } catch {
    say('The link can’t be read.');
    return false;
  }
}
window.addEventListener('hashchange', openShared);

startWorker();
ask('start').then(async ({ schemes }) => {
  view = new View(schemes);
  panel.replaceChildren(place);
  // What a browser has kept of before is not lost.
  if (!(await openShared()) && text.value === '') text.value = EXAMPLE;
  await search();
  document.body.dataset.ready = 'yes';
}, (error) => say(`This browser can’t run it: ${error.message}`));
