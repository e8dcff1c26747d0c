import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { titled } from '../platform/finance.ts';
import { ForeignTeam, packSdk } from '../platform/foreign-team.ts';
import { phone } from '../platform/phone.ts';
import { liveManifest, tessera } from '../platform/release.ts';
import { joinStaff, staffCommand } from '../platform/staff.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { ORIGIN, screen } from '../platform/where.ts';

const NAME = 'raffle';
const PATH = `/pages/${NAME}/index`;

/** Packing and installing compute more than all other journeys: every fourth commit plays it. */
const IS_PLAYED = inTurn('foreign team', ['it'], 4).length > 0;

let team: ForeignTeam | undefined;

test.afterEach(async () => {
  team?.remove();
  if (!(await liveManifest()).remotes.some(({ name }) => name === NAME)) return;
  await tessera('rollback', NAME, '--force', '--why', 'the journey is over');
});

test(`a team with nothing but the address of the platform ships a remote${TURN_TITLE}`, async ({ page, browser }, {
  retry,
}) => {
  test.skip(!IS_PLAYED, 'another commit plays it');
  // Packages are compiled, packed and installed.
  test.setTimeout(900_000);
  const own = new ForeignTeam(NAME);
  team = own;

  await test.step('the platform serves the SDK of its sources', async () => {
    await packSdk();
    const npm = await fetch(`${ORIGIN}/sdk/@tessera%2fui`);
    expect(npm.status).toBe(200);
    expect(await npm.json()).toMatchObject({ name: '@tessera/ui' });
  });

  await test.step('one command makes a repository whose types and tests pass', async () => {
    await own.init();
    await own.install();
    await own.run('npm', ['test', '--silent']);
  });

  await test.step('without a token nothing is sent, and the check needs none', async () => {
    // A version is published once: a repeated test has one of its own.
    if (retry > 0) own.change('src/i18n/en.json', 'This page is new', `This page is new, at try ${retry + 1}`);
    expect(await own.tessera('check')).toContain('is as the registry asks');
    await expect(own.tessera('publish', '--why', 'first version')).rejects.toThrow('You are not logged in');
  });

  await test.step('a member gives its CI the rights to this remote alone', async () => {
    const developer = await joinStaff('Dana Berg', 'developer');
    const rights = ['publish', 'preview', 'release', 'rollback'];
    for (const right of rights) {
      const granted = ['grant-right', developer.account, right, NAME, '--environment', '*', '--why', 'their remote'];
      await staffCommand(granted);
    }
    const { token } = (await developer.post('/staff/machines/create', {
      name: `ci-${randomUUID().slice(0, 8)}`,
      rights: rights.map((right) => `${right} ${NAME} *`).join('\n'),
      days: '1',
    })) as { token: string };
    own.token = token;
    await expect(own.tessera('rollback', 'markets', '--why', 'another team')).rejects.toThrow(/right|forbidden/i);
  });

  await test.step('develop: the remote runs inside the released page, and a change shows', async () => {
    const { url, stop } = await own.develop();
    try {
      const context = await browser.newContext({ ...phone, baseURL: ORIGIN, locale: 'en-US' });
      const developer = await context.newPage();
      await developer.goto(url);
      await expect(titled(developer, 'Raffle')).toBeVisible();
      own.change('src/i18n/en.json', 'This page is new', 'A raffle every evening. This page is new');
      await expect(developer.getByText('A raffle every evening.')).toBeVisible();
      await context.close();
    } finally {
      await stop();
    }
  });

  await test.step('publish, preview and promote: an open page has the screen', async () => {
    await page.goto(screen('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const version = await own.version();
    expect(await own.tessera('publish', '--why', 'first version')).toContain(`${version} is published`);
    expect(await own.tessera('preview', version, '--why', 'for Paul')).toContain('/h5/?preview=');
    await own.tessera('promote', version, '--why', 'launch');
    // The open page reads the release some tenths of a second later: until then it knows no such screen.
    await expect(async () => {
      await page.evaluate((to) => {
        location.hash = '#/';
        location.hash = to;
      }, PATH);
      await expect(titled(page, 'Raffle')).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 90_000 });
    await expect(page.getByText('A raffle every evening.')).toBeVisible();
    expect(await own.tessera('status')).toContain(version.slice(NAME.length + 1));
  });
});
