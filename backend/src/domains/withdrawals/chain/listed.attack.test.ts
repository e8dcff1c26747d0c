import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { listPayouts } from './staff.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into user_account (uid, email, password_hash, nickname, extension_code, created_at)
     values ('10000001', 'eve@example.com', '', 'eve', 'ABCDEFGH', now())`,
  );
});
afterAll(() => database.close());

/** Payments of withdrawals that wait for the same. Returns the id of the last. */
async function wait(count: number, waits: string): Promise<string> {
  const rows = await database.query<{ id: string }>(
    `with asked as (
       insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, status, created_at)
       select u.id, 'USDT', 'ERC20', 'address', '0x' || n, 10, 1, 0, 10, 'approved', now()
         from user_account u, generate_series(1, $1::int) n returning id)
     insert into chain_payout (withdrawal_id, chain, currency, target, amount, waits, ordered_at, decimals)
     select id, 'ethereum', 'USDT', '0x1', 9000000, $2, now(), 6 from asked returning withdrawal_id as id`,
    [count, waits],
  );
  return rows.at(-1)?.id ?? '';
}

test('a payment that members have to approve is listed, whatever number of earlier ones waits for its delay', async () => {
  await wait(600, 'address_waits');
  const id = await wait(1, 'approvals_missing');
  const { list } = await listPayouts({ database, signer: null, now: () => 0 });
  expect(list[0]).toMatchObject({ id, waits: 'approvals_missing' });
});
