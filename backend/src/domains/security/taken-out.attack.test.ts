import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolPasskey, proofOf, setPayPassword } from '../../../test/factors.ts';
import { signUp } from '../../../test/people.ts';
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
