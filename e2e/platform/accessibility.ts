import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: {
      run(within: ElementContext, options: RunOptions): Promise<AxeResults>;
    };
  }
}

/** WCAG 2.2 A and AA, and what axe recommends beyond them. */
const EVERY_RULE: RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};
/** What another theme or pair of colours can change. */
const COLOUR_RULES: RunOptions = {
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Not by a script element, which the content security policy would reject. */
export const loadAxe = (page: Page): Promise<unknown> => page.evaluate(AXE);

/**
 * A line for each violation on the screen that is shown: rule, selector, and what axe says of it. Screens that were left
 * are kept in the page, hidden: axe reads the style of each of their elements, most of its time, to report nothing of
 * them. They are taken out of the page meanwhile; that an id is theirs as well is looked for before.
 */
export async function violations(page: Page, which: 'every rule' | 'colours'): Promise<string[]> {
  return page.evaluate(
    async ([options, within]) => {
      const kept = [...document.querySelectorAll('[data-shown]')].flatMap((shown) =>
        [...(shown.parentElement?.children ?? [])].filter((each) => each !== shown),
      );
      const NAMES = [
        'for',
        'aria-labelledby',
        'aria-describedby',
        'aria-controls',
        'aria-owns',
        'aria-activedescendant',
      ];
      const named = [...document.querySelectorAll(NAMES.map((name) => `[${name}]`).join())].flatMap((each) =>
        NAMES.flatMap((name) => each.getAttribute(name)?.split(/\s+/).filter(Boolean) ?? []),
      );
      const twice = [...new Set(named)].filter(
        (id) => document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length > 1,
      );
      const places = kept.map((screen) => {
        const place = document.createComment('');
        screen.replaceWith(place);
        return () => place.replaceWith(screen);
      });
      // Rows of a long list are alike, and axe compares each with each: the first thirty are enough. A row that lies under
      // the foot of its page can be scrolled out of it.
      const short = new CSSStyleSheet();
      short.replaceSync(
        ':is(li, tr, [role=option]):nth-child(n + 31) { display: none !important }' +
          '[class*=Page-footer-] { position: static !important }',
      );
      document.adoptedStyleSheets.push(short);
      try {
        const found = await window.axe.run(within ? { include: [within] } : document, options);
        const lines = found.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, html, any, all, none }) => {
            const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
            return `${id}: ${target.join(' ')} ${html.slice(0, 200)} (${why.slice(0, 200)})`;
          }),
        );
        return [...lines, ...twice.map((id) => `the id ${id} is referred to and there twice`)];
      } finally {
        document.adoptedStyleSheets.pop();
        for (const putBack of places) putBack();
      }
    },
    which === 'every rule' ? ([EVERY_RULE, null] as const) : ([COLOUR_RULES, '[data-shown]'] as const),
  );
}

/** What reaches beyond the width of the screen, and labels that lose letters without an ellipsis. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const name = (each: Element) => `${each.tagName} .${each.className} “${each.textContent?.slice(0, 40)}”`;
    const shown = document.querySelector('[data-shown]');
    const bars = document.querySelector('nav');
    const all = [shown, bars].flatMap((root) => (root ? [...root.querySelectorAll('*')] : []));
    // What lies in an element that scrolls by itself makes no page wide.
    const isContained = (each: Element): boolean => {
      const { parentElement } = each;
      if (!parentElement) return false;
      return getComputedStyle(parentElement).overflowX !== 'visible' || isContained(parentElement);
    };
    const wide =
      document.documentElement.scrollWidth <= width
        ? []
        : all.filter((each) => each.getBoundingClientRect().right > width + 1 && !isContained(each)).slice(0, 3);
    const clipped = all.filter((each) => {
      if (
        !(each instanceof HTMLElement) ||
        each.matches('input') ||
        each.clientWidth < 2 ||
        !each.matches('button, a, label, [role=tab], h1, h2, button *, a *, label *')
      )
        return false;
      const { overflowX, textOverflow } = getComputedStyle(each);
      return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1;
    });
    return [...wide.map((each) => `too wide: ${name(each)}`), ...clipped.map((each) => `clipped: ${name(each)}`)];
  });

/** Makes every text that ends in an ellipsis too long to fit, as a name may be. Returns what undoes it. */
async function lengthen(page: Page): Promise<() => Promise<void>> {
  const texts = await page.evaluateHandle(() =>
    [...document.querySelectorAll('[data-shown] *')].flatMap((each) => {
      const { firstChild: text, childNodes } = each;
      if (getComputedStyle(each).textOverflow !== 'ellipsis' || childNodes.length !== 1 || !(text instanceof Text))
        return [];
      const former = text.data;
      text.data = 'Artificial Superintelligence Alliance '.repeat(3);
      return [{ text, former }];
    }),
  );
  return () =>
    texts.evaluate((all) => {
      for (const { text, former } of all) text.data = former;
    });
}

/** The same with letters twice as large, as the browser's own setting has it. */
export async function cutOffAtTwice(page: Page, devtools: CDPSession): Promise<string[]> {
  const undo = await lengthen(page);
  const letters = (standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  let found: string[] = [];
  await letters(32);
  // Charts follow their box some frames later, beside other suites even later.
  for (let frame = 0; frame < 60; frame += 1) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found = await cutOff(page);
    if (found.length === 0) break;
  }
  await letters(16);
  await undo();
  return found.map((line) => `at 200 %: ${line}`);
}
