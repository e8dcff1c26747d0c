import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { ROOT } from './layout.ts';

const E2E = join(ROOT, 'e2e');
export const PLAYWRIGHT = join(E2E, 'node_modules/.bin/playwright');

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Playwright keeps the browser that it downloads; it need not be there. */
function playwrightPath(): string {
  const program = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  return spawnSync(process.execPath, ['-e', program], { cwd: E2E, encoding: 'utf8' }).stdout.trim();
}

const find = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', playwrightPath(), ...INSTALLED].find((path) => path !== '' && existsSync(path));

export const NO_BROWSER = 'No Chromium could be found or installed: install one, or set CHROMIUM_PATH to its program.';

/** Runs an installer; what it says is not what this program was asked for. */
const install = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(program, args, env, 'stderr');

/** Path of a Chromium: one that is there, else Playwright's download, else as root Debian's package. */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = find();
  if (found) return found;
  console.error('No Chromium is here: installing one.');
  if ((await install(PLAYWRIGHT, ['install', 'chromium'])) === 0) {
    const downloaded = find();
    if (downloaded) return downloaded;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await install('apt-get', ['update']);
    await install('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  return find();
}
