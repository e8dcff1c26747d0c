// `npm run tessera -- new <name>`: a new remote that works, linked into the workspace.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../usage.ts';
import { createRemote } from './create.ts';
import { routeOf } from './files.ts';

const root = resolve(import.meta.dirname, '../../../..');
const ACCESS = ['guest', 'user', 'verified'] as const;

function readArguments(args: readonly string[]) {
  const string = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { tab: string, access: string, 'dry-run': { type: 'boolean' } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Exactly one name is needed: new lottery');
  const access = ACCESS.find((each) => each === (values.access ?? 'guest'));
  if (!access) throw new UsageError(`--access is one of ${ACCESS.join(', ')}.`);
  if (values.tab !== undefined && !/^\d{1,2}$/.test(values.tab))
    throw new UsageError('--tab is a number from 1 to 99.');
  const tab = values.tab === undefined ? undefined : Number(values.tab);
  return { asked: { name, access, tab }, dryRun: values['dry-run'] ?? false };
}

/** The package manager and its version are the launcher's. */
const PNPM = /const PNPM = '(pnpm@[\d.]+)'/.exec(readFileSync(join(root, 'deploy/launcher/run.mjs'), 'utf8'))?.[1];

/** Links the new package into the workspace; the lockfile gets its entry. */
function link(): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn('npx', ['-y', PNPM ?? 'pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline'], {
      cwd: root,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', failed);
    child.on('close', (code) => done(code ?? 1));
  });
}

try {
  const { asked, dryRun } = readArguments(process.argv.slice(2));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const paths = await createRemote(root, { ...asked, version }, { dryRun });
  for (const path of paths) console.log(`${dryRun ? 'would write' : 'wrote'} ${path}`);
  if (!dryRun) {
    if ((await link()) !== 0) throw new UsageError('The packages could not be linked: run `npx pnpm install`.');
    const { name } = asked;
    console.log(`
Its page is ${routeOf(name)}.

  Develop it:  npm run tessera -- dev ${name}        (beside a running npm start)
  Check it:    npm run tessera -- check ${name}
  Publish it:  npm run tessera -- publish ${name} --why "first version"
  Release it:  npm run tessera -- promote ${name}@<version> --why "launch"`);
  }
} catch (error) {
  const known = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!known) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
