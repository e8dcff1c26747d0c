import { type SelectorComponent, transform } from 'lightningcss';
import type { Finding } from '../findings.ts';

/** Pseudo-classes that match what their selectors match; `:not()` and `:has()` match something else. */
const SAME_ELEMENT: readonly string[] = ['is', 'where', 'any'];

/** Whether a selector can only match elements of the remote with this class prefix. */
const isOwn = (selector: readonly SelectorComponent[], prefix: string): boolean =>
  selector.some((part) => {
    if (part.type === 'class') return part.name.startsWith(prefix);
    // A nested rule: its parent selector is checked separately.
    if (part.type === 'nesting') return true;
    if (part.type !== 'pseudo-class' || !SAME_ELEMENT.includes(part.kind)) return false;
    return (part as { readonly selectors: SelectorComponent[][] }).selectors.every((inner) => isOwn(inner, prefix));
  });

const inWords = (selector: readonly SelectorComponent[]): string =>
  selector.map((part) => ('name' in part ? part.name : 'kind' in part ? part.kind : part.type)).join(' ');

/**
 * Finds rules that could match other packages: each selector must contain a class of this remote, and each animation
 * name its prefix.
 */
export function checkStyles(file: string, css: Uint8Array, prefix: string): readonly Finding[] {
  const findings: Finding[] = [];
  const leak = (what: string) => findings.push({ code: 'style-leak', message: `${file}: ${what}` });
  transform({
    filename: file,
    code: css,
    visitor: {
      Rule: {
        keyframes(rule) {
          const { name } = rule.value;
          const text = typeof name === 'string' ? name : name.value;
          if (!text.startsWith(prefix)) leak(`@keyframes ${text} is not named for the remote`);
        },
        'font-face'() {
          leak('@font-face is for the whole page');
        },
      },
      Selector(selector) {
        if (!isOwn(selector, prefix)) leak(`a rule for "${inWords(selector)}" holds no class of the remote`);
      },
    },
  });
  return findings;
}
