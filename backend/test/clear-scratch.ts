// Waits until the process that started it has ended, by whatever signal. Then stops the servers that still run on its
// folders, and removes these.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const STOPS_WITHIN = 10_000;
const folders: string[] = [];

/** Process ids of the PostgreSQL servers on a folder. An id may have been given to another program since. */
function serversOn(folder: string): number[] {
  return globSync('**/postmaster.pid', { cwd: folder }).flatMap((path) => {
    try {
      const pid = Number(readFileSync(`${folder}/${path}`, 'utf8').split('\n')[0]);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? [pid] : [];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

async function clear(folder: string): Promise<void> {
  for (const pid of serversOn(folder)) process.kill(pid, 'SIGQUIT');
  const until = performance.now() + STOPS_WITHIN;
  while (serversOn(folder).length > 0 && performance.now() < until) await pause(20);
  rmSync(folder, { recursive: true, force: true });
}

process.on('message', (folder: string) => folders.push(folder));
process.once('disconnect', () => void Promise.all(folders.filter((folder) => existsSync(folder)).map(clear)));
