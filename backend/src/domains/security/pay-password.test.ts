import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connectTo } from '../../../test/test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { PASSWORD_TRIES } from './current-password.ts';
import { requirePayPassword, UNCONFIRMED_TRIES } from './pay-password.ts';

const MINUTE = 60_000;
const [{ most: KEY_TRIES, within: KEY_LOCKED } = { most: 0, within: 0 }] = PASSWORD_TRIES;
const A_DAY = 20;

let app: TestApp;
let ann: Person;
let sessionId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app);
  const [session] = await app.database.query<{ id: string }>('select id from session where user_id = $1', [ann.id]);
  sessionId = session?.id ?? '';
});

async function setKey(key: string, re_key = key) {
  await app.ok('POST /sms_send', { scene: 'pay_password' }, { token: ann.token });
  const code = lastCode(app, ann.email);
  return app.call('POST /safe/pay_password', { key, re_key, code }, { token: ann.token });
}

/** Why a payment password was rejected, with the parameters of its text; null when it was right. */
const judge = async (key: string, node: Database = app.database) => {
  try {
    await requirePayPassword(node, { id: ann.id, sessionId }, key, app.now());
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, ...error.params };
  }
};

describe('the payment password', () => {
  it('is set by code and two equal entries, and the profile shows that there is one', async () => {
    expect(await judge('123456')).toEqual({ code: 'key_missing' });
    expect(await setKey('482915', '482916')).toMatchObject({ error: 'keys_differ', field: 're_key' });
    app.advance(60_000);
    expect((await setKey('482915')).type).toBe('ok');
    expect((await app.ok('GET /user/info', {}, { token: ann.token })).has_pay_password).toBe(true);
    expect(await judge('482915')).toBeNull();
  });

  it('is locked for 15 minutes after five wrong tries, for the right one too', async () => {
    await setKey('482915');
    for (let left = KEY_TRIES - 1; left > 0; left -= 1) {
      expect(await judge('000000')).toEqual({ code: 'key_wrong', left });
    }
    expect(await judge('000000')).toEqual({ code: 'key_locked', minutes: 15 });
    expect(await judge('482915')).toEqual({ code: 'key_locked', minutes: 15 });
    app.advance(KEY_LOCKED);
    expect(await judge('000000')).toEqual({ code: 'key_wrong', left: KEY_TRIES - 1 });
    expect(await judge('482915')).toBeNull();
    // A right one takes back itself, and nothing of what a thief has used up.
    expect(await judge('000000')).toEqual({ code: 'key_wrong', left: KEY_TRIES - 2 });
  });

  it('has 20 guesses a day, in 96 quarters of an hour and from two nodes at once, also by who confirms each time', async () => {
    await setKey('482915');
    const nodes = [connectTo(app.database), connectTo(app.database)];
    let judged = 0;
    for (let quarter = 0; quarter < 96; quarter += 1) {
      await app.database.query('update session set confirmed_at = $2 where id = $1', [sessionId, new Date(app.now())]);
      const tries = nodes.flatMap((node) => Array.from({ length: 3 }, () => judge('000000', node)));
      for (const verdict of await Promise.all(tries)) if (verdict?.code === 'key_wrong') judged += 1;
      app.advance(KEY_LOCKED);
    }
    for (const node of nodes) await node.close();
    // The last try of each lock was judged as well, and says that it locks.
    const locks = A_DAY / KEY_TRIES;
    expect(judged).toBeLessThanOrEqual(A_DAY - locks + 1);
    const [row] = await app.database.query<{ most: number }>(
      'select max(cardinality(taken))::int as most from counted_attempt',
    );
    expect(row?.most).toBe(A_DAY);
  });

  it('goes on after ten wrong ones of a day only for who proves to be the owner, and is open for one who sets it anew', async () => {
    await setKey('482915');
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < KEY_TRIES; tries += 1) await judge('000000');
      app.advance(KEY_LOCKED);
    }
    expect(UNCONFIRMED_TRIES).toBe(2 * KEY_TRIES);
    expect(await judge('482915')).toMatchObject({ code: 'key_locked' });
    app.advance(5 * 60 * MINUTE);
    expect(await judge('482915')).toEqual({ code: 'key_blocked' });
    await app.ok('POST /sms_send', { scene: 'confirm' }, { token: ann.token });
    const proof = { password: PASSWORD, code: lastCode(app, ann.email) };
    await app.ok('POST /safe/confirm', proof, { token: ann.token });
    expect(await judge('482915')).toBeNull();
    app.advance(6 * MINUTE);
    expect(await judge('482915')).toEqual({ code: 'key_blocked' });
    expect((await setKey('571604')).type).toBe('ok');
    expect(await judge('571604')).toBeNull();
  });

  it('tells its owner of the first lock of a day, by mail and message, once over all nodes', async () => {
    await setKey('482915');
    async function locked() {
      // What is queued is done once a call ends.
      await app.ok('POST /safe/confirm/begin', {}, { token: ann.token });
      return app.outbox.filter(({ to, subject }) => to === ann.email && subject?.includes('locked')).length;
    }
    const nodes = [connectTo(app.database), connectTo(app.database)];
    await Promise.all(nodes.flatMap((node) => Array.from({ length: 4 }, () => judge('000000', node))));
    for (const node of nodes) await node.close();
    expect(await locked()).toBe(1);
    app.advance(KEY_LOCKED);
    for (let tries = 0; tries < KEY_TRIES; tries += 1) await judge('000000');
    expect(await locked()).toBe(1);
    const messages = await app.database.query<{ kind: string }>(
      `select kind from user_message where user_id = $1 and kind = 'security_pay_password_locked'`,
      [ann.id],
    );
    expect(messages).toHaveLength(1);
  });

  it('is checked no more often than that with concurrent tries, on however many nodes', async () => {
    await setKey('482915');
    const nodes = Array.from({ length: 6 }, () => connectTo(app.database));
    const tries = nodes.flatMap((node) => Array.from({ length: 3 }, () => judge('000000', node)));
    const verdicts = await Promise.all(tries);
    for (const node of nodes) await node.close();
    expect(verdicts.filter((verdict) => verdict?.code === 'key_wrong').length).toBeLessThan(KEY_TRIES);
    expect(await judge('482915')).toMatchObject({ code: 'key_locked' });
  });

  it('sent right twenty times at once is right twenty times', async () => {
    await setKey('482915');
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => judge('482915')));
    expect(verdicts).toEqual(Array.from({ length: 20 }, () => null));
  });

  it.each([
    '000000',
    '123456',
    '987654',
    '890123',
    '121212',
    '123123',
    '112233',
    '123321',
    '147258',
    '159357',
    '789632',
  ])('is never %s, which a thief tries first', async (key) => {
    expect(await setKey(key)).toMatchObject({ error: 'key_too_simple', field: 'key' });
  });

  it('is no part of the user’s numbers: phone, uid, the birthday in a document number', async () => {
    await app.database.query(`update user_account set mobile = '4915148261937' where id = $1`, [ann.id]);
    const request = {
      real_type: 1,
      id_type: 'id_card',
      country: 'CN',
      name: 'Wang Wei',
      card_id: '110105199003077571',
    };
    await app.ok('POST /user/real', request, { token: ann.token });
    for (const key of ['482619', '916284', '900307', '070390', '030790', '199003', '071990', ann.uid.slice(0, 6)]) {
      expect((await setKey(key)).type).toBe('error');
      app.advance(10 * 60_000);
    }
    expect((await setKey('482915')).type).toBe('ok');
  });

  it('says nothing of those numbers without a proof: code in a page would read them digit by digit', async () => {
    await app.database.query(`update user_account set mobile = '4915148261938' where id = $1`, [ann.id]);
    for (const key of ['482619', '482915']) {
      const attempt = await app.call(
        'POST /safe/pay_password',
        { key, re_key: key, code: '000000' },
        { token: ann.token },
      );
      expect(attempt).toMatchObject({ error: 'code_wrong', field: 'code' });
    }
  });

  it('pauses withdrawals for a day when it is replaced, not when it is first set; a longer pause stays', async () => {
    const paused = async () => (await app.ok('GET /user/info', {}, { token: ann.token })).withdrawals_blocked_until;
    expect(await setKey('482915')).toMatchObject({ message: { withdrawals_blocked_until: null } });
    expect(await paused()).toBeNull();
    app.advance(60_000);
    const until = app.now() + 24 * 3_600_000;
    expect(await setKey('571604')).toMatchObject({ message: { withdrawals_blocked_until: until } });
    expect(await paused()).toBe(until);
    await app.database.query(`update setting set value = '1' where keyword = 'withdrawal_pause_hours'`);
    app.advance(60_000);
    await setKey('482915');
    expect(await paused()).toBe(until);
  });

  it('set again lifts the lock', async () => {
    await setKey('482915');
    for (let tries = 0; tries < KEY_TRIES; tries += 1) await judge('000000');
    app.advance(60_000);
    await setKey('571604');
    expect(await judge('571604')).toBeNull();
  });
});
