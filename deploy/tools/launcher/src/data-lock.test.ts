import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@tessera/releases/testing';
import { expect, onTestFinished, test } from 'vitest';
import { lockData } from './data-lock.ts';

/** A process with that path on its command line; ends with the test. */
async function running(path: string) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000); console.log(1)', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  return { pid: child.pid as number, ended };
}

async function folderHeldBy(pid: number, children: readonly number[] = []): Promise<string> {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid, children }));
  return folder;
}

test.each(['deploy/tools/launcher/src/start.ts', 'deploy/launcher/src/start.ts'])(
  'a data folder that another start has (%s) is not taken',
  async (path) => {
    const { pid } = await running(path);
    expect(lockData(await folderHeldBy(pid))).toEqual({ heldBy: pid });
  },
);

test('a folder whose holder is gone is taken, and what that one left running is ended', async () => {
  const orphan = await running('deploy/release/registry/src/main.ts');
  const stranger = await running('somewhere/else.ts');
  const folder = await folderHeldBy(stranger.pid, [orphan.pid]);
  const named = await temporaryFolder();
  const lock = lockData(folder, named);
  if ('heldBy' in lock) throw new Error('the folder was not taken');
  expect(await orphan.ended).toEqual([null, 'SIGTERM']);
  lock.remember(42);
  expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual({ pid: process.pid, children: [42] });
  const entry = join(named, `${process.pid}.json`);
  expect(JSON.parse(readFileSync(entry, 'utf8'))).toEqual({ pid: process.pid, dataDir: folder });
  lock.release();
  expect(existsSync(entry)).toBe(false);
  expect(existsSync(join(folder, 'running.json'))).toBe(false);
});
