import { expect, type Page, test } from '@playwright/test';
import { loadAxe, violations } from '../platform/accessibility.ts';
import { fixExchange } from '../platform/fixed-exchange.ts';
import { MAIN_SCREENS } from '../platform/main-screens.ts';
import { rawKeys } from '../platform/raw-keys.ts';
import { visit } from '../platform/screens.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

/** Buttons of a screen that are pressed: rows of a list are alike. */
const PRESSED = 24;

test.use({ reducedMotion: 'reduce', trace: 'off' });

/** The buttons of the screen that is shown, by place; one of each name. */
const buttonsOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate((most) => {
    const names = new Set<string>();
    return [...document.querySelectorAll<HTMLButtonElement>('[data-shown] button')]
      .map((button, place) => ({ button, place }))
      .filter(({ button }) => {
        const name = (button.ariaLabel ?? button.textContent ?? '').replace(/[\d.,%]+/g, '');
        if (button.disabled || button.role === 'tab' || !button.checkVisibility() || names.has(name)) return false;
        names.add(name);
        return true;
      })
      .map(({ place }) => place)
      .slice(0, most);
  }, PRESSED);

/** Presses a button. Resolves to its name where a sheet opened, null where none did within some frames. */
const press = (page: Page, place: number): Promise<string | null> =>
  page.evaluate(async (at) => {
    const button = document.querySelectorAll<HTMLButtonElement>('[data-shown] button')[at];
    if (!button) return null;
    const name = (button.ariaLabel ?? button.textContent ?? '').trim();
    button.click();
    for (let frame = 0; frame < 40; frame += 1) {
      const sheet = document.querySelector('dialog[open]');
      if (sheet && !sheet.querySelector('[data-skeleton]') && frame > 4) return name;
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    return document.querySelector('dialog[open]') ? name : null;
  }, place);

/** Closes what is open, as the key does. Resolves to whether nothing is left. */
async function close(page: Page): Promise<boolean> {
  for (let layers = 0; layers < 3; layers += 1) {
    await page.keyboard.press('Escape');
    const left = await page.evaluate(async () => {
      for (let frame = 0; frame < 20 && document.querySelector('dialog[open]'); frame += 1)
        await new Promise((drawn) => requestAnimationFrame(drawn));
      return document.querySelectorAll('dialog[open]').length;
    });
    if (left === 0) return true;
  }
  return false;
}

/** What reaches beyond the sides of an open sheet. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = document.querySelector('dialog[open]');
    return sheet && sheet.scrollWidth > sheet.clientWidth + 1 ? ['is wider than the screen'] : [];
  });

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing in the sheets that buttons of the main screens open: ${theme}${TURN_TITLE}`, async ({
    page,
  }) => {
    const failures: string[] = [];
    let sheets = 0;
    await fixExchange(page, { language: theme === 'light' ? 'en' : 'de', theme });
    await page.goto(screen('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await loadAxe(page);
    for (const [name, address] of inTurn(`sheets ${theme}`, Object.entries(MAIN_SCREENS), 8)) {
      expect(await visit(page, address), name).toBeNull();
      const hash = await page.evaluate(() => location.hash);
      for (const place of await buttonsOf(page)) {
        const opener = await press(page, place);
        if (opener !== null) {
          sheets += 1;
          const found = [
            ...(await violations(page, 'every rule')),
            ...(await tooWide(page)),
            ...(await rawKeys(page)).map((key) => `shows the key ${key}`),
          ];
          failures.push(...found.map((line) => `${name} › ${opener}: ${line}`));
          if (!(await close(page))) failures.push(`${name} › ${opener}: Escape does not close it`);
        }
        if ((await page.evaluate(() => location.hash)) !== hash) await visit(page, address);
      }
    }
    console.log(`${sheets} sheets in ${theme}.`);
    expect(failures).toEqual([]);
  });
