import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { linkRemote, type Run, runIn } from './link.ts';

let root: string;
let ran: string[];

beforeEach(async () => {
  ran = [];
  root = await folderWith({
    'pnpm-lock.yaml': 'before',
    'remotes/lottery/remote.json': '{}',
  });
});

/** Programs that record their runs; the first updates the lockfile, and the named one fails. */
const programs =
  (failing?: number): Run =>
  async (_program, args) => {
    ran.push(args.join(' '));
    if (ran.length === 1) await writeFile(join(root, 'pnpm-lock.yaml'), 'with lottery');
    return ran.length === failing ? 1 : 0;
  };

describe('a new remote is linked', () => {
  test('by the package manager of the launcher, and then by the launcher itself', async () => {
    await linkRemote(root, 'lottery', programs());
    expect(ran).toEqual([
      'deploy/tools/launcher/package-manager.mjs install --lockfile-only --no-frozen-lockfile --prefer-offline',
      'deploy/tools/launcher/run.mjs deploy/tools/cli/src/scaffold/linked.ts lottery',
    ]);
    expect(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')).toBe('with lottery');
    expect(existsSync(join(root, 'remotes/lottery'))).toBe(true);
  });

  test.each([1, 2])('or rolled back, with the lockfile, if step %i fails', async (step) => {
    await expect(linkRemote(root, 'lottery', programs(step))).rejects.toMatchObject({ code: 'not_linked' });
    expect(ran).toHaveLength(step);
    expect(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')).toBe('before');
    expect(existsSync(join(root, 'remotes/lottery'))).toBe(false);
  });

  test('or rolled back if a program cannot be started', async () => {
    const none: Run = () => runIn(root)('no-such-program', []);
    await expect(linkRemote(root, 'lottery', none)).rejects.toThrow('no-such-program could not be started');
    expect(existsSync(join(root, 'remotes/lottery'))).toBe(false);
  });
});
