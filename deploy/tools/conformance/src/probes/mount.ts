import type { ConsoleMessage, Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { arrives, becomes, go, goHome, openHome } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * What a screen can leave behind outside of the root that React clears: elements, and attributes of the page itself.
 * Places that the host adds (`data-host`) are not counted: they can come after the first snapshot.
 */
const outside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const words = (element: Element) =>
      `<${element.localName}${element.id && ` id="${element.id}"`}${element.className && ` class="${element.className}"`}>`;
    const { documentElement, body, head } = document;
    return [
      ...[...body.children].filter((child) => !child.matches('script, [data-host]')).map(words),
      // React keeps styles that carry a precedence, once each.
      ...[...head.querySelectorAll('style:not([data-precedence])')].map((style) => `${words(style)} in the head`),
      ...[documentElement, body].flatMap((element) =>
        [...element.attributes].map(({ name, value }) => `${name}="${value}" on <${element.localName}>`),
      ),
    ];
  });

/** Additions since the snapshot; each element of the snapshot may occur once. */
function beyond(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before];
  return now.filter((each) => {
    const at = known.indexOf(each);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/**
 * The first line of an error that was caught and only logged: by React for a screen that threw, or by the host for a
 * screen that failed to load. Such errors have a stack, unlike browser messages about failed requests.
 */
const errorIn = (message: ConsoleMessage): string | undefined =>
  message.type() === 'error'
    ? message
        .args()
        .map((value) => /^(.+)\n\s+at /.exec(value.toString())?.[1]?.replace(/^Error: /, ''))
        .find((words) => words !== undefined)
    : undefined;

/** Opens and leaves every route in one page; uses a new page after a route broke it. */
export async function checkMounts(stage: Stage, routes: readonly string[]): Promise<readonly Finding[]> {
  const { patience } = stage;
  const findings: Finding[] = [];
  const context = await stage.phone();
  let doing = 'the shell';
  const freshPage = async () => {
    const page = await context.newPage();
    const thrown = (words: string) => findings.push({ code: 'mount-error', message: `${doing} throws ${words}` });
    page.on('pageerror', ({ message }) => thrown(message.split('\n')[0] as string));
    page.on('console', (message) => {
      const error = errorIn(message);
      if (error) thrown(error);
    });
    const home = await openHome(page, stage);
    return { page, home, before: await outside(page) };
  };
  try {
    let fresh: Awaited<ReturnType<typeof freshPage>> | undefined;
    for (const path of routes) {
      fresh ??= await freshPage();
      const { page, home, before } = fresh;
      doing = `opening ${path}`;
      await go(page, path);
      if ((await arrives(page, home, patience)) !== 'opened') {
        findings.push({ code: 'mount-failed', message: `${path} does not open` });
      }
      doing = `leaving ${path}`;
      const left = await goHome(page, stage, home);
      const residue = async () => beyond(await outside(page), before);
      if (left && (await becomes(page, async () => (await residue()).length === 0, patience))) continue;
      findings.push(
        left
          ? { code: 'unmount-residue', message: `${path} leaves ${(await residue()).join(', ')}` }
          : { code: 'unmount-failed', message: `no other screen opens after ${path}` },
      );
      await page.close();
      fresh = undefined;
    }
  } finally {
    await context.close();
  }
  return findings;
}
