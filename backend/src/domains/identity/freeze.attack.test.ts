import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { codeAt, enrolAuthenticator, enrolPasskey } from '../../../test/factors.ts';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { pauseWithdrawals, requireMoneyOut, requireNotFrozen } from './withdrawal-pause.ts';

const HOUR = 3_600_000;

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '1000' } } });
});

const moneyOut = () => app.database.transaction((tx) => requireMoneyOut(tx, ann.id, app.now()));
const freeze = () => app.ok('POST /user/freeze', {}, { token: ann.token });
const logIn = (password = PASSWORD) => app.call('POST /user/login', { user_string: ann.email, password });
const codeNow = (secret: string) => codeAt(secret, app.now());
const lastSubject = () => app.outbox.filter(({ to }) => to === ann.email).at(-1)?.subject;
const english = (kind: NoticeKind) => NOTICE_TEXTS[kind].en.subject;

async function unfreeze(given: Record<string, unknown> = {}) {
  await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'unfreeze' });
  const code = lastCode(app, ann.email);
  return app.call('POST /user/unfreeze', { user_string: ann.email, password: PASSWORD, code, ...given });
}

describe('money that leaves an account', () => {
  it('passes while the account is in use, and waits for the end of a pause', async () => {
    await moneyOut();
    await pauseWithdrawals(app.database, ann.id, app.now());
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused', params: { hours: 24 } });
    app.advance(24 * HOUR - 1);
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused', params: { hours: 1 } });
    app.advance(1);
    await moneyOut();
  });

  it('does not pass while the account is frozen, nor what staff approve meanwhile', async () => {
    await app.database.transaction((tx) => requireNotFrozen(tx, ann.id));
    await freeze();
    await expect(moneyOut()).rejects.toMatchObject({ code: 'account_frozen' });
    await expect(app.database.transaction((tx) => requireNotFrozen(tx, ann.id))).rejects.toMatchObject({
      code: 'account_frozen',
    });
  });

  it('that began before the freeze is out before it; the freeze waits for it, not the other way round', async () => {
    let frozen = false;
    let freezing: Promise<unknown> = Promise.resolve();
    await app.database.transaction(async (tx) => {
      await requireMoneyOut(tx, ann.id, app.now());
      freezing = freeze().then(() => {
        frozen = true;
      });
      await tx.query('select pg_sleep(0.2)');
      expect(frozen).toBe(false);
    });
    await freezing;
    await expect(moneyOut()).rejects.toMatchObject({ code: 'account_frozen' });
  });
});

describe('a freeze', () => {
  it('ends every session at once, the one that asked too, and opens none; the owner is told', async () => {
    const other = await app.ok('POST /user/login', { user_string: ann.email, password: PASSWORD });
    await freeze();
    for (const token of [ann.token, other.token]) {
      expect(await app.rejection('GET /user/info', {}, { token })).toMatchObject({ error: 'session_invalid' });
    }
    expect(await logIn()).toMatchObject({ error: 'account_frozen' });
    expect(await logIn('not-the-password-7')).toMatchObject({ error: 'wrong_credentials' });
    expect(lastSubject()).toBe(english('frozen'));
  });

  it('cancels orders that rest and releases what they hold', async () => {
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    const order = { currency_id: 1, legal_id: 3, type: 'buy', target_price: '40000', amount: '0.01' };
    const key = { token: ann.token, idempotencyKey: 'an-order-before-the-freeze' };
    await app.ok('POST /coin/trade', order, key);
    await freeze();
    expect(await app.database.query('select status from spot_order where user_id = $1', [ann.id])).toEqual([
      { status: 'cancelled' },
    ]);
    const [held] = await app.database.query(
      `select sum(balance) as frozen from ledger_account where user_id = $1 and part = 'frozen'`,
      [ann.id],
    );
    expect(Number(held?.frozen)).toBe(0);
  });

  it('asked for twice at once is one', async () => {
    const before = app.outbox.length;
    // The one that comes second may find its session ended.
    const asked = () => app.call('POST /user/freeze', {}, { token: ann.token });
    expect((await Promise.all([asked(), asked()])).some(({ type }) => type === 'ok')).toBe(true);
    expect(app.outbox.slice(before).filter(({ subject }) => subject === english('frozen'))).toHaveLength(1);
  });
});

describe('a frozen account is unfrozen', () => {
  it('by no password that its owner resets meanwhile', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    await freeze();
    app.advance(60_000);
    const reset = (tx: Transaction) =>
      tx.query(`update user_account set password_hash = 'of the new one' where id = $1`, [ann.id]);
    const account = { table: 'user_account', id: ann.id } as const;
    expect(await amid(app, account, () => unfreeze({ totp: code() }), reset)).toMatchObject({
      error: 'wrong_credentials',
    });
    await expect(moneyOut()).rejects.toMatchObject({ code: 'account_frozen' });
  });

  it('by password, code and second factor; withdrawals stay paused for a day', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    await freeze();
    expect(await unfreeze()).toMatchObject({ error: 'totp_required' });
    app.advance(60_000);
    expect(await unfreeze({ totp: '000000' })).toMatchObject({ error: 'totp_wrong' });
    app.advance(4 * 60_000);
    expect(await unfreeze({ totp: code() })).toMatchObject({ type: 'ok', message: { status: 'active' } });
    expect(lastSubject()).toBe(english('unfrozen'));
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused' });
    app.advance(30_000);
    expect(
      (await app.call('POST /user/login', { user_string: ann.email, password: PASSWORD, totp: code() })).type,
    ).toBe('ok');
  });

  it('without a second factor only by staff: a thief may have password and mailbox', async () => {
    await freeze();
    expect(await unfreeze()).toMatchObject({ type: 'ok', message: { status: 'review' } });
    expect(await logIn()).toMatchObject({ error: 'account_frozen' });
    const { token } = await signInStaff(app);
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'unfreeze', status: 'pending' }, { token });
    const id = list.find(({ user }) => user.uid === ann.uid)?.id;
    await app.ok('POST /staff/queue/claim', { queue: 'unfreeze', id }, { token });
    await app.ok('POST /staff/queue/reject', { queue: 'unfreeze', id, reason: 'The face is another' }, { token });
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, subject: english('request_rejected') });
    expect(app.outbox.at(-1)?.body).toContain('The face is another');
    expect(await app.rejection('POST /staff/queue/approve', { queue: 'unfreeze', id }, { token })).toMatchObject({
      error: 'already_reviewed',
    });
    app.advance(4 * 60_000);
    expect(await unfreeze()).toMatchObject({ message: { status: 'review' } });
    const again = await app.ok('GET /staff/queue/list', { queue: 'unfreeze', status: 'pending' }, { token });
    const next = again.list.find(({ user }) => user.uid === ann.uid)?.id;
    expect(await app.ok('GET /staff/queue/show', { queue: 'unfreeze', id: next }, { token })).toMatchObject({
      id: next,
    });
    await app.ok('POST /staff/queue/claim', { queue: 'unfreeze', id: next }, { token });
    await app.ok('POST /staff/queue/approve', { queue: 'unfreeze', id: next }, { token });
    expect((await logIn()).type).toBe('ok');
  });

  it('by no factor of the day of the freeze: a thief with password and mailbox adds one', async () => {
    const { code } = await enrolAuthenticator(app, ann, { fresh: true });
    await freeze();
    expect(await unfreeze({ totp: code() })).toMatchObject({ type: 'ok', message: { status: 'review' } });
    expect(await logIn()).toMatchObject({ error: 'account_frozen' });
    app.advance(24 * HOUR);
    expect(await unfreeze({ totp: code() })).toMatchObject({ message: { status: 'active' } });
  });

  it('by no passkey of that day beside a factor of before', async () => {
    const { code } = await enrolAuthenticator(app, ann);
    const { device } = await enrolPasskey(app, ann, { by: { code }, fresh: true });
    await freeze();
    const { options } = await app.ok('POST /user/passkey/begin');
    expect(await unfreeze({ passkey: device.sign(options) })).toMatchObject({ message: { status: 'review' } });
    app.advance(4 * 60_000);
    expect(await unfreeze({ totp: code() })).toMatchObject({ message: { status: 'active' } });
  });

  it('by no other user: not with a wrong password, a wrong code, or a code for something else', async () => {
    await freeze();
    expect(await unfreeze({ password: 'not-the-password-7' })).toMatchObject({ error: 'wrong_credentials' });
    app.advance(4 * 60_000);
    expect(await unfreeze({ code: '000000' })).toMatchObject({ error: 'code_wrong' });
    app.advance(8 * 60_000);
    app.advance(60_000);
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const code = lastCode(app, ann.email);
    app.advance(16 * 60_000);
    expect(await unfreeze({ code })).toMatchObject({ error: 'code_wrong' });
    expect(await logIn()).toMatchObject({ error: 'account_frozen' });
  });

  it('where it is not frozen, not at all', async () => {
    expect(await unfreeze()).toMatchObject({ error: 'account_not_frozen' });
  });
});

describe('the first log-in after a freeze', () => {
  /** A code to reset the password, as a thief with the mailbox has it. */
  async function resetCode(): Promise<string> {
    app.advance(600_000);
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    return lastCode(app, ann.email);
  }
  const password = 'of-the-thief-81-long';
  const reset = (code: string) =>
    app.call('POST /user/forget', { user_string: ann.email, code, password, re_password: password });

  it('finds old sessions, codes and links dead, and takes no money out for a day', async () => {
    const { secret } = await enrolAuthenticator(app, ann);
    const before = await resetCode();
    await freeze();
    expect(await reset(before)).toMatchObject({ type: 'error' });
    const during = await resetCode();
    app.advance(300_000);
    expect(await unfreeze({ totp: codeNow(secret) })).toMatchObject({ message: { status: 'active' } });
    expect(await reset(during)).toMatchObject({ type: 'error' });
    const open = 'select from verification_code where target = $1 and used_at is null';
    expect(await app.database.query(open, [ann.email])).toEqual([]);
    expect(await app.rejection('GET /user/info', {}, { token: ann.token })).toMatchObject({ error: 'session_invalid' });
    app.advance(30_000);
    expect(await logIn()).toMatchObject({ error: 'totp_required' });
    const factor = { user_string: ann.email, password: PASSWORD, totp: codeNow(secret) };
    expect(await app.call('POST /user/login', factor)).toMatchObject({ type: 'ok' });
    await expect(moneyOut()).rejects.toMatchObject({ code: 'withdrawals_paused', params: { hours: 24 } });
  });
});
