import { randomBytes } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { BUCKETS, isWithin } from '@tessera/releases';
import { failure, readsEpoch, titled } from '../platform/finance.ts';
import { phone } from '../platform/phone.ts';
import { liveManifest, liveRemote, liveSlot, tessera } from '../platform/release.ts';
import { reportAsPage } from '../platform/reports.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { ORIGIN, screen } from '../platform/where.ts';
import { WorkingCopy } from '../platform/working-copy.ts';

const NAME = 'lucky-draw';
const PATH = `/pages/${NAME}/index`;
const SCREEN = `remotes/${NAME}/src/pages/${NAME}/index/WelcomePage.tsx`;
const TEXTS = `remotes/${NAME}/src/i18n/en.json`;
const FIRST = 'Lucky draw';
const SECOND = 'Lucky draw, twice a day';
/** A setting on some phones that breaks the second version. */
const OLD_SETTING = 'lucky-draw.old-setting';
const PERCENT = 10;
/** In addition to those of the ramp, within the registry's rate limit per address. */
const STABLE_CLIENTS = 60;
/** The check of a version computes more than all else of the story: it is run by every third commit. */
const IS_CHECKED = inTurn('story', ['its check'], 3).length > 0;
/** The host takes minutes to build and check: it is published by every eighth commit. */
const HAS_HOST = inTurn('story', ['the host'], 8).length > 0;
/** A second screen. */
const RULES = { folder: 'rules', path: `/pages/${NAME}/rules`, title: 'Rules of the draw' };

/** Delay of each release from the operator's command to the open page, in ms; the promise is 2,000. */
const delays: number[] = [];
const PROMISED = 2_000;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/** Makes a release and waits until the open page has read it. */
async function release(page: Page, ...command: string[]): Promise<void> {
  const { epoch } = await liveManifest();
  const read = readsEpoch(page, epoch + 1);
  const wrote = tessera(...command, '--why', 'the story');
  const response = await read;
  const { payload } = (await response.json()) as { payload: string };
  // The signed manifest contains the time of the release by the registry's clock, which is this machine's.
  const { issuedAt } = JSON.parse(payload) as { issuedAt: number };
  delays.push(response.request().timing().startTime + response.request().timing().responseEnd - issuedAt);
  await wrote;
}

/** Within the open page, as a tap on a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);

async function leaveAndComeBack(page: Page): Promise<void> {
  await goTo(page, '/');
  await expect(titled(page, FIRST).or(titled(page, SECOND))).toHaveCount(0);
  await goTo(page, PATH);
}

const published = (said: string, name = NAME): string => {
  const [, version] = new RegExp(`${name}@([0-9A-Za-z.-]+)`).exec(said) ?? [];
  if (!version) throw new Error(`no version in ${said}`);
  return version;
};

/** Whether a client is inside the ramp of a slot. */
const isInside = ({ ramp }: Awaited<ReturnType<typeof liveSlot>>, client: string): boolean =>
  isWithin(ramp?.weight ?? 0, ramp?.salt ?? '', client);

/** A client inside or outside the current ramp: clients choose their own id, so a matching one is generated. */
async function clientWhich(isIn: boolean): Promise<string> {
  const slot = await liveSlot(NAME);
  for (;;) {
    const id = randomBytes(16).toString('hex');
    if (isInside(slot, id) === isIn) return id;
  }
}

/** Another user's phone on the new screen. */
async function visit(context: BrowserContext, client: string, oldSetting: boolean): Promise<Page> {
  await context.addInitScript(
    ([id, setting]) => {
      localStorage.setItem('tessera.host.web-version', '1');
      localStorage.setItem('tessera.host.client', id as string);
      if (setting) localStorage.setItem(setting, 'yes');
    },
    [client, oldSetting ? OLD_SETTING : ''],
  );
  const page = await context.newPage();
  await page.goto(screen(PATH));
  return page;
}

/** Reports of as many pages of the stable version, for the comparison. */
async function reportUses(version: string, clients: number): Promise<void> {
  const { epoch } = await liveManifest();
  for (let client = 0; client < clients; client += 1) {
    await reportAsPage(epoch, `${NAME}@${version}`, [{ type: 'use', remote: NAME, version }]);
  }
}

/** In the platform's history an event names what it changed. */
const NAMED = new RegExp(`^(\\d+) .*\\b${NAME}\\b`);

/** Ends what is live of the remote: also what a try left that was ended in the middle, at any point. */
async function endStory(): Promise<void> {
  if (!(await liveManifest()).remotes.some(({ name }) => name === NAME)) return;
  const events = (await tessera('history', '--limit', '100')).split('\n');
  const epochs = events.flatMap((line) => NAMED.exec(line)?.[1] ?? []).map(Number);
  await tessera('revert', String(Math.min(...epochs) - 1), '--force', '--why', 'the story is over');
}

let ours: WorkingCopy | undefined;
const phones: BrowserContext[] = [];

// Not in the test itself: what fails here would stand in the place of what failed there.
test.afterEach(async () => {
  for (const context of phones.splice(0)) await context.close();
  ours?.remove();
  await endStory();
});

test(`a remote from its first line to its rollback, while a page stays open${TURN_TITLE}`, async ({ page, browser }, {
  retry,
}) => {
  // It ends what hangs: the story is the longest of all tests.
  test.setTimeout(1_200_000);
  await endStory();
  const team = new WorkingCopy();
  ours = team;
  const anotherPhone = async () => {
    const context = await browser.newContext({ ...phone, baseURL: ORIGIN, locale: 'en-US' });
    phones.push(context);
    return context;
  };
  await page.goto(screen('/'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));

  await test.step('scaffold: a team gets a remote that works', async () => {
    expect(await team.tessera('new', NAME)).toContain(`Its page is ${PATH}.`);
    // A version is published once: a repeated test has one of its own.
    if (retry > 0) team.change(TEXTS, 'a release of its own', `a release of its own, at try ${retry + 1}`);
  });

  await test.step('screens: another one, to which links are typed', async () => {
    const { folder, path, title } = RULES;
    await team.tessera('new', 'screen', NAME, folder, '--path', path, '--title', title, '--access', 'guest');
    expect(team.read('shared/router/src/declared-screens.d.ts')).toContain(`'${path}'`);
  });

  await test.step('develop: it runs inside the released page, and a change shows', async () => {
    const { url, stop } = await team.develop(NAME);
    try {
      const developer = await (await anotherPhone()).newPage();
      await developer.goto(url);
      await expect(titled(developer, FIRST)).toBeVisible();
      await expect(developer.getByText(new RegExp(`${NAME} runs from 127\\.0\\.0\\.1:\\d+`))).toBeVisible();
      team.change(TEXTS, 'This page is new', 'A draw every evening. This page is new');
      await expect(developer.getByText('A draw every evening.')).toBeVisible();
      team.change(SCREEN, 'export default', 'export defalt');
      const problem = developer.locator('#webpack-dev-server-client-overlay');
      await expect(problem.contentFrame().getByText(/\.tsx/).first()).toBeVisible();
      team.change(SCREEN, 'export defalt', 'export default');
      await expect(problem).toHaveCount(0);
      await expect(developer.getByText('A draw every evening.')).toBeVisible();
    } finally {
      await stop();
    }
  });

  let first = '';
  await test.step(`${IS_CHECKED ? 'check and publish' : 'publish'}: not live yet`, async () => {
    first = IS_CHECKED
      ? published(await team.tessera('publish', NAME, '--why', 'a draw for all clients'))
      : await team.publishUnchecked(NAME, `1.0.0-try-${retry + 1}`);
    expect((await liveManifest()).remotes.map(({ name }) => name)).not.toContain(NAME);
    if (IS_CHECKED) await expect(team.tessera('publish', NAME, '--why', 'again')).rejects.toThrow(/exists|published/);
  });

  await test.step(`ramp from nothing: ${PERCENT} % of the clients see the new remote, the others nothing of it`, async () => {
    await release(page, 'ramp', `${NAME}@${first}`, String(PERCENT));
    await expect(titled(await visit(await anotherPhone(), await clientWhich(true), false), FIRST)).toBeVisible();
    const outside = await visit(await anotherPhone(), await clientWhich(false), false);
    await expect(outside.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(titled(outside, FIRST)).toHaveCount(0);
  });

  await test.step('promote: the open page has the screen, with no change in the host', async () => {
    await release(page, 'promote', `${NAME}@${first}`);
    await goTo(page, PATH);
    await expect(titled(page, FIRST)).toBeVisible();
    await expect(page.getByText('A draw every evening.')).toBeVisible();
    await goTo(page, RULES.path);
    await expect(titled(page, RULES.title)).toBeVisible();
    await goTo(page, PATH);
  });

  let second = '';
  await test.step('a second version, which breaks for a part of the phones', async () => {
    team.change(TEXTS, `"index": "${FIRST}"`, `"index": "${SECOND}"`);
    team.change(
      SCREEN,
      'export default function WelcomePage() {',
      `export default function WelcomePage() {
  if (localStorage.getItem('${OLD_SETTING}') !== null) throw new Error('an old setting');`,
    );
    second = await team.publishUnchecked(NAME, `${first}-twice-a-day`);
  });

  await test.step(`ramp to ${PERCENT} %: the open page is outside and keeps what it has`, async () => {
    await release(page, 'ramp', `${NAME}@${second}`, String(PERCENT));
    // Which clients are inside depends on the salt of a ramp: one in ten times the open page is, and the ramp begins anew.
    const own = await page.evaluate(() => String(localStorage.getItem('tessera.host.client')));
    while (isInside(await liveSlot(NAME), own)) {
      await release(page, 'rollback', NAME);
      second = await team.publishUnchecked(NAME, `${second}-again`);
      await release(page, 'ramp', `${NAME}@${second}`, String(PERCENT));
    }
    await reportUses(first, STABLE_CLIENTS);
    await leaveAndComeBack(page);
    await expect(titled(page, FIRST)).toBeVisible();
  });

  const healthy = await visit(await anotherPhone(), await clientWhich(true), false);
  await expect(titled(healthy, SECOND)).toBeVisible();

  await test.step('break: clients for which it fails get the previous version, and see no error', async () => {
    const { epoch } = await liveManifest();
    const halted = readsEpoch(page, epoch + 1);
    for (let client = 0; client < 8; client += 1) {
      const page = await visit(await anotherPhone(), await clientWhich(true), true);
      await expect(titled(page, FIRST)).toBeVisible();
      await expect(failure(page)).toHaveCount(0);
      if ((await liveManifest()).epoch > epoch) break;
    }
    await halted;
  });

  await test.step('heal: the registry has halted the ramp, and records why', async () => {
    expect(await liveSlot(NAME)).not.toHaveProperty('ramp');
    const history = await tessera('history', '--limit', '1');
    expect(history).toMatch(/halt/);
    expect(history).toMatch(/failed for \d of \d+ clients/);
    // Clients with the withdrawn version leave it on the next navigation.
    await leaveAndComeBack(healthy);
    await expect(titled(healthy, FIRST)).toBeVisible();
  });

  await test.step('roll back: one command restores the open page', async () => {
    // It was halted: only an operator who insists makes it live again.
    await expect(tessera('promote', `${NAME}@${second}`, '--why', 'once more')).rejects.toThrow('version_withdrawn');
    await release(page, 'promote', `${NAME}@${second}`, '--force');
    await leaveAndComeBack(page);
    await expect(titled(page, SECOND)).toBeVisible();
    await release(page, 'rollback', NAME);
    await leaveAndComeBack(page);
    await expect(titled(page, FIRST)).toBeVisible();
    await expect(tessera('rollback', NAME, '--why', 'the story')).rejects.toThrow('Name the version');
  });

  if (HAS_HOST)
    await test.step('the host: published, ramped and rolled back by the same commands', async () => {
      const { version: before } = await liveRemote('host');
      team.change('host/src/i18n/en.json', 'This address cannot be opened', 'This address does not open');
      const version = published(await team.tessera('publish', 'host', '--why', 'the story'), 'host');
      await release(page, 'ramp', `host@${version}`, String(PERCENT));
      const scripts = await Promise.all(
        [true, false].map(async (isIn) => {
          const { ramp } = await liveSlot('host');
          const bucket = Array.from({ length: BUCKETS }, (_, each) => String(each)).find(
            (each) => isWithin(ramp?.weight ?? 0, ramp?.salt ?? '', each) === isIn,
          );
          const context = await anotherPhone();
          await context.addCookies([{ name: 'tessera_bucket', value: bucket ?? '', url: ORIGIN }]);
          const visitor = await visit(context, await clientWhich(false), false);
          await expect(titled(visitor, FIRST)).toBeVisible();
          return visitor.evaluate(() => [...document.scripts].map(({ src }) => src).find((src) => /main\./.test(src)));
        }),
      );
      expect(scripts[0]).not.toBe(scripts[1]);
      await release(page, 'rollback', 'host');
      expect((await liveRemote('host')).version).toBe(before);
      expect(await liveSlot('host')).not.toHaveProperty('ramp');
    });

  expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
  console.log(`From the release to the open page: ${delays.map((delay) => Math.round(delay)).join(', ')} ms.`);
  expect(median(delays)).toBeLessThan(PROMISED);
});
