import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { appears, becomes, go, notOpened, open, shellIsAlive, titleOf } from '../stage/screen.ts';
import type { Stage } from '../stage/stage.ts';

export type Faulted = {
  /** A route of the remote, and the files that its screen loads. */
  readonly path: string;
  readonly files: readonly string[];
  /** URL below which the version's files are. */
  readonly folder: string;
};

type Fault = {
  readonly name: string;
  readonly file: string | undefined;
  readonly answer: (route: Route) => Promise<void>;
};

const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' });

async function tamper(route: Route): Promise<void> {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: `self.tampered=1;${await answer.text()}` });
}

const ran = (page: Page) => page.evaluate(() => 'tampered' in self);

/** Plays one fault: the shell goes on, nothing tampered runs, and the screen comes back when the fault is over. */
async function play(stage: Stage, { path, folder }: Faulted, fault: Fault): Promise<readonly Finding[]> {
  if (!fault.file) return [];
  const findings: Finding[] = [];
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    const url = `${stage.origin}${folder}${fault.file}`;
    await page.route(url, fault.answer);
    await open(page, stage.origin, path);
    if ((await appears(page)) !== 'failed' && !(await becomes(async () => (await notOpened(page).count()) > 0))) {
      findings.push({ code: 'fault-not-contained', message: `${fault.name}: no retry screen is shown` });
    }
    if (await ran(page)) findings.push({ code: 'tampered-ran', message: `${fault.name}: its code ran` });
    if (!(await shellIsAlive(page))) {
      findings.push({ code: 'fault-not-contained', message: `${fault.name}: the shell does not go on` });
    }
    await page.unroute(url);
    await go(page, path);
    await becomes(async () => (await notOpened(page).count()) > 0, 3_000);
    if ((await notOpened(page).count()) > 0) await page.getByRole('alert').getByRole('button').first().click();
    if (!(await becomes(async () => (await notOpened(page).count()) === 0 && (await page.locator('h1').count()) > 0))) {
      findings.push({ code: 'fault-not-healed', message: `${fault.name}: a retry does not bring the screen back` });
    }
  } finally {
    await context.close();
  }
  return findings;
}

/** An entry that takes three seconds: a loading bar, then the screen. */
async function playSlow(stage: Stage, { path, folder }: Faulted): Promise<readonly Finding[]> {
  const context = await stage.phone();
  try {
    const page = await context.newPage();
    await page.route(`${stage.origin}${folder}remoteEntry.js`, async (route) => {
      await pause(3_000);
      await route.continue();
    });
    await open(page, stage.origin, '/');
    await appears(page);
    const home = await titleOf(page);
    await go(page, path);
    const bar = await becomes(async () => (await page.getByRole('progressbar').count()) > 0, 2_500);
    const opened = await becomes(
      async () => ![home, ''].includes(await titleOf(page)) && (await notOpened(page).count()) === 0,
    );
    return bar && opened
      ? []
      : [{ code: 'fault-not-healed', message: `slow entry: ${bar ? 'the screen does not come' : 'no loading bar'}` }];
  } finally {
    await context.close();
  }
}

/** Fails every kind of file that a screen loads. */
export async function checkFaults(stage: Stage, faulted: Faulted): Promise<readonly Finding[]> {
  const script = faulted.files.findLast((file) => file.endsWith('.js'));
  const style = faulted.files.find((file) => file.endsWith('.css'));
  const faults: readonly Fault[] = [
    { name: 'entry 404', file: 'remoteEntry.js', answer: gone },
    { name: 'tampered entry', file: 'remoteEntry.js', answer: tamper },
    { name: 'page 404', file: script, answer: gone },
    { name: 'tampered page', file: script, answer: tamper },
    { name: 'style sheet 404', file: style, answer: gone },
  ];
  const findings: Finding[] = [];
  for (const fault of faults) findings.push(...(await play(stage, faulted, fault)));
  return [...findings, ...(await playSlow(stage, faulted))];
}

/** Gives everybody a version that throws when it is told to: pages have to go to the one before. */
export async function checkBroken(stage: Stage, path: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const when of ['evaluation', 'render'] as const) {
    const context = await stage.phone();
    try {
      const page = await context.newPage();
      await page.addInitScript((probe) => Object.assign(self, { tesseraProbe: probe }), when);
      await open(page, stage.origin, path);
      await appears(page);
      const healed = await becomes(
        async () => (await notOpened(page).count()) === 0 && (await page.locator('h1').count()) > 0,
      );
      const left = await page.evaluate(() => localStorage.getItem('tessera.host.quarantine') !== null);
      if (!healed || !left) {
        findings.push({ code: 'broken-not-left', message: `a version that throws at ${when} is not left` });
      }
      if (!(await shellIsAlive(page))) {
        findings.push({ code: 'fault-not-contained', message: `a version that throws at ${when} harms the shell` });
      }
    } finally {
      await context.close();
    }
  }
  return findings;
}
