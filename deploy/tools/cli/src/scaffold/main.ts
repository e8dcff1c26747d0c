// `npm run tessera -- new …`: creates a working remote linked into the workspace, or a domain, a call or a screen.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ReleaseError } from '@tessera/releases';
import { runScript } from '../child.ts';
import { UsageError } from '../usage.ts';
import { readArguments } from './arguments.ts';
import { generators } from './code/commands.ts';
import { generate } from './code/generate.ts';
import { createRemote } from './create.ts';
import { routeOf } from './files.ts';
import { LinkFailure, linkRemote, runIn } from './link.ts';

const root = resolve(import.meta.dirname, '../../../../..');

const nextSteps = (name: string): string => `
Its page is ${routeOf(name)}.

  Develop it:  npm run tessera -- dev ${name}        (beside a running npm start)
  Check it:    npm run tessera -- check ${name}
  Publish it:  npm run tessera -- publish ${name} --why "first version"
  Release it:  npm run tessera -- promote ${name}@<version> --why "launch"`;

async function newRemote(args: readonly string[]): Promise<void> {
  const { asked, dryRun } = readArguments(args);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const paths = await createRemote(root, { ...asked, version }, { dryRun });
  if (dryRun) {
    for (const path of paths) console.log(`would write ${path}`);
    return;
  }
  // Ctrl-C also ends the package manager; the changes are then rolled back.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  await linkRemote(root, asked.name, runIn(root));
  for (const path of paths) console.log(`wrote ${path}`);
  await renewGenerated();
  console.log(nextSteps(asked.name));
}

/** Writes again what tests compare with contract and descriptors. */
async function renewGenerated(): Promise<void> {
  for (const name of ['api', 'screens', 'progress']) {
    const { code } = await runScript(join(root, `deploy/tools/cli/src/${name}/main.ts`), [], 'inherit');
    if (code !== 0) throw new UsageError(`Mend what stands above, then: npm run tessera -- ${name}`);
  }
}

async function main([kind = '', ...args]: readonly string[]): Promise<void> {
  const generator = Object.hasOwn(generators, kind) ? generators[kind] : undefined;
  if (!generator) return newRemote(kind === 'remote' ? args : [kind, ...args].filter(Boolean));
  const print = (line: string) => console.log(line);
  const next = generate(root, generator, args, print);
  await renewGenerated();
  print('');
  for (const line of next) print(line);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ReleaseError || error instanceof LinkFailure)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
