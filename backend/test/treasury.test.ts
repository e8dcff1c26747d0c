import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { type Hex, parseAbiItem } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutNode } from '../src/domains/withdrawals/chain/adapter.ts';
import { evmNode } from '../src/domains/withdrawals/chain/evm-node.ts';
import { type PayParts, STEPS, type Step } from '../src/domains/withdrawals/chain/pay.ts';
import { auditLedger } from '../src/platform/ledger/index.ts';
import { startBitcoinChain, startEvmChain } from '../tools/chains/local-chains.ts';
import { findAnvil, findLitecoind } from '../tools/chains/programs.ts';
import { freePort } from './free-port.ts';
import { approvedWithdrawal, payTurn } from './payouts-stage.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { samples } from './samples.ts';
import { scratchFolder } from './scratch-folder.ts';
import { type SignerProcess, startSigner } from './signer-process.ts';
import { signInStaff } from './staff-people.ts';
import { stopAt } from './stop-at.ts';
import { createWatchStage, type WatchStage } from './watch-stage.ts';

const anvil = findAnvil();
const litecoind = findLitecoind();
const ETHER = 10n ** 18n;
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
/** Moments at which processes are killed: those of a payment that no fee is raised for. */
const MOMENTS = STEPS.filter((step) => !step.startsWith('raise'));
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe.skipIf(!anvil)('the treasury on a real EVM node (skipped where anvil is not installed)', () => {
  let chain: Awaited<ReturnType<typeof startEvmChain>>;
  let stage: WatchStage;
  let token: Hex;
  const folder = scratchFolder('treasury-signer');
  let signer: SignerProcess;
  let node: PayoutNode;
  let hot: Hex;
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
  const agree = (
    kind: 'limit' | 'cold' | 'elsewhere' | 'movement',
    change: Record<string, unknown>,
    member: { token: string } = stage.treasury,
  ) => stage.app.ok(`POST /staff/treasury/${kind}`, { reason: 'test', ...change }, member);
  const halted = async () => (await stage.chain('ethereum'))?.withdrawals_halted;
  const open = async () =>
    (await view()).differences.map(({ reason, amount, subject }) => `${reason} ${amount} ${subject}`);

  /** A withdrawal that staff have approved: the signer pays it. */
  async function withdraw(units: number): Promise<boolean> {
    const amount = (units / 1e6).toFixed(6);
    if (Number(await user.available('USDT')) < Number(amount) + 1) return false;
    const of = { userId: user.id, currency: 'USDT', network: 'ERC20', target: TO, amount, fee: '1' };
    await approvedWithdrawal(stage.app, stage.treasury, of);
    return true;
  }
  const pay = (changes?: Partial<PayParts>) => payTurn({ app: stage.app, signer, node, chain: 'ethereum' }, changes);
  const stateOfPayments = () =>
    stage.app.database.query<{ status: string; units: string }>(
      `select w.status, p.amount::text as units from chain_payout p join withdrawal w on w.id = p.withdrawal_id
        where p.target = $1 order by p.withdrawal_id`,
      [TO],
    );
  /** Pays until every withdrawal is at its end. */
  async function payAll(): Promise<void> {
    for (let turns = 0; turns < 20; turns += 1) {
      if ((await stateOfPayments()).every(({ status }) => status === 'final')) return;
      await pay();
      await chain.mine(3);
    }
    throw new Error(`payments do not end: ${JSON.stringify(await stateOfPayments())}`);
  }
  /** What the token's contract says of TO: in its books, and by its transfers from the hot wallet. */
  async function paidOnChain() {
    const logs = await chain.client.getLogs({
      address: token,
      event: TRANSFER,
      args: { from: hot, to: TO },
      fromBlock: 0n,
    });
    return { held: await chain.balance(TO, token), each: logs.map(({ args }) => String(args.value)) };
  }

  beforeAll(async () => {
    chain = await startEvmChain(anvil ?? '', ['--no-mining']);
    token = await chain.deployToken();
    const caps = { transaction: '100000', hour: '1000000', day: '1000000' };
    signer = await startSigner(folder, {
      name: 'test',
      approvers: [],
      rpId: 'localhost',
      origins: ['http://localhost:8080'],
      chains: {
        ethereum: {
          kind: 'evm',
          chainId: 31_337,
          decimals: 18,
          fees: { transaction: '0.05', day: '10' },
          assets: { USDT: { contract: token, decimals: 6, caps, approvalsAbove: '1000000', whitelistDelay: 0 } },
        },
      },
    });
    hot = (await signer.client.status()).chains[0]?.address as Hex;
    await chain.sendCoins(hot, 100n * ETHER);
    await chain.sendToken(token, hot, 1_000_000_000_000n);
    await chain.mine(3);
    stage = await createWatchStage({ ETHEREUM_NODE_URL: chain.url, SIGNER_SOCKET: signer.socket });
    node = await evmNode(chain.url, stage.app.database);
    second = { token: (await signInStaff(stage.app, 'treasury')).token };
    jobs = recurringJobsOf(stage.app, { holder: 'treasury' });
    await stage.change({ chain: 'ethereum', identity: '31337' });
    await stage.token({ chain: 'ethereum', currency: 'USDT', contract: token, decimals: 6 });
    for (const currency of ['USDT', 'ETH']) {
      await stage.network({ chain: 'ethereum', currency, network: 'ERC20', confirmations: 2 });
    }
    await stage.watch('ethereum');
    user = await stage.user();
    address = await user.address(3, 'ERC20');
    await settle();
  });
  afterAll(async () => {
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await stage.app.close();
  });

  it('assets on the chain are liabilities and the house, after whatever happened or was killed', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('token' as const), units: fc.integer({ min: 1, max: 900_000_000 }) }),
      fc.record({ kind: fc.constant('coins' as const), units: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ kind: fc.constant('withdraw' as const), units: fc.integer({ min: 1, max: 150_000_000 }) }),
      fc.record({ kind: fc.constant('withdraw' as const), units: fc.integer({ min: 1, max: 150_000_000 }) }),
      // The moment at which the backend stops, or the signer is killed.
      fc.record({ kind: fc.constant('stop' as const), units: fc.nat(MOMENTS.length - 1) }),
      fc.record({ kind: fc.constant('kill' as const), units: fc.nat(MOMENTS.length - 1) }),
      fc.record({ kind: fc.constant('forget' as const), units: fc.constant(0) }),
      fc.record({ kind: fc.constant('reorg' as const), units: fc.constant(0) }),
      fc.record({ kind: fc.constant('quiet' as const), units: fc.constant(0) }),
    );
    const seen = { token: 0, coins: 0, withdraw: 0, stop: 0, kill: 0, forget: 0, reorg: 0, quiet: 0 };
    const before = await paidOnChain();
    /** A turn that comes to a moment, where it has work to do. */
    const until = async (moment: number, work: (step: Step) => Promise<void>) => {
      const step = MOMENTS[moment] ?? 'begun';
      await withdraw(1_000_000);
      if (step === 'found' || step === 'finished') {
        await pay();
        await chain.mine(3);
      }
      await work(step);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        await chain.sendToken(token, address, 400_000_000n);
        await settle();
        for (const { kind, units } of steps) {
          if (kind === 'token') await chain.sendToken(token, address, BigInt(units));
          if (kind === 'coins') await chain.sendCoins(address, BigInt(units) * 10n ** 12n + 1n);
          if (kind === 'withdraw' && !(await withdraw(units))) continue;
          seen[kind] += 1;
          if (kind === 'stop') await until(units, (step) => pay(stopAt(step)));
          if (kind === 'kill') {
            await until(units, (step) => pay({ reached: async (at) => (at === step ? signer.kill() : undefined) }));
            await signer.restart();
          }
          // A node that was killed has lost what no block holds.
          if (kind === 'forget') await chain.client.request({ method: 'anvil_dropAllTransactions' } as never);
          if (kind === 'quiet') await settle();
          if (kind === 'reorg') {
            // A deposit and a payment that watcher and backend have seen, and that the other branch does not hold.
            await settle();
            await chain.sendToken(token, address, 50_000_000n);
            await withdraw(2_000_000);
            await pay();
            await chain.mine();
            await stage.watch('ethereum');
            await pay();
            await chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
            await chain.mine(2);
          }
        }
        await payAll();
        const paid = await paidOnChain();
        const ordered = (await stateOfPayments()).map(({ units }) => units);
        // Each once, and nothing else.
        expect(paid.each.slice(before.each.length).toSorted()).toEqual(ordered.toSorted());
        expect(paid.held - before.held).toBe(ordered.reduce((sum, units) => sum + BigInt(units), 0n));
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
      // By both seeds everything happens that can.
      { numRuns: samples(3, 8), seed: Number(process.env.PROPERTY_SEED ?? samples(137, 5)) },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
    expect(await halted()).toBe(false);
  });

  it('names what came without a deposit, and what a second member confirms explains it', async () => {
    // As before the watcher began: the node gives coins that no block brought.
    const before = await chain.client.getBalance({ address: address as Hex });
    await chain.client.setBalance({ address: address as Hex, value: before + ETHER });
    expect((await settle()).differences).toMatchObject([{ reason: 'unrecorded', amount: '1', subject: address }]);
    expect(await halted()).toBe(false);
    const movement = {
      chain: 'ethereum',
      currency: 'ETH',
      address,
      amount: '1',
      direction: 'in',
      reference: 'opening',
    };
    const asked = { reason: 'test', ...movement };
    const alone = await stage.app.call('POST /staff/treasury/movement', asked, { ...stage.treasury, proposed: true });
    expect(alone).toMatchObject({ message: { proposed: { state: 'proposed' } } });
    expect((await settle()).differences).toHaveLength(1);
    await agree('movement', movement);
    const twice = { ...asked, reason: 'again' };
    expect((await stage.app.rejection('POST /staff/treasury/movement', twice, second)).error).toBe(
      'idempotency_conflict',
    );
    expect((await settle()).differences).toEqual([]);
    const support = await signInStaff(stage.app, 'support');
    expect((await stage.app.rejection('GET /staff/treasury', {}, { token: support.token })).error).toBe('forbidden');
  });

  it('a theft from the hot wallet halts withdrawals once, until staff go on', async () => {
    await chain.client.impersonateAccount({ address: hot });
    await chain.client.sendTransaction({ to: TO, value: ETHER, account: hot, chain: null });
    await settle();
    const found = await open();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^missing -1\\.0\\d+ ${hot}$`)),
        `unknown_transactions 1 ${hot}`,
      ]),
    );
    expect(await halted()).toBe(true);
    const state = (await view()).chains.find((each) => each.chain === 'ethereum');
    expect(state?.halted_for).toContain(hot);
    expect((await stage.app.metrics.page()).text).toContain(
      'tessera_treasury_differences{chain="ethereum",reason="missing"} 1',
    );
    // Staff decide that withdrawals go on: the same shortfall does not halt them again, a larger one does.
    await stage.change({ chain: 'ethereum', withdrawals_halted: false });
    await settle();
    expect(await halted()).toBe(false);
    await chain.client.sendTransaction({ to: TO, value: 1n, account: hot, chain: null });
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
    await agree('cold', { chain: 'ethereum', address: TO });
    const limits = async () => (await view()).limits;
    await agree('limit', { chain: 'ethereum', currency: 'USDT', low: '10', high: '21' });
    const [over] = await limits();
    expect(over?.move).toMatchObject({ to: 'cold', cold: TO });
    expect(Number(over?.hot) - Number(over?.move?.amount)).toBeCloseTo(15.5, 6);
    await agree('limit', { chain: 'ethereum', currency: 'USDT', low: '10000000', high: '10000001' });
    expect((await limits())[0]?.move?.to).toBe('hot');
    await agree('elsewhere', { currency: 'USDT', amount: '500', reference: 'bank' });
    await agree('elsewhere', { currency: 'USDT', amount: '700', reference: 'bank' });
    expect((await view()).assets.find(({ currency }) => currency === 'USDT')?.elsewhere).toBe('700');
    const error = async (kind: 'limit' | 'cold' | 'movement', change: object) =>
      (await stage.app.rejection(`POST /staff/treasury/${kind}`, { reason: 'x', ...change }, second)).error;
    expect(await error('cold', { chain: 'bitcoin', address: TO })).toBe('address_invalid');
    expect(await error('limit', { chain: 'ethereum', currency: 'USDT', low: '2', high: '1' })).toBe('field_too_small');
    expect(await error('limit', { chain: 'ethereum', currency: 'BTC', low: '1', high: '2' })).toBe('currency_unknown');
    expect(await error('movement', { chain: 'ethereum', currency: 'USDT', address: TO })).toBe('field_required');
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
      await chain.kill();
      rmSync(folder, { recursive: true, force: true });
      await stage.app.close();
    }
  });
});
