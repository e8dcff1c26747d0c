import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declaredTypes } from './declared-types.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { SHARED_REQUESTS, sharedState } from './shared-sources.ts';

const folder = () => mkdtemp(join(tmpdir(), 'tessera-types-test-'));

function countingEmitter() {
  let count = 0;
  const emit = async () => {
    count += 1;
    await new Promise(setImmediate);
    return { hash: `${count}`, text: 'text' };
  };
  return { emit, count: () => count };
}

it('of builds that run at once one compiles and the others take what it made', async () => {
  const cache = await folder();
  const { emit, count } = countingEmitter();
  const all = await Promise.all(Array.from({ length: 6 }, () => declaredTypes(cache, emit)));
  expect(count()).toBe(1);
  expect(all.map(({ hash }) => hash)).toEqual(Array(6).fill('1'));
  expect(await readdir(cache)).toEqual([`${sharedState()}.json`]);
});

it('a failure is reported, and the next call compiles again', async () => {
  const cache = await folder();
  const failing = () => Promise.reject(new Error('does not compile'));
  await expect(declaredTypes(cache, failing)).rejects.toThrow('does not compile');
  expect(await declaredTypes(cache, countingEmitter().emit)).toMatchObject({ hash: '1' });
});

it('a lock that its holder left behind when it died is taken over', async () => {
  const cache = await folder();
  const lock = join(cache, `${sharedState()}.json.lock`);
  await writeFile(lock, '');
  await utimes(lock, new Date(0), new Date(0));
  expect(await declaredTypes(cache, countingEmitter().emit)).toMatchObject({ hash: '1' });
});

/** Declared again in `npm test`; `npm run test:deep` declares all. */
const AGAIN =
  process.env.TESSERA_DEEP === '1' ? SHARED_REQUESTS : ['@tessera/bus', '@tessera/money', '@tessera/router'];

// The compiler runs twice.
it('the types of shared/ are declared the same each time, with every entry point of the page', async () => {
  const [first, second] = [await declaredTypes(), await emitDeclarations(AGAIN)];
  const { entries, files } = JSON.parse(first.text) as Record<'entries' | 'files', Record<string, string>>;
  const again = JSON.parse(second.text) as Record<'entries' | 'files', Record<string, string>>;
  expect(Object.keys(again.entries)).toEqual(AGAIN.toSorted());
  expect(entries).toMatchObject(again.entries);
  expect(files).toMatchObject(again.files);
  expect(Object.keys(entries)).toEqual(expect.arrayContaining(['@tessera/api', '@tessera/ui', '@tessera/ui/forms']));
  expect(files['ui/src/button/Button.d.ts']).toContain('ButtonProps');
  expect(Object.values(files).filter((text) => /["']@tessera\//.test(text))).toEqual([]);
}, 120_000);
