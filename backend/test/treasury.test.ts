import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishOrders, setTransaction, storeSigned } from '../src/domains/withdrawals/chain/store.ts';
import { payoutReports } from '../src/domains/withdrawals/reports.ts';
import { auditLedger, freezeEntries, postJournal } from '../src/platform/ledger/index.ts';
import { startBitcoinChain, startEvmChain } from '../tools/chains/local-chains.ts';
import { findAnvil, findLitecoind } from '../tools/chains/programs.ts';
import { freePort } from './free-port.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { scratchFolder } from './scratch-folder.ts';
import { signInStaff } from './staff-people.ts';
import { createWatchStage, type WatchStage } from './watch-stage.ts';

const anvil = findAnvil();
const litecoind = findLitecoind();
const ETHER = 10n ** 18n;
/** The second account of every anvil: it has money there and nowhere else. */
const HOT_KEY: Hex = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe.skipIf(!anvil)('the treasury on a real EVM node (skipped where anvil is not installed)', () => {
  let chain: Awaited<ReturnType<typeof startEvmChain>>;
  let stage: WatchStage;
  let token: Hex;
  let hot: ReturnType<typeof privateKeyToAccount>;
  let wallet: ReturnType<typeof createWalletClient>;
  let user: Awaited<ReturnType<WatchStage['user']>>;
  let address: string;
  let second: { token: string };
  let jobs: ReturnType<typeof recurringJobsOf>;

  const view = () => stage.app.ok('GET /staff/treasury', {}, stage.treasury);
  /** A quiet moment: everything is final, read and reconciled. */
  async function settle() {
    await chain.mine(3);
    await stage.watch('ethereum');
    expect(await jobs.turn('treasury-reconcile-ethereum')).toBe('done');
    return view();
  }
  async function propose(change: Record<string, unknown>) {
    const { changes } = await stage.app.ok(
      'POST /staff/treasury/propose',
      { reason: 'test', ...change },
      stage.treasury,
    );
    return changes.at(-1)?.id ?? '';
  }
  async function agree(change: Record<string, unknown>) {
    const id = await propose(change);
    await stage.app.ok('POST /staff/treasury/decide', { id, approve: true, reason: 'seen' }, second);
  }
  const halted = async () => (await stage.chain('ethereum'))?.withdrawals_halted;
  const open = async () =>
    (await view()).differences.map(({ reason, amount, subject }) => `${reason} ${amount} ${subject}`);

  /** A withdrawal that the hot wallet pays, written down as payments by the signer are. */
  async function pay(units: bigint): Promise<boolean> {
    const { database } = stage.app;
    const amount = (Number(units) / 1e6).toFixed(6);
    if (Number(await user.available('USDT')) < Number(amount) + 1) return false;
    const nonce = await chain.client.getTransactionCount({ address: hot.address, blockTag: 'pending' });
    const at = stage.app.now();
    const id = await database.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, created_at)
         select $1, currency, network, 'address', $2, $3::numeric + 1, 1, 0, 0, 'approved', $4
           from withdrawal_network where chain = 'ethereum' and currency = 'USDT' returning id`,
        [user.id, TO, amount, new Date(at)],
      );
      const withdrawal = row?.id ?? '';
      const total = (Number(amount) + 1).toFixed(6);
      const entries = freezeEntries(user.id, 'change', 'USDT', total);
      await postJournal(tx, { ref: `test:${withdrawal}`, kind: 'withdrawal', at, entries });
      await tx.query(
        `insert into chain_payout (withdrawal_id, chain, currency, target, amount, ordered_at)
         values ($1, 'ethereum', 'USDT', $2, $3, $4)`,
        [withdrawal, TO, String(units), new Date(at)],
      );
      return withdrawal;
    });
    const data =
      `0xa9059cbb${TO.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as Hex;
    const hash = await wallet.sendTransaction({ to: token, data, account: hot, chain: null });
    await database.transaction(async (tx) => {
      const transaction = await storeSigned(
        tx,
        hot.address,
        {
          chain: 'ethereum',
          payments: [{ id: `withdrawal:${id}`, asset: 'USDT', to: TO, amount: String(units), attempt: 0 }],
          spend: { kind: 'evm', nonce, gas: '100000', maxFee: '2', priorityFee: '1' },
          txid: hash.slice(2),
          raw: '00',
          fee: '200000',
          at,
        },
        at,
      );
      const by = { staffId: null, at };
      await payoutReports.sent(tx, id, hash.slice(2), by);
      await payoutReports.final(tx, id, by);
      await setTransaction(tx, transaction, {
        state: 'final',
        txid: hash.slice(2),
        block_number: 1,
        confirmations: 3,
        at,
      });
      await finishOrders(tx, transaction, 'done');
    });
    return true;
  }

  beforeAll(async () => {
    chain = await startEvmChain(anvil ?? '', ['--no-mining']);
    token = await chain.deployToken();
    hot = privateKeyToAccount(HOT_KEY);
    wallet = createWalletClient({ account: hot, transport: http(chain.url) });
    await chain.sendToken(token, hot.address, 1_000_000_000_000n);
    await chain.mine(3);
    stage = await createWatchStage({ ETHEREUM_NODE_URL: chain.url });
    second = { token: (await signInStaff(stage.app, 'treasury')).token };
    jobs = recurringJobsOf(stage.app, { holder: 'treasury' });
    await stage.change({ chain: 'ethereum', identity: '31337' });
    await stage.token({ chain: 'ethereum', currency: 'USDT', contract: token, decimals: 6 });
    for (const currency of ['USDT', 'ETH']) {
      await stage.network({ chain: 'ethereum', currency, network: 'ERC20', confirmations: 2 });
    }
    await stage.app.database.query(`insert into chain_wallet (chain, address) values ('ethereum', $1)`, [hot.address]);
    await stage.watch('ethereum');
    user = await stage.user();
    address = await user.address(3, 'ERC20');
    await settle();
  }, 180_000);
  afterAll(async () => {
    await chain?.stop();
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await stage.app.close();
  });

  it('assets on the chain are liabilities and the house, after whatever happened', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('token' as const), units: fc.integer({ min: 1, max: 900_000_000 }) }),
      fc.record({ kind: fc.constant('coins' as const), units: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ kind: fc.constant('pay' as const), units: fc.integer({ min: 1, max: 300_000_000 }) }),
      fc.record({ kind: fc.constant('reorg' as const), units: fc.constant(0) }),
      fc.record({ kind: fc.constant('quiet' as const), units: fc.constant(0) }),
    );
    let [payments, reorgs] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        await chain.sendToken(token, address, 400_000_000n);
        await settle();
        for (const { kind, units } of steps) {
          if (kind === 'token') await chain.sendToken(token, address, BigInt(units));
          if (kind === 'coins') await chain.sendCoins(address, BigInt(units) * 10n ** 12n + 1n);
          if (kind === 'pay' && (await pay(BigInt(units)))) payments += 1;
          if (kind === 'reorg') reorgs += 1;
          if (kind === 'quiet') await settle();
          if (kind === 'reorg') {
            // A deposit that the watcher has seen, and that the other branch does not hold.
            await settle();
            await chain.sendToken(token, address, 50_000_000n);
            await chain.mine();
            await stage.watch('ethereum');
            await chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
            await chain.mine(2);
          }
        }
        const { differences, chains } = await settle();
        expect(differences).toEqual([]);
        const [state] = chains.filter((each) => each.chain === 'ethereum');
        expect(state?.problem).toBeNull();
        const of = (role: string) => state?.holdings.find((each) => each.role === role && each.currency === 'USDT');
        const [{ ledger } = { ledger: '' }] = await stage.app.database.query<{ ledger: string }>(
          `select trim_scale(coalesce(sum(e.amount), 0)) as ledger from ledger_entry e join ledger_account a on a.id = e.account_id
            where a.currency = 'USDT' and (a.owner_kind = 'user' or a.name = 'fees')
              and e.journal_id in (select id from journal where ref like 'ethereum:%' or ref like 'withdrawal:%' or ref like 'test:%')`,
        );
        const [{ waiting } = { waiting: '' }] = await stage.app.database.query<{ waiting: string }>(
          `select coalesce(sum(units), 0) / 1000000 as waiting from chain_deposit
            where state <> 'credited' and block_height is not null and contract is not null`,
        );
        const held = Number(of('hot')?.held) + Number(of('deposit')?.held) - Number(of('hot')?.opening);
        expect(held).toBeCloseTo(Number(ledger) + Number(waiting), 5);
      }),
      { numRuns: 4, seed: 17 },
    );
    expect(Math.min(payments, reorgs)).toBeGreaterThan(0);
    expect(await halted()).toBe(false);
  }, 180_000);

  it('names what came without a deposit, and what a second member confirms explains it', async () => {
    // As before the watcher began: the node gives coins that no block brought.
    const before = await chain.client.getBalance({ address: address as Hex });
    await chain.client.setBalance({ address: address as Hex, value: before + ETHER });
    expect((await settle()).differences).toMatchObject([{ reason: 'unrecorded', amount: '1', subject: address }]);
    expect(await halted()).toBe(false);
    const movement = { kind: 'movement', chain: 'ethereum', currency: 'ETH', address, amount: '1', direction: 'in' };
    const id = await propose({ ...movement, reference: 'opening' });
    const alone = await stage.app.rejection(
      'POST /staff/treasury/decide',
      { id, approve: true, reason: 'me' },
      stage.treasury,
    );
    expect(alone.error).toBe('second_member_required');
    expect(await open()).toHaveLength(1);
    await stage.app.ok('POST /staff/treasury/decide', { id, approve: true, reason: 'seen' }, second);
    const again = await stage.app.rejection('POST /staff/treasury/decide', { id, approve: true, reason: 'x' }, second);
    expect(again.error).toBe('already_reviewed');
    const twice = { ...movement, reference: 'opening', reason: 'test' };
    expect((await stage.app.rejection('POST /staff/treasury/propose', twice, second)).error).toBe(
      'idempotency_conflict',
    );
    expect((await settle()).differences).toEqual([]);
    const support = await signInStaff(stage.app, 'support');
    expect((await stage.app.rejection('GET /staff/treasury', {}, { token: support.token })).error).toBe('forbidden');
  });

  it('a theft from the hot wallet halts withdrawals once, until staff go on', async () => {
    await wallet.sendTransaction({ to: TO, value: ETHER, account: hot, chain: null });
    await settle();
    const found = await open();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^missing -1\\.0\\d+ ${hot.address}$`)),
        `unknown_transactions 1 ${hot.address}`,
      ]),
    );
    expect(await halted()).toBe(true);
    const state = (await view()).chains.find((each) => each.chain === 'ethereum');
    expect(state?.halted_for).toContain(hot.address);
    expect((await stage.app.metrics.page()).text).toContain(
      'tessera_treasury_differences{chain="ethereum",reason="missing"} 1',
    );
    // Staff decide that withdrawals go on: the same shortfall does not halt them again, a larger one does.
    await stage.change({ chain: 'ethereum', withdrawals_halted: false });
    await settle();
    expect(await halted()).toBe(false);
    await wallet.sendTransaction({ to: TO, value: 1n, account: hot, chain: null });
    await settle();
    expect(await halted()).toBe(true);
  });

  it('a node that shows another block than the watcher read is not believed', async () => {
    await settle();
    await chain.mine(3);
    await stage.watch('ethereum');
    await stage.app.database.query(`update chain_block set hash = '0xother' where chain = 'ethereum'`);
    await jobs.turn('treasury-reconcile-ethereum');
    const state = (await view()).chains.find((each) => each.chain === 'ethereum');
    expect(state?.problem).toContain('another block');
  });

  it('says what to move where a hot wallet is outside of its limits', async () => {
    await agree({ kind: 'cold', chain: 'ethereum', address: TO });
    const limits = async () => (await view()).limits;
    await agree({ kind: 'limit', chain: 'ethereum', currency: 'USDT', low: '10', high: '21' });
    const [over] = await limits();
    expect(over?.move).toMatchObject({ to: 'cold', cold: TO });
    expect(Number(over?.hot) - Number(over?.move?.amount)).toBeCloseTo(15.5, 6);
    await agree({ kind: 'limit', chain: 'ethereum', currency: 'USDT', low: '10000000', high: '10000001' });
    expect((await limits())[0]?.move?.to).toBe('hot');
    await agree({ kind: 'elsewhere', currency: 'USDT', amount: '500', reference: 'bank' });
    await agree({ kind: 'elsewhere', currency: 'USDT', amount: '700', reference: 'bank' });
    expect((await view()).assets.find(({ currency }) => currency === 'USDT')?.elsewhere).toBe('700');
    const error = async (change: object) =>
      (await stage.app.rejection('POST /staff/treasury/propose', { reason: 'x', ...change }, second)).error;
    expect(await error({ kind: 'cold', chain: 'bitcoin', address: TO })).toBe('address_invalid');
    expect(await error({ kind: 'limit', chain: 'ethereum', currency: 'USDT', low: '2', high: '1' })).toBe(
      'field_too_small',
    );
    expect(await error({ kind: 'limit', chain: 'ethereum', currency: 'BTC', low: '1', high: '2' })).toBe(
      'currency_unknown',
    );
    expect(await error({ kind: 'movement', chain: 'ethereum', currency: 'USDT', address: TO })).toBe('field_required');
  });
});

describe.skipIf(!litecoind)('the treasury on a Bitcoin-like node (skipped where litecoind is not installed)', () => {
  it('finds all that users deposited, and names what is not there', async () => {
    const folder = scratchFolder('treasury-bitcoin');
    const chain = await startBitcoinChain(litecoind ?? '', folder, await freePort());
    const stage = await createWatchStage({ BITCOIN_NODE_URL: chain.url });
    try {
      const { database } = stage.app;
      await stage.change({ chain: 'bitcoin', identity: 'regtest' });
      await stage.watch('bitcoin');
      const user = await stage.user();
      const btc = stage.app.catalogue.current().currencyByCode('BTC')?.id ?? 0;
      const address = await user.address(btc, 'BTC');
      const jobs = recurringJobsOf(stage.app, { holder: 'treasury' });
      const settle = async () => {
        await chain.mine(2);
        await stage.watch('bitcoin');
        await jobs.turn('treasury-reconcile-bitcoin');
        return stage.app.ok('GET /staff/treasury', {}, stage.treasury);
      };
      await chain.send(address, '0.12345678');
      const { chains, differences, assets } = await settle();
      expect(chains).toMatchObject([{ chain: 'bitcoin', problem: null }]);
      expect(differences).toEqual([]);
      expect(assets.find(({ currency }) => currency === 'BTC')).toMatchObject({ deposit: '0.12345678' });
      await database.query(`update chain_deposit set units = units + 5 where chain = 'bitcoin'`);
      expect((await settle()).differences).toMatchObject([
        { reason: 'missing', amount: '-0.00000005', subject: address },
      ]);
      await settle();
      expect((await stage.chain('bitcoin'))?.withdrawals_halted).toBe(true);
    } finally {
      await chain.stop();
      rmSync(folder, { recursive: true, force: true });
      await stage.app.close();
    }
  }, 180_000);
});
