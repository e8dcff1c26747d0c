import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../build.ts';
import { findBrowser } from './browser.ts';
import { createCleanup } from './cleanup.ts';

const cleanup = createCleanup();
afterEach(() => cleanup.run());

/** Looks for a browser with a scripted launcher. Returns the outcome with the progress messages. */
async function find(program: string) {
  const root = temporaryFolder('root', cleanup);
  mkdirSync(join(root, 'deploy/tools/launcher/src'), { recursive: true });
  writeFileSync(join(root, 'deploy/tools/launcher/src/find-browser.ts'), program);
  const said: string[] = [];
  const outcome = await findBrowser(root, cleanup, (text) => said.push(text.trim())).catch((error: unknown) => error);
  return { outcome, said };
}

test('the path is the output of the launcher; its messages are passed on', async () => {
  const program = "console.error('installing one'); console.log('/opt/chromium');";
  expect(await find(program)).toEqual({ outcome: '/opt/chromium', said: ['installing one'] });
});

test('without a browser, the last message of the launcher states what to do', async () => {
  const program = "console.error('apt is away\\nSet CHROMIUM_PATH.'); process.exitCode = 1;";
  const { outcome } = await find(program);
  expect(outcome).toMatchObject({ name: 'CheckFailure', message: 'Set CHROMIUM_PATH.' });
});
