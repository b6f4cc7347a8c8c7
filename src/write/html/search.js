// Searches an archive. An index of terms says which messages have a word, a sender (`@sam`), a host (`.example.lists.`) or two words side
// by side (`+` and a hash of them). Numbers are written in digits of five bits, the lowest first.
(() => {
  'use strict';
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const MISSING = 'A part of the index is missing. The archive may have changed: load this page again.';
  const STEP = 50, MOST_TERMS = 20, MOST_SHARDS = 6, LONGEST = 40, BEFORE = 120;
  const [input, status, results, more] = ['query', 'status', 'results', 'more'].map((id) => document.getElementById(id));
  const directory = JSON.parse(document.getElementById('directory').dataset.json);

  const values = new Uint8Array(128);
  [...DIGITS].forEach((digit, value) => values[digit.charCodeAt(0)] = value);
  const numbers = (text) => {
    const found = [];
    let number = 0, scale = 1;
    for (let at = 0; at < text.length; at += 1) {
      const value = values[text.charCodeAt(at)];
      number += (value & 31) * scale;
      scale *= 32;
      if (value < 32) {
        found.push(number);
        number = 0;
        scale = 1;
      }
    }
    return found;
  };

  // Each entry: how many characters it shares with the one before, the others, and the gaps between its messages.
  const readTerms = (text) => {
    let term = '';
    return text.split(',').slice(0, -1).map((entry) => {
      const space = entry.indexOf(' ');
      term = term.slice(0, values[entry.charCodeAt(0)]) + entry.slice(1, space);
      return { term, messages: entry.slice(space + 1) };
    });
  };

  const readMessages = ([keys, places, threads, days, people, subjects, excerpts]) => {
    const all = numbers(places);
    const message = (row) => ({
      href: `t-${threads[all[5 * row]]}.html#m-${keys.slice(16 * row, 16 * row + 16)}`,
      day: days[all[5 * row + 1]], from: people[all[5 * row + 2]], subject: subjects[all[5 * row + 3]], excerpt: excerpts[all[5 * row + 4]],
    });
    return { message, rows: keys.length / 16, isSince: (row, day) => days[all[5 * row + 1]] >= day };
  };

  const waiting = new Map(), shards = new Map();
  window.napkinShard = (name, data) => waiting.get(name)?.(data);
  const load = (name, read) => {
    if (!shards.has(name)) {
      const shard = new Promise((resolve, reject) => {
        if (!/^[0-9a-f]{16}$/.test(name)) throw new Error('no shard has this name');
        waiting.set(name, resolve);
        const script = document.createElement('script');
        script.src = `s-${name}.js`;
        script.onerror = reject;
        document.head.append(script);
      });
      shards.set(name, shard.then(read));
      shard.catch(() => shards.delete(name));
    }
    return shards.get(name);
  };

  const isOfTerm = (c) => c.length === 1 && /[\p{Alphabetic}\p{N}]/u.test(c);
  const hasNoSpaces = (c) => /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u9FFF\uF900-\uFAFF]/.test(c);
  const termsOf = (text) => {
    const found = [];
    let word = '', length = 0, before = '', isPaired = false;
    const end = () => {
      if (length > 1) found.push(word);
      if (before && !isPaired) found.push(before);
      [word, length, before, isPaired] = ['', 0, '', false];
    };
    for (const c of text) {
      if (!isOfTerm(c)) end();
      else if (hasNoSpaces(c)) {
        if (length) end();
        if (before) [isPaired] = [true, found.push(before + c)];
        before = c;
      } else {
        if (before) end();
        if (length < LONGEST) [word, length] = [word + c.toLowerCase(), length + 1];
      }
    }
    end();
    return found;
  };

  // The terms of each two words that stand side by side, as `pair_term` in `search.rs` has them.
  const pairsOf = (words) => words.slice(1).map((word, at) => {
    const pair = words[at] + ' ' + word;
    let hash = 0;
    for (let unit = 0; unit < pair.length; unit += 1) hash = Math.imul(hash ^ pair.charCodeAt(unit), 16777619);
    return { term: '+' + (hash >>> 18).toString(16).padStart(4, '0') };
  });

  // A day, month or year as the index has it; nothing if it is none.
  const dayOf = (value) => {
    const parts = /^(\d{4})(?:[-/](\d{1,2}))?(?:[-/](\d{1,2}))?$/.exec(value) ?? [];
    return parts.slice(1).filter(Boolean).map((part) => part.padStart(2, '0')).join('-');
  };

  // The first 16 digits of a SHA-256 (FIPS 180-4), by which a message with this Message-ID is known. Browsers have one for some
  // addresses only.
  const keyOf = (text) => {
    const primes = [], fraction = (root) => (root - Math.floor(root)) * 2 ** 32 | 0;
    for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
    const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
    let state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const bytes = new TextEncoder().encode(text), padded = new DataView(new ArrayBuffer((bytes.length + 72 >> 6) * 64));
    [...bytes, 0x80].forEach((byte, at) => padded.setUint8(at, byte));
    padded.setUint32(padded.byteLength - 4, bytes.length * 8);
    const turn = (word, count) => word >>> count | word << 32 - count;
    for (let block = 0; block < padded.byteLength; block += 64) {
      const words = rounds.map((_, at) => at < 16 ? padded.getUint32(block + 4 * at) : 0);
      for (let at = 16; at < 64; at += 1) {
        const [a, b] = [words[at - 15], words[at - 2]];
        const small = turn(a, 7) ^ turn(a, 18) ^ a >>> 3, large = turn(b, 17) ^ turn(b, 19) ^ b >>> 10;
        words[at] = words[at - 16] + small + words[at - 7] + large | 0;
      }
      let [a, b, c, d, e, f, g, h] = state;
      rounds.forEach((round, at) => {
        const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + round + words[at] | 0;
        const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, d + first | 0, c, b, a, first + second | 0];
      });
      state = state.map((word, at) => word + [a, b, c, d, e, f, g, h][at] | 0);
    }
    return state.slice(0, 2).map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };

  // The terms of a query, of which all have to be in a message, and the days between which it has to be.
  const parse = (query) => {
    const asked = { terms: [], after: '', before: '', wrong: '', key: '' };
    const add = (terms) => asked.terms.push(...terms.map((term) => ({ term })));
    for (const part of query.match(/(?:\w+:)?"[^"]*"?|\S+/g) ?? []) {
      const [, name, value] = /^(from|host|after|before|id):(.+)$/i.exec(part) ?? [];
      const field = name?.toLowerCase();
      if (field === 'after' || field === 'before') {
        asked[field] = dayOf(value);
        if (!asked[field]) asked.wrong = value;
      }
      else if (field === 'id') {
        asked.key = keyOf(value.replace(/^<|>$/g, ''));
        asked.terms.push({ term: '#' + asked.key.slice(0, 4) });
      } else if (field === 'from') add(termsOf(value).map((term) => '@' + term));
      else if (field === 'host') {
        const host = value.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#:].*$/, '').replace(/^\.+|\.+$/g, '');
        asked.terms.push({ term: `.${host.toLowerCase().split('.').reverse().join('.')}.`, isBeginning: true });
      } else {
        const words = termsOf(part), isPhrase = part[0] === '"' && words.length > 1;
        if (isPhrase) asked.terms.push(...pairsOf(words.slice(0, /["\s]$/.test(part) ? undefined : -1)));
        asked.terms.push(...words.map((term) => ({ term, isPhrase })));
      }
    }
    // The last word may still be typed.
    const last = asked.terms.at(-1);
    if (last && !asked.key && !/[\s"]$/.test(query)) last.isBeginning = true;
    asked.terms.length = Math.min(asked.terms.length, MOST_TERMS);
    return asked;
  };

  // A mark for each message that has a term, or one that begins so. `isCommon`: too many have it, which costs a phrase
  // nothing. `isPart`: too many begin so.
  const lookUp = async ({ term, isBeginning, isPhrase }) => {
    const fits = (own) => own === term || isBeginning && own.startsWith(term);
    const all = directory.terms;
    let start = all.findIndex(([first]) => first >= term);
    start = Math.max(0, (start < 0 ? all.length : start) - 1);
    let end = start + 1;
    while (end < all.length && (all[end][0] <= term || fits(all[end][0]))) end += 1;
    const isPart = isBeginning && end > start + MOST_SHARDS;
    const names = all.slice(start, isPart ? start + MOST_SHARDS : end).map(([, name]) => name);
    const found = new Uint8Array(directory.count);
    let isCommon = false;
    for (const shard of await Promise.all(names.map((name) => load(name, readTerms)))) {
      for (const entry of shard) {
        if (!fits(entry.term)) continue;
        if (!entry.messages && entry.term === term) isCommon = true;
        let next = 0;
        for (const gap of numbers(entry.messages)) {
          found[next + gap] = 1;
          next += gap + 1;
        }
      }
    }
    return { term, found, isCommon, isIgnored: isCommon && !isPhrase, isPart };
  };

  const shardOf = async (isBehind) => {
    let index = directory.messages.findIndex(isBehind);
    index = Math.max(0, (index < 0 ? directory.messages.length : index) - 1);
    const [first, , name] = directory.messages[index];
    return [first, await load(name, readMessages)];
  };

  // The number of the first message of this day or a later one.
  const firstSince = async (day) => {
    const [first, { rows, isSince }] = await shardOf(([, own]) => own >= day);
    let row = 0;
    while (row < rows && !isSince(row, day)) row += 1;
    return first + row;
  };

  const message = async (number) => {
    const [first, shard] = await shardOf(([own]) => own > number);
    return shard.message(number - first);
  };

  const find = async ({ terms, after, before, wrong, key }) => {
    if (wrong) return { found: [], note: `; not a date: ${wrong}` };
    const answers = await Promise.all(terms.map(lookUp));
    const kept = answers.filter(({ isCommon }) => !isCommon).map(({ found }) => found);
    const named = (kind) => answers.filter((answer) => answer[kind]).map(({ term }) => term).join(', ');
    const found = [];
    let note = '';
    if (named('isIgnored')) note += `; too common to search: ${named('isIgnored')}`;
    if (named('isPart')) note += `; too short to find all: ${named('isPart')}`;
    if (kept.length || after || before) {
      // Messages without a date come first.
      const from = after || before ? await firstSince(after || '0') : 0;
      const to = before ? await firstSince(before) : directory.count;
      for (let number = to - 1; number >= from; number -= 1) {
        if (!kept.every((marks) => marks[number])) continue;
        if (!key || (await message(number)).href.endsWith('#m-' + key)) found.push(number);
      }
    }
    return { found, note };
  };

  const element = (name, ...children) => {
    const made = document.createElement(name);
    made.append(...children);
    return made;
  };

  // A text in which the words that were asked for are marked. A long one begins a little before the first of them.
  const marked = (text) => {
    const lower = text.toLowerCase(), isMarked = new Uint8Array(text.length + 1);
    for (const { term, isBeginning } of lower.length === text.length ? words : []) {
      for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
        const end = at + term.length, isInWord = (at) => isOfTerm(lower[at] ?? '') && !hasNoSpaces(lower[at]);
        if (hasNoSpaces(term) || !isInWord(at - 1) && (isBeginning || !isInWord(end))) isMarked.fill(1, at, end);
      }
    }
    const first = isMarked.indexOf(1), from = first > BEFORE ? text.indexOf(' ', first - BEFORE) + 1 : 0;
    const parts = from ? ['… '] : [];
    for (let at = from, end = at; at < text.length; at = end) {
      while (end < text.length && isMarked[end] === isMarked[at]) end += 1;
      const part = text.slice(at, end);
      parts.push(isMarked[at] ? element('mark', part) : part);
    }
    return parts;
  };

  const item = ({ href, day, from, subject, excerpt }) => {
    const link = element('a', ...marked(subject));
    link.href = href;
    return element('li', link, element('small', from, ' ', element('time', day)), element('p', ...marked(excerpt)));
  };

  let run = 0, found = [], words = [];
  const show = async () => {
    const own = run, start = results.childElementCount;
    const items = (await Promise.all(found.slice(start, start + STEP).map(message))).map(item);
    if (own !== run) return;
    results.append(...items);
    more.hidden = results.childElementCount === found.length;
    if (start) items[0].querySelector('a').focus();
  };

  const search = async () => {
    const own = run += 1, query = input.value;
    let text = '';
    try {
      const asked = parse(query), answer = await find(asked);
      if (own !== run) return;
      found = answer.found;
      words = asked.terms.filter(({ term }) => !/^[@.#+]/.test(term));
      results.replaceChildren();
      more.hidden = true;
      if (query.trim()) text = (found.length === 1 ? '1 message' : `${found.length || 'No'} messages`) + answer.note;
      await show();
    } catch {
      text = MISSING;
    }
    if (own === run) status.textContent = text;
  };

  // Leads to the message with this Message-ID, as it stands in the address or decoded.
  const goTo = async (id) => {
    const ids = [id];
    try {
      ids.push(decodeURIComponent(id));
    } catch { /* It has a literal percent sign. */ }
    for (const key of ids.map((own) => keyOf(own.replace(/^<|>$/g, '')))) {
      const { found } = await find({ terms: [{ term: '#' + key.slice(0, 4) }], key });
      if (found.length === 1) return location.replace((await message(found[0])).href);
    }
    status.textContent = `No message ${id}`;
  };

  const readAddress = () => {
    const [, id] = /^#id=(.+)$/.exec(location.hash) ?? [];
    if (id) return goTo(id).catch(() => status.textContent = MISSING);
    const [fragment, query] = [location.hash, location.search].map((part) => new URLSearchParams(part.slice(1)).get('q'));
    input.value = (fragment ?? query ?? '').slice(0, input.maxLength);
    search();
  };
  input.addEventListener('input', () => {
    try {
      history.replaceState(null, '', '#' + new URLSearchParams({ q: input.value }));
    } catch { /* Some browsers refuse it in a folder. */ }
    search();
  });
  more.addEventListener('click', async () => {
    more.disabled = true;
    try {
      await show();
    } catch {
      status.textContent = MISSING;
    }
    more.disabled = false;
  });
  window.addEventListener('hashchange', readAddress);
  readAddress();
})();
