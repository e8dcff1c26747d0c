import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTron } from '../../../test/java-tron.ts';
import { KILL_TURN, killPoints } from '../../../test/kill-points.ts';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../test/signer-process.ts';
import { stopAt } from '../../../test/stop-at.ts';
import { treasuryOf } from '../../../test/treasury-stage.ts';
import { createWatchStage, type WatchStage } from '../../../test/watch-stage.ts';
import { localDepositKeys } from '../../../tools/chains/local-seed.ts';
import { openTron } from '../../platform/chains/tron-api.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { listTokens } from '../chains/index.ts';
import type { Step } from '../withdrawals/chain/pay.ts';
import { LASTS, tronNode } from '../withdrawals/chain/tron-node.ts';
import { tronBalances } from './balances.ts';

const CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const COLD = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const THIEF = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const SEED = Buffer.alloc(32, 31);
const LONG = 240_000;
const HOUR = 3_600_000;

describe('deposits on TRON, by a server that speaks the APIs of java-tron', () => {
  const folder = scratchFolder('tron-sweep');
  let chain: Awaited<ReturnType<typeof startTron>>;
  let signer: SignerProcess;
  let stage: WatchStage;
  let treasury: ReturnType<typeof treasuryOf>;
  let hot: string;
  let users: { readonly address: string; readonly available: (currency: string) => Promise<string> }[];

  const confirm = async () => {
    chain.mine(3);
    await stage.watch('tron');
  };
  /** Turns until nothing is left to do. */
  const quiet = (turns = 7) => treasury.quiet(confirm, turns);
  const held = () => users.map(({ address }) => chain.tokens(address));
  const owed = () => Promise.all(users.map(({ available }) => available('USDT')));
  const last = async (count: number) =>
    (await treasury.moves()).slice(-count).map(({ kind, state }) => `${kind} ${state}`);
  /** A deposit of 100 USDT that is swept, and one of 0.5 whose sweep could cost more than it is worth. */
  async function deposit() {
    chain.deposit(users[0]?.address ?? '', 100_000_000n);
    chain.deposit(users[1]?.address ?? '', 500_000n);
    await confirm();
  }

  beforeAll(async () => {
    chain = await startTron(CONTRACT, Date.now() - 8 * HOUR);
    const caps = { transaction: '1', hour: '1', day: '1' };
    const asset = { contract: null as string | null, decimals: 6, caps, approvalsAbove: '1', whitelistDelay: 0 };
    signer = await startSigner(
      folder,
      {
        name: 'test',
        approvers: [],
        rpId: 'localhost',
        origins: ['http://localhost:8080'],
        chains: {
          tron: {
            kind: 'tron',
            decimals: 6,
            cold: COLD,
            topUp: '200',
            fees: { transaction: '15', day: '5000' },
            assets: { TRX: asset, USDT: { ...asset, contract: CONTRACT } },
          },
        },
      },
      SEED.toString('hex'),
    );
    hot = (await signer.client.status()).chains[0]?.address ?? '';
    chain.give(hot, { trx: 1_000 });
    chain.mine(3);
    stage = await createWatchStage({
      ...localDepositKeys(SEED),
      TRON_NODE_URL: `${chain.url}/jsonrpc`,
      TRON_API_URL: chain.url,
      SIGNER_SOCKET: signer.socket,
    });
    const node = tronNode(openTron(chain.url), stage.app.database);
    treasury = treasuryOf(stage, signer, node, 'tron');
    await stage.change({ chain: 'tron', identity: chain.identity, finality: 'finalized' });
    await stage.network({ chain: 'tron', currency: 'USDT', network: 'TRC20', confirmations: 1, min_deposit: '0.1' });
    await stage.watch('tron');
    users = [];
    for (let n = 0; n < 2; n += 1) {
      const user = await stage.user();
      users.push({ address: await user.address(3, 'TRC20'), available: user.available });
    }
    await confirm();
    await treasury.reconciled();
  }, LONG);
  beforeEach(() => stage.app.feed.setPrice('TRX/USDT', '0.3'));
  afterAll(async () => {
    const audit = stage && (await auditLedger(stage.app.database));
    await stage?.app.close();
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
  }, LONG);

  it(
    'are swept once their address has what the sweep burns; less than its fees is worth stays',
    async () => {
      await deposit();
      await quiet(2);
      expect(await treasury.moves()).toEqual([]);
      await treasury.agree({ kind: 'sweep', currency: 'USDT', amount: '0.2' });
      const before = await owed();
      await quiet();
      expect(await treasury.moves()).toEqual([
        { kind: 'top_up', state: 'done', waits: null, sources: 1 },
        { kind: 'sweep', state: 'done', waits: null, sources: 1 },
      ]);
      expect([chain.tokens(hot), ...held()]).toEqual([100_000_000n, 0n, 500_000n]);
      expect(await owed()).toEqual(before);
      expect(await treasury.reconciled()).toEqual([]);
      // What the top-up left at the address is counted.
      const { chains } = await treasury.view();
      const coins = chains[0]?.holdings.find(({ role, currency }) => role === 'deposit' && currency === 'TRX');
      expect(coins).toMatchObject({ held: String(chain.sun(users[0]?.address ?? '') / 1e6) });
      expect(Number(coins?.held)).toBeGreaterThan(0);
    },
    LONG,
  );

  it(
    `are swept exactly once, wherever the backend stops, the signer is killed or the node forgets${KILL_TURN}`,
    async () => {
      for (const movement of ['top_up', 'sweep']) {
        for (const step of killPoints(movement, ['signed', 'stored', 'sent', 'finished'] satisfies Step[])) {
          const [before, mined, small] = [chain.tokens(hot), chain.mined(), held()[1] ?? 0n];
          await deposit();
          if (movement === 'sweep') {
            await treasury.decide();
            await treasury.pay();
            await confirm();
            await treasury.pay();
          }
          await treasury.decide();
          await treasury.pay(stopAt(step)).catch(() => undefined);
          if (step === 'signed') await signer.restart();
          chain.forget();
          if (step === 'finished') {
            await treasury.pay();
            await confirm();
            await treasury.pay(stopAt(step)).catch(() => undefined);
          }
          await Promise.allSettled([treasury.pay(), treasury.pay(), treasury.decide()]);
          await quiet();
          expect(await last(2), `${movement} ${step}`).toEqual(['top_up done', 'sweep done']);
          expect(held(), step).toEqual([0n, small + 500_000n]);
          expect(chain.tokens(hot) - before, step).toBe(100_000_000n);
          expect(chain.mined() - mined, step).toBe(2);
          expect(await treasury.reconciled(), step).toEqual([]);
        }
      }
    },
    LONG,
  );

  it('wait while the signer is away, which is logged once, and once when it is back', async () => {
    await signer.kill();
    const before = treasury.logged.length;
    expect([await treasury.decide(), await treasury.decide()]).toEqual(['failed', 'failed']);
    await signer.restart();
    expect([await treasury.decide(), await treasury.decide()]).toEqual(['done', 'done']);
    expect(treasury.logged.slice(before)).toEqual([
      'treasury-move-tron: a job waits: the signer does not respond',
      'treasury-move-tron: a job goes on: what it waited for responds',
    ]);
  });

  it(
    'whose sweep expired or failed in a block are swept later',
    async () => {
      const before = chain.tokens(hot);
      await deposit();
      await treasury.decide();
      await treasury.pay();
      chain.forget();
      chain.pass(LASTS + 120_000);
      await confirm();
      await treasury.pay();
      expect(await last(1)).toEqual(['top_up failed']);
      await quiet(2);
      expect(await last(1)).toEqual(['top_up done']);
      await treasury.decide();
      await treasury.pay();
      chain.stopToken(true);
      await confirm();
      await treasury.pay();
      expect(await last(1)).toEqual(['sweep failed']);
      chain.stopToken(false);
      // Each attempt burns coins: the address waits for a day.
      await quiet(2);
      expect(await last(1)).toEqual(['sweep failed']);
      expect(await treasury.reconciled()).toEqual([]);
      await stage.app.database.query(`update chain_movement set ordered_at = ordered_at - interval '25 hours'`);
      await quiet();
      expect(await last(1)).toEqual(['sweep done']);
      expect(chain.tokens(hot) - before).toBe(100_000_000n);
      expect(await treasury.reconciled()).toEqual([]);
      // What the node refuses costs nothing, and waits for ten minutes at first.
      await deposit();
      chain.stopToken(true);
      await quiet(1);
      expect(await last(1)).toEqual(['sweep dropped']);
      const [address] = users.map((user) => user.address);
      expect((await treasury.view()).set_aside).toMatchObject([
        { address, failures: 1, detail: 'REVERT opcode executed' },
      ]);
      chain.stopToken(false);
      await quiet(1);
      expect(await last(1)).toEqual(['sweep dropped']);
      await stage.app.database.query(`update chain_sweep_hold set until = until - interval '10 minutes'`);
      await quiet();
      expect(await last(1)).toEqual(['sweep done']);
      expect((await treasury.view()).set_aside).toEqual([]);
    },
    LONG,
  );

  it(
    'above the upper limit go on to the cold address; what is gone or came by hand is a difference',
    async () => {
      await treasury.agree({ kind: 'limit', currency: 'USDT', low: '10', high: '100' });
      await treasury.agree({ kind: 'cold', address: COLD });
      const before = chain.tokens(hot);
      await treasury.reconciled();
      await treasury.decide();
      await treasury.pay(stopAt('stored')).catch(() => undefined);
      chain.forget();
      await quiet();
      expect(await last(1)).toEqual(['cold done']);
      expect([chain.tokens(hot), chain.tokens(COLD)]).toEqual([55_000_000n, before - 55_000_000n]);
      expect(await treasury.reconciled()).toEqual([]);
      // Balances of two blocks are never compared: they are read anew, and given up where blocks do not cease to come.
      const reader = tronBalances(openTron(chain.url));
      const tokens = await listTokens(stage.app.database, 'tron');
      chain.interrupt(1);
      const { height } = await reader.balances(tokens, [hot], 0);
      chain.interrupt(99);
      await expect(reader.balances(tokens, [hot], 0)).rejects.toThrow('a block came');
      chain.interrupt(0);
      expect(await reader.balances(tokens, [hot], 0)).toMatchObject({
        height: height + 5,
        units: [[BigInt(chain.sun(hot))], [55_000_000n]],
      });
      // A stolen backend that orders a sweep to its own address.
      await deposit();
      await treasury.decide();
      await treasury.pay();
      await confirm();
      await treasury.pay();
      await treasury.decide();
      await stage.app.database.query(`update chain_movement set target = $1 where state = 'ordered'`, [THIEF]);
      await treasury.pay();
      expect((await treasury.moves()).at(-1)).toMatchObject({ state: 'ordered', waits: 'destination_refused' });
      expect(chain.tokens(THIEF)).toBe(0n);
      chain.give(users[1]?.address ?? '', { units: -400_000n, trx: 2 });
      await confirm();
      expect(await treasury.reconciled()).toMatchObject([
        { reason: 'unrecorded', currency: 'TRX', amount: '2', subject: users[1]?.address },
        { reason: 'missing', currency: 'USDT', amount: '-0.4', subject: users[1]?.address },
      ]);
      expect(await stage.chain('tron')).toMatchObject({ withdrawals_halted: true });
    },
    LONG,
  );
});
