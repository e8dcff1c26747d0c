import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from '../../../../test/factors.ts';
import { startTron } from '../../../../test/java-tron.ts';
import { KILL_TURN, killPoints } from '../../../../test/kill-points.ts';
import { type Approver, approvedWithdrawal, createApprovers, payTurn } from '../../../../test/payouts-stage.ts';
import { type Person, signUp } from '../../../../test/people.ts';
import { recurringJobsOf } from '../../../../test/recurring-jobs.ts';
import { scratchFolder } from '../../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../../test/signer-process.ts';
import { stopAt } from '../../../../test/stop-at.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { localDepositKeys } from '../../../../tools/chains/local-seed.ts';
import { openTron } from '../../../platform/chains/tron-api.ts';
import { auditLedger, userBalance } from '../../../platform/ledger/index.ts';
import { type PayParts, STEPS } from './pay.ts';
import { LASTS, tronNode } from './tron-node.ts';

const CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TO = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const SEED = Buffer.alloc(32, 29);
const LONG = 240_000;
const HOUR = 3_600_000;

describe('withdrawals on TRON, by a server that speaks the HTTP API of java-tron', () => {
  const folder = scratchFolder('tron-payouts');
  let chain: Awaited<ReturnType<typeof startTron>>;
  let signer: SignerProcess;
  let wallet: string;
  let app: TestApp;
  let node: ReturnType<typeof tronNode>;
  let mara: Approver;
  let odo: Approver;
  let ann: Person;

  beforeAll(async () => {
    // The signer goes by its own clock: what expires here expired hours ago.
    chain = await startTron(CONTRACT, Date.now() - 8 * HOUR);
    const caps = { transaction: '1000', hour: '5000', day: '5000' };
    const approvers = await createApprovers();
    signer = await startSigner(
      folder,
      {
        ...approvers.config,
        chains: {
          tron: {
            kind: 'tron',
            decimals: 6,
            fees: { transaction: '100', day: '5000' },
            assets: { USDT: { contract: CONTRACT, decimals: 6, caps, approvalsAbove: '5000', whitelistDelay: 0 } },
          },
        },
      },
      SEED.toString('hex'),
    );
    wallet = (await signer.client.status()).chains[0]?.address ?? '';
    chain.give(wallet, { units: 10n ** 12n, trx: 10_000 });
    chain.mine(5);
    app = await createTestApp({
      SIGNER_SOCKET: signer.socket,
      TRON_API_URL: chain.url,
      ...localDepositKeys(SEED),
    });
    node = tronNode(openTron(chain.url), app.database);
    await app.database.query(`update chain set identity = $1 where name = 'tron'`, [chain.identity]);
    ({ mara, odo } = await approvers.join(app));
    ann = await signUp(app, { level: 1, funds: { change: { USDT: '100000' } } });
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

  /** An approved withdrawal of which 20 USDT arrive. */
  const approved = () =>
    approvedWithdrawal(app, mara, {
      userId: ann.id,
      currency: 'USDT',
      network: 'TRC20',
      target: TO,
      amount: '20',
      fee: '1',
    });
  const turn = (changes?: Partial<PayParts>) => payTurn({ app, signer, node, chain: 'tron' }, changes);
  async function through(): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      await turn();
      chain.mine(3);
    }
    await turn();
  }
  const stateOf = (id: string) => app.ok('GET /user/withdraw/detail', { id }, ann);
  const orderOf = async (id: string) =>
    (
      await app.database.query<{ state: string; attempt: number; waits: string | null }>(
        'select state, attempt, waits from chain_payout where withdrawal_id = $1',
        [id],
      )
    )[0];
  const received = () => chain.tokens(TO);

  it('begin where the node is of the network: the wallet is known by then, and a turn without work writes nothing', async () => {
    const identify = (as: string) => app.database.query(`update chain set identity = $1 where name = 'tron'`, [as]);
    const wallets = () => app.database.query(`select address from chain_wallet where chain = 'tron'`);
    let transactions = 0;
    const database: PayParts['database'] = {
      ...app.database,
      transaction(work) {
        transactions += 1;
        return app.database.transaction(work);
      },
    };
    await identify('1');
    await turn({ database });
    expect([await wallets(), transactions]).toEqual([[], 0]);
    await identify(chain.identity);
    await turn({ database });
    await turn({ database });
    expect([await wallets(), transactions]).toEqual([[{ address: wallet }], 1]);
  });

  it('are signed, sent and final, two of one amount to one address by two transactions', async () => {
    const [before, mined] = [received(), chain.mined()];
    const ids = [await approved(), await approved()];
    expect(await recurringJobsOf(app, { holder: 'one' }).turn('withdrawals-pay-tron')).toBe('done');
    const sent = await Promise.all(ids.map(stateOf));
    for (const each of sent) {
      expect(each).toMatchObject({ status: 'sent', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    }
    expect(sent[0]?.txid).not.toBe(sent[1]?.txid);
    chain.mine();
    await turn();
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ status: 'sent' });
    chain.mine(2);
    await turn();
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ status: 'final' });
    expect(received() - before).toBe(40_000_000n);
    expect(chain.mined() - mined).toBe(2);
  });

  it(
    `are paid exactly once, wherever the backend stops, the signer is killed or the node forgets${KILL_TURN}`,
    async () => {
      const steps = STEPS.filter((each) => !each.startsWith('raise'));
      for (const step of killPoints('tron', steps)) {
        const [before, mined] = [received(), chain.mined()];
        const ids = [await approved(), await approved()];
        await turn(stopAt(step));
        if (step === 'signed') await signer.restart();
        chain.forget();
        if (step === 'found' || step === 'finished') {
          await turn();
          chain.mine(3);
          await turn(stopAt(step));
        }
        await Promise.allSettled([turn(), turn()]);
        await through();
        for (const id of ids) expect(await stateOf(id), step).toMatchObject({ status: 'final' });
        expect(received() - before, step).toBe(40_000_000n);
        expect(chain.mined() - mined, step).toBe(2);
      }
    },
    LONG,
  );

  it('that expired are signed anew when no block can hold them and two members agree', async () => {
    const [before, mined] = [received(), chain.mined()];
    const [id, late, byHand] = [await approved(), await approved(), await approved()];
    await turn();
    const first = await stateOf(id);
    chain.forget();
    // Another is mined in the last block before its expiration, and the node says so late.
    await turn();
    chain.forget();
    const [row] = await app.database.query<{ raw: string }>(
      `select v.raw from chain_transaction_version v join chain_payout p using (transaction_id) where p.withdrawal_id = $1`,
      [late],
    );
    await node.send(row?.raw ?? '');
    chain.pass(LASTS - 30_000);
    chain.mine();
    chain.pass(60_000);
    chain.mine(3);
    const handed = chain.handed();
    await turn();
    // Expired for seconds: no block takes it, but not beyond doubt.
    expect(await orderOf(id)).toMatchObject({ state: 'signed', attempt: 0 });
    chain.pass(60_000);
    chain.mine();
    await turn();
    // The newest block is late enough, the last that stands for good is not.
    expect(await orderOf(id)).toMatchObject({ state: 'signed', attempt: 0 });
    chain.mine(3);
    await turn();
    expect(await stateOf(late)).toMatchObject({ status: 'final' });
    // It was looked for, and not sent again.
    expect(chain.handed()).toBe(handed);
    for (const expired of [id, byHand]) expect(await orderOf(expired)).toMatchObject({ state: 'ordered', attempt: 1 });
    // The signer has signed the former attempt: it is neither taken up again nor sent.
    await through();
    expect(await orderOf(id)).toEqual({ state: 'ordered', attempt: 1, waits: 'approvals_missing' });
    expect(chain.mined() - mined).toBe(1);
    for (const member of [mara, odo]) {
      const { options } = await app.ok('POST /staff/payout/approve/begin', { id }, member);
      await app.ok('POST /staff/payout/approve', { id, passkey: member.device.sign(options) }, member);
    }
    await turn(stopAt('signed'));
    await through();
    const second = await stateOf(id);
    expect(second).toMatchObject({ status: 'final', txid: expect.not.stringMatching(first.txid ?? '') });
    expect(received() - before).toBe(40_000_000n);
    // The third is released: staff decide about it, and the signer does not pay it any more.
    app.advance(60_000);
    await app.ok('POST /staff/confirm', { totp: codeAt(mara.secret, app.now()) }, mara);
    expect(await app.ok('POST /staff/payout/release', { id: byHand, reason: 'By hand' }, mara)).toMatchObject({
      state: 'returned',
    });
    await through();
    expect(chain.mined() - mined).toBe(2);
    // What expires before it is sent at all never counts as sent.
    const unsent = await approved();
    await turn(stopAt('stored'));
    chain.pass(LASTS);
    chain.mine();
    const sent = chain.handed();
    await turn();
    expect(await stateOf(unsent)).toMatchObject({ status: 'approved', txid: null });
    chain.pass(120_000);
    chain.mine(3);
    await turn();
    expect(chain.handed()).toBe(sent);
    expect(await orderOf(unsent)).toMatchObject({ state: 'ordered', attempt: 1 });
    await app.ok('POST /staff/payout/release', { id: unsent, reason: 'By hand' }, mara);
  });

  it('are not released that were signed for a later attempt than an older copy of the database knows', async () => {
    const [before, mined] = [received(), chain.mined()];
    const id = await approved();
    await turn(stopAt('signed'));
    const [first] = await signer.client.known([`withdrawal:${id}`]);
    const [payment] = first?.payments ?? [];
    if (first?.spend.kind !== 'tron' || !payment) throw new Error('it was not signed');
    chain.pass(LASTS + 120_000);
    chain.mine(5);
    // What a later state of the database had: two approvals of the second attempt, which was signed and mined.
    await app.database.query('update chain_payout set attempt = 1 where withdrawal_id = $1', [id]);
    for (const member of [mara, odo]) {
      const { options } = await app.ok('POST /staff/payout/approve/begin', { id }, member);
      await app.ok('POST /staff/payout/approve', { id, passkey: member.device.sign(options) }, member);
    }
    const given = await app.database.query<{ assertion: string }>(
      'delete from chain_payout_approval where withdrawal_id = $1 returning assertion',
      [id],
    );
    await app.database.query('update chain_payout set attempt = 0 where withdrawal_id = $1', [id]);
    const approvals = given.map(({ assertion }) => assertion);
    const second = await signer.client.sign({
      chain: 'tron',
      payments: [{ ...payment, attempt: 1, contract: CONTRACT, decimals: 6, approvals }],
      spend: {
        ...first.spend,
        timestamp: first.spend.timestamp + 1_000,
        expiration: first.spend.expiration + LASTS + 120_000,
      },
    });
    await node.send(second.raw);
    chain.mine(5);
    app.advance(60_000);
    await app.ok('POST /staff/confirm', { totp: codeAt(mara.secret, app.now()) }, mara);
    const release = { id, reason: 'By hand' };
    expect(await app.rejection('POST /staff/payout/release', release, mara)).toMatchObject({
      error: 'already_reviewed',
    });
    for (let turns = 0; turns < 3; turns++) await through();
    expect(await stateOf(id)).toMatchObject({ status: 'final', txid: second.txid });
    expect(received() - before).toBe(20_000_000n);
    expect(chain.mined() - mined).toBe(1);
  });

  it('that wait keep no others from their turn, and nothing is promised twice before a block comes', async () => {
    const [before, mined] = [received(), chain.mined()];
    const waiting: string[] = [];
    while (waiting.length < 11) waiting.push(await approved());
    // Above the signer's cap, ahead of the others, more than a turn tries.
    const set = (what: string) =>
      app.database.query(`update chain_payout set ${what} where withdrawal_id = any($1::bigint[])`, [waiting]);
    await set('amount = 2000000000');
    const id = await approved();
    await turn();
    await turn();
    for (const each of waiting) expect(await orderOf(each)).toMatchObject({ waits: 'over_transaction_cap' });
    expect(await stateOf(id)).toMatchObject({ status: 'sent' });
    await set(`state = 'returned'`);
    const rest = chain.tokens(wallet) - 30_000_000n;
    chain.give(wallet, { units: -rest });
    const second = await approved();
    await turn();
    expect(await orderOf(second)).toMatchObject({ state: 'ordered', waits: 'wallet_empty' });
    chain.give(wallet, { units: rest });
    await through();
    for (const each of [id, second]) expect(await stateOf(each)).toMatchObject({ status: 'final' });
    expect([received() - before, chain.mined() - mined]).toEqual([40_000_000n, 2]);
  });

  it('that the contract rejects give amount and fee back; those that it would reject are not signed', async () => {
    const held = () => userBalance(app.database, ann.id, 'change', 'USDT');
    const [before, mined] = [await held(), chain.mined()];
    const id = await approved();
    await turn();
    chain.stopToken(true);
    const later = await approved();
    await through();
    expect(await stateOf(id)).toMatchObject({ status: 'failed' });
    expect(Number(before) - Number(await held())).toBe(21);
    expect(await orderOf(later)).toMatchObject({ state: 'ordered', waits: 'node_refuses' });
    chain.stopToken(false);
    const set = (what: string) => app.database.query(`update chain set ${what} where name = 'tron'`);
    await set('fee_ceiling = 1');
    await turn();
    expect(await orderOf(later)).toMatchObject({ waits: 'fee_ceiling' });
    await set(`fee_ceiling = 100000000, identity = '1'`);
    await through();
    // A node of another network: nothing is paid.
    expect(chain.mined() - mined).toBe(1);
    await set(`identity = '${chain.identity}'`);
    await through();
    expect(await stateOf(later)).toMatchObject({ status: 'final' });
  });
});
