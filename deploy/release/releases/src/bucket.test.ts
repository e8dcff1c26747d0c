import type { ObjectStorage } from '@tessera/object-storage';
import { storageAt } from '@tessera/object-storage/testing';
import {
  type S3Server,
  type S3ServerOptions,
  startS3Server,
  type Trouble,
} from '@tessera/object-storage/testing/s3-server';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { signingKeyring } from './key-files.ts';
import { ReleaseService } from './release-service.ts';
import { generateKey } from './signing.ts';
import { ReleaseStore } from './store.ts';
import { folderWith, newVersionOf, OPEN_GATE } from './testing.ts';

const servers: S3Server[] = [];

async function open(options: S3ServerOptions = {}): Promise<S3Server> {
  const server = await startS3Server(options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const SLOW_DOWN: Trouble = { status: 503, code: 'SlowDown' };

const KEY = await generateKey('test', 0);
const KEYS = signingKeyring(async () => [KEY]);

describe('releases in a bucket', () => {
  const service = (storage: ObjectStorage) =>
    new ReleaseService({
      store: new ReleaseStore(storage, KEYS),
      now: () => 1_763_673_482_000,
      random: () => 'salt',
      gate: OPEN_GATE,
    });

  test('of one version by two publishers at once: one succeeds, the other gets an error', async () => {
    const { settings } = await open();
    const publishers = [storageAt(settings), storageAt(settings)].map((storage) => new ReleaseStore(storage, KEYS));
    const outcomes = await Promise.allSettled(
      publishers.map(async (store, index) =>
        store.publish(newVersionOf('markets', '1.0.0'), await folderWith({ 'remoteEntry.js': `by ${index}` })),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const entry = await publishers[0]?.storage.get('versions/markets/1.0.0/files/remoteEntry.js');
    expect(Buffer.from(entry ?? []).toString()).toBe(`by ${winner}`);
    expect(outcomes[1 - winner]).toMatchObject({ reason: { code: 'version_exists' } });
  });

  test('released by many at once, with any failure: each epoch is assigned once, and the chain is intact', async () => {
    const trouble = fc.constantFrom<Trouble | null>(
      null,
      null,
      null,
      SLOW_DOWN,
      'cut off',
      'response lost',
      'response cut',
    );
    const goesWrong = fc.array(trouble, { maxLength: 60 }).filter((all) => all.filter((each) => each).length <= 2);
    const operators = fc.integer({ min: 2, max: 6 });
    await fc.assert(
      fc.asyncProperty(operators, goesWrong, fc.boolean(), async (count, troubles, decidesSlowly) => {
        const server = await open({ decidesSlowly });
        const { settings } = server;
        const first = service(storageAt(settings));
        const names = Array.from({ length: count }, (_, index) => `remote-${index}`);
        for (const name of names) {
          await first.store.publish(newVersionOf(name, '1.0.0'), await folderWith({ 'remoteEntry.js': name }));
        }
        server.troubles.push(...troubles);
        const outcomes = await Promise.allSettled(
          names.map((name) =>
            service(storageAt(settings)).promote({ name, version: '1.0.0' }, { who: name, why: 'at once' }),
          ),
        );
        server.troubles.length = 0;
        const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'epoch_taken' });
        }
        // Each successful caller has a distinct epoch, and no other caller has one.
        const history = await first.history();
        expect(made.map(({ state }) => state.epoch).sort()).toEqual(history.map(({ state }) => state.epoch));
        expect(new Set(made.map(({ who }) => who))).toEqual(new Set(history.map(({ who }) => who)));
        expect(history.length).toBeGreaterThanOrEqual(1);
        expect(await first.brokenAt()).toBeUndefined();
        await server.stop();
      }),
      { numRuns: 8 },
    );
  });
});
