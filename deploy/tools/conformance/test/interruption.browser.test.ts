import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fewInTurn, TURN_TITLE } from '../../launcher/src/testing/turns.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Of the remotes that has the fewest screens: they are opened before the faults begin. */
const REMOTE = 'markets';

/** Direct and indirect child processes. */
function descendants(of: number): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const found = [of];
  // The iteration includes entries added meanwhile.
  for (const parent of found) for (const [pid, ppid] of pairs) if (pid && ppid === parent) found.push(pid);
  return found.slice(1);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Ms; they end only a run that hangs: what it does before may take minutes beside other work. */
const REACHES_WITHIN = 180_000;
const GONE_WITHIN = 40_000;

const INTERRUPTIONS = [
  ['SIGINT', 'mount', 130],
  ['SIGTERM', 'faults', 143],
] as const;

test.each(fewInTurn('interruption', INTERRUPTIONS, 1))(
  `%s during %s ends the run and its processes, and deletes its folders${TURN_TITLE}`,
  async (signal, probe, code) => {
    const temporary = mkdtempSync(join(tmpdir(), 'tessera-interrupted-'));
    try {
      const run = spawn(process.execPath, [join(root, 'deploy/tools/conformance/src/main.ts'), REMOTE], {
        cwd: root,
        env: { ...process.env, TMPDIR: temporary },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(run, 'exit');
      let said = '';
      run.stderr.on('data', (text) => {
        said += text;
      });
      await vi.waitUntil(() => said.includes(`  ${probe} …`) || run.exitCode !== null, { timeout: REACHES_WITHIN });
      const started = descendants(run.pid as number);
      // The gateway and the processes of the browser.
      expect(started.length, said).toBeGreaterThan(2);
      run.kill(signal);
      expect(await ended).toEqual([code, null]);
      await vi.waitUntil(() => !started.some(isAlive), { timeout: GONE_WITHIN });
      expect(readdirSync(temporary)).toEqual([]);
      expect(said).not.toContain('Error');
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  },
);
