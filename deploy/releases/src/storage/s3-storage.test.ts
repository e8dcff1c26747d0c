import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ReleaseDesk } from '../desk.ts';
import { generateKey } from '../signing.ts';
import { ReleaseStore } from '../store.ts';
import { folderWith, newVersionOf, OPEN_GATE, temporaryFolder } from '../testing.ts';
import { FolderStorage, storageFromEnvironment } from './index.ts';
import { S3Storage } from './s3-storage.ts';
import { type S3Server, type S3ServerOptions, startS3Server, type Trouble } from './testing/s3-server.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const servers: S3Server[] = [];

async function open(options: S3ServerOptions = {}): Promise<S3Server & { readonly storage: S3Storage }> {
  const server = await startS3Server(options);
  servers.push(server);
  return { ...server, storage: new S3Storage(server.settings) };
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const SLOW_DOWN: Trouble = { status: 503, code: 'SlowDown' };

describe('a bucket', () => {
  test('is listed to its end, page by page, below the prefix that the environment names', async () => {
    const { settings, objects } = await open({ keysPerPage: 7 });
    const storage = new S3Storage({ ...settings, prefix: 'tessera/' });
    const keys = Array.from({ length: 20 }, (_, index) => `a/${String(index).padStart(2, '0')}`);
    for (const key of keys) await storage.put(key, bytes(key));
    objects.set('somebody/else', Buffer.from('x'));
    expect(await storage.list('')).toEqual(keys);
    expect([...objects.keys()]).toContain('tessera/a/00');
  });

  test.each([
    ['is busy', SLOW_DOWN],
    ['fails', { status: 500, code: 'InternalError' }],
    ['cuts the connection', 'cut off'],
  ] as const)('that %s for a moment is asked again', async (_, trouble) => {
    const { storage, troubles } = await open();
    await storage.put('a', bytes('1'));
    troubles.push(trouble, trouble);
    expect(await storage.get('a')).toEqual(bytes('1'));
    troubles.push(trouble);
    await storage.put('a', bytes('2'));
    troubles.push(trouble);
    expect(await storage.list('')).toEqual(['a']);
    troubles.push(trouble);
    await storage.remove('a');
    expect(await storage.get('a')).toBeUndefined();
  });

  test('whose answer to a creation is lost is asked again, and the creation counts', async () => {
    const { storage, troubles, objects } = await open();
    expect(await storage.create('first', bytes('proves the conditions'))).toBe(true);
    troubles.push('answer lost');
    expect(await storage.create('a', bytes('mine'))).toBe(true);
    expect(objects.get('a')?.toString()).toBe('mine');
  });

  test('in which somebody else was quicker refuses the creation, though its answer got lost', async () => {
    const { storage, troubles, objects } = await open();
    await storage.create('first', bytes('proves the conditions'));
    objects.set('a', Buffer.from('theirs'));
    troubles.push('answer lost');
    expect(await storage.create('a', bytes('mine'))).toBe(false);
    expect(objects.get('a')?.toString()).toBe('theirs');
  });

  test('that is about to decide is asked again until it has', async () => {
    const { storage, troubles } = await open();
    await storage.create('first', bytes('proves the conditions'));
    troubles.push(
      { status: 409, code: 'ConditionalRequestConflict' },
      { status: 409, code: 'ConditionalRequestConflict' },
    );
    expect(await storage.create('a', bytes('mine'))).toBe(true);
  });

  test('that takes no notice of conditions is found out before anything is created in it', async () => {
    const { storage, objects } = await open({ ignoresConditions: true });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(storage.create('a', bytes('mine'))).rejects.toMatchObject({
        code: 'store_unconditional',
        message: expect.stringContaining('If-None-Match'),
      });
    }
    expect([...objects.keys()]).toEqual([]);
  });

  test('is held to its conditions once, and leaves nothing of that', async () => {
    const { storage, objects, calls } = await open();
    for (const key of ['a', 'b', 'c']) await storage.create(key, bytes(key));
    expect([...objects.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(calls.filter((call) => call.startsWith('PUT probes/'))).toHaveLength(2);
  });

  test('that stays away is named, with its place', async () => {
    const { storage, settings, troubles, stop } = await open();
    troubles.push(SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, SLOW_DOWN);
    await expect(storage.get('a')).rejects.toMatchObject({ code: 'store_unreachable' });
    await stop();
    servers.splice(0);
    await expect(storage.list('')).rejects.toMatchObject({
      code: 'store_unreachable',
      message: expect.stringMatching(new RegExp(`bucket releases at ${settings.endpoint} cannot be reached`)),
    });
  });

  test.each([
    ['another secret', { secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'nobody' }, 'NoSuchBucket'],
  ])('refuses %s in words, for reading and writing', async (_, changed, reason) => {
    const { settings } = await open();
    const storage = new S3Storage({ ...settings, ...changed });
    const refusal = { code: 'store_refused', message: expect.stringContaining(reason) };
    await expect(storage.get('a')).rejects.toMatchObject(refusal);
    await expect(storage.put('a', bytes('x'))).rejects.toMatchObject(refusal);
    await expect(storage.create('a', bytes('x'))).rejects.toMatchObject(refusal);
    await expect(storage.list('')).rejects.toMatchObject(refusal);
  });
});

const KEY = await generateKey('test', 0);

describe('releases in a bucket', () => {
  const desk = (storage: S3Storage) =>
    new ReleaseDesk({
      store: new ReleaseStore(storage),
      keys: async () => [KEY],
      now: () => 1_763_673_482_000,
      random: () => 'salt',
      gate: OPEN_GATE,
    });

  test('of one version by two publishers at once: one holds it, the other is told', async () => {
    const { settings } = await open();
    const publishers = [new S3Storage(settings), new S3Storage(settings)].map((storage) => new ReleaseStore(storage));
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

  test('moved by many at once: an epoch is given once, and the chain is whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), async (operators) => {
        const { settings } = await open();
        const first = desk(new S3Storage(settings));
        const names = Array.from({ length: operators }, (_, index) => `remote-${index}`);
        for (const name of names) {
          await first.store.publish(newVersionOf(name, '1.0.0'), await folderWith({ 'remoteEntry.js': name }));
        }
        const moves = names.map((name) =>
          desk(new S3Storage(settings)).promote({ name, version: '1.0.0' }, { who: name, why: 'at once' }),
        );
        const outcomes = await Promise.allSettled(moves);
        const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
        expect(made).toBeGreaterThanOrEqual(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'epoch_taken' });
        }
        expect((await first.history()).map(({ state }) => state.epoch).sort()).toEqual(
          Array.from({ length: made }, (_, index) => index + 1),
        );
        expect(await first.brokenAt()).toBeUndefined();
      }),
      { numRuns: 5 },
    );
  });
});

describe('the storage of an environment', () => {
  const whole = { S3_BUCKET: 'b', S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

  test('is a folder where no bucket is named, else the bucket', async () => {
    expect(await storageFromEnvironment({}, await temporaryFolder())).toBeInstanceOf(FolderStorage);
    expect(await storageFromEnvironment(whole, '/nowhere')).toBeInstanceOf(S3Storage);
  });

  test.each([
    [{ S3_BUCKET: 'b' }, 'S3_BUCKET needs S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well.'],
    [{ ...whole, S3_SECRET_ACCESS_KEY: '' }, 'S3_BUCKET needs S3_SECRET_ACCESS_KEY as well.'],
    [{ S3_REGION: 'eu' }, 'S3_REGION without S3_BUCKET: name the bucket.'],
    [{ ...whole, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be a URL without a path'],
    [{ ...whole, S3_PATH_STYLE: 'maybe' }, 'S3_PATH_STYLE must be yes or no'],
  ])('that is named by half is refused: %j', async (env, message) => {
    await expect(storageFromEnvironment(env, '/nowhere')).rejects.toMatchObject({
      code: 'setting_invalid',
      message: expect.stringContaining(message),
    });
  });
});
