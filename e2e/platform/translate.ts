/**
 * Does to the page what the translator of a browser does, in the page; what says `translate="no"` is left. Returns how
 * many texts.
 */
export function translate(): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent || parent.closest('[translate=no], script, style, font')) continue;
    texts.push(node as Text);
  }
  for (const text of texts) {
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = `${text.data}·`;
    text.replaceWith(outer);
  }
  return texts.length;
}
