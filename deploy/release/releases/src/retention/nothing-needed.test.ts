import { referenceOf } from '@tessera/manifest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../file-list.ts';
import { ReleaseError } from '../release-error.ts';
import { versionsIn } from '../state.ts';
import { ReleaseStore } from '../store.ts';
import { folderWith, newVersionOf, type TestReleases, testReleases } from '../testing.ts';
import { ENTRY_FILE } from '../version-record.ts';
import { DAY, KEPT, lentVersions, recentStates, UNDER_WAY } from './kept.ts';

const audit = { who: 'ops', why: 'because' };
const TYPES = ['one', 'two', 'three', 'four'].map((text) => ({ hash: hashOf(text), text }));
const types = fc.constantFrom(...TYPES);
// Few, so that each is changed often.
const name = fc.constantFrom('markets', 'trading');
const version = fc.nat(3).map((patch) => `1.0.${patch}`);
const folder = await folderWith({ [ENTRY_FILE]: 'entry', 'page.js': 'page' });

const days = fc.constantFrom(0, 1, 2, 10, 29, 31, 40);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const), name, version, types }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give up' as const), name, version, types }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('promote' as const), name, version, types }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ramp' as const), name, version }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rollback' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), epoch: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('host' as const), version, types }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('preview' as const), name, version }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), days }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many events' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('prune' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A publication that is aborted before its record is written. */
class GivenUp extends Error {}

async function publish(
  { store, clock }: TestReleases,
  asked: Step & { kind: 'publish' | 'give up' },
): Promise<unknown> {
  const contract = { uses: {}, types: asked.types.hash };
  const stated = newVersionOf(asked.name, asked.version, { publishedAt: clock.now, contract });
  if (asked.kind === 'publish') return store.publish(stated, folder, asked.types);
  const { storage } = store;
  const cut: typeof storage.create = async (key, content) => {
    if (key.startsWith('records/')) throw new GivenUp();
    return storage.create(key, content);
  };
  const half = new Proxy(storage, {
    get: (whole, key) => (key === 'create' ? cut : (whole[key as keyof typeof whole] as CallableFunction).bind(whole)),
  });
  return new ReleaseStore(half, store.keys).publish(stated, folder, asked.types);
}

/** As many events as are kept regardless of age: older epochs then count by age. */
async function moveOften(release: TestReleases): Promise<void> {
  const versions = ['1.0.0', '1.0.1'].map((number) => ({ name: 'busy', version: number }));
  for (const each of versions) {
    if (!(await release.store.version(each.name, each.version))) {
      await release.store.publish(newVersionOf(each.name, each.version, { publishedAt: release.clock.now }), folder);
    }
  }
  for (let event = 0; event < KEPT.epochs / 2; event += 1) {
    for (const each of versions) await release.service.promote(each, audit);
  }
}

async function carryOut(release: TestReleases, asked: Step): Promise<unknown> {
  const { service, store, clock } = release;
  switch (asked.kind) {
    case 'publish':
    case 'give up':
      return publish(release, asked);
    case 'promote':
      if (!(await store.version(asked.name, asked.version))) await publish(release, { ...asked, kind: 'publish' });
      return service.promote(asked, audit);
    case 'ramp':
      return service.ramp(asked, 10, audit);
    case 'rollback':
      return service.rollback(asked.name, audit);
    case 'revert':
      return service.revert(asked.epoch, audit);
    case 'host': {
      await store.keepContract(asked.types.hash, asked.types.text);
      const contract = { provides: {}, types: asked.types.hash };
      return service.takeOver({ host: { version: asked.version, contract }, remotes: [] }, audit);
    }
    case 'preview':
      return service.preview(asked, 60 * 24, audit);
    case 'wait':
      clock.now += asked.days * DAY;
      return undefined;
    case 'many events':
      return moveOften(release);
    case 'prune':
      return service.prune(clock.now);
  }
}

/** Expects everything that pages or the gate may load to be complete. */
async function expectWhole({ store, service, clock }: TestReleases): Promise<void> {
  const states = await recentStates(store, clock.now);
  const lent = (await lentVersions(store)).filter(({ expiresAt }) => expiresAt >= clock.now);
  const needed = new Set([...states.flatMap(versionsIn).map(referenceOf), ...lent.map(({ reference }) => reference)]);
  for (const reference of needed) {
    const [remote = '', number = ''] = reference.split('@');
    const record = await store.requireVersion(remote, number);
    for (const { path } of record.files) expect(await store.file(remote, number, path), path).toBeDefined();
    if (record.contract) expect(await store.contract(record.contract.types), reference).toBeDefined();
  }
  for (const { host } of states) {
    if (host !== null) expect(await store.contract((await store.host(host))?.contract?.types ?? '')).toBeDefined();
  }
  for (const key of await store.storage.list('claims/')) {
    const named = (await store.claim(key))?.types;
    if (named) expect(await store.contract(named), key).toBeDefined();
  }
  expect(await service.brokenAt()).toBeUndefined();
  for (const event of await store.history()) expect(await store.signed(event)).toBeDefined();
}

/** Expects no leftovers. */
async function expectNoWaste({ store, clock }: TestReleases): Promise<void> {
  const records = (await Promise.all((await store.remotes()).map((each) => store.versions(each)))).flat();
  const published = new Set(records.map(referenceOf));
  const files = await store.storage.list('versions/');
  const claims = await store.storage.list('claims/');
  const claimed = new Set(claims.map((key) => key.slice('claims/'.length, -'.json'.length).replace('/', '@')));
  for (const key of files) expect(claimed).toContain(key.split('/').slice(1, 3).join('@'));
  const named = new Set(records.map(({ contract }) => contract?.types));
  for (const key of claims) {
    const claim = await store.claim(key);
    const reference = key.slice('claims/'.length, -'.json'.length).replace('/', '@');
    if (!published.has(reference)) expect(clock.now - (claim?.at ?? 0)).toBeLessThanOrEqual(UNDER_WAY);
    named.add(claim?.types);
  }
  for (const host of await store.hosts()) named.add((await store.host(host))?.contract?.types);
  for (const key of await store.storage.list('contracts/')) {
    expect(named).toContain(key.slice('contracts/'.length, -'.json'.length));
  }
}

test('after any sequence of publishing, releasing, previewing, aborting and pruning, exactly the needed objects remain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const release = await testReleases();
      for (const asked of [...steps, { kind: 'prune' as const }]) {
        try {
          await carryOut(release, asked);
        } catch (error) {
          if (!(error instanceof ReleaseError) && !(error instanceof GivenUp)) throw error;
        }
        if (asked.kind !== 'prune') continue;
        await expectWhole(release);
        await expectNoWaste(release);
      }
    }),
    { numRuns: process.env.TESSERA_DEEP === '1' ? 50 : 8 },
  );
  // 50 histories of up to 60 steps: well over the usual limit on a busy machine.
}, 120_000);
