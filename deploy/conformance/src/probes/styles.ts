import { type SelectorComponent, transform } from 'lightningcss';
import type { Finding } from '../findings.ts';

const classesIn = (selector: readonly SelectorComponent[]): string[] =>
  selector.flatMap((part) => {
    if (part.type === 'class') return [part.name];
    const inner = part.type === 'pseudo-class' && 'selectors' in part ? part.selectors : undefined;
    return Array.isArray(inner) ? (inner as SelectorComponent[][]).flatMap(classesIn) : [];
  });

/**
 * Finds rules that could style somebody else's screen: each selector has to hold a class of this version, and each
 * animation has to be named for it. `prefix` begins all its classes.
 */
export function checkStyles(file: string, css: Uint8Array, prefix: string): readonly Finding[] {
  const findings: Finding[] = [];
  const leak = (what: string) => findings.push({ code: 'style-leak', message: `${file}: ${what}` });
  let inKeyframes = 0;
  transform({
    filename: file,
    code: css,
    visitor: {
      Rule: {
        keyframes(rule) {
          inKeyframes += 1;
          const { name } = rule.value;
          const text = typeof name === 'string' ? name : name.value;
          if (!text.startsWith(prefix)) leak(`@keyframes ${text} is not named for the remote`);
        },
        'font-face'() {
          leak('@font-face is for the whole page');
        },
      },
      Selector(selector) {
        if (inKeyframes >= 0 && !classesIn(selector).some((name) => name.startsWith(prefix))) {
          const words = selector.map((part) => ('name' in part ? part.name : part.type)).join(' ');
          leak(`a rule for "${words}" holds no class of the remote`);
        }
      },
    },
  });
  return findings;
}
