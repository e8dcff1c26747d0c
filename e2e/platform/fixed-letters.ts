import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Page, test } from '@playwright/test';

/* Letters from files of packages, so that a picture is the same on each machine that has the same browser. */

const { resolve } = createRequire(import.meta.url);
/** A file beside the entry of its package: packages export no fonts by name. */
const fontFile = (name: string, file: string): string => join(dirname(resolve(name)), '../fonts', file);
const FONTS: Readonly<Record<string, string>> = {
  latin: fontFile('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'),
  'latin-bold': fontFile('@embedpdf/fonts-latin', 'NotoSans-SemiBold.ttf'),
  chinese: fontFile('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  'chinese-bold': fontFile('@embedpdf/fonts-sc', 'NotoSansHans-Bold.otf'),
};

/** What a browser makes of letters, edges and shadows; another version may round them in another way. */
const PROBE = `<!doctype html><meta charset="utf-8"><body style="margin:0;font:15px Fixed">
<p style="box-shadow:0 2px 6px #0006;border-radius:7px">Vermögen 1.234,56 资产<p style="font-weight:700">Trade`;

const KEPT = join(import.meta.dirname, '../screenshots/kept/drawn-by.txt');

/** Which browser the picture of the probe is of. */
async function drawnBy(page: Page): Promise<string> {
  await page.goto('/h5/fixed-font/probe');
  await page.evaluate(() => document.fonts.ready);
  return createHash('sha256')
    .update(await page.screenshot())
    .digest('hex')
    .slice(0, 16);
}

/** Draws all letters of a page from files; to be called before it is opened. */
export async function drawFromFiles(page: Page): Promise<void> {
  await page.route('**/fixed-font/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const file = FONTS[name];
    return file
      ? route.fulfill({ body: readFileSync(file), contentType: 'font/ttf' })
      : route.fulfill({ body: PROBE, contentType: 'text/html' });
  });
  await page.addInitScript(() => {
    const face = (name: string, weight: string, unicodeRange: string) =>
      document.fonts.add(new FontFace('Fixed', `url(/h5/fixed-font/${name})`, { weight, unicodeRange }));
    const [rest, chinese] = ['U+0-2E7F', 'U+2E80-9FFF, U+F900-FAFF, U+FF00-FFEF'];
    face('latin', '100 500', rest);
    face('latin-bold', '501 900', rest);
    face('chinese', '100 500', chinese);
    face('chinese-bold', '501 900', chinese);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { --font: Fixed !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/**
 * The same on a phone. Skips the test in a browser that draws otherwise than the one that took the pictures: differences
 * would be the browser's. With `--update-snapshots=all` this is the browser from now on.
 */
export async function fixLetters(page: Page): Promise<void> {
  await drawFromFiles(page);
  const browser = await drawnBy(page);
  if (test.info().config.updateSnapshots === 'all') {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, browser);
  }
  test.skip(browser !== readFileSync(KEPT, 'utf8').trim(), 'this browser draws otherwise than the one of the pictures');
}

/** Letters have come, and so has each picture on the screen, or is known not to. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading, y }) => complete || (loading === 'lazy' && y > innerHeight)),
  );
}
