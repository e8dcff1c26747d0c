/*
 * Translators of browsers rewrite figures as they rewrite words: they turn `1.000` into `1,000`, `BTC/USDT` into prose and
 * the letters of a code into others. What holds figures, symbols, addresses or codes and no words is marked as not to be
 * translated, wherever it stands on a screen.
 */

/** Figures with signs around them, a currency's sign or a magnitude: `+1.25 %`, `US$5`, `63.0M`, `10x`. */
const FIGURE = /^[^\p{L}\p{M}]*(?:[A-Z]{0,2}\p{Sc}[^\p{L}\p{M}]*)?[KMBTx]?$/u;
/** `BTC`, `1INCH`, `TRC20`. */
const SYMBOL = /^(?=\d*[A-Z])[A-Z0-9]{2,12}$/;
/** Addresses, hashes, ids and codes, shortened ones too: letters and digits as no word has them. */
const CODE = /^(?=\S*\d)[\w.:…+=@-]{6,}$/;
/** Words with numbers: `24h-change`, `Level-1`, `24-Std.-Limit`. */
const WORDS = /^(?=.*[a-z]{2})(?:(?:\d+[a-z]?|[A-Z]?[a-z]+)[.:…]*(?:-|$))+$/;
/** Of characters: what is longer is prose. */
const LONGEST = 200;

/** Whether a text holds figures, symbols and codes alone. */
export function isFigures(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST) return false;
  if (CODE.test(trimmed) && !WORDS.test(trimmed)) return true;
  const parts = trimmed.split(/[\s/·|:()]+/).filter((part) => part !== '');
  const isSymbol = (part: string) => SYMBOL.test(part.replace(/^\p{P}+|\p{P}+$/gu, ''));
  return (/\d/.test(trimmed) || parts.some(isSymbol)) && parts.every((part) => FIGURE.test(part) || isSymbol(part));
}

/** Marks what holds figures alone, now and whenever the page changes. Returns a function that ends it. */
export function keepFigures(page: HTMLElement = document.body): () => void {
  /** Marked here: a mark of a component stays as it is. */
  const marked = new WeakSet<Element>();
  /** Elements with texts of their own. */
  const judged = new WeakSet<Element>();

  const judge = (element: Element): void => {
    judged.add(element);
    if (/^(?:font|script|style)$/.test(element.localName)) return;
    if (element.hasAttribute('translate') && !marked.has(element)) return;
    if (isFigures(element.textContent)) {
      marked.add(element);
      element.setAttribute('translate', 'no');
    } else if (marked.delete(element)) element.removeAttribute('translate');
  };
  const judgeTexts = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (node instanceof Text && node.data.trim() !== '' && node.parentElement) judge(node.parentElement);
    }
  };

  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) judgeTexts(node);
      const changed = target instanceof Text ? target.parentElement : target;
      if (!(changed instanceof Element)) continue;
      // What was added or removed beside it may have been its only word, and that of what is around it.
      if ([...changed.childNodes].some((node) => node instanceof Text)) judged.add(changed);
      for (let around: Element | null = changed; around; around = around.parentElement) {
        if (judged.has(around)) judge(around);
      }
    }
  });
  judgeTexts(page);
  changes.observe(page, { childList: true, characterData: true, subtree: true });
  return () => changes.disconnect();
}
