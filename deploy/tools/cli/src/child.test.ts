import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { folderWith } from '@tessera/releases/testing';
import { expect, test } from 'vitest';
import { runScript } from './child.ts';

/** A program that runs a script and exits with its code; prints its process id before the script's output. */
const parentOf = (script: string): string =>
  `import { runScript } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))};
   process.exitCode = (await runScript(${JSON.stringify(script)}, [], 'inherit')).code;`;

/**
 * Sends a signal as soon as the script reports that it is running. Returns how the program ended and what was printed.
 */
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

test('a script that ends because the disk is full says so in a sentence', async () => {
  const folder = await folderWith({
    'script.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('/dev/full', 'x');",
    'other.mjs': "throw new Error('something else');",
  });
  const said = async (script: string) => {
    const parent = await folderWith({ 'parent.mjs': parentOf(`${folder}/${script}`) });
    const program = spawn(process.execPath, [`${parent}/parent.mjs`], { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    program.stderr.on('data', (part) => {
      text += part;
    });
    const [code] = (await once(program, 'close')) as [number | null];
    return { code, text };
  };
  expect(await said('script.mjs')).toEqual({
    code: 1,
    text: 'The disk is full. Free space, then repeat the command.\n',
  });
  expect(await said('other.mjs')).toEqual({ code: 1, text: expect.stringMatching(/Error: something else\n\s+at /) });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the script, which exits after its clean-up',
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

test('a script ended by a signal has the exit code of a shell', async () => {
  const source = "setInterval(() => undefined, 1_000); console.log('running');";
  expect(await interrupt(source, 'SIGTERM')).toEqual({ code: 143, printed: 'running\n' });
});

test('returns output and exit code of a script, and removes its listeners', async () => {
  const folder = await folderWith({ 'script.mjs': 'console.log(process.argv[2]); process.exitCode = 3;' });
  const before = process.listenerCount('SIGINT');
  expect(await runScript(`${folder}/script.mjs`, ['word'], 'pipe')).toEqual({ code: 3, output: 'word\n' });
  expect(process.listenerCount('SIGINT')).toBe(before);
});
