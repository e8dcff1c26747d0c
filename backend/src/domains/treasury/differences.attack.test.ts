import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { BalanceReader } from './balances.ts';
import { setCold } from './change.ts';
import { reconcile } from './reconcile.ts';
import { type Difference, writeDifferences } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('two payments of one transaction that contradict the ledger are one difference, and stop no reconciliation', async () => {
  const one: Difference = { reason: 'payout_not_in_ledger', currency: 'BTC', subject: 'f'.repeat(64), units: -5n };
  const write = (found: readonly Difference[]) =>
    app.database.transaction((tx) => writeDifferences(tx, 'bitcoin', found, { height: 7, at: app.now() }));
  expect(await write([one, { ...one, units: -7n }])).toMatchObject([{ units: '-12' }]);
  expect(await write([one])).toMatchObject([{ units: '-5' }]);
  expect(await write([])).toEqual([]);
});

it('a user’s deposit address is no cold one: what it holds would count twice', async () => {
  const { id } = await signUp(app);
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  await app.database.query(
    `insert into deposit_address (chain, address, user_id, key_fingerprint, former) values ('ethereum', $1, $2, 'aabbccdd', false)`,
    [address.toLowerCase(), id],
  );
  const set = app.database.transaction((tx) =>
    setCold(tx, { chain: 'ethereum', address, reason: 'Vault' }, { staffId: '1', at: app.now() }),
  );
  await expect(set).rejects.toMatchObject({ code: 'address_invalid' });
});

it('a chain that is read again halts no withdrawals for what its wallet did not hold yet', async () => {
  const { database, now } = app;
  const wallet = `0x${'a'.repeat(40)}`;
  /** What the wallet holds: nothing before block 1,000. */
  const reader: BalanceReader = {
    blockAt: async (height) => height,
    balances: async (tokens, addresses, height) => ({
      height,
      units: tokens.map(() => addresses.map(() => (height < 1_000 ? 0n : 5n))),
    }),
    nonce: null,
    receipts: null,
  };
  const log = { error: () => undefined };
  const parts = {
    database,
    chain: 'ethereum' as const,
    reader,
    fingerprints: [],
    wallet: async () => wallet,
    now,
    log,
  };
  /** The watcher has read up to a block that is final. */
  async function read(height: number) {
    await database.query(
      `insert into chain_watch (chain, height, head, finalized, since) values ('ethereum', $1, $1, $1, now())
       on conflict (chain) do update set height = $1, finalized = $1`,
      [height],
    );
    await database.query(
      `insert into chain_block (chain, height, hash, parent)
       select 'ethereum', h, 'hash ' || h, '' from generate_series($1::bigint - 100, $1) h on conflict do nothing`,
      [height],
    );
    await reconcile(parts, jobRun());
    const [run] = await database.query<{ problem: string | null; halted: boolean }>(
      `select r.problem, c.withdrawals_halted as halted from treasury_run r join chain c on c.name = r.chain
        where r.chain = 'ethereum'`,
    );
    return run;
  }
  await database.query(`update deposit_network set confirmations = 1 where chain = 'ethereum'`);
  expect(await read(1_000)).toEqual({ problem: null, halted: false });
  const again = { problem: expect.stringContaining('read again'), halted: false };
  for (const height of [900, 950, 999]) expect(await read(height)).toEqual(again);
  expect(await read(1_000)).toEqual({ problem: null, halted: false });
});
