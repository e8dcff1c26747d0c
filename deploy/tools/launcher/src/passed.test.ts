import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inputsHash, passedSteps } from './passed.ts';

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const isCode = (path: string) => path.endsWith('.ts');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tessera-passed-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
  write('a.ts', 'one');
  write('b.md', 'text');
  execFileSync('git', ['add', '.'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

test('the hash follows content, names, new and deleted files of the inputs, and nothing else', async () => {
  const first = await inputsHash(isCode, root);
  write('b.md', 'another text');
  expect(await inputsHash(isCode, root)).toBe(first);
  write('a.ts', 'two');
  expect(await inputsHash(isCode, root)).not.toBe(first);
  write('a.ts', 'one');
  expect(await inputsHash(isCode, root)).toBe(first);
  write('c.ts', '');
  expect(await inputsHash(isCode, root)).not.toBe(first);
  rmSync(join(root, 'c.ts'));
  rmSync(join(root, 'a.ts'));
  expect(await inputsHash(isCode, root)).not.toBe(first);
});

test('only a step that passed on the same inputs is found', async () => {
  const passed = passedSteps(root);
  const counts = { passed: 3, failed: 0, skipped: 1 };
  expect(await passed.find('types', 'x')).toBeUndefined();
  await passed.keep('types', 'x', { ...counts, failed: 1 });
  expect(await passed.find('types', 'x')).toBeUndefined();
  await passed.keep('types', 'x', counts);
  expect(await passed.find('types', 'x')).toEqual(counts);
  expect(await passed.find('types', 'y')).toBeUndefined();
  expect(await passed.find('unit', 'x')).toBeUndefined();
});
