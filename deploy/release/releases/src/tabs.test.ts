import { beforeEach, expect, test } from 'vitest';
import { statusOf } from './overview.ts';
import { descriptorOf, type TestReleases, testReleases } from './testing.ts';

/* The bottom bar as operations arrange it: no build, no version, only the signed manifest. */

const audit = { who: 'ada', why: 'because' };
const DECLARED = ['markets', 'trading', 'finance', 'assets'];

const withTab = (name: string, order: number) =>
  descriptorOf(name, {
    tab: { order, path: `/pages/${name}/${name}`, label: descriptorOf(name).title, icon: 'M3 3h18v18H3z' },
  });

let release: TestReleases;

beforeEach(async () => {
  release = await testReleases();
  for (const [at, name] of DECLARED.entries()) {
    await release.publish(name, '1.0.0', { descriptor: withTab(name, at + 1) });
    await release.service.promote({ name, version: '1.0.0' }, audit);
  }
  await release.publish('entrance', '1.0.0');
  await release.service.promote({ name: 'entrance', version: '1.0.0' }, audit);
});

/** What a page draws of the manifest in force, hosts of former versions too: entries by their order. */
const drawn = async () =>
  (await release.inForce()).remotes
    .flatMap(({ name, stable: { tab } }) => (tab ? [{ name, order: tab.order }] : []))
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => name);
const arrange = (tabs: readonly string[] | null) => release.service.arrangeTabs(tabs, audit);

test('is that of the descriptors until operations arrange it, and again once they leave it to these', async () => {
  expect(await drawn()).toEqual(DECLARED);
  const { state, changes, kind } = await arrange(['assets', 'trading']);
  expect({ kind, changes }).toEqual({
    kind: 'tabs',
    changes: [{ name: '(bottom bar)', from: 'as remotes declare it', to: 'assets, trading' }],
  });
  expect(state.epoch).toBe(6);
  expect(await drawn()).toEqual(['assets', 'trading']);
  expect((await statusOf(release.service)).bar).toEqual({
    shown: ['assets', 'trading'],
    hidden: ['markets', 'finance'],
  });
  // Of what has no tab the screens stay.
  const routes = (await release.inForce()).remotes.flatMap(({ stable }) => stable.routes.map(({ path }) => path));
  expect(routes).toContain('/pages/markets/markets');
  await arrange(null);
  expect(await drawn()).toEqual(DECLARED);
  expect((await statusOf(release.service)).bar).toEqual({ shown: DECLARED, hidden: [] });
});

test('outlives releases of the remotes in it, and counts for a candidate of a ramp too', async () => {
  await arrange(['finance', 'markets']);
  await release.publish('markets', '1.1.0', { descriptor: withTab('markets', 1) });
  await release.service.ramp({ name: 'markets', version: '1.1.0' }, 10, audit);
  const slot = (await release.inForce()).remotes.find(({ name }) => name === 'markets');
  expect([slot?.stable.tab?.order, slot?.ramp?.candidate.tab?.order]).toEqual([2, 2]);
  await release.service.promote({ name: 'markets', version: '1.1.0' }, audit);
  await release.service.rollback('markets', audit);
  expect(await drawn()).toEqual(['finance', 'markets']);
});

test('is undone by a rollback without a name, once, and restored by a revert', async () => {
  await arrange(['finance', 'markets']);
  await arrange(['assets']);
  await release.service.rollback(undefined, audit);
  expect(await drawn()).toEqual(['finance', 'markets']);
  // Repeated, or by a second operator, it undoes no release of a remote.
  await expect(release.service.rollback(undefined, audit)).rejects.toMatchObject({ code: 'nothing_to_undo' });
  expect(await drawn()).toEqual(['finance', 'markets']);
  await release.service.revert(5, audit);
  expect(await drawn()).toEqual(DECLARED);
  await release.service.revert(7, audit);
  expect(await drawn()).toEqual(['assets']);
});

test('is undone, and no release of a remote, where a preview was opened since', async () => {
  await arrange(['assets']);
  await release.publish('markets', '1.1.0', { descriptor: withTab('markets', 1) });
  await release.service.preview({ name: 'markets', version: '1.1.0' }, 10, audit);
  const { changes } = await release.service.rollback(undefined, audit);
  expect(changes.map(({ name }) => name)).toEqual(['(bottom bar)']);
  expect(await drawn()).toEqual(DECLARED);
});

test('is no compromised code: a rollback of that names its remote', async () => {
  await arrange(['assets']);
  await expect(release.service.rollback(undefined, { ...audit, compromised: true })).rejects.toMatchObject({
    code: 'nothing_to_undo',
  });
  expect((await release.inForce()).compromised).toBeUndefined();
  const { changes } = await release.service.rollback('entrance', { ...audit, compromised: true, force: true });
  expect(changes.map(({ name }) => name)).toEqual(['entrance']);
  expect(await drawn()).toEqual(['assets']);
});

test.each([
  ['nothing', [], 'value_invalid'],
  ['more than the five places hold with Home', [...DECLARED, 'entrance'], 'value_invalid'],
  ['a remote twice', ['markets', 'markets'], 'value_invalid'],
  ['a remote that is not live', ['markets', 'lottery'], 'remote_unknown'],
  ['a remote without a tab', ['markets', 'entrance'], 'remote_unknown'],
])('takes %s for no bottom bar', async (_, tabs, code) => {
  await expect(arrange(tabs)).rejects.toMatchObject({ code });
  expect(await drawn()).toEqual(DECLARED);
});

test('needs a reason, and says where it is arranged so already', async () => {
  await expect(release.service.arrangeTabs(['assets'], { ...audit, why: ' ' })).rejects.toThrow('needs a reason');
  await expect(arrange(null)).rejects.toMatchObject({ code: 'already_live' });
  await arrange(['assets']);
  await expect(arrange(['assets'])).rejects.toMatchObject({ code: 'already_live' });
});
