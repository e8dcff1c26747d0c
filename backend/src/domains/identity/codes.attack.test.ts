import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastCode, PASSWORD, type Person, signUp } from '../../../test/people.ts';
import { solveProof } from '../../../test/solve-proof.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { type CodePlace, countCodeBySms, FREE_NETWORK_CODES } from './code-limits.ts';
import { CODE_TRIES } from './codes.ts';
import { sendNotice } from './notices.ts';
import { sendPayoutNotice } from './payout-notices.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEW = 'another-secret-82';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.database.query('truncate counted_attempt');
  ann = await signUp(app);
});
afterAll(() => app.close());

const ask = (user_string: string, scene = 'forget', token?: string) =>
  app.call('POST /sms_mail', { user_string, scene }, token ? { token } : {});
const mailsTo = (address: string) => app.outbox.filter(({ to }) => to === address).length;

describe('a guesser of reset codes', () => {
  it('has 25 guesses at an account in a day, not 7,200', async () => {
    let guesses = 0;
    for (const end = app.now() + DAY; app.now() < end; ) {
      const asked = await ask(ann.email);
      if (asked.type !== 'ok') {
        app.advance(60 * MINUTE);
        continue;
      }
      const code = lastCode(app, ann.email) === '111111' ? '222222' : '111111';
      for (;;) {
        const payload = { user_string: ann.email, code, password: NEW, re_password: NEW };
        const guess = await app.rejection('POST /user/forget', payload);
        if (guess.error !== 'code_wrong') break;
        guesses += 1;
      }
    }
    expect(guesses).toBe(5 * CODE_TRIES);
  });

  it('waits longer for each code, and learns when', async () => {
    const waits: number[] = [];
    const began = app.now();
    for (let sent = 0; sent < 5; ) {
      const asked = await ask(ann.email);
      if (asked.type === 'ok') {
        sent += 1;
        waits.push((app.now() - began) / MINUTE);
        if (sent < 5) expect(asked.message.resend_at).toBeGreaterThan(app.now());
      } else {
        expect(asked.error).toBe('code_too_soon');
        app.advance(MINUTE);
      }
    }
    expect(waits).toEqual([0, 1, 3, 7, 15]);
    app.advance(DAY / 2);
    expect(await ask(ann.email)).toMatchObject({
      error: 'codes_exhausted',
      message: 'Too many codes were requested. Try again in 12 h',
    });
  });
});

describe('a flood of mail', () => {
  it('to one address is one mail a minute, whichever scene and spelling', async () => {
    const before = mailsTo(ann.email);
    const scenes = ['register', 'forget', 'login', 'change_password', 'pay_password', 'withdraw', 'bind_email'];
    for (let second = 0; second < 10; second += 1) {
      for (const scene of scenes) await ask(ann.email, scene);
      app.advance(1_000);
    }
    expect(mailsTo(ann.email) - before).toBe(1);
    const spellings = ['victim@example.com', 'VICTIM@example.com', 'victim+1@example.com', 'vic.tim+2@example.com'];
    const outcomes = await Promise.all(spellings.map((each) => ask(each, 'register')));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('by a signed-in user goes neither to one stranger nor to many', async () => {
    for (let asked = 0; asked < 8; asked += 1) {
      await ask('stranger@example.com', 'bind_email', ann.token);
      app.advance(16 * MINUTE);
    }
    expect(mailsTo('stranger@example.com')).toBe(5);
    app.advance(DAY);
    let sent = 0;
    for (let asked = 0; asked < 24; asked += 1) {
      if ((await ask(`victim${asked}@example.com`, 'bind_email', ann.token)).type === 'ok') sent += 1;
      app.advance(16 * MINUTE);
    }
    expect(sent).toBe(5);
  });

  it('to the two addresses of one account is five mails a day, and no error reveals that they belong together', async () => {
    await app.database.query(`update user_account set mobile = '491511234567' where id = $1`, [ann.id]);
    const targets = [ann.email, '+491511234567'];
    const before = app.outbox.length;
    let accepted = 0;
    for (const target of targets) {
      for (let asked = 0; asked < 5; asked += 1) {
        if ((await ask(target)).type === 'ok') accepted += 1;
        app.advance(20 * MINUTE);
      }
    }
    expect(accepted).toBe(10);
    expect(app.outbox.length - before).toBe(5);
  });
});

describe('one network', () => {
  it('that asks for codes to many addresses proves some work for each after ten, and users who use theirs do not', async () => {
    const from = { address: '198.51.100.66' };
    const send = (user_string: string, proof?: string) =>
      app.call('POST /sms_mail', { user_string, scene: 'register', ...(proof && { proof }) }, from);
    for (let each = 0; each < FREE_NETWORK_CODES; each += 1) {
      expect((await send(`network${each}@example.com`)).type).toBe('ok');
    }
    const asked = await send('one-more@example.com');
    if (asked.type === 'ok') throw new Error('no proof was asked for');
    expect(asked.error).toBe('proof_required');
    expect(mailsTo('one-more@example.com')).toBe(0);
    const proof = await solveProof(asked);
    expect(await send('another@example.com', proof)).toMatchObject({ error: 'proof_required' });
    expect((await send('one-more@example.com', proof)).type).toBe('ok');
    // Those who sign up count no more.
    for (let each = 0; each < FREE_NETWORK_CODES + 2; each += 1) await signUp(app);
  });
});

describe('the owner', () => {
  it('has twenty codes a day, which guests cannot use up', async () => {
    let own = 0;
    for (let asked = 0; asked < 24; asked += 1) {
      if (asked < 6) await ask(ann.email);
      const sent = await app.call('POST /sms_send', { scene: 'change_password' }, { token: ann.token });
      if (sent.type === 'ok') own += 1;
      app.advance(16 * MINUTE);
    }
    expect(own).toBe(20);
  });

  it('may ask again at once after a code was used: it counts no more', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [old_password, password] = round % 2 ? [NEW, PASSWORD] : [PASSWORD, NEW];
      await app.ok('POST /sms_send', { scene: 'change_password' }, { token: ann.token });
      const payload = { old_password, password, re_password: password, code: lastCode(app, ann.email) };
      await app.ok('POST /safe/update_password', payload, { token: ann.token });
    }
  });

  it('keeps a code that acts on the account: no other user makes it worthless by asking for one', async () => {
    const ben = await signUp(app);
    await app.ok('POST /sms_send', { scene: 'pay_password' }, { token: ann.token });
    const code = lastCode(app, ann.email);
    app.advance(2 * MINUTE);
    for (const scene of ['change_password', 'pay_password', 'withdraw', 'confirm']) {
      expect(await ask(ann.email, scene, ben.token)).toMatchObject({ error: 'invalid_field', field: 'scene' });
    }
    await app.ok('POST /safe/pay_password', { key: '482915', re_key: '482915', code }, { token: ann.token });
  });

  it('needs a session for codes that act on a session', async () => {
    for (const scene of ['change_password', 'pay_password', 'bind_email', 'bind_mobile', 'withdraw']) {
      expect(await ask(ann.email, scene)).toMatchObject({ error: 'session_invalid' });
    }
  });
});

describe('a code that was never delivered', () => {
  it('cannot be guessed: the code of an undelivered message matches nothing', async () => {
    await ask('nobody@example.com');
    const [row] = await app.database.query<{ matches: number }>(
      `select count(*)::int as matches from verification_code v, generate_series(0, 999999) n
        where v.target = 'nobody@example.com'
          and v.code_hash = sha256(convert_to('nobody@example.com' || chr(10) || lpad(n::text, 6, '0'), 'UTF8'))`,
    );
    expect(row?.matches).toBe(0);
  });
});

describe('a flood of short messages', () => {
  const bound = (most: number | string) =>
    app.database.query(
      `insert into setting (keyword, value) values ('sms_per_country_and_day', $1)
       on conflict (keyword) do update set value = excluded.value`,
      [String(most)],
    );
  /** Numbers of Jamaica, whose calling code is that of the United States. */
  const number = (n: number) => `+1876555${String(n).padStart(4, '0')}`;
  let networks = 0;
  /** A guest of a network of their own asks. */
  const guest = (to: string, scene = 'forget') => {
    networks += 1;
    return app.call('POST /sms_mail', { user_string: to, scene }, { address: `203.0.113.${networks}` });
  };
  const smsSince = (before: number) => app.outbox.slice(before).filter(({ channel }) => channel === 'sms').length;
  beforeEach(async () => {
    await app.database.query('truncate sms_sent');
    await bound(5);
  });
  afterAll(() => app.database.query(`delete from setting where keyword = 'sms_per_country_and_day'`));

  it('to the numbers of a country ends, however many numbers, networks and accounts ask; other countries go on', async () => {
    const before = app.outbox.length;
    const asks = await Promise.all(Array.from({ length: 12 }, (_, n) => guest(number(n), 'register')));
    expect(smsSince(before)).toBe(5);
    expect(asks.filter(({ type }) => type === 'ok').length).toBeGreaterThanOrEqual(5);
    expect(await guest(number(50), 'register')).toMatchObject({ error: 'codes_exhausted' });
    expect(await ask(number(51), 'bind_mobile', ann.token)).toMatchObject({ error: 'codes_exhausted' });
    expect(await guest('+12125550123', 'register')).toMatchObject({ type: 'ok' });
    expect(smsSince(before)).toBe(6);
    app.advance(DAY);
    expect(await guest(number(52), 'register')).toMatchObject({ type: 'ok' });
  });

  it('counts what is delivered alone, and does not say of whom it is', async () => {
    for (let n = 100; n < 112; n += 1) expect(await guest(number(n))).toMatchObject({ type: 'ok' });
    expect(await app.database.query('select from sms_sent')).toEqual([]);
    const known = number(200);
    await app.database.query('update user_account set mobile = $2 where id = $1', [ann.id, known.slice(1)]);
    expect(await guest(known)).toMatchObject({ type: 'ok' });
    await bound(1);
    for (const each of [known, number(201)]) expect(await guest(each)).toMatchObject({ error: 'codes_exhausted' });
    await app.database.query('update user_account set mobile = null where id = $1', [ann.id]);
  });

  it('of strangers who sign up keeps no owner on a new phone from a reset, logging in or unfreezing', async () => {
    const own = number(500);
    await app.database.query('update user_account set mobile = $2 where id = $1', [ann.id, own.slice(1)]);
    for (let n = 500; n < 505; n += 1) await guest(number(n + 100), 'register');
    expect(await guest(number(610), 'register')).toMatchObject({ error: 'codes_exhausted' });
    const before = app.outbox.length;
    for (const scene of ['forget', 'login', 'unfreeze']) {
      expect(await guest(own, scene)).toMatchObject({ type: 'ok' });
      app.advance(16 * 60_000);
    }
    expect(smsSince(before)).toBe(3);
    // These have a bound of their own, and the response is that of a number without an account.
    await bound(3);
    for (const each of [own, number(620)]) {
      for (const scene of ['forget', 'login', 'unfreeze']) {
        expect(await guest(each, scene)).toMatchObject({ error: 'codes_exhausted' });
      }
    }
    await app.database.query('update user_account set mobile = null where id = $1', [ann.id]);
  });

  const refused = async (kind: string, reason: string) => {
    const name = `tessera_codes_over_bound_total{kind="${kind}",country="JM",reason="${reason}"}`;
    const { text } = await app.metrics.page();
    const line = text.split('\n').find((each) => each.startsWith(name));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  /** Of an account as the number stands, without the limits before it. */
  const countSent = (n: number, scene: 'forget' | 'change_password', place: CodePlace) =>
    countCodeBySms(app.database, app.metrics, {
      contact: { kind: 'mobile', value: number(n).slice(1) },
      scene,
      place,
      now: app.now(),
    });

  it('is counted where it is refused, by country', async () => {
    await bound(0);
    const before = await refused('stranger', 'country');
    expect(await guest(number(700), 'register')).toMatchObject({ error: 'codes_exhausted' });
    expect(await refused('stranger', 'country')).toBe(before + 1);
  });

  it('to a number that had its 30 is counted as refused by the number, where its response does not say it as well', async () => {
    await bound(100);
    const own = number(710);
    await app.database.query('update user_account set mobile = $2 where id = $1', [ann.id, own.slice(1)]);
    for (let n = 0; n < 30; n += 1) expect(await countSent(710, 'forget', 'unknown')).toBe(true);
    const sent = app.outbox.length;
    const before = await Promise.all([refused('account', 'number'), refused('account', 'country')]);
    expect(await guest(own, 'forget')).toMatchObject({ type: 'ok' });
    expect(smsSince(sent)).toBe(0);
    expect(await refused('account', 'number')).toBe((before[0] ?? 0) + 1);
    expect(await refused('account', 'country')).toBe(before[1]);
    // The owner is told, and counted.
    for (let n = 0; n < 30; n += 1) expect(await countSent(710, 'change_password', 'owner')).toBe(true);
    const owners = await refused('owner', 'number');
    expect(await ask(own, 'change_password', ann.token)).toMatchObject({ error: 'codes_exhausted' });
    expect(await refused('owner', 'number')).toBe(owners + 1);
    await app.database.query('update user_account set mobile = null where id = $1', [ann.id]);
  });

  it('from a network that the owner shares with strangers uses up none of the owner’s', async () => {
    await bound(100);
    for (let n = 0; n < 31; n += 1) await countSent(720, 'forget', 'network:203.0.113.7');
    expect(await countSent(720, 'forget', 'network:203.0.113.7')).toBe(false);
    expect(await countSent(720, 'change_password', 'owner')).toBe(true);
    expect(await countSent(720, 'forget', 'device:1')).toBe(true);
  });

  it('that its country has no room for does not count for its number', async () => {
    await bound(0);
    for (let n = 0; n < 40; n += 1) expect(await countSent(730, 'change_password', 'owner')).toBe(false);
    await bound(100);
    expect(await countSent(730, 'change_password', 'owner')).toBe(true);
  });

  it('of strangers, to sign up and to bind, keeps none of the codes of a number from its owner', async () => {
    await bound(100);
    const own = number(920);
    await app.database.query('update user_account set email = null, mobile = $2 where id = $1', [ann.id, own.slice(1)]);
    const before = app.outbox.length;
    for (let n = 0; n < 20; n += 1) {
      const { token } = await signUp(app);
      expect(await ask(own, 'bind_mobile', token)).toMatchObject({ type: 'ok' });
    }
    for (let n = 0; n < 5; n += 1) {
      expect(await guest(own, 'register')).toMatchObject({ type: 'ok' });
      app.advance(16 * MINUTE);
    }
    expect(smsSince(before)).toBe(25);
    for (let n = 0; n < 20; n += 1) {
      expect(await app.call('POST /sms_send', { scene: 'change_password' }, { token: ann.token })).toMatchObject({
        type: 'ok',
      });
      app.advance(16 * MINUTE);
    }
    expect(smsSince(before)).toBe(45);
    await app.database.query('update user_account set mobile = null, email = $2 where id = $1', [ann.id, ann.email]);
  });

  it.each([
    ['2.5', 2],
    ['', 4],
    ['many', 4],
    ['1e12', 4],
  ])('goes by a setting of %j as far as it is a number', async (value, most) => {
    const before = app.outbox.length;
    await bound(value);
    for (let n = 800; n < 804; n += 1) await guest(number(n), 'register');
    expect(smsSince(before)).toBe(most);
    app.advance(DAY);
  });

  it('of one account, which uses each of its codes, keeps none from another owner', async () => {
    await bound(60);
    await app.database.query('update user_account set email = null, mobile = $2 where id = $1', [
      ann.id,
      number(910).slice(1),
    ]);
    const other = await signUp(app);
    await app.database.query('update user_account set email = null, mobile = $2 where id = $1', [
      other.id,
      number(911).slice(1),
    ]);
    let sent = 0;
    for (let round = 0; round < 60; round += 1) {
      const asked = await app.call('POST /sms_send', { scene: 'change_password' }, { token: ann.token });
      if (asked.type !== 'ok') {
        expect(asked).toMatchObject({ error: 'codes_exhausted' });
        break;
      }
      sent += 1;
      const [old_password, password] = round % 2 ? [NEW, PASSWORD] : [PASSWORD, NEW];
      const payload = { old_password, password, re_password: password, code: lastCode(app, number(910).slice(1)) };
      await app.ok('POST /safe/update_password', payload, { token: ann.token });
    }
    expect(sent).toBe(30);
    expect(await app.call('POST /sms_send', { scene: 'change_password' }, { token: other.token })).toMatchObject({
      type: 'ok',
    });
    app.advance(DAY);
    expect(await app.call('POST /sms_send', { scene: 'change_password' }, { token: ann.token })).toMatchObject({
      type: 'ok',
    });
    await app.database.query(
      'update user_account set mobile = null, email = coalesce(email, uid || $2) where id = any($1)',
      [[ann.id, other.id], '@example.com'],
    );
  });

  it('of one account, whose log-ins are each told, keeps no notice from another', async () => {
    const before = app.outbox.length;
    await bound(40);
    const own = number(900);
    const other = await signUp(app);
    await app.database.query('update user_account set email = null, mobile = $2 where id = $1', [ann.id, own.slice(1)]);
    await app.database.query('update user_account set mobile = $2 where id = $1', [other.id, number(901).slice(1)]);
    // Each without the cookie of a device: 50 new ones.
    for (let n = 0; n < 50; n += 1) {
      const address = `198.51.100.${n}`;
      expect(await app.call('POST /user/login', { user_string: own, password: PASSWORD }, { address })).toMatchObject({
        type: 'ok',
      });
    }
    await app.queue.drain();
    const toOwn = app.outbox.slice(before).filter(({ to }) => to === own.slice(1)).length;
    expect(toOwn).toBeGreaterThan(0);
    expect(toOwn).toBeLessThanOrEqual(5);
    // Nor any of what else this owner is told.
    const at = app.now();
    const told = async (work: (tx: Transaction) => Promise<void>) => {
      const sent = app.outbox.length;
      await app.database.transaction(work);
      await app.queue.drain();
      return app.outbox.slice(sent).filter(({ to }) => to === own.slice(1));
    };
    const link = 'https://tessera.example/h5/#/stop';
    for (const kind of ['removal_begun', 'frozen', 'contact_changed'] as const) {
      const [notice] = await told((tx) => sendNotice(tx, ann.id, { kind, at, link }));
      expect(notice?.body).toContain(link);
    }
    const tellSent = (amount: string) =>
      told((tx) => sendPayoutNotice(tx, ann.id, { kind: 'value_sent', at, values: { amount } }));
    for (let n = 0; n < 5; n += 1) await tellSent('100.00 USDT');
    const [large] = await tellSent('90000.00 USDT');
    expect(large?.body).toContain('90,000');
    expect(await app.call('POST /user/freeze', {}, { token: other.token })).toMatchObject({ type: 'ok' });
    await app.queue.drain();
    expect(app.outbox.slice(before).filter(({ to }) => to === number(901).slice(1))).toHaveLength(1);
    await app.database.query('update user_account set mobile = null, email = coalesce(email, $2) where id = any($1)', [
      [ann.id, other.id],
      ann.email,
    ]);
  });

  it('of strangers keeps neither codes from owners nor notices from anyone, which have bounds of their own', async () => {
    const before = app.outbox.length;
    const own = number(300);
    await app.database.query('update user_account set mobile = $2 where id = $1', [ann.id, own.slice(1)]);
    for (let n = 0; n < 5; n += 1) await guest(number(n), 'register');
    expect(await guest(number(6), 'register')).toMatchObject({ error: 'codes_exhausted' });
    expect(await ask(own, 'change_password', ann.token)).toMatchObject({ type: 'ok' });
    const notices = Array.from(
      { length: 8 },
      (_, n) => ({ id: `notice-${n}`, to: own.slice(1), channel: 'sms' }) as const,
    );
    await app.database.transaction(async (tx) => {
      for (const each of notices) await sendMessage(tx, { ...each, subject: 'Notice', body: 'Notice' });
    });
    await app.queue.drain();
    expect(smsSince(before)).toBe(5 + 1 + 5);
    // A guest who asks customer service names any number: that counts as what strangers ask for.
    const help = { user_string: number(400), scene: 'register' };
    expect(await app.call('POST /sms_mail_kf', help, { address: '203.0.113.250' })).toMatchObject({ type: 'ok' });
    expect(smsSince(before)).toBe(5 + 1 + 5);
    await app.database.query(`update sms_sent set sent = 0`);
    await app.call('POST /sms_mail_kf', { ...help, user_string: number(401) }, { address: '203.0.113.252' });
    expect(await app.database.query(`select kind, sent from sms_sent where sent > 0`)).toEqual([
      { kind: 'stranger', sent: 1 },
    ]);
    await app.database.query('update user_account set mobile = null where id = $1', [ann.id]);
  });
});
