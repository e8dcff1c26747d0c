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

test.each([['help'], ['staff', 'help']])('%s %s prints the usage and succeeds', async (...args) => {
  expect((await tessera(args)).stdout).toMatch(args.length > 1 ? /^Decisions of staff/ : /^usage: npm run tessera/);
});
