import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { lastCode, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { userBalance } from '../../platform/ledger/index.ts';

const KEY = '314158';
const MINUTE = 60_000;
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const OTHER_TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
type Asked = Readonly<Record<string, string | number>>;
const ASKED: Asked = { currency_id: 3, number: '60', fee: '1', address: TRON, network: 'TRC20' };

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000');
  app.feed.setPrice('ETH/USDT', '2500');
});
beforeEach(async () => {
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '2000' } } });
  await app.ok('POST /sms_send', { scene: 'pay_password' }, ann);
  await app.ok('POST /safe/pay_password', { key: KEY, re_key: KEY, code: lastCode(app, ann.email) }, ann);
  app.advance(MINUTE);
});
afterAll(() => app.close());

const begin = async (changes: Asked = {}, person = ann) =>
  (await app.ok('POST /wallet/out/begin', { ...ASKED, ...changes }, person)).approval.code ?? '';
const ask = (request: string, language = 'en', person = ann) =>
  app.call('POST /sms_send', { scene: 'withdraw', request }, { token: person.token, language });
/** The code that is mailed for a withdrawal. */
async function codeFor(changes: Asked = {}): Promise<string> {
  expect((await ask(await begin(changes))).type).toBe('ok');
  return lastCode(app, ann.email);
}
const send = (code: string, changes: Asked = {}) =>
  app.call('POST /wallet/out', { ...ASKED, key: KEY, code, ...changes }, { ...ann, idempotencyKey: randomUUID() });
const frozen = () => userBalance(app.database, ann.id, 'change', 'USDT', 'frozen');

/** Why a code of six digits is good for what its message says; of each call that takes one. */
const BOUND: Readonly<Partial<Record<CallId, string>>> = {
  'POST /wallet/out': 'the withdrawal that was begun',
  'POST /wallet/zhuanzhan': 'the payment that was begun',
  'POST /user/wallet/whitelist': 'the switch that was begun',
  'POST /bind_box/withdrawNFT': 'the withdrawal that was begun',
  'POST /bind_box/buyNFT': 'the call with its fields',
  'POST /bind_box/marginNFT': 'the call with its fields',
  'POST /bind_box/auctionNFT': 'the call with its fields',
  'POST /bind_box/resellNFT': 'the call with its fields',
  'POST /quiz/bet': 'the call with its fields',
  'POST /safe/mobile': 'the new contact: the code to the former one is sent for it, the other goes to it',
  'POST /safe/anti_phishing': 'the new phrase',
  'POST /safe/totp/confirm': 'the change of the authenticator that was begun',
  'POST /safe/totp/remove': 'the change of the authenticator that was begun',
  'POST /safe/recovery_codes': 'the new recovery codes that were begun',
  'POST /safe/passkey/add': 'the new passkey that was begun',
  'POST /safe/passkey/remove': 'the removal of this passkey',
};
const BY_SCENE: Readonly<Partial<Record<CallId, string>>> = {
  'POST /user/register': 'opens an account of the address that it went to',
  'POST /user/check_email': 'authorises nothing',
  'POST /sms_mail': 'authorises nothing: it is not read',
  'POST /sms_mail_kf': 'authorises nothing: it is not read',
  'POST /user/forget': 'a new password, which no message may hold',
  'POST /user/unfreeze': 'the end of a freeze has no value',
  'POST /safe/confirm': 'opens the security settings of its session for minutes, as its message says',
  'POST /safe/update_password': 'a new password, which no message may hold',
  'POST /safe/pay_password': 'a new payment password, which no message may hold',
};
/** Payment passwords, codes of authenticators and what is typed twice are no codes that were sent. */
const NOT_SENT = new Set([
  'proof_totp',
  'proof_recovery_code',
  'key',
  're_key',
  'totp',
  'recovery_code',
  'password',
  'old_password',
  're_password',
]);

/** Whether a field takes six digits, and nothing else of what fields of texts, numbers and ids take. */
const takesCode = (schema: z.core.$ZodType): boolean =>
  z.safeParse(schema, '123456').success &&
  ['12345', '1234567', 'abcdef', '12.456', '0x1234'].every((other) => !z.safeParse(schema, other).success);

test('every call that takes a code that was sent is bound to what was begun, or says why its scene is enough', () => {
  const found = (Object.entries(contract) as [CallId, Call][])
    .filter(([, { access }]) => access !== 'staff')
    .filter(([, { input }]) =>
      Object.entries(input.shape).some(([field, schema]) => !NOT_SENT.has(field) && takesCode(schema)),
    )
    .map(([id]) => id);
  expect(found.sort()).toEqual([...Object.keys(BOUND), ...Object.keys(BY_SCENE)].sort());
  for (const id of Object.keys(BOUND))
    expect((contract as Record<string, Call>)[id]?.errors, id).toContain('code_for_other');
});

describe('a thief with a session and the payment password, who talks the owner out of a code', () => {
  it.each<[string, Asked]>([
    ['for more', { number: '1000' }],
    ['to another address', { address: OTHER_TRON }],
    ['over another network', { currency: 'USDT', address: ETHER }],
    ['of another coin', { currency: 'ETH', address: ETHER }],
  ])('sends nothing %s with it, and spoils nothing', async (_, { currency, ...changed }) => {
    const { list } = await app.ok('GET /user/wallet/networks', {}, ann);
    const found = list.find((each) => each.currency === currency && each.chain === 'ethereum');
    const changes = found
      ? { ...changed, currency_id: found.currency_id, network: found.network, fee: found.fee }
      : changed;
    const code = await codeFor();
    for (let tries = 0; tries < 7; tries += 1) {
      expect(await send(code, changes)).toMatchObject({ error: 'code_for_other', field: 'code' });
    }
    expect(await frozen()).toBe('0');
    // It is still good for what its message said.
    expect((await send(code)).type).toBe('ok');
    expect(await frozen()).toBe('60');
  });

  it('learns nothing about digits that they do not know: wrong ones count, whatever they are tried for', async () => {
    const code = await codeFor();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await send(code, { number: '1000' })).toMatchObject({ error: 'code_for_other', field: 'code' });
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await send(wrong, { number: '1000' })).toMatchObject({ error: 'code_wrong' });
    }
    expect(await send(code, { number: '1000' })).toMatchObject({ error: 'too_many_tries' });
    expect(await send(code)).toMatchObject({ error: 'too_many_tries' });
  });

  it('uses it once, also twice at once', async () => {
    const code = await codeFor();
    const outcomes = await Promise.all([send(code), send(code), send(code)]);
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await send(code)).toMatchObject({ error: 'code_wrong' });
    expect(await frozen()).toBe('60');
  });

  it('has the owner told what it is for: their own withdrawal cannot hide behind the owner’s', async () => {
    await codeFor();
    app.advance(MINUTE);
    const code = await codeFor({ number: '1000', address: OTHER_TRON });
    expect(app.outbox.at(-1)?.body).toContain(
      `Amount: 1,000 USDT\nFee: 1 USDT\nNetwork: TRC20\nAddress: ${OTHER_TRON}`,
    );
    expect(await send(code)).toMatchObject({ error: 'code_for_other' });
  });

  it('requests none with what another session began, or with what they altered', async () => {
    const request = await begin();
    const mallory = await signUp(app, { level: 1 });
    const altered = `${request.slice(0, -2)}${request.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await ask(request, 'en', mallory)).toMatchObject({ error: 'request_expired' });
    for (const each of [altered, 'x', request.slice(8)]) {
      expect(await ask(each)).toMatchObject({ error: 'request_expired', field: 'request' });
    }
    const direct = { user_string: ann.email, scene: 'withdraw' };
    expect(await app.call('POST /sms_mail', direct, ann)).toMatchObject({ error: 'invalid_field', field: 'scene' });
    app.advance(30 * MINUTE);
    expect(await ask(request)).toMatchObject({ error: 'request_expired' });
  });
});

it('amounts are the same however they are spelled', async () => {
  const code = await codeFor({ number: '60.0' });
  expect(app.outbox.at(-1)?.body).toContain('Amount: 60 USDT');
  expect((await send(code, { number: '60' })).type).toBe('ok');
});

it('a code of a former version is refused with a text that says to request another', async () => {
  const code = await codeFor();
  await app.database.query('update verification_code set terms_hash = null where target = $1', [ann.email]);
  expect(await send(code)).toMatchObject({
    error: 'code_for_other',
    message: expect.stringContaining('Request a new code'),
  });
});

describe('a page of a former version, which does not say what a code is for,', () => {
  it.each([
    ['withdraw', 'request'],
    ['change_contact', 'user_string'],
  ] as const)('is told to reload: %s', async (scene, field) => {
    const sent = app.outbox.length;
    expect(await app.call('POST /sms_send', { scene }, { ...ann, language: 'en' })).toMatchObject({
      error: 'page_outdated',
      field,
      message: expect.stringContaining('Reload'),
    });
    expect(app.outbox).toHaveLength(sent);
    // Its refused try is none of the codes that the user may request.
    if (scene === 'withdraw') expect((await ask(await begin())).type).toBe('ok');
  });
});

describe('the message', () => {
  it.each([
    ['en', 'Withdrawal: Your verification code is', ['Amount: 60 USDT', 'Network: TRC20', `Address: ${TRON}`]],
    ['de', 'Auszahlung: Ihr Bestätigungscode lautet', ['Betrag: 60 USDT', 'Netzwerk: TRC20', `Adresse: ${TRON}`]],
    ['zh', '提现：您的验证码是', ['金额：60 USDT', '网络：TRC20', `地址：${TRON}`]],
  ] as const)('in %s says amount, network and address in full', async (language, first, rows) => {
    expect((await ask(await begin(), language)).type).toBe('ok');
    const { subject = '', body = '' } = app.outbox.at(-1) ?? {};
    expect(body.startsWith(first)).toBe(true);
    for (const row of rows) expect(body.split('\n')).toContain(row);
    expect(subject.startsWith(first.slice(0, 2))).toBe(true);
  });

  it('by SMS shortens the address, and has no word too many', async () => {
    await app.database.query('update user_account set mobile = $2, email = null where id = $1', [
      ann.id,
      '4915112345678',
    ]);
    expect((await ask(await begin())).type).toBe('ok');
    const { channel, body } = app.outbox.at(-1) ?? {};
    expect(channel).toBe('sms');
    expect(body).toContain(`Address: ${TRON.slice(0, 8)}...${TRON.slice(-8)}`);
    expect(body).not.toContain(TRON);
    expect(body?.length).toBeLessThan(306);
  });
});
