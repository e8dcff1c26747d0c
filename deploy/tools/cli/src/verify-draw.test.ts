import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnRecord } from '@tessera/api/nft/draw-fixtures';
import type { DrawRecord } from '@tessera/api/nft/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifyDraw } from './verify-draw.ts';

let folder = '';
const record = drawnRecord();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-draw-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verify(content: unknown, key?: string) {
  const path = join(folder, 'record.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  const lines: string[] = [];
  const arguments_ = { names: [path], ...(key === undefined ? {} : { key }) };
  const code = await verifyDraw(arguments_, (line) => void lines.push(line));
  return { code, text: lines.join('\n') };
}

test('a record whose results follow is right, as a file of the page and as the call returned it', async () => {
  const { code, text } = await verify(record);
  expect(code).toBe(0);
  expect(text).toContain(`1\t${record.draws[0]?.drawn}`);
  expect(text).toContain(
    'the results of 4 boxes follow from the seed, the sequence numbers, the buyers’ seeds and the drand network',
  );
  expect(await verify({ type: 'ok', code: 1, message: record })).toMatchObject({ code: 0 });
});

test('pages of a record are joined in their order; one that is missing or of another record is refused', async () => {
  const [first, ...others] = record.draws;
  if (!first) throw new Error('the record has four boxes');
  const paths = [join(folder, 'one.json'), join(folder, 'two.json')];
  const pages = [
    { ...record, draws: [first], next: 1 },
    { ...record, draws: others, next: null },
  ];
  const write = (index: number, page: object) => writeFile(paths[index] as string, JSON.stringify({ message: page }));
  await write(0, pages[0] as object);
  await write(1, pages[1] as object);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await verifyDraw({ names: paths }, print)).toBe(0);
  expect(lines.join('\n')).toContain('the results of 4 boxes follow');
  expect(await verifyDraw({ names: paths.toReversed().slice(0, 1) }, print)).toBe(1);
  await expect(verifyDraw({ names: paths.slice(0, 1) }, print)).rejects.toThrow('after=1');
  await write(1, { ...pages[1], seed: null });
  await expect(verifyDraw({ names: paths }, print)).rejects.toThrow('read them again');
});

test('a changed result is named, with its box', async () => {
  const [first, second, ...others] = record.draws;
  if (!first || !second) throw new Error('the record has four boxes');
  const wrong: DrawRecord = { ...record, draws: [first, { ...second, drawn: 'work-9' }, ...others] };
  const { code, text } = await verify(wrong);
  expect(code).toBe(1);
  expect(text).toContain('box 2: what it held does not follow from the draw');
});

test('a commitment or a receipt that was written down has to be in it', async () => {
  expect(await verify(record, record.commitment)).toMatchObject({ code: 0 });
  expect(await verify(record, record.draws[2]?.receipt)).toMatchObject({ code: 0 });
  const { code, text } = await verify(record, 'ab'.repeat(32));
  expect(code).toBe(1);
  expect(text).toContain('neither its commitment nor the receipt');
});

test('before the seed is revealed only the purchases are verified', async () => {
  const draws = record.draws.map((draw) => ({ ...draw, drawn: null }));
  const { code, text } = await verify({ ...record, seed: null, draws });
  expect(code).toBe(0);
  expect(text).toContain('once the seed is revealed');
});

test('what is no record is refused', async () => {
  await expect(verify('{')).rejects.toThrow(UsageError);
  await expect(verify({ series: 'x' })).rejects.toThrow(UsageError);
  await expect(verify(record, 'short')).rejects.toThrow(UsageError);
  await expect(verifyDraw({ names: [] }, () => undefined)).rejects.toThrow(UsageError);
});
