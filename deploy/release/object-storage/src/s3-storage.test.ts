import dns from 'node:dns';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FolderStorage, openStorage, s3Settings } from './index.ts';
import { S3Storage } from './s3-storage.ts';
import { type S3Server, type S3ServerOptions, startS3Server, type Trouble } from './testing/s3-server.ts';
import { storageAt, temporaryFolder, timing } from './testing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined): string | undefined => content && Buffer.from(content).toString();
const servers: S3Server[] = [];

async function open(options: S3ServerOptions = {}): Promise<S3Server & { readonly storage: S3Storage }> {
  const server = await startS3Server(options);
  servers.push(server);
  return { ...server, storage: storageAt(server.settings) };
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) await server.stop();
});

const SLOW_DOWN: Trouble = { status: 503, code: 'SlowDown' };
const CONFLICT: Trouble = { status: 409, code: 'ConditionalRequestConflict' };

describe('a bucket', () => {
  test('is listed to its end, page by page, below the prefix that the environment names', async () => {
    const { settings, objects, calls } = await open({ keysPerPage: 7 });
    const storage = storageAt({ ...settings, prefix: 'tessera/' });
    const keys = Array.from({ length: 20 }, (_, index) => `a/${String(index).padStart(2, '0')}`);
    for (const key of keys) await storage.put(key, bytes(key));
    objects.set('somebody/else', Buffer.from('x'));
    calls.length = 0;
    expect(await storage.list('')).toEqual(keys);
    expect(calls).toHaveLength(3);
    expect(await storage.list('a/1')).toEqual(keys.slice(10));
    expect([...objects.keys()]).toContain('tessera/a/00');
  });

  test('does not list foreign objects whose names are not keys', async () => {
    const { storage, objects } = await open();
    for (const name of ['records/', 'records/a b.json', '.hidden', 'records/a.json'])
      objects.set(name, Buffer.from('x'));
    expect(await storage.list('')).toEqual(['records/a.json']);
    expect(await storage.list('records/')).toEqual(['records/a.json']);
    await expect(storage.list('../a')).rejects.toThrow('cannot be a key');
  });

  test('is addressed by host name unless path style is set', async () => {
    const { settings, storage } = await open();
    await storage.put('a/b', bytes('1'));
    const asked: string[] = [];
    vi.spyOn(dns, 'lookup').mockImplementation(((host: string, _options: unknown, done: CallableFunction) => {
      asked.push(host);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as never);
    const endpoint = settings.endpoint?.replace('127.0.0.1', 's3.test');
    const inHost = storageAt({ ...settings, endpoint, pathStyle: false });
    expect(text(await inHost.get('a/b'))).toBe('1');
    expect(await inHost.list('a/')).toEqual(['a/b']);
    expect(new Set(asked)).toEqual(new Set(['releases.s3.test']));
  });

  test.each([
    ['is busy', SLOW_DOWN],
    ['fails', { status: 500, code: 'InternalError' }],
    ['cuts the connection', 'cut off'],
    ['truncates its response', 'response cut'],
  ] as const)('that %s temporarily is retried', async (_, trouble) => {
    const { storage, troubles } = await open();
    await storage.put('a', bytes('the whole of it'));
    troubles.push(trouble, trouble, trouble);
    expect(text(await storage.get('a'))).toBe('the whole of it');
    troubles.push(trouble);
    await storage.put('a', bytes('2'));
    troubles.push(trouble);
    expect(await storage.list('')).toEqual(['a']);
    troubles.push(trouble);
    await storage.remove('a');
    expect(await storage.get('a')).toBeUndefined();
  });

  test('is retried after random pauses whose maximum doubles each time', async () => {
    const { settings, troubles } = await open();
    const waited: number[] = [];
    const storage = new S3Storage(settings, { ...timing, random: () => 0.5, wait: async (ms) => waited.push(ms) });
    troubles.push(SLOW_DOWN, 'cut off', SLOW_DOWN);
    await storage.list('');
    expect(waited).toEqual([100, 200, 400]);
  });

  test('that does not respond at all times out', async () => {
    const server = await open();
    const storage = (tries: AbortController[]) =>
      new S3Storage(server.settings, {
        ...timing,
        deadline: () => (tries.shift() ?? new AbortController()).signal,
      });
    await server.storage.put('a', bytes('1'));
    const first = new AbortController();
    server.troubles.push('silence');
    void server.silence().then(() => first.abort());
    expect(text(await storage([first]).get('a'))).toBe('1');
    const over = Array.from({ length: 4 }, () => new AbortController());
    for (const each of over) each.abort();
    await expect(storage(over).get('a')).rejects.toMatchObject({
      code: 'store_unreachable',
      message: expect.stringContaining('there was no complete response in time'),
    });
  });

  test('whose response to a creation is lost is retried, and the creation counts', async () => {
    const { storage, troubles, objects } = await open();
    await storage.prove();
    troubles.push('response lost', 'response lost', SLOW_DOWN);
    expect(await storage.create('a', bytes('mine'))).toBe(true);
    expect(objects.get('a')?.toString()).toBe('mine');
  });

  test.each(['theirs', 'mine'])(
    'in which another writer was first rejects the creation, even if its response was lost and the other wrote %o',
    async (theirs) => {
      const { settings, storage, troubles, objects } = await open();
      await storage.prove();
      await storageAt(settings).create('a', bytes(theirs));
      troubles.push('response lost');
      expect(await storage.create('a', bytes('mine'))).toBe(false);
      expect(objects.get('a')?.toString()).toBe(theirs);
    },
  );

  test('that reports a conflicting write is retried until it is resolved', async () => {
    const { storage, troubles } = await open();
    await storage.prove();
    troubles.push(CONFLICT, CONFLICT);
    expect(await storage.create('a', bytes('mine'))).toBe(true);
    troubles.push(CONFLICT, CONFLICT, CONFLICT, CONFLICT);
    await expect(storage.create('b', bytes('mine'))).rejects.toMatchObject({ code: 'store_unreachable' });
  });

  test('lets exactly one of many create an object, whatever they write and whichever faults occur', async () => {
    const trouble = fc.constantFrom<Trouble | null>(null, null, SLOW_DOWN, CONFLICT, 'cut off', 'response lost');
    const contents = fc.array(fc.constantFrom('one', 'other'), { minLength: 2, maxLength: 8 });
    // A call meets at most two faults and one conflict, and has four tries.
    const goesWrong = fc.array(trouble, { maxLength: 20 }).filter((all) => all.filter((each) => each).length <= 2);
    await fc.assert(
      fc.asyncProperty(contents, goesWrong, fc.boolean(), async (written, troubles, decidesSlowly) => {
        const server = await open({ decidesSlowly });
        const writers = written.map(() => storageAt(server.settings));
        for (const writer of writers) await writer.prove();
        server.troubles.push(...troubles);
        const made = await Promise.all(
          writers.map((writer, index) => writer.create('x/y', bytes(written[index] ?? ''))),
        );
        expect(made.filter((each) => each)).toHaveLength(1);
        expect(server.objects.get('x/y')?.toString()).toBe(written[made.indexOf(true)]);
        await server.stop();
      }),
      { numRuns: 20 },
    );
  });

  test('that ignores conditions is detected before anything is created in it', async () => {
    const { storage, objects } = await open({ ignoresConditions: true });
    const rejected = { code: 'store_unconditional', message: expect.stringContaining('If-None-Match') };
    await expect(storage.prove()).rejects.toMatchObject(rejected);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(storage.create('a', bytes('mine'))).rejects.toMatchObject(rejected);
    }
    expect([...objects.keys()]).toEqual([]);
  });

  test('that reports conditions as unsupported is rejected as well', async () => {
    const { storage, troubles } = await open();
    troubles.push({ status: 501, code: 'NotImplemented' });
    await expect(storage.prove()).rejects.toMatchObject({ code: 'store_unconditional' });
    await storage.prove();
  });

  test('is probed for conditional writes once, and the probe is deleted', async () => {
    const { storage, objects, calls } = await open();
    for (const key of ['a', 'b', 'c']) await storage.create(key, bytes(key));
    expect([...objects.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(calls.filter((call) => call.startsWith('PUT probes/'))).toHaveLength(2);
  });

  test('that stays unreachable is named with its location', async () => {
    const { storage, settings, troubles, stop } = await open();
    troubles.push(SLOW_DOWN, SLOW_DOWN, SLOW_DOWN, SLOW_DOWN);
    const unreachable = (reason: string) => ({
      code: 'store_unreachable',
      message: expect.stringMatching(
        new RegExp(`^The bucket releases at ${settings.endpoint} cannot be reached: ${reason}`),
      ),
    });
    await expect(storage.get('a')).rejects.toMatchObject(unreachable('SlowDown'));
    await stop();
    servers.splice(0);
    await expect(storage.list('')).rejects.toMatchObject(unreachable('ECONNREFUSED'));
    await expect(storage.prove()).rejects.toMatchObject(unreachable('ECONNREFUSED'));
  });

  test.each([
    ['another secret', { secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch', 'Correct S3_SECRET_ACCESS_KEY.'],
    ['another key', { accessKeyId: 'NOBODY' }, 'InvalidAccessKeyId', 'Correct S3_ACCESS_KEY_ID.'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed', 'Correct S3_REGION.'],
    ['a bucket that is not there', { bucket: 'nobody' }, 'NoSuchBucket', 'Create it, or correct S3_BUCKET.'],
  ])('explains the rejection of %s for reads and writes, and is not retried', async (_, changed, reason, hint) => {
    const { settings, calls } = await open();
    const storage = storageAt({ ...settings, ...changed });
    const rejection = { code: 'store_refused', message: expect.stringMatching(new RegExp(`${reason}.* ${hint}$`)) };
    await expect(storage.get('a')).rejects.toMatchObject(rejection);
    await expect(storage.put('a', bytes('x'))).rejects.toMatchObject(rejection);
    await expect(storage.create('a', bytes('x'))).rejects.toMatchObject(rejection);
    await expect(storage.list('')).rejects.toMatchObject(rejection);
    expect(calls).toHaveLength(4);
  });
});

describe('the storage of an environment', () => {
  const whole = { S3_BUCKET: 'b', S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

  test('is a folder if no bucket is named, otherwise the bucket', async () => {
    expect(await openStorage(s3Settings({}), await temporaryFolder())).toBeInstanceOf(FolderStorage);
    expect(await openStorage(s3Settings(whole), '/nowhere')).toBeInstanceOf(S3Storage);
  });

  test.each([
    [{ S3_BUCKET: 'b' }, 'S3_BUCKET needs S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well.'],
    [{ ...whole, S3_SECRET_ACCESS_KEY: '' }, 'S3_BUCKET needs S3_SECRET_ACCESS_KEY as well.'],
    [{ S3_REGION: 'eu' }, 'S3_REGION without S3_BUCKET: name the bucket.'],
    [{ ...whole, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be a URL without a path'],
    [{ ...whole, S3_PATH_STYLE: 'maybe' }, 'S3_PATH_STYLE must be yes or no'],
    [{ ...whole, S3_PREFIX: 'a b' }, 'S3_PREFIX must consist of letters'],
  ])('with incomplete settings is rejected: %j', (env, message) => {
    const named = expect.objectContaining({ code: 'setting_invalid', message: expect.stringContaining(message) });
    expect(() => s3Settings(env)).toThrow(named);
  });
});
