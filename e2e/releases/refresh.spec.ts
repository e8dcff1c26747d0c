import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FINANCE, TITLE, titled } from '../platform/finance.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { WorkingCopy } from '../platform/working-copy.ts';

const PAGE = 'remotes/finance/src/pages/home/FinancePage.tsx';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Resolves when a program has printed this; rejects with all that it printed when it ends before. */
function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((done, failed) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        said += text;
        if (said.includes(words)) done();
      });
    }
    child.on('exit', () => failed(new Error(`npm run dev ended: ${said}`)));
  });
}

const EDITED =
  'an edit of a remote shows immediately and keeps form input, and what does not compile shows on the page';
/** A second platform and its development servers compute three times as much as any other journey: every third commit. */
for (const title of inTurn('develop', [EDITED], 3))
  test(`${title}${TURN_TITLE}`, async ({ page }) => {
    const team = new WorkingCopy();
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-develop-'));
    const port = await freePort();
    // State that a reload loses and a remount loses.
    team.change(PAGE, "{t('map.lead')}", "{t('map.lead')}<input aria-label='draft' />");
    const child = spawn('npm', ['run', 'dev', '--', 'finance'], {
      cwd: team.dir,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    try {
      await printed(child, 'Tessera is running from its sources.');
      await page.addInitScript(() => localStorage.setItem('tessera.host.web-version', '1'));
      await page.goto(`http://localhost:${port}/h5/#${FINANCE}`);
      await expect(titled(page, TITLE)).toBeVisible();
      await page.getByLabel('draft').fill('half a sentence');
      await page.evaluate(() => Object.assign(window, { stillThisPage: true }));
      // In the same place among its siblings: React would make another input otherwise.
      team.change(PAGE, "{t('map.lead')}", "{t('map.lead').concat(' Edited.')}");
      await expect(page.getByText('Edited.')).toBeVisible();
      await expect(page.getByLabel('draft')).toHaveValue('half a sentence');
      team.change(PAGE, "{t('map.lead').concat(' Edited.')}", '{t(}');
      const problem = page.frameLocator('#webpack-dev-server-client-overlay');
      await expect(problem.getByText('FinancePage.tsx').first()).toBeVisible();
      team.change(PAGE, '{t(}', "{t('map.lead').concat(' Mended.')}");
      await expect(page.locator('#webpack-dev-server-client-overlay')).toHaveCount(0);
      await expect(page.getByText('Mended.')).toBeVisible();
      await expect(page.getByLabel('draft')).toHaveValue('half a sentence');
      expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
    } finally {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
      team.remove();
    }
  });
