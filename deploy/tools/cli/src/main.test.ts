import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tessera/releases/testing';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** What a process of the command line is given of this one's environment. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs the command line with an empty data folder. */
const tessera = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: await temporaryFolder(), ...env },
  });

test.each(['prune', 'keys', 'doctor', 'restore'])('%s does not act here while a registry is named', async (command) => {
  const failed = tessera([command], { TESSERA_REGISTRY: 'http://127.0.0.1:9', TESSERA_TOKEN: 'token' });
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not through TESSERA_REGISTRY'),
  });
});

test('publish asks the named registry, and needs a token for it', async () => {
  const failed = tessera(['publish', 'finance'], {
    TESSERA_REGISTRY: 'http://127.0.0.1:9',
    XDG_CONFIG_HOME: '/nowhere',
  });
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('You are not logged in') });
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

/** Runs the command line in a copy of the repository beside running platforms with these data folders. */
async function beside(folders: readonly string[], args: readonly string[]) {
  const root = await temporaryFolder();
  await symlink(resolve(import.meta.dirname, '../../..'), join(root, 'deploy'));
  const running = join(root, '.cache/running');
  await mkdir(running, { recursive: true });
  for (const [index, dataDir] of folders.entries())
    await writeFile(join(running, `${index}.json`), JSON.stringify({ pid: process.pid, dataDir }));
  // The root is that of the copy, not that of the files behind it.
  const main = ['--preserve-symlinks-main', join(root, 'deploy/tools/cli/src/main.ts')];
  return run(process.execPath, [...main, ...args], { cwd: root, env: { PATH, NODE_COMPILE_CACHE } });
}

test('without DATA_DIR commands work on the platform that runs here', async () => {
  const folder = await temporaryFolder();
  const { stdout, stderr } = await beside([folder], ['outbox']);
  expect(stdout).toBe(`There is no mail in ${join(folder, 'outbox')}.\n`);
  expect(stderr).toMatch(/^Data folder: .*, of the platform that runs here/);
});

test('without DATA_DIR those of staff, too, have to name one of several', async () => {
  await expect(beside(['/srv/one', '/srv/two'], ['staff', 'list'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/Several platforms run here.*\n.*srv\/one\n.*srv\/two/),
  });
});

test.each([
  [['publsh', 'markets'], 'There is no command publsh.', 'Do you mean publish?'],
  [['publish', 'markets', '--wy', 'x'], "Unknown option '--wy'.", 'publish <name> [--why "…"]'],
  [['publish'], 'Exactly one remote is needed.', 'publish <name> [--why "…"]'],
  [['promote', 'markets', '--why', 'x'], 'not markets. `tessera versions markets` lists them.', 'promote <name>'],
  [['promote', 'markets@1.0.0'], 'A release needs a reason: --why "…".', 'promote <name>@<version> …'],
  [['ramp', 'markets@1.0.0', 'ten', '--why', 'x'], 'from 0 to 100, not ten.', 'ramp <name>@<version> <percent>'],
])('%j is told what is wrong, and how that command is written', async (args, problem, usage) => {
  const { code, stderr } = await tessera(args).then(
    () => expect.fail('it succeeded'),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
  expect(stderr).toContain(usage);
  // Not below a hundred lines of other commands.
  expect(stderr.trim().split('\n').length).toBeLessThan(12);
});

test.each([
  [['publish', 'nobody'], 'There is no remotes/nobody/remote.json. Remotes here: account, assets'],
  [['publish', 'finance'], 'signing.json is missing: `tessera keys create` makes a signing key.'],
  [['check', 'nobody'], 'There is no remotes/nobody/remote.json. Remotes here: account, assets'],
  [['preview', 'markets@1.0.0', '--minutes', '99999', '--why', 'x'], '--minutes 1 to 10080'],
  [['revert', '9', '--why', 'x'], 'There is no epoch 9: `tessera history` lists them.'],
])('%j is told what there is instead', async (args, problem) => {
  await expect(tessera(args)).rejects.toMatchObject({ stderr: expect.stringContaining(problem) });
});

test('the address of a registry has to be an origin', async () => {
  const failed = tessera(['status'], { TESSERA_REGISTRY: 'h5.example:443', TESSERA_TOKEN: 'token' });
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('such as https://h5.example, not h5.example:443.'),
  });
});
