import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { membersOf } from './run-members.ts';

/** A run with a file in its folder, and a process in a session of its own, which may ignore polite signals. */
const RUN = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { becomeRun, RUN_VARIABLE } from ${JSON.stringify(join(import.meta.dirname, 'own-run.ts'))};
  const how = process.argv[1];
  becomeRun();
  writeFileSync(tmpdir() + '/written', '');
  const ignoring = how === 'SIGKILL' ? "process.on('SIGINT', () => {});" : '';
  const lasting = ignoring + "console.log('ready'); setInterval(() => {}, 1_000)";
  const child = spawn(process.execPath, ['-e', lasting], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => {
    console.log(JSON.stringify({ run: process.env[RUN_VARIABLE], folder: tmpdir(), pid: child.pid }));
    if (how === 'itself') process.stdin.once('data', () => process.exit(0));
  });
`;

describe.runIf(process.platform === 'linux')('a run', { timeout: 60_000 }, () => {
  test.concurrent.each(['SIGINT', 'SIGKILL', 'itself'])(
    'that ends by %s leaves no process and no file',
    async (how) => {
      const run = spawn(process.execPath, ['--input-type=module', '-e', RUN, how], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const ended = once(run, 'exit');
      const [line] = await once(createInterface({ input: run.stdout }), 'line');
      const { run: ids, folder, pid } = JSON.parse(line) as { run: string; folder: string; pid: number };
      const id = ids.split(' ').at(-1) ?? '';
      expect(existsSync(join(folder, 'written'))).toBe(true);
      expect(membersOf(id)).toContain(pid);
      if (how === 'itself') run.stdin.write('end');
      else run.kill(how as NodeJS.Signals);
      await ended;
      await expect.poll(() => [membersOf(id), existsSync(folder)], { timeout: 40_000 }).toEqual([[], false]);
    },
  );
});
