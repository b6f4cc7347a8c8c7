// What there is to see of a page, as an object.
(() => {
  const attributes = new Set(), elements = new Set();
  for (const element of document.querySelectorAll('*')) {
    elements.add(element.localName);
    for (const attribute of element.attributes) attributes.add(element.localName + ' ' + attribute.name);
  }
  const channel = (value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const paper = (element) => {
    for (; element; element = element.parentElement) {
      const color = numbers(getComputedStyle(element).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  let contrast = 21, faint = '';
  if (window.measuresContrast) {
    for (const element of document.body.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const has = pseudo ? !['none', 'normal', '""'].includes(style.content)
          : [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!has) continue;
        const [a, b] = [luminance(numbers(style.color)), luminance(paper(element))].sort((a, b) => b - a);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < contrast) [contrast, faint] = [ratio, element.localName + '.' + element.className + (pseudo || '')];
      }
    }
  }
  return {
    text: document.body.textContent,
    sections: [...document.querySelectorAll('section')].map((section) => section.querySelector('pre, .text').textContent),
    elements: [...elements], attributes: [...attributes],
    protocols: [...new Set([...document.links].map((link) => link.protocol))],
    links: [...document.links].map((link) => link.href),
    width: document.documentElement.scrollWidth,
    ran: window.ran === true,
    contrast, faint,
  };
})()
