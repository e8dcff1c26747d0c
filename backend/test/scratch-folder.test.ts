import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A process with a PostgreSQL on a folder of its own; prints the folder and the server's id, and stays. */
const HOLDER = `
  import { globSync, readFileSync } from 'node:fs';
  import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, '../src/platform/db/embedded.ts'))};
  import { scratchFolder } from ${JSON.stringify(join(import.meta.dirname, 'scratch-folder.ts'))};
  const folder = scratchFolder('held');
  await startEmbeddedPostgres(folder);
  const [path] = globSync('**/postmaster.pid', { cwd: folder });
  console.log(JSON.stringify({ folder, server: Number(readFileSync(folder + '/' + path, 'utf8').split('\\n')[0]) }));
  setInterval(() => undefined, 60_000);
`;

type Held = { readonly folder: string; readonly server: number };

async function hold(): Promise<{ readonly child: ChildProcess; readonly held: Held }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', HOLDER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, held: JSON.parse(line.toString()) as Held };
}

const runsOn = ({ server, folder }: Held): boolean =>
  existsSync(`/proc/${server}`) && readFileSync(`/proc/${server}/cmdline`, 'utf8').includes(folder);

test.each(['SIGINT', 'SIGKILL'] as const)('a run that ends by %s leaves no server and no folder', async (signal) => {
  const { child, held } = await hold();
  expect(runsOn(held)).toBe(true);
  child.kill(signal);
  await expect.poll(() => runsOn(held), { timeout: 20_000 }).toBe(false);
  await expect.poll(() => existsSync(held.folder), { timeout: 20_000 }).toBe(false);
});
