import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Builder, openBuilder } from './builder.ts';

/** Builds nothing: the version says what comes of it, and its process id is kept where the package would be. */
const PROGRAM = `
import { appendFileSync } from 'node:fs';
process.on('message', ({ version, outDir }) => {
  appendFileSync(outDir, process.pid + ' ');
  if (version === 'dies') {
    console.error('out of memory');
    process.exit(3);
  }
  if (version !== 'hangs') process.send(version === 'fails' ? { failure: 'no such import' } : {});
});
process.on('disconnect', () => process.exit());
`;

let folder: string;
let stop: AbortController;
let builder: Builder;

beforeEach(async () => {
  folder = await folderWith({ 'program.mjs': PROGRAM });
  stop = new AbortController();
  builder = openBuilder(stop.signal, join(folder, 'program.mjs'));
});
afterEach(() => builder.end());

const build = (version: string) => builder.build({ dir: folder, version, outDir: join(folder, 'pids') });
const processes = async () => (await readFile(join(folder, 'pids'), 'utf8')).trim().split(' ').map(Number);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
const untilGone = (pid: number | undefined) => expect.poll(() => isAlive(pid as number)).toBe(false);

test('one process builds one after another, those after a failure too, and ends with its parent’s last word', async () => {
  await build('1');
  await expect(build('fails')).rejects.toThrow(/^no such import$/);
  await build('2');
  const [first, ...others] = await processes();
  expect(others).toEqual([first, first]);
  builder.end();
  await untilGone(first);
});

test('what a process said before it died is the reason, and another one takes its place', async () => {
  await expect(build('dies')).rejects.toThrow(/^out of memory$/);
  await build('1');
  const [dead, next] = await processes();
  expect(next).not.toBe(dead);
});

test('a stop ends the build that is under way', async () => {
  const under = build('hangs');
  under.catch(() => undefined);
  await expect.poll(() => processes().catch(() => [])).toHaveLength(1);
  stop.abort();
  await expect(under).rejects.toThrow('exit code');
  const [pid] = await processes();
  await untilGone(pid);
});
