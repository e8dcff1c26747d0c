import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dictionaryPattern, fromDcb, toDcb } from './deltas.ts';
import { integrityOf } from './file-list.ts';
import { storeKeys } from './store.ts';
import { folderWith, newVersionOf, testReleases } from './testing.ts';
import { ENTRY_FILE, LIST_FILE } from './version-record.ts';

const NO_SCREENS = '{"screens":{},"provided":{},"texts":{},"assets":[]}';

/** A script that brotli alone cannot make small. */
const script = (version: string) =>
  Array.from({ length: 400 }, (_, line) => `export const a${line}=${Math.sin(line)};`).join('\n') + version;
const built = (version: string, hash: string) =>
  folderWith({ [ENTRY_FILE]: script(version), [`page.${hash}.js`]: script(`page ${version}`), 'new.css': version });

test('what is packed against a dictionary unpacks with it, and with no other', async () => {
  const bytes = fc.uint8Array({ minLength: 2, maxLength: 4_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, async (dictionary, content, other) => {
      const dcb = await toDcb(content, dictionary);
      expect(Buffer.compare(await fromDcb(dcb, dictionary, content.byteLength), content)).toBe(0);
      fc.pre(Buffer.compare(dictionary, other) !== 0);
      await expect(fromDcb(dcb, other, content.byteLength)).rejects.toThrow();
      await expect(fromDcb(dcb, dictionary, content.byteLength - 1)).rejects.toThrow();
    }),
    { numRuns: 30 },
  );
});

test('a file is found again under another hash of its content, and only scripts and styles', () => {
  expect(
    ['remoteEntry.js', 'src_page_tsx.0123456789.js', 'a/b.0123456789.css', 'a.js.br', 'x.png'].map(dictionaryPattern),
  ).toEqual(['remoteEntry.js', 'src_page_tsx.*.js', 'a/b.*.css', undefined, undefined]);
});

test('publishing packs a version against what browsers can have: the live versions and the newest one', async () => {
  const { store, service, clock } = await testReleases();
  const publish = async (version: string, hash: string) => {
    clock.now += 1_000;
    return store.publish(newVersionOf('markets', version, { publishedAt: clock.now }), await built(version, hash));
  };
  const first = await publish('1.0.0', 'aaaaaaaaaa');
  expect(await store.deltas(first)).toEqual([]);
  await service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ops', why: 'x' });
  await publish('1.1.0', 'bbbbbbbbbb');
  await publish('1.2.0', 'cccccccccc');
  const record = await publish('1.3.0', 'dddddddddd');

  const keys = await store.storage.list('deltas/markets/1.3.0/');
  expect(keys).toEqual(['1.0.0', '1.2.0'].map((former) => storeKeys.deltas('markets', '1.3.0', former)));
  const deltas = await store.deltas(record);
  const hashesOf = (paths: readonly string[]) => paths.map((path) => integrityOf(Buffer.from(path)));
  expect(deltas.map(({ path, dictionary }) => `${path} ${dictionary}`).sort()).toEqual(
    ['1.0.0', '1.2.0']
      .flatMap((former) => {
        const [page, entry] = hashesOf([script(`page ${former}`), script(former)]);
        return [`page.dddddddddd.js ${page}`, `${ENTRY_FILE} ${entry}`, `${LIST_FILE} ${hashesOf([NO_SCREENS])}`];
      })
      .sort(),
  );
  for (const { proven } of deltas) expect((await proven()).byteLength).toBeLessThan(120);
  expect(await service.examine()).toEqual([]);

  // They go with their version.
  await service.promote({ name: 'markets', version: '1.3.0' }, { who: 'ops', why: 'x' });
  await service.prune(clock.now + 400 * 86_400_000);
  expect(await store.storage.list('deltas/')).toEqual(keys);
});

test('a delta that was changed in the store does not count, is named by the doctor, and costs bytes only', async () => {
  const { store, service, clock } = await testReleases();
  const publish = async (version: string, hash: string) => {
    clock.now += 1_000;
    return store.publish(newVersionOf('markets', version, { publishedAt: clock.now }), await built(version, hash));
  };
  await publish('1.0.0', 'aaaaaaaaaa');
  const record = await publish('1.1.0', 'bbbbbbbbbb');
  const key = storeKeys.deltas('markets', '1.1.0', '1.0.0');
  const evil = await toDcb(Buffer.from('steal()'), Buffer.from(script('1.0.0')));
  const poison = { [ENTRY_FILE]: { of: ENTRY_FILE, dcb: evil.toString('base64') } };
  await store.storage.put(key, Buffer.from(JSON.stringify(poison)));
  const stored = (await store.deltas(record)).filter(({ path }) => path !== LIST_FILE);
  expect(stored).toHaveLength(1);
  for (const { proven } of stored) {
    await expect(proven()).rejects.toMatchObject({ code: 'store_damaged' });
  }
  expect(await service.examine()).toMatchObject([{ what: 'markets@1.1.0', repair: 'none' }]);
  expect(await store.intact('markets', '1.1.0')).toBe(true);

  await store.storage.put(key, Buffer.from('junk'));
  expect(await store.deltas(record)).toEqual([]);
  expect(await service.examine()).toMatchObject([{ what: key, repair: 'set aside' }]);
  await service.repair({ who: 'ops', why: 'junk' });
  expect(await service.examine()).toEqual([]);
});
