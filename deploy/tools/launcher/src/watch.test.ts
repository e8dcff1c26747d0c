import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './layout.ts';

test('a save runs the nearest test, and a signal ends all of it', async () => {
  const { VITEST, VITEST_MODE, VITEST_WORKER_ID, VITEST_POOL_ID, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'watch.ts'), 'shared'], {
    cwd: ROOT,
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let output = '';
  const waiting: { readonly text: string; readonly seen: () => void }[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    for (const { text: awaited, seen } of waiting) if (output.includes(awaited)) seen();
  });
  const line = (text: string) => new Promise<void>((seen) => waiting.push({ text, seen }));

  await line('Watching shared.');
  const now = new Date();
  utimesSync(join(ROOT, 'shared/api/src/domains/spot/rules.ts'), now, now);
  await line('What else uses it');
  expect(output).toContain('shared/api/src/domains/spot/rules.ts: shared/api/src/domains/spot/rules.test.ts');
  expect(output).toMatch(/Test Files +1 passed/);

  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});
