import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inputsHash, passedSteps, type Surroundings } from './passed.ts';

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

const hashOf = (surroundings?: Surroundings) => inputsHash(isCode, surroundings, root);

test('the hash follows content, names, new and deleted files of the inputs, and nothing else', async () => {
  const first = await hashOf();
  write('b.md', 'another text');
  expect(await hashOf()).toBe(first);
  write('a.ts', 'two');
  expect(await hashOf()).not.toBe(first);
  write('a.ts', 'one');
  expect(await hashOf()).toBe(first);
  write('c.ts', '');
  expect(await hashOf()).not.toBe(first);
  rmSync(join(root, 'c.ts'));
  rmSync(join(root, 'a.ts'));
  expect(await hashOf()).not.toBe(first);
});

test('the hash follows the variables that the inputs name or that every program reads', async () => {
  const env = { SEED: '1', OTHER: '1', TZ: 'UTC', _: '/bin/sh' };
  write('a.ts', 'seedOf(process.env.SEED); const ANOTHER_SEED_ = _;');
  const first = await hashOf({ env });
  expect(await hashOf({ env: { ...env, OTHER: '2', _: '/bin/bash' } })).toBe(first);
  for (const other of [{ SEED: '2' }, { SEED: undefined }, { TZ: 'Asia/Tokyo' }, { NODE_OPTIONS: '--trace-gc' }]) {
    expect(await hashOf({ env: { ...env, ...other } })).not.toBe(first);
  }
});

test('the hash follows the programs that a step runs: where they are, which they are, that they are missing', async () => {
  const env = { PATH: root };
  const programs = ['peer'];
  const missing = await hashOf({ env, programs });
  write('peer', '#!/bin/sh');
  chmodSync(join(root, 'peer'), 0o755);
  const found = await hashOf({ env, programs });
  expect(found).not.toBe(missing);
  expect(await hashOf({ env, programs: [join(root, 'peer')] })).toBe(found);
  write('peer', '#!/bin/sh -e');
  expect(await hashOf({ env, programs })).not.toBe(found);
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
