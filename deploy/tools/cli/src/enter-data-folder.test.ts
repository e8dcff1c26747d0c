import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder, ReleaseError } from '@tessera/releases';
import { temporaryFolder } from '@tessera/releases/testing';
import { expect, test, vi } from 'vitest';
import { lockData } from '../../launcher/src/data-lock.ts';
import { runScript } from './child.ts';
import { enterDataFolder } from './enter-data-folder.ts';

/** No process has that number: Linux gives at most 2²². */
const GONE = 2 ** 30;

async function copyWith(...running: readonly { readonly pid: number; readonly dataDir: string }[]) {
  const root = await temporaryFolder();
  const folder = join(root, '.cache/running');
  await mkdir(folder, { recursive: true });
  for (const [index, one] of running.entries()) await writeFile(join(folder, `${index}.json`), JSON.stringify(one));
  const notes: string[] = [];
  return { root, notes, found: (env = {}) => dataFolder(root, env, (line) => notes.push(line)) };
}

test('without a running platform it is .data; DATA_DIR goes before everything', async () => {
  const { root, notes, found } = await copyWith({ pid: GONE, dataDir: '/ended' });
  expect(found()).toBe(join(root, '.data'));
  expect(found({ DATA_DIR: '/chosen' })).toBe('/chosen');
  expect(notes).toEqual([]);
});

test('a platform that runs in another folder is found as the launcher names it, and said', async () => {
  const { root, notes, found } = await copyWith();
  const dataDir = await temporaryFolder();
  const lock = lockData(dataDir, join(root, '.cache/running'));
  if ('heldBy' in lock) throw new Error('the folder was not taken');
  expect(found()).toBe(dataDir);
  expect(notes).toEqual([expect.stringContaining('of the platform that runs here')]);
  lock.release();
  expect(found()).toBe(join(root, '.data'));
});

test('of several the one in .data is meant; without it the command refuses and names them', async () => {
  const { root, found } = await copyWith({ pid: process.pid, dataDir: '/one' }, { pid: process.pid, dataDir: '/two' });
  expect(found).toThrow(ReleaseError);
  expect(found).toThrow(/one[\s\S]*two/);
  await writeFile(
    join(root, '.cache/running/main.json'),
    JSON.stringify({ pid: process.pid, dataDir: join(root, '.data') }),
  );
  expect(found()).toBe(join(root, '.data'));
});

test('the programs that are started, as that of staff, work on the folder that was found', async () => {
  vi.stubEnv('DATA_DIR', undefined);
  const { root } = await copyWith({ pid: process.pid, dataDir: '/running' });
  expect(enterDataFolder(root, process.env, () => undefined)).toBe('/running');
  const script = join(root, 'program.mjs');
  await writeFile(script, 'process.stdout.write(String(process.env.DATA_DIR))');
  expect(await runScript(script, [], 'pipe')).toEqual({ code: 0, output: '/running' });
  vi.unstubAllEnvs();
});

test('no program of a checkout looks for its data by itself: it would pass by the platform that runs', async () => {
  const tools = join(import.meta.dirname, '../../..');
  const alone: string[] = [];
  for await (const file of glob('{apps,packages,tools}/*/src/**/*.ts', { cwd: tools })) {
    if (/\.test\.ts$/.test(file)) continue;
    if (/DATA_DIR\s*\?\?[^;]*'\.data'/.test(await readFile(join(tools, file), 'utf8'))) alone.push(file);
  }
  // It starts the platform.
  expect(alone).toEqual(['tools/launcher/src/platform.ts']);
});
