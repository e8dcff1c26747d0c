import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolAuthenticator, enrolPasskey, setPayPassword } from '../../../test/factors.ts';
import { lastCode, type Person, signUp } from '../../../test/people.ts';
import { confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger, houseBalance, userBalance } from '../../platform/ledger/index.ts';
import { pauseWithdrawals } from '../identity/index.ts';
import { approveWaiting } from '../staff/sandbox.ts';

const HOUR = 3_600_000;
const KEY = '314158';
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const OTHER_TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: TestApp;
let other: TestApp;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let odo: Awaited<ReturnType<typeof signInStaff>>;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  mara = await signInStaff(app, 'treasury');
  odo = await signInStaff(app, 'treasury');
  for (const node of [app, other]) {
    node.feed.setPrice('BTC/USDT', '50000');
    node.feed.setPrice('ETH/USDT', '2500');
  }
});
afterAll(async () => {
  const audit = await auditLedger(app.database);
  await other.close();
  await app.close();
  expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
});

type User = Person & { readonly sign: (asked: Asked, node?: TestApp) => Promise<{ readonly passkey: string }> };
type Asked = Record<string, unknown>;

const toTron: Asked = { currency_id: 3, number: '100', fee: '1', address: TRON, network: 'TRC20' };

/** A verified user with money, a payment password and a passkey. */
async function newUser(funds: Record<string, string> = { USDT: '1000' }, level: 0 | 1 | 2 = 1): Promise<User> {
  const person = await signUp(app, { level, funds: { change: funds } });
  await setPayPassword(app, person, KEY);
  const { device, id } = await enrolPasskey(app, person);
  // A synced passkey counts nothing, so that several signatures can be on their way.
  await app.database.query('update passkey set counter = 0 where id = $1', [id]);
  return {
    ...person,
    async sign(asked, node = app) {
      const { approval } = await node.ok('POST /wallet/out/begin', asked, person);
      device.counter = -1;
      return { passkey: device.sign(approval.passkey ?? '') };
    },
  };
}

const key = () => randomBytes(12).toString('hex');
async function withdraw(user: User, changes: Asked = {}, { node = app, idempotencyKey = key() } = {}) {
  const asked = { ...toTron, ...changes };
  const proof = await user.sign(asked, node);
  return node.call('POST /wallet/out', { ...asked, key: KEY, ...proof }, { ...user, idempotencyKey });
}
/** The withdrawal of a request that must succeed. */
async function requested(user: User, changes: Asked = {}) {
  const outcome = await withdraw(user, changes);
  if (outcome.type !== 'ok') throw new Error(`rejected: ${outcome.error}`);
  return outcome.message;
}
const held = async ({ id }: Person, currency = 'USDT') => [
  await userBalance(app.database, id, 'change', currency),
  await userBalance(app.database, id, 'change', currency, 'frozen'),
];
type Member = { readonly token: string };
const decide = (queue: string, id: string, member: Member, payload: Asked = {}, node = app) =>
  node.call('POST /staff/queue/approve', { queue, id, ...payload }, member);
const refuse = (queue: string, id: string, member: Member, node = app) =>
  node.call('POST /staff/queue/reject', { queue, id, reason: 'Wrong name' }, member);
const cancel = (user: User, id: string, node = app) =>
  node.call('POST /wallet/out/cancel', { id }, { ...user, idempotencyKey: key() });
const txid = () => randomBytes(32).toString('hex');
const stateOf = async (user: User, id: string) => app.ok('GET /user/withdraw/detail', { id }, user);

it('of more places than the chain has is refused: the signer could not pay it, and members would pay it by hand', async () => {
  const by = { token: mara.token };
  const of = { chain: 'ethereum', currency: 'USDC', reason: 'listed' };
  const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  await app.ok('POST /staff/chains/token', { ...of, contract, decimals: 6 }, by);
  const network = { ...of, network: 'ERC20', min_withdrawal: '10' };
  expect(
    await app.rejection('POST /staff/chains/network', { ...network, withdrawal_fee: '2.0000001' }, by),
  ).toMatchObject({ error: 'field_too_precise', field: 'withdrawal_fee' });
  await app.ok('POST /staff/chains/network', { ...network, withdrawal_fee: '2' }, by);
  app.feed.setPrice('USDC/USDT', '1');
  const user = await newUser({ USDC: '1000' });
  const id = app.catalogue.current().currencyByCode('USDC')?.id ?? 0;
  const asked = { currency_id: id, number: '100.0000001', fee: '2', address: ETHER, network: 'ERC20' };
  expect(await app.rejection('POST /wallet/out/begin', asked, user)).toMatchObject({
    error: 'field_too_precise',
    field: 'number',
  });
  const { networks } = await app.ok('POST /wallet/get_info', { currency_id: id }, user);
  expect(networks).toMatchObject([{ network: 'ERC20', scale: 6 }]);
  expect(await requested(user, { ...asked, number: '100.000001' })).toMatchObject({ received: '98.000001' });
});

describe('a withdrawal', () => {
  it('is frozen, approved, sent with its transaction and final; its owner reads each step within the second', async () => {
    const user = await newUser();
    const out = await houseBalance(app.database, 'withdrawals', 'USDT');
    const fees = await houseBalance(app.database, 'fees', 'USDT');
    const heard: unknown[] = [];
    const deaf = app.accountEvents.listen((userId, event) => userId === user.id && heard.push(event));
    const made = await requested(user);
    const { id } = made;
    expect(made).toMatchObject({ number: '100', fee: '1', received: '99', status: 'requested', target: TRON });
    expect(await held(user)).toEqual(['900', '100']);
    app.advance(60_000);
    expect(await decide('withdrawal', id, mara)).toMatchObject({ message: { status: 'approved' } });
    expect(await held(user)).toEqual(['900', '100']);
    expect(await decide('payout', id, odo)).toMatchObject({ error: 'txid_required' });
    expect(await decide('payout', id, odo, { txid: 'no id' })).toMatchObject({ error: 'txid_invalid' });
    expect(await decide('payout', id, odo, { txid: txid(), amount: '98' })).toMatchObject({ error: 'wrong_amount' });
    app.advance(60_000);
    const paid = txid();
    await decide('payout', id, odo, { txid: `0x${paid.toUpperCase()}`, amount: '99' });
    expect(await held(user)).toEqual(['900', '0']);
    app.advance(60_000);
    await decide('payout_final', id, odo);
    deaf();
    const done = await stateOf(user, id);
    expect(done).toMatchObject({ status: 'final', txid: paid });
    expect(done.timeline.map(({ status, at }) => [status, (at - made.created_at) / 60_000])).toEqual([
      ['requested', 0],
      ['approved', 1],
      ['sent', 2],
      ['final', 3],
    ]);
    for (const status of ['requested', 'approved', 'sent', 'final']) {
      expect(heard).toContainEqual({ kind: 'withdrawal', id, status });
    }
    expect(app.outbox.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Withdrawal requested', 'Withdrawal sent']),
    );
    const moved = async (name: 'withdrawals' | 'fees', before: string) =>
      Number(await houseBalance(app.database, name, 'USDT')) - Number(before);
    expect([await moved('withdrawals', out), await moved('fees', fees)]).toEqual([99, 1]);
    const { list } = await app.ok('GET /user/withdraw/list', { status: 'final' }, user);
    expect(list).toEqual([done]);
    // A transaction is recorded once for a target, and may pay another one.
    const again = await requested(user);
    await decide('withdrawal', again.id, mara);
    expect(await decide('payout', again.id, odo, { txid: paid })).toMatchObject({ error: 'txid_used' });
  });

  it.each(['withdrawal', 'payout', 'payout_final'])(
    'that ends in the queue %s gives amount and fee back',
    async (queue) => {
      const user = await newUser();
      const { id } = await requested(user);
      if (queue !== 'withdrawal') await decide('withdrawal', id, mara);
      if (queue === 'payout_final') await decide('payout', id, odo, { txid: txid() });
      expect(await refuse(queue, id, mara)).toMatchObject({ message: { status: 'rejected', reason: 'Wrong name' } });
      expect(await refuse(queue, id, mara)).toMatchObject({ error: 'already_reviewed' });
      expect(await held(user)).toEqual(['1000', '0']);
      const status = queue === 'withdrawal' ? 'rejected' : 'failed';
      expect(await stateOf(user, id)).toMatchObject({ status, reason: 'Wrong name' });
      const { list } = await app.ok('POST /wallet/legal_log', { kind: 'withdrawal_return' }, user);
      expect(list).toMatchObject([{ amount: '100' }]);
    },
  );

  const account = {
    real_name: 'Ada Lovelace',
    card_number: 'DE89370400440532013000',
    bank_name: 'Commerzbank',
    province_city: 'Berlin',
    branch: 'Mitte',
    phone: '+49 30 1234567',
    bank_network: 'SWIFT',
    swift_code: 'COBADEFF',
    cardholder_address: 'Unter den Linden 1',
    key: KEY,
  };
  const euroBySwift = async (user: User) => {
    const { list } = await app.ok('GET /user/wallet/networks', {}, user);
    return list.find(({ currency, network }) => currency === 'EUR' && network === 'SWIFT')?.currency_id;
  };

  /** Verified by a document of this name. */
  const named = ({ id }: User, name = 'Ada Lovelace') =>
    app.database.query(
      `insert into verification_request (user_id, real_type, id_type, country, name, card_id, state, submitted_at, reviewed_at)
       values ($1, 1, 'passport', 'DE', $2, $3, 'verified', $4, $4)`,
      [id, name, key().slice(0, 12), new Date(app.now())],
    );

  it.each([
    ['of no verified name', null],
    ['of another name', 'Grace Hopper'],
  ])('to a bank account %s is approved by two, who are warned', async (_, name) => {
    const user = await newUser({ EUR: '500' });
    if (name !== null) await named(user, name);
    const { id: bank_card_id } = await app.ok('POST /user/cash_save_international', account, user);
    const asked = { currency_id: await euroBySwift(user), number: '100', fee: '25', bank_card_id };
    const { id } = await requested(user, { ...asked, address: undefined, network: undefined });
    expect(await decide('withdrawal', id, mara)).toMatchObject({
      message: { status: 'pending', warnings: [{ code: 'other_name' }] },
    });
    expect(await decide('withdrawal', id, mara)).toMatchObject({ error: 'second_member_required' });
    expect(await decide('withdrawal', id, odo)).toMatchObject({ message: { status: 'approved' } });
    const item = await app.ok('GET /staff/queue/show', { queue: 'payout', id }, mara);
    expect(item.details).toContainEqual({ name: 'verified_name', value: name ?? '–' });
    expect(item.warnings).toMatchObject([{ code: 'other_name' }]);
  });

  it('to one account is settled once by a reference, whichever user saved its number', async () => {
    const pending = async (user: User) => {
      const { id: bank_card_id } = await app.ok('POST /user/cash_save_international', account, user);
      const asked = { currency_id: await euroBySwift(user), number: '100', fee: '25', bank_card_id };
      const { id } = await requested(user, { ...asked, address: undefined, network: undefined });
      await decide('withdrawal', id, mara);
      return id;
    };
    const ann = await newUser({ EUR: '500' });
    const bob = await newUser({ EUR: '500' });
    for (const user of [ann, bob]) await named(user);
    const ids = [await pending(ann), await pending(ann), await pending(bob)];
    const outcomes = await Promise.all(
      ids.map((id, n) => decide('payout', id, odo, { txid: ['FT 7781', 'ft7781', 'FT7781'][n] })),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome).toMatchObject({ error: 'txid_used' });
  });

  it('goes to a bank card with the reference of the bank, and shows the account by its last digits', async () => {
    const user = await newUser({ EUR: '500' });
    await named(user);
    const { id: bank_card_id } = await app.ok('POST /user/cash_save_international', account, user);
    const asked = { currency_id: await euroBySwift(user), number: '200', fee: '25', bank_card_id };
    const made = await requested(user, { ...asked, address: undefined, network: undefined });
    expect(made).toMatchObject({ way: 'card_international', network: 'SWIFT', target: '3000', received: '175' });
    await app.ok('POST /user/cash_delete', { id: bank_card_id }, user);
    const item = await app.ok('GET /staff/queue/show', { queue: 'withdrawal', id: made.id }, mara);
    expect(item.details).toEqual(
      expect.arrayContaining([
        { name: 'to_address', value: 'DE89370400440532013000' },
        { name: 'name', value: 'Ada Lovelace' },
      ]),
    );
    await decide('withdrawal', made.id, mara);
    await decide('payout', made.id, odo, { txid: 'FT26325-0042' });
    expect(await stateOf(user, made.id)).toMatchObject({ status: 'sent', txid: 'FT26325-0042' });
    expect(await held(user, 'EUR')).toEqual(['300', '0']);
  });

  it.each([
    ['holder', { real_name: 'Grace Hopper' }],
    ['bank', { bank_name: 'Deutsche Bank' }],
    ['bank’s code', { swift_code: 'DEUTDEFF' }],
    ['address', { cardholder_address: 'Unter den Linden 2' }],
  ])('is approved to one bank account: not to one of the same number with another %s', async (_, changes) => {
    const user = await newUser({ EUR: '500' });
    const saved = async (more: Asked) =>
      (await app.ok('POST /user/cash_save_international', { ...account, ...more }, user)).id;
    const asked = { currency_id: await euroBySwift(user), number: '100', fee: '25', bank_card_id: await saved({}) };
    const proof = await user.sign(asked);
    const other = { ...asked, bank_card_id: await saved(changes) };
    const take = (what: Asked) =>
      app.call('POST /wallet/out', { ...what, key: KEY, ...proof }, { ...user, idempotencyKey: key() });
    expect(await take(other)).toMatchObject({ type: 'error' });
    expect(await held(user, 'EUR')).toEqual(['500', '0']);
    expect(await withdraw(user, { ...other, address: undefined, network: undefined })).toMatchObject({ type: 'ok' });
  });

  it('is approved by a mailed code where there is no factor, once; by the factor alone where there is one', async () => {
    const person = await signUp(app, { level: 1, funds: { change: { USDT: '1000' } } });
    await app.ok('POST /sms_send', { scene: 'pay_password' }, person);
    await app.ok('POST /safe/pay_password', { key: KEY, re_key: KEY, code: lastCode(app, person.email) }, person);
    const { approval } = await app.ok('POST /wallet/out/begin', toTron, person);
    expect(approval).toEqual({ passkey: null, totp: false, code: expect.any(String), factor_from: null });
    const request = approval.code ?? '';
    const send = (proof: Asked) =>
      app.call('POST /wallet/out', { ...toTron, key: KEY, ...proof }, { ...person, idempotencyKey: key() });
    expect(await send({})).toMatchObject({ error: 'code_wrong' });
    app.advance(60_000);
    await app.ok('POST /sms_send', { scene: 'withdraw', request }, person);
    const code = lastCode(app, person.email);
    const outcomes = await Promise.all([send({ code }), send({ code }), send({ code })]);
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    const { code: totp } = await enrolAuthenticator(app, person);
    app.advance(60_000);
    await app.ok('POST /sms_send', { scene: 'withdraw', request }, person);
    expect(await send({ code: lastCode(app, person.email) })).toMatchObject({ error: 'totp_required' });
    expect(await send({ totp: totp() })).toMatchObject({ type: 'ok' });
    expect(await held(person)).toEqual(['800', '200']);
  });

  it('tells beforehand what it costs and may be', async () => {
    const user = await newUser();
    const ask = () => app.ok('POST /wallet/get_info', { currency_id: 3 }, user);
    expect(await ask()).toMatchObject({
      available: '1000',
      limit_btc: '200',
      used_btc: '0',
      left: '10000000',
      whitelist: false,
    });
    await requested(user, { number: '500' });
    expect(await ask()).toMatchObject({ available: '500', used_btc: '0.01', left: '9999500', price_btc: '0.00002' });
    expect((await app.ok('POST /wallet/detail', { currency_id: 3 }, user)).withdrawals_open).toBe(true);
  });
});

describe('a request is rejected', () => {
  it.each<[string, Asked, string]>([
    ['below the minimum', { number: '9.999999' }, 'amount_too_small'],
    ['finer than the currency', { number: '10.0000001' }, 'field_too_precise'],
    ['with a fee that is not the one of now', { fee: '0.5' }, 'fee_changed'],
    ['to an address of another chain', { address: ETHER }, 'address_invalid'],
    ['to a look-alike in another script', { address: TRON.replace('T', 'Т') }, 'address_invalid'],
    [
      'to an address without check digits',
      { currency_id: 2, number: '1', fee: '0.001', network: 'ERC20', address: ETHER.toLowerCase() },
      'address_unchecked',
    ],
    ['to nowhere', { address: undefined, network: undefined }, 'address_required'],
    ['to two places', { address_id: '1' }, 'address_required'],
    ['without the network', { network: undefined }, 'field_required'],
    ['to a saved address that is none', { address: undefined, network: undefined, address_id: '999999' }, 'not_found'],
    ['to a card that is none', { address: undefined, network: undefined, bank_card_id: '999999' }, 'not_found'],
    ['through a bank without a card', { network: 'BANK' }, 'network_unknown'],
  ])('%s', async (_, changes, error) => {
    const user = await newUser();
    const asked = { ...toTron, ...changes };
    expect(await app.call('POST /wallet/out/begin', asked, user)).toMatchObject({ error });
    const sent = { ...asked, key: KEY, passkey: '{}' };
    expect(await app.call('POST /wallet/out', sent, { ...user, idempotencyKey: key() })).toMatchObject({ error });
    expect(await held(user)).toEqual(['1000', '0']);
  });

  it('where the fee changed between what the user saw and sent, whatever the passkey signed', async () => {
    const user = await newUser();
    const proof = await user.sign(toTron);
    const fee = (value: string) =>
      app.database.query("update withdrawal_network set fee = $1 where currency = 'USDT' and network = 'TRC20'", [
        value,
      ]);
    await fee('2');
    const send = (asked: Asked) =>
      app.call('POST /wallet/out', { ...asked, key: KEY, ...proof }, { ...user, idempotencyKey: key() });
    expect(await send(toTron)).toMatchObject({ error: 'fee_changed', field: 'fee' });
    // The signature was for the former fee.
    expect(await send({ ...toTron, fee: '2' })).toMatchObject({ error: 'passkey_wrong' });
    await fee('1');
    expect(await held(user)).toEqual(['1000', '0']);
  });

  it('where the passkey signed another amount or another address', async () => {
    const user = await newUser();
    for (const changes of [{ number: '900' }, { address: OTHER_TRON }]) {
      const proof = await user.sign(toTron);
      const asked = { ...toTron, ...changes, key: KEY, ...proof };
      expect(await app.call('POST /wallet/out', asked, { ...user, idempotencyKey: key() })).toMatchObject({
        error: 'passkey_wrong',
      });
    }
  });

  it('of who is not verified, of a paused and of a frozen account; one who froze meanwhile is not paid', async () => {
    const guest = await newUser({ USDT: '1000' }, 0);
    expect(await app.call('POST /wallet/out/begin', toTron, guest)).toMatchObject({ type: '998' });
    const user = await newUser();
    const { id } = await requested(user);
    await pauseWithdrawals(app.database, user.id, app.now());
    expect(await withdraw(user)).toMatchObject({ error: 'withdrawals_paused' });
    expect((await app.ok('POST /wallet/get_info', { currency_id: 3 }, user)).paused_until).toBe(app.now() + 24 * HOUR);
    await app.database.query('update user_account set frozen_at = now() where id = $1', [user.id]);
    await confirmAgain(app, mara);
    expect(await decide('withdrawal', id, mara)).toMatchObject({ error: 'account_frozen' });
    expect(await held(user)).toEqual(['900', '100']);
  });

  it('of an account that its owner freezes: what is requested goes back', async () => {
    const user = await newUser();
    await requested(user);
    await app.ok('POST /user/freeze', {}, user);
    expect(await held(user)).toEqual(['1000', '0']);
  });

  it('while withdrawals of the network are suspended, and without a price', async () => {
    const user = await newUser({ USDT: '1000', ETH: '2' });
    const open = (value: boolean) =>
      app.database.query("update withdrawal_network set open = $1 where network = 'TRC20'", [value]);
    await open(false);
    expect(await app.call('POST /wallet/out/begin', toTron, user)).toMatchObject({ error: 'withdrawals_suspended' });
    await open(true);
  });
});

describe('saved payees and the whitelist', () => {
  const saved = async (user: Person, address = TRON, usable = app.now()) => {
    const [row] = await app.database.query<{ id: string }>(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       values ($1, 'USDT', 'TRC20', 'Mine', $2, $3, $4) returning id`,
      [user.id, address, new Date(app.now()), new Date(usable)],
    );
    return row?.id ?? '';
  };
  const listed = (user: Person) =>
    app.database.query('insert into payee_whitelist (user_id, on_since) values ($1, now())', [user.id]);
  const to = (address_id: string): Asked => ({ address: undefined, network: undefined, address_id });

  it('lets money go to addresses that have waited, and nowhere else', async () => {
    const user = await newUser();
    const fresh = await saved(user, TRON, app.now() + 24 * HOUR);
    const old = await saved(user, OTHER_TRON);
    await listed(user);
    expect(await app.call('POST /wallet/out/begin', toTron, user)).toMatchObject({ error: 'whitelist_only' });
    expect(await app.rejection('POST /wallet/out/begin', { ...toTron, ...to(fresh) }, user)).toMatchObject({
      error: 'payee_waits',
      message: expect.stringContaining('24'),
    });
    expect(await withdraw(user, to(old))).toMatchObject({ message: { target: OTHER_TRON } });
    app.advance(24 * HOUR);
    const { token } = await app
      .ok('POST /user/login', { user_string: user.email, password: 'a-decent-secret-81' })
      .catch(() => user);
    expect(await app.call('POST /wallet/out/begin', { ...toTron, ...to(fresh) }, { token })).toMatchObject({
      type: 'ok',
    });
    mara = await signInStaff(app, 'treasury');
    odo = await signInStaff(app, 'treasury');
  });

  it('of another user are not there', async () => {
    const [user, thief] = [await newUser(), await newUser()];
    const id = await saved(user);
    expect(await app.call('POST /wallet/out/begin', { ...toTron, ...to(id) }, thief)).toMatchObject({
      error: 'not_found',
    });
    const made = await requested(user, to(id));
    for (const call of ['GET /user/withdraw/detail', 'POST /wallet/out/cancel'] as const) {
      expect(await app.call(call, { id: made.id }, { ...thief, idempotencyKey: key() })).toMatchObject({
        error: 'not_found',
      });
    }
  });

  it('of another currency on the same chain are no target', async () => {
    const user = await newUser({ ETH: '2' });
    const id = await saved(user);
    expect(
      await app.call(
        'POST /wallet/out/begin',
        { ...toTron, ...to(id), currency_id: 2, number: '1', fee: '0.001' },
        user,
      ),
    ).toMatchObject({ type: 'error' });
  });

  it('warn of a typed address with the same ends as a saved one', async () => {
    const user = await newUser({ ETH: '2' });
    await app.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       values ($1, 'ETH', 'ERC20', 'Ledger', $2, now(), now())`,
      [user.id, `${ETHER.slice(0, 8)}${'0'.repeat(28)}${ETHER.slice(-6)}`],
    );
    const asked = { currency_id: 2, number: '1', fee: '0.001', network: 'ERC20', address: ETHER };
    expect(await app.rejection('POST /wallet/out/begin', asked, user)).toMatchObject({
      error: 'address_similar',
      message: expect.stringContaining('Ledger'),
    });
  });
});

describe('at once, on two backends', () => {
  const nodes = () => [app, other];
  const nodeOf = (index: number) => nodes()[index % 2] ?? app;

  it('fifty withdrawals of 100 race for 450: four are frozen, and the ledger is whole', async () => {
    const user = await newUser({ USDT: '450' });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => withdraw(user, {}, { node: nodeOf(index) })),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(4);
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('insufficient_balance');
    expect(await held(user)).toEqual(['50', '400']);
    const { total } = await app.ok('GET /user/withdraw/list', {}, user);
    expect(total).toBe(4);
  });

  it('the same request with the same key, sent eight times, withdraws once and has one answer', async () => {
    const user = await newUser();
    const proof = await user.sign(toTron);
    const idempotencyKey = key();
    const send = (node: TestApp, changes: Asked = {}) =>
      node.call('POST /wallet/out', { ...toTron, key: KEY, ...proof, ...changes }, { ...user, idempotencyKey });
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => send(nodeOf(index))));
    const done = outcomes.filter((outcome) => outcome.type === 'ok');
    expect(new Set(done.map(({ message }) => message.id)).size).toBe(1);
    // One that came to the other backend between proof and transaction is told that the proof is used up.
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('passkey_wrong');
    expect(await held(user)).toEqual(['900', '100']);
    expect(await send(other)).toEqual(done[0]);
    expect(await send(app, { number: '101' })).toMatchObject({ error: 'idempotency_conflict' });
  });

  it('an approval races a cancellation: one of them counts', async () => {
    const user = await newUser({ USDT: '2000' });
    for (let round = 0; round < 6; round += 1) {
      const { id } = await requested(user);
      const [approved, cancelled] = await Promise.all([
        decide('withdrawal', id, round % 2 ? mara : odo, {}, nodeOf(round)),
        cancel(user, id, nodeOf(round + 1)),
      ]);
      expect([approved.type, cancelled.type].toSorted()).toEqual(['error', 'ok']);
      if (approved.type !== 'ok') expect(approved.error).toBe('already_reviewed');
      if (cancelled.type !== 'ok') expect(cancelled.error).toBe('withdrawal_not_pending');
      expect((await stateOf(user, id)).status).toBe(approved.type === 'ok' ? 'approved' : 'cancelled');
      if (approved.type === 'ok') await refuse('payout', id, mara);
    }
    expect(await held(user)).toEqual(['2000', '0']);
  });

  it('a payment is recorded once, and does not race its failure', async () => {
    const user = await newUser();
    const { id } = await requested(user);
    await decide('withdrawal', id, mara);
    const paid = txid();
    const outcomes = await Promise.all([
      decide('payout', id, mara, { txid: paid }, app),
      decide('payout', id, odo, { txid: paid }, other),
      refuse('payout', id, odo, app),
      refuse('payout', id, mara, other),
    ]);
    expect(outcomes.filter(({ type }) => type === 'ok').length).toBeGreaterThanOrEqual(1);
    const { status } = await stateOf(user, id);
    expect(await held(user)).toEqual(status === 'sent' ? ['900', '0'] : ['1000', '0']);
  });

  it('the limit of a day is not passed by requests at once, and rolls on after it', async () => {
    await app.database.query("update setting set value = '0.01' where keyword = 'withdrawal_limit_basic'");
    const user = await newUser({ USDT: '5000' });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => withdraw(user, { number: '200' }, { node: nodeOf(index) })),
    );
    // 0.01 BTC are 500 USDT.
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2);
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('withdrawal_limit');
    const [{ id = '' } = {}] = (await app.ok('GET /user/withdraw/list', {}, user)).list;
    await cancel(user, id);
    expect(await withdraw(user, { number: '300' })).toMatchObject({ type: 'ok' });
    expect(await withdraw(user, { number: '10' })).toMatchObject({ error: 'withdrawal_limit' });
    await app.database.query("update setting set value = '200' where keyword = 'withdrawal_limit_basic'");
  });

  it('no more than ten wait for their review', async () => {
    const user = await newUser();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => withdraw(user, { number: '10' }, { node: nodeOf(index) })),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(10);
    for (const outcome of outcomes) if (outcome.type !== 'ok') expect(outcome.error).toBe('too_many_withdrawals');
  });
});

it('is measured by the index: two users who trade at half of it move no limit and no four eyes', async () => {
  for (const node of [app, other]) node.feed.setPrice('ETH/USDT', '1', { index: '2500' });
  const user = await newUser({ ETH: '10' });
  const asked = { currency_id: 2, number: '8', fee: '0.001', network: 'ERC20', address: ETHER };
  const { id } = await requested(user, asked);
  const [row] = await app.database.query('select value_usdt, value_btc from withdrawal where id = $1', [id]);
  expect(row).toEqual({ value_usdt: '20000', value_btc: '0.4' });
  expect(await decide('withdrawal', id, mara)).toMatchObject({ message: { status: 'pending' } });
  for (const node of [app, other]) node.feed.setPrice('ETH/USDT', '2500');
});

describe('staff', () => {
  const limit = (usdt: string) =>
    app.database.query("update setting set value = $1 where keyword = 'withdrawal_four_eyes'", [usdt]);

  it('of one need a second above the limit, also over several withdrawals; the same member twice is not two', async () => {
    await limit('250');
    const user = await newUser();
    const made = [];
    for (let turn = 0; turn < 3; turn += 1) made.push(await requested(user));
    const [first, second, third] = made.map(({ id }) => id);
    if (!first || !second || !third) throw new Error('three were made');
    const outcomes = await Promise.all(
      [first, second, third].map((id, turn) => decide('withdrawal', id, mara, {}, turn % 2 ? app : other)),
    );
    const waiting = outcomes.filter((outcome) => outcome.type === 'ok' && outcome.message.status === 'pending');
    expect(waiting).toHaveLength(1);
    const [left] = waiting;
    const id = left?.type === 'ok' ? left.message.id : '';
    expect(await decide('withdrawal', id, mara)).toMatchObject({ error: 'second_member_required' });
    expect(await decide('withdrawal', id, odo)).toMatchObject({ message: { status: 'approved', approval: null } });
    await limit('10000');
  });

  it('learn that no signer is set up where they approve a payment by it', async () => {
    for (const [call, input] of [
      ['POST /staff/payout/approve/begin', { id: '1' }],
      ['POST /staff/payout/approve', { id: '1', passkey: '{}' }],
    ] as const) {
      expect(await app.rejection(call, input, mara)).toMatchObject({ error: 'signer_missing' });
    }
  });

  it('decide no request of their own account, and support decides none', async () => {
    const user = await newUser();
    const { id } = await requested(user);
    const own = await signInStaff(app, 'treasury');
    await app.database.query('update staff_member set account = $2 where id = $1', [own.id, user.email.toUpperCase()]);
    expect(await decide('withdrawal', id, own)).toMatchObject({ error: 'own_request' });
    const spelled = user.email.replace('@', '+own@');
    await app.database.query('update staff_member set account = $2 where id = $1', [own.id, spelled]);
    expect(await decide('withdrawal', id, own)).toMatchObject({ error: 'own_request' });
    // Nor of another account of theirs: by the browser of both, or by what their own account shares with it.
    const browser = signInStaff(app, 'treasury');
    const token = randomBytes(32);
    await app.database.query(
      'insert into known_device (token_hash, user_id, staff_id, last_seen_at) values ($1, $2, null, now()), ($1, null, $3, now())',
      [token, user.id, (await browser).id],
    );
    expect(await decide('withdrawal', id, await browser)).toMatchObject({ error: 'own_request' });
    const [aside, second] = [await signInStaff(app, 'treasury'), await signUp(app)];
    await app.database.query('update staff_member set account = $2 where id = $1', [aside.id, second.email]);
    await app.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       select id, 'USDT', 'TRC20', 'mine', $3, now(), now() from unnest($1::bigint[], $2::text[]) as p (id, name)`,
      [[user.id, second.id], ['a', 'b'], OTHER_TRON],
    );
    expect(await decide('withdrawal', id, aside)).toMatchObject({ error: 'own_request' });
    await decide('withdrawal', id, mara);
    expect(await decide('payout', id, own, { txid: txid() })).toMatchObject({ error: 'own_request' });
    expect(await refuse('payout', id, own)).toMatchObject({ error: 'own_request' });
    expect(await decide('payout', id, await signInStaff(app, 'support'), { txid: txid() })).toMatchObject({
      error: 'forbidden',
    });
    expect(await decide('payout', id, await signInStaff(app, 'reviewer'), { txid: txid() })).toMatchObject({
      error: 'forbidden',
    });
    await decide('payout', id, odo, { txid: txid() });
    // A payment that arrived, reported as failed, would be theirs twice.
    expect(await refuse('payout_final', id, own)).toMatchObject({ error: 'own_request' });
    expect(await held(user)).toEqual(['900', '0']);
  });

  it('give nothing back in the queue of payments that another member has made meanwhile', async () => {
    const user = await newUser();
    const { id } = await requested(user);
    expect(await refuse('payout_final', id, mara)).toMatchObject({ error: 'not_found' });
    await decide('withdrawal', id, mara);
    await decide('payout', id, odo, { txid: txid() });
    expect(await refuse('payout', id, mara)).toMatchObject({ error: 'already_reviewed' });
    expect(await held(user)).toEqual(['900', '0']);
    // What is sent can come back: until it is final its account stays.
    const inTheWay = async () => (await app.ok('GET /user/closing', {}, user)).obstacles.map(({ kind }) => kind);
    expect(await inTheWay()).toContain('withdrawal');
    await refuse('payout_final', id, mara);
    expect(await inTheWay()).not.toContain('withdrawal');
    expect(await held(user)).toEqual(['1000', '0']);
  });

  it('alone cannot pay and give the amount back as well: above the limit a second agrees that it failed', async () => {
    await limit('250');
    const user = await newUser();
    const tess = await signInStaff(app, 'treasury');
    const made = [await requested(user), await requested(user), await requested(user)];
    const [first = '', second = '', third = ''] = made.map(({ id }) => id);
    for (const id of [first, second, third]) {
      await decide('withdrawal', id, tess);
      await decide('withdrawal', id, odo);
    }
    // Before and after it was recorded as sent; at once, on two backends.
    await decide('payout', first, tess, { txid: txid() });
    await decide('payout', second, tess, { txid: txid() });
    const outcomes = await Promise.all([
      refuse('payout_final', first, tess),
      refuse('payout_final', second, tess, other),
      refuse('payout', third, tess),
    ]);
    const left = outcomes.flatMap((outcome) =>
      outcome.type === 'ok' && outcome.message.status === 'pending' ? [outcome.message] : [],
    );
    expect(left).toHaveLength(1);
    expect((await held(user)).map(Number).reduce((sum, part) => sum + part)).toBe(
      left[0]?.queue === 'payout' ? 1000 : 900,
    );
    const { queue = '', id = '' } = left[0] ?? {};
    expect(await refuse(queue, id, tess)).toMatchObject({ error: 'second_member_required' });
    // One who says that it failed and one who says that it is final are not two for either.
    if (queue === 'payout') expect(await decide(queue, id, odo)).toMatchObject({ error: 'txid_required' });
    expect(await refuse(queue, id, odo)).toMatchObject({ message: { status: 'rejected', approval: null } });
    expect(await held(user)).toEqual(['1000', '0']);
    const [row] = await app.database.query('select first_returner_id from withdrawal where id = $1', [id]);
    expect(row).toEqual({ first_returner_id: tess.id });
    await limit('10000');
  });

  it('pay nothing of a frozen account; what left before the freeze is recorded by two', async () => {
    const user = await newUser();
    const { id } = await requested(user);
    await decide('withdrawal', id, mara);
    await app.ok('POST /user/freeze', {}, user);
    const shown = await app.ok('GET /staff/queue/show', { queue: 'payout', id }, mara);
    expect(shown.warnings).toEqual([{ code: 'account_frozen', items: [] }]);
    const queues = app.ports.queues().filter(({ name }) => name === 'payout');
    await approveWaiting(app.database, queues, 0, app.now());
    const paid = { txid: txid() };
    expect(await decide('payout', id, mara, paid)).toMatchObject({ message: { status: 'pending' } });
    expect(await decide('payout', id, mara, paid)).toMatchObject({ error: 'second_member_required' });
    expect(await held(user)).toEqual(['900', '100']);
    // Another payment than the first one stated is not confirmed by it.
    expect(await decide('payout', id, odo, { txid: txid() })).toMatchObject({ message: { status: 'pending' } });
    expect(await decide('payout', id, mara, paid)).toMatchObject({ message: { status: 'pending' } });
    expect(await decide('payout', id, odo, paid)).toMatchObject({ message: { status: 'approved' } });
    expect(await held(user)).toEqual(['900', '0']);
  });

  describe.each([
    [
      'a deposit that no block holds any more',
      'deposit_owed',
      `with gone as (
         insert into chain_deposit (chain, txid, part, user_id, address, currency, network, decimals, units, amount, state,
                                    credits, seen_at, credited_at)
         values ('ethereum', repeat('ab', 32), 'log-0', $1, 'x', 'USDT', 'ERC20', 6, 1000000, 1, 'reversed', 1, now(), now())
         returning id)
       insert into deposit_debt (deposit_id, credit, user_id, currency, amount, created_at)
       select id, 1, $1, 'USDT', '1', now() from gone`,
      'update deposit_debt set covered = amount where user_id = $1',
    ],
    [
      'trades that staff look at',
      'trades_under_review',
      `insert into market_flag (subject, user_id, evidence, figures, created_at)
       select 'pair:' || $1::bigint, $1, 1000, '{}', now()`,
      `update market_flag set status = 'rejected', reviewed_at = now() where user_id = $1`,
    ],
  ])('that were asked for before %s', (_, error, begins, ends) => {
    const shown = async (queue: string, id: string) =>
      (await app.ok('GET /staff/queue/show', { queue, id }, mara)).warnings;

    it('are approved when that has ended, or given back', async () => {
      const user = await newUser();
      const { id } = await requested(user);
      await app.database.query(begins, [user.id]);
      expect(await withdraw(user)).toMatchObject({ error });
      expect(await shown('withdrawal', id)).toEqual([{ code: 'money_kept', items: [] }]);
      for (const member of [mara, odo]) await confirmAgain(app, member);
      const decisions = [await decide('withdrawal', id, mara), await decide('withdrawal', id, odo, {}, other)];
      expect(decisions).toMatchObject([{ error }, { error }]);
      await app.database.query(`update withdrawal set status = 'cancelled' where status = 'requested' and id <> $1`, [
        id,
      ]);
      const queues = app.ports.queues().filter(({ name }) => name === 'withdrawal');
      await approveWaiting(app.database, queues, 0, app.now());
      expect(await stateOf(user, id)).toMatchObject({ status: 'requested' });
      await app.database.query(ends, [user.id]);
      expect(await shown('withdrawal', id)).toEqual([]);
      expect(await decide('withdrawal', id, mara)).toMatchObject({ message: { status: 'approved' } });
    });

    it('and were approved are paid by no one, and what left before is recorded by two', async () => {
      const user = await newUser();
      const { id } = await requested(user);
      for (const member of [mara, odo]) await confirmAgain(app, member);
      await decide('withdrawal', id, mara);
      expect(await shown('payout', id)).toEqual([]);
      await app.database.query(begins.replace("'ab'", "'cd'"), [user.id]);
      expect(await shown('payout', id)).toEqual([{ code: 'money_kept', items: [] }]);
      const queues = app.ports.queues().filter(({ name }) => name === 'payout');
      await approveWaiting(app.database, queues, 0, app.now());
      expect(await stateOf(user, id)).toMatchObject({ status: 'approved' });
      const paid = { txid: txid() };
      expect(await decide('payout', id, mara, paid)).toMatchObject({ message: { status: 'pending' } });
      expect(await decide('payout', id, odo, paid)).toMatchObject({ message: { status: 'approved' } });
      await app.database.query(ends, [user.id]);
    });
  });

  it('of a demonstration stand in from the request to the end', async () => {
    const user = await newUser();
    const { id } = await requested(user);
    const queues = app.ports.queues().filter(({ name }) => name === 'withdrawal' || name.startsWith('payout'));
    await app.database.query(
      "update withdrawal set status = 'cancelled' where status in ('requested', 'approved', 'sent') and id <> $1",
      [id],
    );
    await approveWaiting(app.database, queues, 0, app.now());
    expect(await stateOf(user, id)).toMatchObject({ status: 'final', txid: null });
    expect(await held(user)).toEqual(['900', '0']);
  });

  it('cannot be written past the calls as one for two', async () => {
    const { id } = await requested(await newUser());
    const both = app.database.query(
      "update withdrawal set status = 'approved', reviewer_id = $2, first_reviewer_id = $2 where id = $1",
      [id, mara.id],
    );
    await expect(both).rejects.toMatchObject({ code: '23514' });
  });
});
