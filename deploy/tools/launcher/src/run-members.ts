import { readdirSync, readFileSync } from 'node:fs';
import { RUN_VARIABLE } from './own-run.ts';

/**
 * Ids of the processes of a run, by the environment that each inherited; those that start others in a group or a session of
 * their own, as databases and browsers do, are found too. Linux lists them; elsewhere there are none.
 */
export function membersOf(run: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const mine = readFileSync(`/proc/${name}/environ`, 'latin1')
        .split('\0')
        .some((entry) => entry.startsWith(`${RUN_VARIABLE}=`) && entry.includes(run));
      // One that has ended and was not collected by its parent has no environment.
      return mine && Number(name) !== process.pid ? [Number(name)] : [];
    } catch (error) {
      // It ended in between, or is another user's.
      if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}
