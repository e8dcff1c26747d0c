import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { register } from '../platform/journey.ts';
import { ROOT } from '../platform/release.ts';
import { DATA_DIR, screen } from '../platform/where.ts';

const run = promisify(execFile);
const PROGRAM = 'backend/tools/chains/main.ts';
const env = { ...process.env, DATA_DIR };
/** A folder for pictures of the stations, to look at. */
const PICTURES = process.env.CHAIN_PICTURES;

/** `npm run chains -- …` on the platform under test. */
const chains = (...args: string[]) => run(process.execPath, [PROGRAM, ...args], { cwd: ROOT, env });

function hasEthereum(): boolean {
  const path = join(DATA_DIR, 'chains/nodes.json');
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).ethereum !== null;
}

let nodes: ChildProcess | undefined;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  if (!hasEthereum()) return;
  // Blocks come when the test mines them.
  nodes = spawn(process.execPath, [PROGRAM, 'serve', '--manual'], { cwd: ROOT, env, stdio: 'inherit' });
  await chains('configure');
});
test.afterAll(async () => {
  if (!nodes || nodes.exitCode !== null) return;
  const ended = once(nodes, 'exit');
  nodes.kill();
  await ended;
});

test('test coins sent to the shown address count their confirmations, and are on the open assets page', async ({
  page,
}, { retry }) => {
  test.setTimeout(180_000);
  test.skip(!hasEthereum(), 'anvil is not installed for this machine');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const picture = async (name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled', fullPage: true });
  };
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  await register(app, `chain-${retry}@example.com`, 'a-silent-orchard-57');
  await page.goto(screen('/pages/fund/receive'));
  await expect(page.getByRole('img', { name: app.text('assets:deposit.qr') })).toBeVisible();
  const network = app.text('assets:deposit.network');
  await page.getByRole('button', { name: new RegExp(`^${network}: `) }).tap();
  await page.getByRole('dialog', { name: network, exact: true }).locator('label').filter({ hasText: 'ERC20' }).tap();
  const shown = page.getByText(/^0x[0-9a-fA-F]{40}$/);
  await expect(shown).toBeVisible();
  const address = (await shown.textContent()) ?? '';

  await chains('send', 'USDT', address, '120.5');
  await chains('mine', 'ethereum');
  const seen = page.getByRole('list', { name: app.text('assets:deposit.onChain.title') }).getByRole('listitem');
  const confirmed = (done: string) => app.text('assets:deposit.onChain.pending', { done, of: '6' });
  await expect(seen).toContainText(confirmed('1'));
  await expect(seen).toContainText('120,5');
  await picture('confirmations');
  await chains('mine', 'ethereum', '2');
  await expect(seen).toContainText(confirmed('3'));

  await page.evaluate((path) => {
    location.hash = path;
  }, TABS.assets);
  await expect(app.link('assets:routes.fund.receive')).toBeVisible();
  // Without funds the page has no accounts to choose from.
  const spot = app.text('common:account.change');
  await expect(page.getByRole('tab', { name: spot, exact: true })).toHaveCount(0);
  await chains('mine', 'ethereum', '4');
  await page.getByRole('tab', { name: spot, exact: true }).tap();
  const holdings = page.getByRole('list', { name: spot, exact: true });
  await expect(holdings.getByRole('link', { name: /^USDT/ })).toContainText('120,5');
  await picture('credited');
  await page.goto(screen('/pages/fund/receive_withdraw_record'));
  await expect(seen).toContainText(app.text('assets:deposit.onChain.credited'));
  await picture('history');
  expect(problems).toEqual([]);
});
