import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { runScript } from './child.ts';

/** A program that runs a script and ends as that does, with its process id in front of the script's words. */
const parentOf = (script: string): string =>
  `import { runScript } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))};
   process.exitCode = (await runScript(${JSON.stringify(script)}, [], 'inherit')).code;`;

/** Sends a signal as soon as the script says that it runs. Returns how the program ended and what was printed. */
async function interrupt(source: string, signal: NodeJS.Signals): Promise<{ code: number | null; printed: string }> {
  const folder = await folderWith({ 'script.mjs': source });
  const parent = await folderWith({ 'parent.mjs': parentOf(`${folder}/script.mjs`) });
  const program = spawn(process.execPath, [`${parent}/parent.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += text;
    if (printed === 'running\n') program.kill(signal);
  });
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, printed };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the script, which ends when it is done',
  async (signal) => {
    const source = `process.once('${signal}', () => {
    console.log('cleaned up');
    process.exit(7);
  });
  setInterval(() => undefined, 1_000);
  console.log('running');`;
    expect(await interrupt(source, signal)).toEqual({ code: 7, printed: 'running\ncleaned up\n' });
  },
);

test('a script that a signal ends counts as a shell counts it', async () => {
  const source = "setInterval(() => undefined, 1_000); console.log('running');";
  expect(await interrupt(source, 'SIGTERM')).toEqual({ code: 143, printed: 'running\n' });
});

test('what a script prints and its exit code are answered, and no listener stays', async () => {
  const folder = await folderWith({ 'script.mjs': 'console.log(process.argv[2]); process.exitCode = 3;' });
  const before = process.listenerCount('SIGINT');
  expect(await runScript(`${folder}/script.mjs`, ['word'], 'pipe')).toEqual({ code: 3, output: 'word\n' });
  expect(process.listenerCount('SIGINT')).toBe(before);
});
