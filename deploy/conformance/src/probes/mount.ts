import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { arrives, becomes, go, goHome, openHome } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

/** What a screen can leave behind beyond the root that React clears: elements, and attributes of the page itself. */
const outside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const words = (element: Element) =>
      `<${element.localName}${element.id && ` id="${element.id}"`}${element.className && ` class="${element.className}"`}>`;
    const { documentElement, body, head } = document;
    return [
      ...[...body.children].filter(({ localName }) => localName !== 'script').map(words),
      // React keeps styles that carry a precedence, once each.
      ...[...head.querySelectorAll('style:not([data-precedence])')].map((style) => `${words(style)} in the head`),
      ...[documentElement, body].flatMap((element) =>
        [...element.attributes].map(({ name, value }) => `${name}="${value}" on <${element.localName}>`),
      ),
    ];
  });

/** What is there now and was not before; an element that was there once may be there once. */
function beyond(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before];
  return now.filter((each) => {
    const at = known.indexOf(each);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Opens and leaves every route in one page. */
export async function checkMounts(stage: Stage, routes: readonly string[]): Promise<readonly Finding[]> {
  const { origin, patience } = stage;
  const findings: Finding[] = [];
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    let doing = 'the shell';
    page.on('pageerror', (error) =>
      findings.push({ code: 'mount-error', message: `${doing} throws ${error.message.split('\n')[0]}` }),
    );
    const home = await openHome(page, origin, patience);
    let before = await outside(page);
    for (const path of routes) {
      doing = `opening ${path}`;
      await go(page, path);
      if ((await arrives(page, home, patience)) !== 'opened') {
        findings.push({ code: 'mount-failed', message: `${path} does not open` });
      }
      doing = `leaving ${path}`;
      if (!(await goHome(page, home, patience))) {
        findings.push({ code: 'unmount-failed', message: `no other screen opens after ${path}` });
      } else if (!(await becomes(async () => beyond(await outside(page), before).length === 0, patience))) {
        const left = beyond(await outside(page), before).join(', ');
        findings.push({ code: 'unmount-residue', message: `${path} leaves ${left}` });
      } else continue;
      // The next route starts in a page that this one has not harmed.
      await page.goto('about:blank');
      await openHome(page, origin, patience);
      before = await outside(page);
    }
  } finally {
    await context.close();
  }
  return findings;
}
