import type { SignerClient } from '@tessera/signer-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { orderDue } from './move.ts';

/* Deposits of one currency that go on and on keep those of no other in their addresses. */

const FINGERPRINT = 'aabbccdd';

let app: TestApp;
let eve: Person;
beforeAll(async () => {
  app = await createTestApp();
  eve = await signUp(app);
  const staff = await signInStaff(app, 'treasury');
  await app.database.query(
    `insert into treasury_change (kind, chain, currency, amount, reason, staff_id, at)
     select 'sweep', 'ethereum', currency, 1, 'test', $1, $2 from unnest($3::text[]) currency`,
    [staff.id, new Date(app.now()), ['ETH', 'USDT']],
  );
});
afterAll(() => app.close());

let deposits = 0;

/** A deposit of 2 that was credited, at an address of its own. */
async function deposit(currency: string): Promise<void> {
  deposits += 1;
  const address = `0x${deposits.toString(16).padStart(40, '0')}`;
  await app.database.query(
    `insert into deposit_address (chain, address, user_id, key_fingerprint, former) values ('ethereum', $1, $2, $3, false)`,
    [address, eve.id, FINGERPRINT],
  );
  await app.database.query(
    `insert into chain_deposit (chain, txid, part, user_id, address, currency, network, contract, decimals, units, amount,
                                block_height, block_hash, state, credits, seen_at, credited_at)
     select 'ethereum', $1, 'value', $2, $3, t.currency, 'ERC20', t.contract, t.decimals, 2 * power(10::numeric, t.decimals), 2,
            1, repeat('0', 64), 'credited', 1, $5, $5 from chain_token t where t.chain = 'ethereum' and t.currency = $4`,
    [deposits.toString(16).padStart(64, '0'), eve.id, address, currency, new Date(app.now())],
  );
}

const signer = {
  status: async () => ({
    chains: [
      {
        ...{ chain: 'ethereum', kind: 'evm', address: `0x${'f'.repeat(40)}`, deposits: FINGERPRINT },
        ...{ delegate: null, cold: null, fees: { transaction: '1' } },
      },
    ],
  }),
} as unknown as SignerClient;

/** Orders what is due, and ends it. Returns its kind and currency. */
async function next(): Promise<string | null> {
  const log = { warn: () => undefined };
  const parts = {
    database: app.database,
    signer,
    chain: 'ethereum' as const,
    fingerprint: FINGERPRINT,
    now: app.now,
    log,
  };
  await orderDue({ ...parts, price: () => '1' }, jobRun());
  const [row] = await app.database.query<{ what: string }>(
    `select kind || ' ' || currency as what from chain_movement where state = 'ordered'`,
  );
  await app.database.query(`update chain_movement set state = 'dropped' where state = 'ordered'`);
  return row?.what ?? null;
}

it('has each currency swept in its turn', async () => {
  await deposit('USDT');
  const swept: (string | null)[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await deposit('ETH');
    swept.push(await next());
  }
  expect(swept).toEqual(['sweep ETH', 'sweep USDT', 'sweep ETH', 'sweep USDT']);
});
