import { languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { claim, uploadOf } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { chains, demonstrationKeys } from './addresses.ts';

let app: TestApp;
let person: Person;

beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000');
  person = await signUp(app);
});
afterAll(() => app.close());

let keys = 0;
const rejected = async (payload: Record<string, unknown>, token = person.token) => {
  keys += 1;
  const whole = { currency: 3, type: 'TRC20', amount: '100', voucher: await uploadOf(app, person.id), ...payload };
  return app.rejection('POST /wallet/charge_req', whole, { token, idempotencyKey: `rejected-key-${keys}` });
};

test('the list has USDT on two networks, Bitcoin and Ether', async () => {
  const { list } = await app.ok('GET /currency/lists_deposit', {}, { token: person.token });
  expect(list.map(({ id, name, subName }) => [id, name, subName])).toEqual([
    [3, 'USDT', 'TRC20'],
    [3, 'USDT', 'ERC20'],
    [1, 'BTC', 'BTC'],
    [2, 'ETH', 'ERC20'],
  ]);
  expect((await app.rejection('GET /currency/lists_deposit')).type).toBe('999');
});

test('a user has one unique address per chain, returned by both calls', async () => {
  const { token } = person;
  const asked = { currency_id: 3, network: 'ERC20' };
  const detail = await app.ok('GET /currency/lists_deposit_detail', { id: 3, subName: 'ERC20' }, { token });
  const address = await app.ok('POST /wallet/get_in_address', asked, { token });
  const ether = await app.ok('GET /currency/lists_deposit_detail', { id: 2 }, { token });
  const other = await signUp(app);
  const theirs = await app.ok('POST /wallet/get_in_address', asked, { token: other.token });
  expect(address.address).toBe(detail.address);
  expect(ether.address).toBe(detail.address);
  expect(ether.uri).toBe(`ethereum:${ether.address}@1`);
  expect(theirs.address).not.toBe(address.address);
});

test.each(languageCodes)('in %s an address for show is called that before anything else', async (language) => {
  const options = { token: person.token, language };
  const { notes } = await app.ok('GET /currency/lists_deposit_detail', { id: 1 }, options);
  expect(notes).toHaveLength(4);
  expect(notes.join()).not.toMatch(/[{}]/);
  expect(notes[1]).toContain('BTC');
  // With the decimal sign of the language.
  expect(notes[2]).toMatch(/\D0[.,]0005\D/);
});

test('with a key of the platform addresses are real and not called a demonstration', async () => {
  const keys = demonstrationKeys(new Uint8Array(32).fill(9));
  const environment = Object.fromEntries(chains.map((chain) => [`DEPOSIT_XPUB_${chain.toUpperCase()}`, keys[chain]]));
  const real = await createTestApp(environment);
  try {
    const { token } = await signUp(real);
    const detail = await real.ok('GET /currency/lists_deposit_detail', { id: 1 }, { token });
    expect(detail.notes).toHaveLength(3);
    expect(detail.uri).toBe(`bitcoin:${detail.address}`);
  } finally {
    await real.close();
  }
  await expect(createTestApp({ ...environment, DEPOSIT_XPUB: 'xpub-of-nothing' })).rejects.toThrow();
});

test('a claim is pending, credits nothing and is listed in the log', async () => {
  const before = await userBalances(app.database, person.id);
  const heard: unknown[] = [];
  const deaf = app.accountEvents.listen((userId, event) => heard.push([userId, event]));
  const made = await claim(app, person, { account: 'T-from-here' });
  deaf();
  expect(made).toMatchObject({ status: 'pending', amount: '120.5', credited: null, currency: 'USDT', type: 'TRC20' });
  expect(heard).toEqual([[person.id, { kind: 'deposit', id: made.id, status: 'pending' }]]);
  expect(await userBalances(app.database, person.id)).toEqual(before);
  const log = await app.ok('GET /recharge/log', { status: 'pending' }, { token: person.token });
  expect(log.list[0]).toEqual(made);
  expect((await app.ok('GET /recharge/log', { status: 'approved' }, { token: person.token })).total).toBe(0);
});

test('the same key claims once', async () => {
  const payload = { currency: 3, type: 'TRC20', amount: '50', voucher: await uploadOf(app, person.id) };
  const options = { token: person.token, idempotencyKey: 'the-same-key' };
  const first = await app.ok('POST /wallet/charge_req', payload, options);
  expect(await app.ok('POST /wallet/charge_req', payload, options)).toEqual(first);
  expect((await app.rejection('POST /wallet/charge_req', { ...payload, amount: '51' }, options)).error).toBe(
    'idempotency_conflict',
  );
  expect((await app.rejection('POST /wallet/charge_req', payload, { token: person.token })).error).toBe(
    'idempotency_key_required',
  );
});

test.each([
  [{ currency: 999 }, 'currency_unknown', 'currency'],
  [{ currency: 'USDT' }, undefined, 'currency'],
  [{ type: 'BEP20' }, 'network_unknown', 'type'],
  [{ type: '' }, undefined, 'type'],
  [{ amount: '9.99' }, 'amount_too_small', 'amount'],
  [{ amount: '500.01' }, 'limit_exceeded', 'amount'],
  [{ currency: 1, type: 'BTC', amount: '0.0101' }, 'limit_exceeded', 'amount'],
  [{ amount: '20.0000001' }, 'field_too_precise', 'amount'],
  [{ amount: '-20' }, undefined, 'amount'],
  [{ amount: 'NaN' }, undefined, 'amount'],
  [{ amount: '1e2' }, undefined, 'amount'],
  [{ amount: '0' }, undefined, 'amount'],
  [{ voucher: '' }, undefined, 'voucher'],
  [{ voucher: 'https://example.com/a.jpg' }, undefined, 'voucher'],
  [{ voucher: '/api/uploads/nobody-uploaded-this-one.jpg' }, 'upload_unknown', 'voucher'],
] as const)('a claim with %j is rejected and names the field', async (payload, error, field) => {
  const failure = await rejected(payload);
  expect(failure.field).toBe(field);
  if (error) expect(failure.error).toBe(error);
});

test('a picture of another user, or of another claim, is not accepted as a voucher', async () => {
  const other = await signUp(app);
  expect(await rejected({ voucher: await uploadOf(app, other.id) })).toMatchObject({
    error: 'upload_unknown',
    field: 'voucher',
  });
  const voucher = await uploadOf(app, person.id);
  await claim(app, person, { voucher });
  expect(await rejected({ voucher })).toMatchObject({ error: 'upload_unknown', field: 'voucher' });
});

test('who is not verified may claim 500 USDT in all, and who is has no cap', async () => {
  const user = await signUp(app);
  const voucher = () => uploadOf(app, user.id);
  const refused = async (amount: string, key: string) =>
    app.rejection(
      'POST /wallet/charge_req',
      { currency: 3, type: 'TRC20', amount, voucher: await voucher() },
      { token: user.token, idempotencyKey: key },
    );
  await claim(app, user, { amount: '300' });
  expect(await refused('200.000001', 'over-the-limit')).toMatchObject({
    error: 'limit_exceeded',
    field: 'amount',
    message: 'Above your limit: 200 USDT left',
  });
  // Parallel claims count one after the other.
  const made = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (key) =>
      app.call(
        'POST /wallet/charge_req',
        { currency: 3, type: 'TRC20', amount: '100', voucher: await voucher() },
        { token: user.token, idempotencyKey: `parallel-claim-${key}` },
      ),
    ),
  );
  expect(made.filter(({ type }) => type === 'ok')).toHaveLength(2);
  const { list } = await app.ok('GET /real/limits', {}, { token: user.token });
  expect(list[0]).toEqual({ kind: 'deposit', unit: 'USDT', period: 'total', limit: '500', used: '500' });
  const basic = await signUp(app, { level: 1 });
  expect((await claim(app, basic, { amount: '250000' })).amount).toBe('250000');
});

test('a coin without a price cannot be valued, so it is not claimed blindly', async () => {
  expect((await rejected({ currency: 2, type: 'ERC20', amount: '0.1' })).error).toBe('stale_price');
});

test('a suspended network takes no claim and shows as suspended', async () => {
  await app.database.query("update deposit_network set open = false where currency = 'BTC'");
  expect((await rejected({ currency: 1, type: 'BTC', amount: '0.001' })).error).toBe('deposits_suspended');
  const { list } = await app.ok('GET /currency/lists_deposit', {}, { token: person.token });
  expect(list.find(({ name }) => name === 'BTC')?.status).toBe('suspended');
  expect((await app.rejection('GET /currency/lists_deposit_detail', { id: 1 }, { token: person.token })).error).toBe(
    'deposits_suspended',
  );
});

test('claims beyond the limit of pending ones are rejected, also when concurrent', async () => {
  const eager = await signUp(app, { level: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => claim(app, eager)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});
