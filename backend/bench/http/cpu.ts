import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of `/proc/<pid>/stat`: hundredths of a second on every Linux. */
const MS_PER_TICK = 10;

/** CPU time of a process and of its children that have ended, ms, and its parent; null where it has ended. */
function statOf(pid: number): { readonly parent: number; readonly ms: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    const ticks = Number(user) + Number(system) + Number(childUser) + Number(childSystem);
    return { parent: Number(fields[1]), ms: ticks * MS_PER_TICK };
  } catch {
    return null;
  }
}

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** CPU time so far, ms. */
export type CpuTimes = { readonly backend: number; readonly postgres: number; readonly generator: number };

/** CPU time of the backend, of all processes of its database and of this process; NaN where there is no `/proc`. */
export function cpuTimes(backend: number, dataDir: string): CpuTimes {
  const { user, system } = process.cpuUsage();
  const generator = (user + system) / 1_000;
  const own = statOf(backend);
  if (!own) return { backend: Number.NaN, postgres: Number.NaN, generator };
  const postmaster = postmasterOf(dataDir);
  let postgres = statOf(postmaster)?.ms ?? 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat?.parent === postmaster) postgres += stat.ms;
  }
  return { backend: own.ms, postgres, generator };
}

/** ms of CPU that each of `count` operations took since `before`. */
export const cpuPer = (before: CpuTimes, after: CpuTimes, count: number): CpuTimes => ({
  backend: (after.backend - before.backend) / count,
  postgres: (after.postgres - before.postgres) / count,
  generator: (after.generator - before.generator) / count,
});
