import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import {
  addAuthenticator,
  approveByMail,
  choose,
  dialog,
  enterPayPassword,
  register,
  setPayPassword,
  verify,
  shown as visible,
} from '../platform/journey.ts';
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

/** A call of the Ethereum node. */
async function callNode(method: string, params: readonly unknown[]): Promise<unknown> {
  const { port } = JSON.parse(readFileSync(join(DATA_DIR, 'chains/nodes.json'), 'utf8')).ethereum;
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Mines as `npm run chains -- mine ethereum` does, without a process of its own. */
const mine = (blocks: number) => callNode('anvil_mine', [`0x${blocks.toString(16)}`]);

/** Transactions of all blocks that transfer tokens to an address, as the node has them. */
async function transfersTo(address: string): Promise<readonly string[]> {
  // keccak256("Transfer(address,address,uint256)")
  const event = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const topics = [event, null, `0x${address.slice(2).toLowerCase().padStart(64, '0')}`];
  const found = await callNode('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }]);
  return (found as readonly { transactionHash: string }[]).map(({ transactionHash }) => transactionHash.slice(2));
}

/** Withdraws USDT that the user has to a new address; staff have no hand in it. Returns that address. */
async function withdraw(app: App, amount: string, owner: string): Promise<string> {
  const { page } = app;
  const { stdout } = await chains('address', 'USDT');
  const address = stdout.trim();
  await page.goto(screen('/pages/fund/withdraw'));
  await choose(app, 'assets:deposit.network', 'ERC20');
  await visible(page.getByLabel(`${app.text('assets:payout.address')} · ERC20`, { exact: true })).fill(address);
  await visible(app.field('assets:payout.amount')).fill(amount);
  await app.button('assets:payout.submit').tap();
  const sheet = dialog(app, 'assets:payout.confirm');
  await expect(sheet).toContainText(address);
  await enterPayPassword(app);
  await approveByMail(app, sheet, owner);
  // The page follows the payment, which may be under way already; the message above it says the same for a while.
  await expect(page.getByRole('main').getByText(app.text('assets:payout.sent'), { exact: true })).toBeVisible();
  return address;
}

test('test coins sent to the shown address count their confirmations, are on the open assets page, and are withdrawn', async ({
  page,
}, { retry }) => {
  test.skip(!hasEthereum(), 'anvil is not installed for this machine');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const picture = async (name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled', fullPage: true });
  };
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  const owner = `chain-${retry}@example.com`;
  await register(app, owner, 'a-silent-orchard-57');
  await page.goto(screen('/pages/fund/receive'));
  await expect(page.getByRole('img', { name: app.text('assets:deposit.qr') })).toBeVisible();
  const network = app.text('assets:deposit.network');
  await page.getByRole('button', { name: new RegExp(`^${network}: `) }).tap();
  await page.getByRole('dialog', { name: network, exact: true }).locator('label').filter({ hasText: 'ERC20' }).tap();
  const shown = page.getByText(/^0x[0-9a-fA-F]{40}$/);
  await expect(shown).toBeVisible();
  const address = (await shown.textContent()) ?? '';

  await chains('send', 'USDT', address, '120.5');
  await mine(1);
  const seen = page.getByRole('list', { name: app.text('assets:deposit.onChain.title') }).getByRole('listitem');
  const confirmed = (done: string) => app.text('assets:deposit.onChain.pending', { done, of: '6' });
  await expect(seen).toContainText(confirmed('1'));
  await expect(seen).toContainText('120,5');
  await picture('confirmations');
  await mine(2);
  await expect(seen).toContainText(confirmed('3'));

  await page.evaluate((path) => {
    location.hash = path;
  }, TABS.assets);
  await expect(app.link('assets:routes.fund.receive')).toBeVisible();
  // Without funds the page has no accounts to choose from.
  const spot = app.text('common:account.change');
  await expect(page.getByRole('tab', { name: spot, exact: true })).toHaveCount(0);
  await mine(4);
  await page.getByRole('tab', { name: spot, exact: true }).tap();
  const holdings = page.getByRole('list', { name: spot, exact: true });
  await expect(holdings.getByRole('link', { name: /^USDT/ })).toContainText('120,5');
  await picture('credited');
  await page.goto(screen('/pages/fund/receive_withdraw_record'));
  await expect(seen).toContainText(app.text('assets:deposit.onChain.credited'));
  await picture('history');

  await verify(app);
  await addAuthenticator(app, owner);
  await setPayPassword(app, owner);
  const own = await withdraw(app, '40', owner);
  await app.link('assets:payout.history').tap();
  const row = page.getByRole('list', { name: app.text('assets:payout.withdrawals') }).getByRole('listitem');
  await expect(row).toContainText(app.text('assets:payout.status_sent'));
  await row.getByRole('button').tap();
  const details = dialog(app, 'assets:payout.details');
  const txid = details.getByText(/^[0-9a-f]{64}$/);
  await expect(txid).toBeVisible();
  const shownId = await txid.textContent();
  await picture('withdrawal-sent');
  await mine(6);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(app.text('assets:payout.status_final'));
  await picture('withdrawal-final');
  // Once: what it was asked for less the fee, by the transaction that is shown, and nothing later.
  await mine(2);
  expect((await chains('balance', 'USDT', own)).stdout.trim()).toBe('35');
  expect(await transfersTo(own)).toEqual([shownId]);
  expect(problems).toEqual([]);
});
