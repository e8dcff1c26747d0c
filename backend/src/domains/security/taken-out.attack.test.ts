import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolPasskey, proofOf, setPayPassword } from '../../../test/factors.ts';
import { PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* What code in a page planted while it was live, after the rollback of its release as compromised. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEY = '314158';
const INTERNAL_TOKEN = 'an-internal-token-of-this-test';
const ASKED = {
  currency_id: 3,
  number: '100',
  fee: '1',
  address: 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy',
  network: 'TRC20',
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ INTERNAL_TOKEN });
  app.feed.setPrice('BTC/USDT', '50000');
  app.feed.setPrice('ETH/USDT', '2500');
});
afterAll(() => app.close());

const rollBack = async (window: { readonly from: number; readonly until: number }) => {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: '/internal/release',
    headers: { 'content-type': 'application/json', 'x-internal-token': INTERNAL_TOKEN },
    payload: JSON.stringify({ epoch: 13, compromised: window }),
  });
  expect(statusCode).toBe(200);
  await app.queue.drain();
};
const passkeyLogIn = async (device: { sign: (options: string) => string }) => {
  const { options } = await app.ok('POST /user/passkey/begin');
  return app.call('POST /user/passkey/login', { passkey: device.sign(options) });
};
/** A time in which compromised code was live, while a session of the user was in use. */
const useWithin = async (plant: () => Promise<unknown>) => {
  const from = app.now();
  app.advance(HOUR);
  await plant();
  app.advance(60_000);
  return { from, until: app.now() };
};
const passkeysOf = async (kind: 'user' | 'staff', { id }: { readonly id: string }) =>
  (
    await app.database.query<{ name: string }>('select name from passkey where holder = $1 order by id', [
      `${kind}:${id}`,
    ])
  ).map(({ name }) => name);
const isIn = async ({ token }: Person) => (await app.call('GET /user/info', {}, { token })).type === 'ok';

it('what the owner adds again after the rollback stays, however often and for whichever epoch it is announced', async () => {
  const ann = await signUp(app);
  const window = await useWithin(() => enrolPasskey(app, ann, { name: 'Thief', fresh: true }));
  await rollBack(window);
  expect(await passkeysOf('user', ann)).toEqual([]);
  app.advance(60_000);
  const { token } = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
  await enrolPasskey(app, { ...ann, token }, { name: 'Own', fresh: true });
  await rollBack(window);
  // Another window of the same code, as a later rollback names: the session that added it began after that.
  await rollBack({ ...window, from: window.from - 1 });
  app.advance(HOUR);
  await rollBack(window);
  expect(await passkeysOf('user', ann)).toEqual(['Own']);
});

it('an error while something is taken out leaves no session in use, and is tried again', async () => {
  const ann = await signUp(app);
  const window = await useWithin(async () => {
    await enrolPasskey(app, ann, { name: 'Thief', fresh: true });
  });
  await app.database.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await app.database.query('create trigger refuse before delete on passkey for each row execute function refuse()');
  await rollBack(window);
  expect(await isIn(ann)).toBe(false);
  expect(await passkeysOf('user', ann)).toEqual(['Thief']);
  await app.database.query('drop trigger refuse on passkey');
  await app.database.query('update graphile_worker._private_jobs set run_at = now()');
  await app.queue.drain();
  expect(await passkeysOf('user', ann)).toEqual([]);
});

it('the factors that it planted on staff are removed, recorded and mailed; those of before stay', async () => {
  const [mara, nora] = await Promise.all([signInStaff(app), signInStaff(app)]);
  const plant = async (id: string, name: string) =>
    app.database.query(
      `insert into passkey (holder, credential_id, public_key, counter, transports, synced, name, created_at)
       values ($1, $2, ''::bytea, 0, '{}', false, $3, $4)`,
      [`staff:${id}`, randomBytes(16).toString('hex'), name, new Date(app.now())],
    );
  await plant(nora.id, 'Desk');
  app.advance(DAY);
  await app.ok('GET /staff/me', {}, { token: (await mara.again()).token });
  const window = await useWithin(async () => {
    await plant(mara.id, 'Thief');
    await app.ok('POST /staff/recovery_codes', {}, { token: (await mara.again()).token });
  });
  await rollBack(window);
  expect([await passkeysOf('staff', mara), await passkeysOf('staff', nora)]).toEqual([[], ['Desk']]);
  const left = await app.database.query(
    `select (select count(*)::int from recovery_code where holder = 'staff:' || $1) as codes,
            (select count(*)::int from authenticator where holder = 'staff:' || $1) as authenticators,
            (select count(*)::int from recovery_code where holder = 'staff:' || $2) as others,
            (select count(*)::int from staff_action where staff_id = $1::bigint and action = 'member.taken_out') as recorded`,
    [mara.id, nora.id],
  );
  expect(left).toEqual([{ codes: 0, authenticators: 1, others: 10, recorded: 1 }]);
  const mails = (to: string) => app.outbox.filter((mail) => mail.to === to).map(({ subject }) => subject);
  expect(mails(mara.account).at(-1)).toBe('Removed from your staff account');
  expect(mails(nora.account)).not.toContain('Removed from your staff account');
});

it('a planted passkey logs in no more and approves nothing a day later; what was there before stays', async () => {
  const [ann, ben] = await Promise.all([signUp(app, { level: 2, funds: { change: { USDT: '5000' } } }), signUp(app)]);
  const own = await enrolPasskey(app, ann);
  const bens = await enrolPasskey(app, ben);
  app.advance(2 * DAY);
  const from = app.now();
  app.advance(HOUR);
  const planted = await enrolPasskey(app, ann, { name: 'Thief', fresh: true });
  await setPayPassword(app, ann, KEY);
  await app.database.query(
    `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
     values ($1, 'USDT', 'TRC20', 'Thief', $2, $3, $3)`,
    [ann.id, ASKED.address, new Date(app.now())],
  );
  app.advance(HOUR);
  const until = app.now();
  const logged = app.outbox.length;
  await rollBack({ from, until });
  // Announced again, as after a restart of the gateway: told once.
  await rollBack({ from, until });
  const mails = app.outbox.slice(logged).filter(({ to }) => to === ann.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Removed from your account']);
  expect(app.outbox.slice(logged).filter(({ to }) => to === ben.email)).toEqual([]);

  expect(await passkeyLogIn(planted.device)).toMatchObject({ error: 'passkey_wrong' });
  own.device.counter = 50;
  expect(await passkeyLogIn(own.device)).toMatchObject({ type: 'ok' });
  bens.device.counter = 50;
  expect(await passkeyLogIn(bens.device)).toMatchObject({ type: 'ok' });
  const left = await app.database.query(
    `select (select count(*)::int from payee_address where user_id = $1 and deleted_at is null) as addresses,
            (select pay_password_hash from user_account where id = $1) as "payPassword",
            (select withdrawals_blocked_until from user_account where id = $1) as until`,
    [ann.id],
  );
  expect(left).toMatchObject([{ addresses: 0, payPassword: null }]);
  expect(Number(left[0]?.until)).toBeGreaterThanOrEqual(until + DAY);
  app.advance(DAY + HOUR);
  expect(await passkeyLogIn(planted.device)).toMatchObject({ error: 'passkey_wrong' });
  const session = await passkeyLogIn(own.device);
  if (session.type !== 'ok') throw new Error('the own passkey logs in');
  const mine = { token: session.message.token };
  const { approval } = await app.ok('POST /wallet/out/begin', ASKED, mine);
  const out = await app.call(
    'POST /wallet/out',
    { ...ASKED, key: KEY, passkey: planted.device.sign(approval.passkey ?? '') },
    { ...mine, idempotencyKey: randomBytes(12).toString('hex') },
  );
  expect(out).toMatchObject({ type: 'error' });
  expect(await proofOf(app, mine, { change: 'set_pay_password', by: own })).toHaveProperty('proof_passkey');
});

it('what a planted passkey opened and added between the rollback and its removal goes with it', async () => {
  const [ann, ben] = await Promise.all([signUp(app), signUp(app)]);
  app.advance(HOUR);
  const from = app.now();
  const planted = await enrolPasskey(app, ann, { name: 'Thief' });
  app.advance(HOUR);
  const until = app.now();
  // The backend hears of the rollback when it is back.
  app.advance(HOUR);
  const thief = await passkeyLogIn(planted.device);
  if (thief.type !== 'ok') throw new Error('the planted passkey logs in');
  const { token } = thief.message;
  await enrolPasskey(app, { token }, { name: 'Second', by: planted });
  const other = await app.ok('POST /user/login', { user_string: ben.email, password: PASSWORD });
  await enrolPasskey(app, { token: other.token }, { name: 'Own', fresh: true });
  await rollBack({ from, until });
  expect([await passkeysOf('user', ann), await passkeysOf('user', ben)]).toEqual([[], ['Own']]);
  expect([await isIn({ ...ann, token }), await isIn({ ...ben, token: other.token })]).toEqual([false, true]);
});

it('nor is a session of staff left that one opened meanwhile', async () => {
  const mara = await signInStaff(app);
  app.advance(HOUR);
  const window = await useWithin(async () => {
    await app.database.query('update staff_session set last_seen_at = $2 where staff_id = $1', [
      mara.id,
      new Date(app.now()),
    ]);
    await app.database.query(`update authenticator set created_at = $2 where holder = 'staff:' || $1`, [
      mara.id,
      new Date(app.now()),
    ]);
  });
  app.advance(60_000);
  const { token } = await mara.again();
  await rollBack(window);
  expect((await app.call('GET /staff/me', {}, { token })).type).toBe('999');
});
