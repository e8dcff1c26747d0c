import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { FolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { S3Storage } from './s3-storage.ts';
import { startS3Server } from './testing/s3-server.ts';
import { MemoryStorage, temporaryFolder } from './testing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined): string | undefined => content && new TextDecoder().decode(content);

/** Contract of every storage implementation. */
const ADAPTERS: readonly (readonly [string, () => Promise<ObjectStorage>])[] = [
  ['memory', async () => new MemoryStorage()],
  ['a folder', async () => new FolderStorage(await temporaryFolder())],
  [
    'a bucket',
    async () => {
      const { settings, stop } = await startS3Server();
      stops.push(stop);
      return new S3Storage(settings);
    },
  ],
];

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

describe.each(ADAPTERS)('%s', (_, open) => {
  test('returns the written bytes', async () => {
    const storage = await open();
    const binary = Uint8Array.from({ length: 256 }, (_each, index) => index);
    await storage.put('a/b.bin', binary);
    expect([...((await storage.get('a/b.bin')) ?? [])]).toEqual([...binary]);
    expect(await storage.get('a/none.bin')).toBeUndefined();
    expect(await storage.get('a')).toBeUndefined();
  });

  test('returns parts of what was written', async () => {
    const storage = await open();
    await storage.put('a/b.bin', bytes('0123456789'));
    const part = async (first: number, length: number) => text(await storage.getPart('a/b.bin', first, length));
    expect([await part(0, 4), await part(4, 4), await part(8, 4), await part(10, 4), await part(99, 4)]).toEqual([
      ...['0123', '4567', '89', '', ''],
    ]);
    expect(await storage.getPart('a/none.bin', 0, 4)).toBeUndefined();
    expect(await storage.getPart('a', 0, 4)).toBeUndefined();
  });

  test('lets exactly one of many concurrent writers create an object', async () => {
    const storage = await open();
    const attempts = Array.from({ length: 20 }, (_each, index) => storage.create('x/y.json', bytes(`by ${index}`)));
    const created = (await Promise.all(attempts)).flatMap((made, index) => (made ? [index] : []));
    expect(created).toHaveLength(1);
    expect(text(await storage.get('x/y.json'))).toBe(`by ${created[0]}`);
  });

  test('can be proven repeatedly without leaving objects behind', async () => {
    const storage = await open();
    await storage.prove();
    await storage.prove();
    expect(await storage.list('')).toEqual([]);
    expect(await storage.create('a', bytes('x'))).toBe(true);
  });

  test('lists by prefix in order, without unfinished writes', async () => {
    const storage = await open();
    for (const key of ['b/2', 'b/10', 'a/1', 'b/1/x', 'bc/1']) await storage.put(key, bytes(key));
    expect(await storage.list('b/')).toEqual(['b/1/x', 'b/10', 'b/2']);
    expect(await storage.list('b')).toEqual(['b/1/x', 'b/10', 'b/2', 'bc/1']);
    expect(await storage.list('')).toHaveLength(5);
    expect(await storage.list('none/')).toEqual([]);
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/./b', '.hidden', 'a b', 'a\\b', 'ä'])(
    'rejects the key %o',
    async (key) => {
      const storage = await open();
      await expect(storage.put(key, bytes('x'))).rejects.toThrow('cannot be a key');
      await expect(storage.create(key, bytes('x'))).rejects.toThrow('cannot be a key');
    },
  );

  test('behaves like a map', async () => {
    const key = fc.constantFrom('a/1', 'a/2', 'b/1', 'b/c/1');
    const operation = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), key, value: fc.string() }),
      fc.record({ kind: fc.constant('create' as const), key, value: fc.string() }),
      fc.record({ kind: fc.constant('remove' as const), key }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 15 }), async (operations) => {
        const storage = await open();
        const model = new Map<string, string>();
        for (const each of operations) {
          if (each.kind === 'remove') {
            await storage.remove(each.key);
            model.delete(each.key);
          } else if (each.kind === 'put') {
            await storage.put(each.key, bytes(each.value));
            model.set(each.key, each.value);
          } else {
            expect(await storage.create(each.key, bytes(each.value))).toBe(!model.has(each.key));
            if (!model.has(each.key)) model.set(each.key, each.value);
          }
        }
        expect(await storage.list('')).toEqual([...model.keys()].sort());
        for (const [stored, value] of model) expect(text(await storage.get(stored))).toBe(value);
      }),
      { numRuns: 40 },
    );
  });
});
