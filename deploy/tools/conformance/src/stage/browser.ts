import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { CheckFailure } from '../check-failure.ts';
import { runScript } from './child.ts';
import type { Cleanup } from './cleanup.ts';

/** Path of an installed Chromium; installs one if needed. Rejects with CheckFailure if that fails. */
export async function findBrowser(root: string, cleanup: Cleanup, say: (text: string) => void): Promise<string> {
  const { code, stdout, stderr } = await runScript(
    root,
    [join(root, 'deploy/tools/launcher/src/find-browser.ts')],
    cleanup,
    say,
  );
  const path = stdout.trim();
  if (code === 0 && path !== '') return path;
  throw new CheckFailure(stderr.trim().split('\n').at(-1) ?? 'No Chromium could be found.');
}

/** Name and version of a browser, such as `Chromium 142.0.7444.59`. Rejects with CheckFailure if it does not start. */
export async function browserVersion(path: string): Promise<string> {
  try {
    return (await promisify(execFile)(path, ['--version'])).stdout.trim();
  } catch (error) {
    throw new CheckFailure(`${path} does not start: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function launchBrowser(path: string, cleanup: Cleanup): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: path,
    // The run handles signals itself: the browser must not end first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // Chromium does not support its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  cleanup.add(() => browser.close());
  return browser;
}
