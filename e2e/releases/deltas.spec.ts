import { type BrowserContext, expect, test } from '@playwright/test';
import { ANOTHER, FINANCE, THIRD, titleAs } from '../platform/finance.ts';
import { publishVariant, withLive } from '../platform/release.ts';
import { ORIGIN, screen } from '../platform/where.ts';

const REMOTE = 'finance';
const FORMER = '0.9.0-former';
const NEXT = '0.9.0-next';

type Loaded = { readonly path: string; readonly encoding: string | undefined; readonly bytes: number };

/** Opens a screen in a new page and returns what it loaded of a version over the wire. */
async function load(context: BrowserContext, version: string): Promise<readonly Loaded[]> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const folder = `/h5/remotes/${REMOTE}/${version}/`;
  const encodings = new Map<string, { path: string; encoding: string | undefined; head: number }>();
  const loaded: Loaded[] = [];
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (!pathname.startsWith(folder) || response.fromDiskCache) return;
    const name = Object.keys(response.headers).find((header) => header.toLowerCase() === 'content-encoding');
    encodings.set(requestId, {
      path: pathname.slice(folder.length),
      encoding: name && response.headers[name],
      head: response.encodedDataLength,
    });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = encodings.get(requestId);
    if (known) loaded.push({ path: known.path, encoding: known.encoding, bytes: encodedDataLength - known.head });
  });
  await page.goto(`${ORIGIN}${screen(FINANCE)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.close();
  return loaded;
}

test('a new version with a small change costs a returning user less than 1 KB', async ({ context }) => {
  await publishVariant(REMOTE, FORMER, titleAs(ANOTHER));
  await withLive(`${REMOTE}@${FORMER}`, async () => {
    const first = await load(context, FORMER);
    expect(new Set(first.map(({ encoding }) => encoding))).not.toContain('dcb');
    expect(first.map(({ path }) => path)).toContain('remoteEntry.js');

    await publishVariant(REMOTE, NEXT, titleAs(THIRD));
    await withLive(`${REMOTE}@${NEXT}`, async () => {
      const next = await load(context, NEXT);
      const report = next.map(({ path, encoding, bytes }) => `${path} ${encoding} ${bytes}`).join('\n');
      // A page begins with the files of the version that it ran last, so it asks for no list of these.
      const files = first.map(({ path }) => path).filter((path) => path !== 'files.json');
      expect(next.map(({ path }) => path).sort(), report).toEqual(files.sort());
      expect(
        next.filter(({ encoding }) => encoding !== 'dcb'),
        report,
      ).toEqual([]);
      const bytes = next.reduce((sum, each) => sum + each.bytes, 0);
      expect(bytes, report).toBeLessThan(1_024);
      expect(first.reduce((sum, each) => sum + each.bytes, 0)).toBeGreaterThan(20 * bytes);
    });
  });
});
