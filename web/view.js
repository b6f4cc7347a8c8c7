// What is shown of a text: elements that are made here, and never text that is read as HTML.
'use strict';

// An element with a class, and children that are elements or text.
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const percent = (confidence) => `${Math.round(confidence * 100)} %`;

// The host that a URL leads to, where the eye may read another.
function hostToShow(link) {
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(link.url);
  return link.host_ascii || (authority && authority[1].includes('@') && link.host) || null;
}

class View {
  constructor(schemes) {
    this.schemes = new Set(schemes);
    // What an element on the page stands for.
    this.items = new WeakMap();
  }

  // A link can be clicked where its scheme is one that is safe to click on; else it is text that can be asked about.
  anchor(link, text) {
    const isSafe = this.schemes.has(link.scheme.toLowerCase());
    const made = element(isSafe ? 'a' : 'span', 'link', text);
    if (isSafe) {
      made.href = link.url;
      made.target = '_blank';
      made.rel = 'noopener noreferrer nofollow';
    } else {
      made.tabIndex = 0;
    }
    this.items.set(made, link);
    return made;
  }

  pieces(link, text) {
    return link.pieces.map(([start, end], index) => {
      const made = this.anchor(link, text.slice(start, end));
      if (index > 0) made.tabIndex = -1;
      if (link.rejoined) made.classList.add(link.rejoined.inside ? 'inside' : 'joined');
      const host = hostToShow(link);
      if (host) made.classList.add('careful');
      if (index === link.pieces.length - 1) {
        if (link.rejoined?.by === 'evidence') made.dataset.confidence = percent(link.rejoined.confidence);
        if (host || link.rejoined?.inside) made.dataset.host = host || link.host;
      }
      return { start, end, made };
    });
  }

  // A block of text with what was found in it.
  block({ text, found }) {
    const made = element('div', 'block');
    const pieces = found.filter((item) => item.type === 'link').flatMap((link) => this.pieces(link, text));
    pieces.sort((a, b) => a.start - b.start);
    const others = found.filter((item) => item.type === 'rejection' || item.type === 'break');
    // What stands beside links: refused candidates as far as no link is in them, and line ends that were decided about.
    const marks = others.map((item) => (item.type === 'break' ? { start: item.at, end: item.at, item } : { start: item.start, end: item.end, item }));
    marks.sort((a, b) => a.start - b.start);
    let at = 0, next = 0;
    const open = [];
    const gap = (end) => {
      while (next < marks.length && marks[next].start <= end) open.push(marks[next++]);
      for (const mark of open) {
        const start = Math.max(mark.start, at), stop = Math.min(mark.end, end);
        if (mark.item.type === 'break') {
          if (mark.start < at) continue;
          made.append(text.slice(at, mark.start), this.breakMark(mark.item));
          at = mark.start;
        } else if (start < stop) {
          made.append(text.slice(at, start), this.refused(mark.item, text.slice(start, stop)));
          at = stop;
        }
      }
      const rest = open.filter((mark) => mark.end > end);
      open.splice(0, open.length, ...rest);
      made.append(text.slice(at, end));
      at = end;
    };
    for (const piece of pieces) {
      if (piece.start < at) continue;
      gap(piece.start);
      made.append(piece.made);
      at = piece.end;
    }
    gap(text.length);
    return made;
  }

  refused(item, text) {
    const made = element('span', 'refused', text);
    made.tabIndex = 0;
    made.setAttribute('role', 'note');
    made.setAttribute('aria-label', `Refused: ${text}`);
    this.items.set(made, item);
    return made;
  }

  breakMark(item) {
    const made = element('span', item.joined ? 'break' : 'break apart');
    made.tabIndex = 0;
    made.setAttribute('role', 'note');
    made.setAttribute('aria-label', `Line end ${item.joined ? 'put together' : 'left apart'}, ${percent(item.confidence)}`);
    this.items.set(made, item);
    return made;
  }

  // A row of the list.
  row(item) {
    const row = element('li');
    const place = item.line ? `${item.line}:${item.column}` : null;
    if (item.type === 'link') {
      const host = hostToShow(item);
      const anchor = this.anchor(item, item.url);
      const facts = [item.kind, item.delimiter === 'bare' ? null : item.delimiter];
      if (item.rejoined) facts.push(`${item.pieces.length} pieces, ${item.rejoined.by === 'evidence' ? percent(item.rejoined.confidence) : 'delimited'}`);
      if (item.attribute) facts.push(`${item.element} ${item.attribute}`);
      if (host) facts.push(`→ ${host}`);
      if (item.message?.subject) facts.push(item.message.subject);
      facts.push(place);
      row.append(anchor, element('small', null, facts.filter(Boolean).join(' · ')));
    } else if (item.type === 'rejection') {
      const refused = this.refused(item, item.text);
      row.append(refused, element('small', null, `refused: ${item.message} (${item.rule})`));
    } else if (item.type === 'break') {
      const text = element('span', 'apart', item.text);
      text.tabIndex = 0;
      this.items.set(text, item);
      row.append(text, element('small', null, `line end left apart, ${percent(item.confidence)}`));
    } else {
      row.append(element('span', null, item.message));
    }
    return row;
  }

  // What there is to say of what an element stands for.
  details(item) {
    const list = element('dl');
    const say = (name, ...value) => {
      if (value[0] !== null && value[0] !== undefined && value[0] !== '') list.append(element('dt', null, name), element('dd', null, ...value));
    };
    if (item.type === 'link') {
      say('URL', element('code', 'url', item.url));
      say('Written', item.text === item.url ? null : element('code', 'url', item.text));
      say('Rewritten as', item.written && element('code', 'url', item.written));
      say('Kind', item.kind);
      say('Marked off by', { angle: 'angle brackets', quote: 'quotation marks', prefix: 'URL:', bare: 'nothing but what stands around it', attribute: 'an attribute' }[item.delimiter]);
      say('Host', item.host && element('code', null, item.host));
      say('Looked up as', item.host_ascii && element('code', null, item.host_ascii));
      if (item.rejoined) {
        const { by, confidence, inside } = item.rejoined;
        say('Put together', `of ${item.pieces.length} pieces ${by === 'delimiter' ? 'inside its delimiter' : 'on evidence'}, confidence ${percent(confidence)}${inside ? `; broken inside the ${inside}` : ''}`);
      }
      say('Or it is', item.alternative && item.alternative !== item.written && element('code', 'url', item.alternative));
    } else if (item.type === 'rejection') {
      const at = item.at - item.start;
      // The character that broke the rule, all of it.
      const wrong = String.fromCodePoint(...[item.text.codePointAt(at)].filter((code) => code !== undefined));
      say('Refused', element('code', 'url', item.text.slice(0, at), element('mark', null, wrong || '␃'), item.text.slice(at + wrong.length)));
      say('Because', item.message);
      say('Rule', `${item.rule}, by ${item.grammar}`);
    } else if (item.type === 'break') {
      say('Line end', `${item.joined ? 'put together' : 'left apart'}, ${percent(item.confidence)} sure that it is inside the URL`);
      say('Between', element('code', 'url', item.text));
      const evidence = Object.entries(item.evidence).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
      const rows = evidence.map(([name, weight]) => element('li', weight > 0 ? 'for' : 'against', `${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)} ${name}`));
      say('Evidence', evidence.length ? element('ul', null, ...rows) : null);
    }
    return list;
  }
}
