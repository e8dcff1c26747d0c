import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { bech32 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KILL_TURN, killPoints } from '../../../../test/kill-points.ts';
import { startLitecoin } from '../../../../test/litecoin.ts';
import { approvedWithdrawal, payTurn } from '../../../../test/payouts-stage.ts';
import { type Person, signUp } from '../../../../test/people.ts';
import { scratchFolder } from '../../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../../test/signer-process.ts';
import { signInStaff } from '../../../../test/staff-people.ts';
import { stopAt } from '../../../../test/stop-at.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { regtestAddress } from '../../../../tools/chains/local-chains.ts';
import { findLitecoind } from '../../../../tools/chains/programs.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';
import type { PayoutNode } from './adapter.ts';
import { type PayParts, RAISE_AFTER, STEPS } from './pay.ts';
import { chainRow } from './store.ts';
import { utxoNode } from './utxo-node.ts';

const program = findLitecoind();
const LONG = 240_000;
const xpub = (n: number) => HDKey.fromMasterSeed(Buffer.alloc(32, n)).derive("m/44'/0'/0'").publicExtendedKey;
const someAddress = () => bech32.encode('bc', [0, ...bech32.toWords(randomBytes(20))]);
const scriptOf = (address: string) => {
  const { words } = bech32.decode(address as `${string}1${string}`);
  return `0014${Buffer.from(bech32.fromWords(words.slice(1))).toString('hex')}`;
};

describe.skipIf(!program)('withdrawals on a real Bitcoin-like node (skipped where litecoind is not installed)', () => {
  const folder = scratchFolder('utxo-payouts');
  let chain: Awaited<ReturnType<typeof startLitecoin>>;
  let signer: SignerProcess;
  let app: TestApp;
  let node: PayoutNode;
  let mara: Awaited<ReturnType<typeof signInStaff>>;
  let ann: Person;
  const elsewhere = regtestAddress(someAddress());
  const mine = (blocks = 1) => chain.rpc.call<string[]>('generatetoaddress', [blocks, elsewhere]);
  beforeAll(async () => {
    chain = await startLitecoin(program ?? '', `${folder}/node`);
    const caps = { transaction: '1000', hour: '5000', day: '5000' };
    signer = await startSigner(`${folder}/signer`, {
      name: 'test',
      approvers: [],
      rpId: 'localhost',
      origins: ['http://localhost:8080'],
      chains: {
        bitcoin: {
          kind: 'utxo',
          network: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5 },
          decimals: 8,
          fees: { transaction: '0.01', day: '1' },
          assets: { BTC: { contract: null, decimals: 8, caps, approvalsAbove: '5000', whitelistDelay: 0 } },
        },
      },
    });
    const [wallet] = (await signer.client.status()).chains;
    // Coins of ten blocks can be spent, and two whose hundred blocks have not passed.
    await chain.rpc.call('generatetoaddress', [12, regtestAddress(wallet?.address ?? '')]);
    await mine(98);
    app = await createTestApp({
      SIGNER_SOCKET: signer.socket,
      BITCOIN_NODE_URL: chain.url,
      DEPOSIT_XPUB_BITCOIN: xpub(1),
      DEPOSIT_XPUB_ETHEREUM: xpub(2),
      DEPOSIT_XPUB_TRON: xpub(3),
    });
    node = utxoNode(chain.url, app.database);
    await app.database.query(`update chain set identity = 'regtest' where name = 'bitcoin'`);
    mara = await signInStaff(app, 'treasury');
    ann = await signUp(app, { level: 1, funds: { change: { BTC: '50' } } });
  }, LONG);
  beforeEach(() => app.feed.setPrice('BTC/USDT', '50000'));
  afterAll(async () => {
    const audit = app && (await auditLedger(app.database));
    await app?.close();
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
  }, LONG);

  /** Approved withdrawals of which 0.1 arrives. */
  async function approved(...targets: readonly string[]) {
    const made: { id: string; to: string }[] = [];
    for (const to of targets) {
      const of = { userId: ann.id, currency: 'BTC', network: 'BTC', target: to, amount: '0.1', fee: '0.0001' };
      const id = await approvedWithdrawal(app, mara, of);
      made.push({ id, to });
    }
    return made;
  }
  const turn = (changes?: Partial<PayParts>) => payTurn({ app, signer, node, chain: 'bitcoin' }, changes);
  /** kill -9 of the signer and of the node, and a backend that has read nothing of the chain. */
  async function restart(): Promise<void> {
    await Promise.all([signer.restart(), chain.restart()]);
    node = utxoNode(chain.url, app.database);
  }
  const arrived = async (to: string) =>
    (await chain.rpc.call<{ total_amount: string }>('scantxoutset', ['start', [`raw(${scriptOf(to)})`]])).total_amount;
  const stateOf = (id: string) => app.ok('GET /user/withdraw/detail', { id }, ann);
  const waiting = (id: string) =>
    app.database.query<{ waits: string }>('select waits from chain_payout where withdrawal_id = $1', [id]);
  async function through(turns = 2): Promise<void> {
    for (let n = 0; n < turns; n++) {
      await turn();
      await mine(2);
    }
    await turn();
  }

  it(
    `are paid together, exactly once, wherever backend, signer and node are killed${KILL_TURN}`,
    async () => {
      const steps = STEPS.filter((each) => !each.startsWith('raise'));
      for (const step of killPoints('utxo', steps)) {
        const orders = await approved(someAddress(), someAddress());
        if (step === 'found' || step === 'finished') {
          await turn();
          await mine(2);
        }
        await turn(stopAt(step));
        await restart();
        await through();
        const states = await Promise.all(orders.map(({ id }) => stateOf(id)));
        expect(
          states.map(({ status }) => status),
          step,
        ).toEqual(['final', 'final']);
        expect(new Set(states.map(({ txid }) => txid)).size, step).toBe(1);
        for (const { to } of orders) expect(await arrived(to), step).toBe('0.10000000');
      }
    },
    LONG,
  );

  it.each([...killPoints('utxo, raised', ['raised', 'raise_stored'] as const), null])(
    'that no block takes are replaced over the same inputs with a higher fee, also where it stops at %s',
    async (step) => {
      const [order] = await approved(someAddress());
      if (!order) throw new Error('an order');
      await turn();
      const first = await stateOf(order.id);
      expect(first).toMatchObject({ status: 'sent', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
      await turn();
      expect(await stateOf(order.id)).toMatchObject({ txid: first.txid });
      app.advance(RAISE_AFTER);
      // Litecoin's pool replaces nothing: one that has forgotten the former bytes takes the new ones.
      if (step) {
        await turn(stopAt(step));
        await restart();
      } else await chain.restart();
      await turn();
      const second = await stateOf(order.id);
      expect(second.txid).not.toBe(first.txid);
      expect(await chain.rpc.call('getrawmempool')).toEqual([second.txid]);
      await through();
      expect(await stateOf(order.id)).toMatchObject({ status: 'final', txid: second.txid });
      expect(await arrived(order.to)).toBe('0.10000000');
      const versions = await app.database.query<{ fee: string; inputs: unknown }>(
        `select v.fee, v.spend->'inputs' as inputs from chain_transaction_version v join chain_payout p using (transaction_id)
          where p.withdrawal_id = $1 order by v.fee`,
        [order.id],
      );
      expect(versions).toHaveLength(2);
      expect(versions[1]?.inputs).toEqual(versions[0]?.inputs);
      expect(Number(versions[1]?.fee)).toBeGreaterThan(Number(versions[0]?.fee) * 1.2);
    },
    LONG,
  );

  it('are followed through a re-organisation, and paid once by three nodes at once', async () => {
    const to = someAddress();
    // Two to one address are two transactions.
    const orders = await approved(to, someAddress(), to);
    await Promise.allSettled([turn(), turn(), turn()]);
    await turn();
    const [block] = await mine();
    await turn();
    const [first, , last] = orders.map(({ id }) => id);
    expect(await stateOf(first ?? '')).toMatchObject({ status: 'sent', confirmations: { done: 1, of: 2 } });
    await chain.rpc.call('invalidateblock', [block]);
    for (let blocks = 0; blocks < 2; blocks += 1) await chain.rpc.call('generateblock', [elsewhere, []]);
    await turn();
    expect(await stateOf(first ?? '')).toMatchObject({ status: 'sent', confirmations: { done: 0, of: 2 } });
    await through(3);
    const ends = await Promise.all(orders.map(({ id }) => stateOf(id)));
    expect(ends.map(({ status }) => status)).toEqual(['final', 'final', 'final']);
    expect(ends[0]?.confirmations).toEqual({ done: 2, of: 2 });
    expect(ends[0]?.txid).not.toBe((await stateOf(last ?? '')).txid);
    expect(await arrived(to)).toBe('0.20000000');
  });

  it('count as dead once a block has spent their inputs for something else, and stayed', async () => {
    const row = await chainRow(app.database, 'bitcoin');
    if (!row) throw new Error('a chain');
    const [paid] = await app.database.query<{
      txid: string;
      raw: string;
      spend: never;
      fee: string;
      signed_at: number;
    }>(
      `select v.txid, v.raw, v.spend, v.fee::text as fee, v.signed_at from chain_transaction_version v
         join chain_transaction t on t.chain = v.chain and t.txid = v.txid where t.state = 'final' limit 1`,
    );
    if (!paid) throw new Error('a payment');
    const [transaction] = await app.database.query<never>(`select * from chain_transaction limit 1`);
    const other = { ...paid, txid: 'ab'.repeat(32) };
    const isDead = (...versions: (typeof paid)[]) => node.isDead(row, transaction as never, versions);
    expect(await isDead(other)).toBe(false);
    await mine(5);
    expect(await isDead(other)).toBe(false);
    await mine();
    expect(await isDead(other)).toBe(true);
    expect(await isDead(other, paid)).toBe(false);
    expect(await isDead(other)).toBe(false);
  });

  it('wait for a dear network and for funds, which keep no other one from being paid; change is spent again', async () => {
    const [large, small] = await approved(someAddress(), someAddress());
    if (!large || !small) throw new Error('orders');
    const ceiling = (to: number) =>
      app.database.query(`update chain set fee_ceiling = $1 where name = 'bitcoin'`, [to]);
    await ceiling(1);
    await turn();
    expect(await waiting(small.id)).toEqual([{ waits: 'fee_ceiling' }]);
    await ceiling(300);
    const amount = (id: string, to: string) =>
      app.database.query('update chain_payout set amount = $2 where withdrawal_id = $1', [id, to]);
    await amount(large.id, '60000000000');
    await through();
    expect(await waiting(large.id)).toEqual([{ waits: 'wallet_empty' }]);
    expect(await stateOf(small.id)).toMatchObject({ status: 'final' });
    await amount(large.id, '1000');
    await turn();
    expect(await waiting(large.id)).toEqual([{ waits: 'node_refuses' }]);
    await amount(large.id, '10000000');
    await app.database.query('update chain_payout set waits = null where withdrawal_id = $1', [large.id]);
    await through();
    expect(await stateOf(large.id)).toMatchObject({ status: 'final' });
    expect(await arrived(large.to)).toBe('0.10000000');
    const changeSpent = async () => {
      const [row] = await app.database.query<{ outputs: number }>(
        `select count(*)::int as outputs from chain_input join chain_transaction_version using (chain, txid)
          where chain = 'bitcoin'`,
      );
      return row?.outputs ?? 0;
    };
    // Coins of twelve blocks came to the wallet: once each is spent, change is.
    for (let coins = 0; coins < 12 && (await changeSpent()) === 0; coins++) {
      await approved(someAddress());
      await through(1);
    }
    expect(await changeSpent()).toBeGreaterThan(0);
  });

  it('spend no output of others, as where an older copy of the database does not know all that a transaction paid', async () => {
    const [hash = ''] = await mine();
    await mine(100);
    const { tx } = await chain.rpc.call<{ tx: string[] }>('getblock', [hash]);
    const [id] = await app.database.query<{ id: string }>(
      `insert into chain_transaction (chain, wallet, state, txid, block_number, created_at, finished_at)
       select chain, wallet, 'final', $1, 1, now(), now() from chain_transaction where chain = 'bitcoin' limit 1 returning id`,
      [tx[0]],
    );
    await app.database.query(
      `insert into chain_transaction_version (chain, txid, transaction_id, raw, spend, fee, signed_at)
       values ('bitcoin', $1, $2, '', '{"kind":"utxo","inputs":[],"change":"5000000000"}', 1, now())`,
      [tx[0], id?.id],
    );
    const [made] = await approved(someAddress());
    await through();
    expect(await stateOf(made?.id ?? '')).toMatchObject({ status: 'final' });
  });
});
