import type { Page, Route } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { arrives, becomes, go, goHome, isFailed, open, openHome, retry } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

export type Faulted = {
  /** A route of the remote, and the files that its screen loads. */
  readonly path: string;
  readonly files: readonly string[];
  /** URL path below which the version's files are. */
  readonly folder: string;
};

type Fault = {
  readonly name: string;
  readonly file: string;
  readonly handle: (route: Route) => Promise<void>;
  /**
   * How the page reaches the screen. Opened by URL, its files are preloaded with the hashes of the manifest; reached
   * from another screen, only the hashes of the build protect it.
   */
  readonly from: 'address' | 'home';
};

const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' });

async function tamper(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `self.tampered=1;${await response.text()}` });
}

const missing = { handle: gone, from: 'address' } as const;
const tampered = { handle: tamper, from: 'home' } as const;

const ran = (page: Page) => page.evaluate(() => 'tampered' in self);

/** The possible faults of a screen's files; one fewer without a style sheet. */
export function faultsOf(files: readonly string[]): readonly Fault[] {
  const script = files.findLast((file) => file.endsWith('.js'));
  const style = files.find((file) => file.endsWith('.css'));
  return [
    { name: 'entry 404', file: 'remoteEntry.js', ...missing },
    { name: 'tampered entry', file: 'remoteEntry.js', ...tampered },
    ...(script
      ? [
          { name: 'page 404', file: script, ...missing },
          { name: 'tampered page', file: script, ...tampered },
        ]
      : []),
    ...(style ? [{ name: 'style sheet 404', file: style, ...missing }] : []),
  ];
}

/** Tests one fault: the shell keeps working, no tampered code runs, and the screen recovers after the fault. */
async function play(stage: Stage, { path, folder }: Faulted, fault: Fault, home: string): Promise<readonly Finding[]> {
  const { origin, patience } = stage;
  const findings: Finding[] = [];
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    const url = `${origin}${folder}${fault.file}`;
    await page.route(url, fault.handle);
    if (fault.from === 'home') {
      await openHome(page, stage);
      await go(page, path);
    } else await open(page, origin, path);
    if ((await arrives(page, fault.from === 'home' ? home : '', patience)) !== 'failed') {
      findings.push({ code: 'fault-not-contained', message: `${fault.name}: no retry screen is shown` });
    }
    if (await ran(page)) findings.push({ code: 'tampered-ran', message: `${fault.name}: its code ran` });
    if (!(await goHome(page, stage, home))) {
      findings.push({ code: 'fault-not-contained', message: `${fault.name}: the shell does not go on` });
    }
    await page.unroute(url);
    await go(page, path);
    // The shell may cache the failure until a retry.
    let came = await arrives(page, home, patience);
    if (came === 'failed') {
      await retry(page);
      came = (await becomes(page, async () => !(await isFailed(page)), patience))
        ? await arrives(page, home, patience)
        : 'failed';
    }
    if (came !== 'opened') {
      findings.push({ code: 'fault-not-healed', message: `${fault.name}: a retry does not bring the screen back` });
    }
  } finally {
    await context.close();
  }
  return findings;
}

/** A slow entry: a loading bar until it arrives, then the screen. */
async function playSlow(stage: Stage, { path, folder }: Faulted, home: string): Promise<readonly Finding[]> {
  const { origin, patience } = stage;
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    const entry = Promise.withResolvers<void>();
    await page.route(`${origin}${folder}remoteEntry.js`, async (route) => {
      await entry.promise;
      await route.continue();
    });
    await openHome(page, stage);
    await go(page, path);
    const bar = await becomes(page, async () => (await page.getByRole('progressbar').count()) > 0, patience);
    entry.resolve();
    if (!bar) return [{ code: 'fault-not-contained', message: 'slow entry: no loading bar is shown' }];
    if ((await arrives(page, home, patience)) === 'opened') return [];
    return [{ code: 'fault-not-healed', message: 'slow entry: the screen does not come' }];
  } finally {
    await context.close();
  }
}

/** Titles of the home pages of stages, by their origins. */
const titles = new Map<string, Promise<string>>();

function homeTitle(stage: Stage): Promise<string> {
  const title = titles.get(stage.origin + stage.base) ?? readHomeTitle(stage);
  titles.set(stage.origin + stage.base, title);
  return title;
}

async function readHomeTitle(stage: Stage): Promise<string> {
  const context = await stage.phone();
  try {
    return await openHome(await context.newPage(), stage);
  } finally {
    await context.close();
  }
}

/** Tests a failure of every kind of file of a screen, and a slow entry; `only` selects faults by name. */
export async function checkFaults(
  stage: Stage,
  faulted: Faulted,
  only: (name: string) => boolean = () => true,
): Promise<readonly Finding[]> {
  const home = await homeTitle(stage);
  const findings: Finding[] = [];
  for (const fault of faultsOf(faulted.files).filter(({ name }) => only(name))) {
    findings.push(...(await play(stage, faulted, fault, home)));
  }
  return only('slow entry') ? [...findings, ...(await playSlow(stage, faulted, home))] : findings;
}
