import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { setCold } from './change.ts';
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
