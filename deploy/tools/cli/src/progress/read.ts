import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '@tessera/api/contract';
import type { Progress } from './document.ts';

/** The module of a route that has no screen yet. */
const STAND_IN = 'not-built';

type Descriptor = { readonly routes: ReadonlyArray<{ readonly path: string; readonly module: string }> };

function standIns(root: string): Progress['routes'] {
  const remotes = join(root, 'remotes');
  const named = readdirSync(remotes).filter((name) => existsSync(join(remotes, name, 'remote.json')));
  return Object.fromEntries(
    named.map((name) => {
      const { routes } = JSON.parse(readFileSync(join(remotes, name, 'remote.json'), 'utf8')) as Descriptor;
      return [name, routes.filter(({ module }) => module === STAND_IN).map(({ path }) => path)];
    }),
  );
}

/** The backend runs as a separate program and lists its handlers itself. */
async function builtCalls(root: string): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'backend/src/built-calls.ts')], {
    cwd: root,
  });
  return new Set(JSON.parse(stdout) as string[]);
}

/** Routes and calls that are not implemented, from descriptors, contract and handlers. */
export async function readProgress(root: string): Promise<Progress> {
  const built = await builtCalls(root);
  const calls = Object.entries<{ readonly summary: string }>(contract)
    .filter(([callId]) => !built.has(callId))
    .map(([callId, { summary }]) => ({ callId, summary }));
  return { routes: standIns(root), calls };
}
