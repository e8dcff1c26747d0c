import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tessera/releases/testing';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Runs the command line with an empty data folder. */
const tessera = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: await temporaryFolder(), ...env },
  });

test.each(['prune', 'keys', 'doctor', 'restore'])('%s does not act here while a registry is named', async (command) => {
  const failed = tessera([command], { TESSERA_REGISTRY: 'http://127.0.0.1:9', TESSERA_TOKEN: 'token' });
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not through TESSERA_REGISTRY'),
  });
});

test('publish asks the named registry, and needs a token for it', async () => {
  const failed = tessera(['publish', 'finance'], { TESSERA_REGISTRY: 'http://127.0.0.1:9' });
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('needs TESSERA_TOKEN') });
});

test.each([['help'], ['staff', 'help']])('%s %s prints the usage and succeeds', async (...args) => {
  expect((await tessera(args)).stdout).toMatch(args.length > 1 ? /^Decisions of staff/ : /^usage: npm run tessera/);
});

test('an epoch of a restored store is a number that options take', async () => {
  await expect(tessera(['promote', 'finance@1.0.0', '--epoch', '49866900', '--why', 'x'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was never published'),
  });
});
