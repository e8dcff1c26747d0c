// Waits until the command that started it has ended, however. Then ends what is left of its run, and removes its folder.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { membersOf } from './run-members.ts';

/** Milliseconds for what stops by itself, as after a Ctrl-C, and then for what was asked to. */
const STOPS_BY_ITSELF = 1_000;
const STOPS_WITHIN = 5_000;
const LOOKS_EVERY = 50;

const [id = '', folder = ''] = process.argv.slice(2);

async function gone(within: number): Promise<boolean> {
  const until = performance.now() + within;
  while (membersOf(id).length > 0) {
    if (performance.now() > until) return false;
    await pause(LOOKS_EVERY);
  }
  return true;
}

function signal(name: NodeJS.Signals): void {
  for (const pid of membersOf(id)) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It ended by itself in between.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function clear(): Promise<void> {
  if (!(await gone(STOPS_BY_ITSELF))) {
    signal('SIGINT');
    if (!(await gone(STOPS_WITHIN))) {
      signal('SIGKILL');
      await gone(STOPS_WITHIN);
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

process.once('disconnect', () => void clear());
