import type { Signed } from '@tessera/signer-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { disagreements } from '../../treasury/store.ts';
import { movementPayment, orderMovement } from './movements.ts';
import { storeSigned } from './store.ts';

/* What a movement is does not change after it was ordered: neither by a token that gets another contract, nor by the signer. */

const CHAIN = 'ethereum';
const COLD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let nonce = 0;
const signedOf = (id: string, changes: { asset?: string; to?: string; amount?: string } = {}): Signed => {
  nonce += 1;
  const payment = { id: movementPayment(id), asset: 'USDT', to: COLD, amount: '5000000', attempt: 0, ...changes };
  return {
    chain: CHAIN,
    move: { kind: 'cold' },
    payments: [payment],
    spend: { kind: 'evm', nonce, gas: '21000', maxFee: '1', priorityFee: '1' },
    txid: nonce.toString(16).padStart(64, '0'),
    raw: '00',
    fee: '1',
    at: app.now(),
  };
};
const store = (signed: Signed) =>
  app.database.transaction((tx) => storeSigned(tx, '0x00000000000000000000000000000000000000AA', signed, app.now()));

async function ordered(): Promise<string> {
  await app.database.transaction((tx) =>
    orderMovement(
      tx,
      { chain: CHAIN, kind: 'cold', currency: 'USDT', target: COLD, amount: '5000000', sources: [] },
      1,
    ),
  );
  const [row] = await app.database.query<{ id: string }>(`select id from chain_movement where state = 'ordered'`);
  return row?.id as string;
}
const movement = async (id: string) =>
  (
    await app.database.query(
      'select kind, currency, contract, decimals, target, amount::text as amount, state from chain_movement where id = $1',
      [id],
    )
  )[0];
const finish = (id: string) => app.database.query(`update chain_movement set state = 'done' where id = $1`, [id]);

test('a token that got another contract meanwhile changes no movement that was ordered', async () => {
  const id = await ordered();
  const before = await movement(id);
  const [token] = await app.database.query<{ contract: string; decimals: number }>(
    `select contract, decimals from chain_token where chain = $1 and currency = 'USDT'`,
    [CHAIN],
  );
  const list = (contract: string | undefined, decimals: number | undefined) =>
    app.database.query(`update chain_token set contract = $2, decimals = $3 where chain = $1 and currency = 'USDT'`, [
      CHAIN,
      contract,
      decimals,
    ]);
  await list('0x00000000000000000000000000000000000000bb', 18);
  await store(signedOf(id));
  expect(await movement(id)).toEqual({ ...before, state: 'signed' });
  // The signer returns it again after a crash: nothing changes.
  await store(signedOf(id));
  expect(await movement(id)).toEqual({ ...before, state: 'signed' });
  await list(token?.contract, token?.decimals);
  expect(await disagreements(app.database, CHAIN, 1)).toEqual([]);
  await finish(id);
});

test('another movement that the signer has under its id does not replace it, and is an alarm', async () => {
  for (const changes of [{ to: OTHER }, { asset: 'ETH' }]) {
    const id = await ordered();
    const before = await movement(id);
    const other = { amount: '9000000', ...changes };
    await store(signedOf(id, other));
    expect(await movement(id)).toEqual({ ...before, state: 'signed' });
    expect(await disagreements(app.database, CHAIN, 1)).toContainEqual({
      reason: 'movement_differs',
      currency: 'USDT',
      subject: `movement:${id}`,
      units: 5_000_000n,
    });
    const [{ signed_as } = {}] = await app.database.query<{ signed_as: object }>(
      'select signed_as from chain_movement where id = $1',
      [id],
    );
    expect(signed_as).toMatchObject({ kind: 'cold', target: other.to ?? COLD, currency: other.asset ?? 'USDT' });
    await finish(id);
  }
});

test('one that this database has forgotten is stored as it was signed', async () => {
  await store(signedOf('900'));
  expect(await movement('900')).toMatchObject({ kind: 'cold', currency: 'USDT', target: COLD, state: 'signed' });
  await finish('900');
});

test('one of a token that is not listed is stored with its contract, and is an alarm until it is listed', async () => {
  const contract = '0x00000000000000000000000000000000000000Cc';
  await app.database.query(
    `insert into signer_asset (chain, currency, contract, decimals) values ($1, 'GONE', $2, 6)`,
    [CHAIN, contract],
  );
  const signed = signedOf('901', { asset: 'GONE', to: OTHER, amount: '7000000' });
  await store(signed);
  // Returned again after a crash, and by another node at once.
  await Promise.all([store(signed), store(signed)]);
  const alarm = {
    reason: 'movement_unlisted',
    currency: 'GONE',
    subject: `movement:901:${contract}`,
    units: -7_000_000n,
  };
  const of = async () => (await disagreements(app.database, CHAIN, 1)).filter(({ currency }) => currency === 'GONE');
  expect(await of()).toEqual([alarm]);
  expect(await movement('901')).toBeUndefined();
  // The signer that names no contract is still not silent.
  await store(signedOf('902', { asset: 'OLD' }));
  expect(await disagreements(app.database, CHAIN, 1)).toContainEqual({
    reason: 'movement_unlisted',
    currency: 'OLD',
    subject: 'movement:902',
    units: -5_000_000n,
  });
  await app.database.query(`insert into chain_token (chain, currency, contract, decimals) values ($1, 'GONE', $2, 6)`, [
    CHAIN,
    contract,
  ]);
  await store(signed);
  expect(await movement('901')).toMatchObject({ currency: 'GONE', contract, target: OTHER, amount: '7000000' });
  expect(await of()).toEqual([]);
  await finish('901');
});

test('one of a token that is not listed does not take the place of what was ordered under its id', async () => {
  const id = await ordered();
  const before = await movement(id);
  await store(signedOf(id, { asset: 'OLD' }));
  expect(await movement(id)).toEqual({ ...before, state: 'signed' });
  expect(await disagreements(app.database, CHAIN, 1)).toContainEqual({
    reason: 'movement_differs',
    currency: 'USDT',
    subject: `movement:${id}`,
    units: 5_000_000n,
  });
  await finish(id);
});
