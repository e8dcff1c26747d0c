import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { arrives, becomes, go, goHome, isFailed, openHome } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

export const SWAPS = 40;
/** Warm-up swaps before memory is measured. */
const WARM_UP = 4;
/** Maximum heap retained per swap, in KiB: evaluated modules cannot be unloaded. */
export const RETAINED_PER_SWAP = 250;

async function heapKiB(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1024;
}

/** Versions of a remote whose style sheets are in the page. */
const versionsStyled = (page: Page, name: string): Promise<readonly string[]> =>
  page.evaluate(
    (remote) =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].flatMap(
        ({ href }) => href.match(new RegExp(`/remotes/${remote}/([^/]+)/`))?.[1] ?? [],
      ),
    name,
  );

/** The version of a remote that the page runs. */
const versionRun = (page: Page, name: string): Promise<string | undefined> =>
  page.evaluate(
    (remote) => (JSON.parse(localStorage.getItem('tessera.host.versions') ?? '{}') as Record<string, string>)[remote],
    name,
  );

/** Leaves the screen and returns to it after a release. Returns the findings. */
async function follow(
  stage: Stage,
  page: Page,
  home: string,
  swapped: { readonly name: string; readonly path: string; readonly version: string; readonly which: string },
): Promise<Finding | undefined> {
  const { patience } = stage;
  const { name, path, version, which } = swapped;
  await goHome(page, stage, home);
  await go(page, path);
  const shown =
    (await arrives(page, home, patience)) === 'opened' &&
    (await becomes(page, async () => (await versionRun(page, name)) === version && !(await isFailed(page)), patience));
  if (!shown) return { code: 'swap-failed', message: `${which} to ${version} did not show` };
  const old = async () => (await versionsStyled(page, name)).filter((each) => each !== version);
  if (await becomes(page, async () => (await old()).length === 0, patience)) return undefined;
  return { code: 'swap-styles', message: `${which}: style sheets of ${(await old())[0]} stay` };
}

/** Alternates two versions in one open page and measures the retained memory. */
export async function checkSwaps(
  stage: Stage,
  name: string,
  path: string,
  versions: readonly [string, string],
  swaps: number,
): Promise<{ readonly findings: readonly Finding[]; readonly retained: number }> {
  const { patience, service } = stage;
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    const home = await openHome(page, stage);
    await go(page, path);
    await arrives(page, home, patience);
    let before = 0;
    for (let swap = 1; swap <= swaps; swap += 1) {
      const version = versions[swap % 2] as string;
      const read = page.waitForResponse((response) => response.url().endsWith('/h5/manifest.json'));
      await service.promote({ name, version }, { who: 'check', why: `swap ${swap}` });
      await read;
      const finding = await follow(stage, page, home, { name, path, version, which: `swap ${swap}` });
      if (finding) return { findings: [finding], retained: 0 };
      if (swap === WARM_UP) before = await heapKiB(page);
    }
    const retained = ((await heapKiB(page)) - before) / (swaps - WARM_UP);
    if (retained <= RETAINED_PER_SWAP) return { findings: [], retained };
    const message = `each swap retains ${retained.toFixed(0)} KiB of heap, ${RETAINED_PER_SWAP} are allowed`;
    return { findings: [{ code: 'swap-heap', message }], retained };
  } finally {
    await context.close();
  }
}
