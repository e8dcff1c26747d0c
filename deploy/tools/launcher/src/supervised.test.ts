import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { expect, test, vi } from 'vitest';
import { portProblem } from './ports.ts';
import { restartPause } from './restart-pause.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { supervise } from './supervised.ts';

test('pauses between restarts double from half a second to fifteen seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(restartPause)).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
});

async function started(program: string) {
  const folder = await folderWith({ 'program.mjs': program });
  const lines: string[] = [];
  const waiting: { readonly text: string; readonly seen: () => void }[] = [];
  const process_ = supervise({
    name: 'it',
    args: [join(folder, 'program.mjs')],
    env: process.env,
    cwd: folder,
    print: (line) => {
      lines.push(line);
      for (const { text, seen } of waiting) if (line.includes(text)) seen();
    },
  });
  const line = (text: string) => new Promise<void>((seen) => waiting.push({ text, seen }));
  return { it: process_, lines, line };
}

test('a crashed process is started again', async () => {
  const { it, lines, line } = await started("console.log('up'); setTimeout(() => process.exit(7), 1)");
  await line('exit code 7');
  expect(lines[0]).toBe('it │ up');
  await line('up');
  expect(it.crashes()).toBe(1);
  await it.stop();
});

test('a process is asked to stop, may finish its work, and stays stopped', async () => {
  const { it, lines, line } = await started(
    "process.on('SIGTERM', () => { console.log('finishing'); process.exit(0) }); setInterval(() => {}, 1000); console.log('up')",
  );
  await line('up');
  await it.stop();
  expect(lines.filter((text) => text.includes('starting it again'))).toEqual([]);
});

test('one keypress is one signal, the next one kills', () => {
  const stop = vi.fn();
  const kill = vi.fn();
  const before = new Set(process.listeners('SIGHUP'));
  let now = 0;
  stopOnSignal(stop, kill, () => now);
  const [handle] = process.listeners('SIGHUP').filter((listener) => !before.has(listener));
  handle?.('SIGHUP');
  now = 20;
  handle?.('SIGHUP');
  expect([stop.mock.calls.length, kill.mock.calls.length]).toEqual([1, 0]);
  now = 900;
  handle?.('SIGHUP');
  expect([stop.mock.calls.length, kill.mock.calls.length]).toEqual([1, 1]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    for (const listener of process.listeners(signal)) if (listener === handle) process.removeListener(signal, listener);
  }
});

test('an invalid port is rejected with a message', async () => {
  expect(await portProblem(70_000, 'localhost')).toContain('from 1 to 65535');
  expect(await portProblem(Number('x'), 'localhost')).toContain('from 1 to 65535');
});
