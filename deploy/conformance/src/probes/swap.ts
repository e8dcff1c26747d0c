import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { appears, becomes, go, notOpened, open, titleOf } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

export const SWAPS = 40;
/** Swaps after which caches are warm and counting begins. */
const WARM_UP = 4;
/** KiB of heap that a swapped version may leave behind: module federation itself keeps about 280. */
export const RETAINED_PER_SWAP = 600;

async function heapKiB(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1024;
}

const versionsStyled = (page: Page, name: string) =>
  page.evaluate(
    (remote) =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].flatMap(
        ({ href }) => href.match(new RegExp(`/remotes/${remote}/([^/]+)/`))?.[1] ?? [],
      ),
    name,
  );

/** Swaps two versions to and fro in one open page, and measures what stays of them. */
export async function checkSwaps(
  stage: Stage,
  name: string,
  path: string,
  versions: readonly [string, string],
): Promise<{ readonly findings: readonly Finding[]; readonly retained: number }> {
  const findings: Finding[] = [];
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    await open(page, stage.origin, '/');
    await appears(page);
    const home = await titleOf(page);
    await go(page, path);
    await becomes(async () => ![home, ''].includes(await titleOf(page)));
    let before = 0;
    for (let swap = 1; swap <= SWAPS; swap += 1) {
      const version = versions[swap % 2] as string;
      const read = page.waitForResponse((response) => response.url().endsWith('/h5/manifest.json'));
      await stage.desk.promote({ name, version }, { who: 'check', why: `swap ${swap}` });
      await read;
      await go(page, '/');
      await becomes(async () => (await titleOf(page)) === home);
      await go(page, path);
      const follows = await becomes(async () => {
        const styled = await versionsStyled(page, name);
        const loaded = await page.evaluate(() => localStorage.getItem('tessera.host.versions') ?? '');
        return (
          loaded.includes(version) &&
          ![home, ''].includes(await titleOf(page)) &&
          (await notOpened(page).count()) === 0 &&
          styled.every((each) => each === version)
        );
      });
      if (!follows) {
        const styled = (await versionsStyled(page, name)).filter((each) => each !== version);
        findings.push(
          styled.length > 0
            ? { code: 'swap-styles', message: `swap ${swap}: style sheets of ${styled[0]} stay` }
            : { code: 'swap-failed', message: `swap ${swap} to ${version} did not show` },
        );
        break;
      }
      if (swap === WARM_UP) before = await heapKiB(page);
    }
    const retained = findings.length > 0 ? 0 : ((await heapKiB(page)) - before) / (SWAPS - WARM_UP);
    if (retained > RETAINED_PER_SWAP) {
      findings.push({
        code: 'swap-heap',
        message: `each swap retains ${retained.toFixed(0)} KiB of heap, ${RETAINED_PER_SWAP} are allowed`,
      });
    }
    return { findings, retained };
  } finally {
    await context.close();
  }
}
