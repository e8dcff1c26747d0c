import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract } from './contract.ts';
import { text } from './kit/fields.ts';
import { type Call, readInput } from './kit/index.ts';

/** Compared, hashed or verified, and never shown. */
const SECRETS = /password|^key$|^re_|^old_|^new_|^(?:proof_)?passkey$|^proof$/;

/** Calls in which what a contact looks like depends on another field. */
const CONTACTS = ['POST /user/register', 'POST /safe/mobile'] as const;

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</textarea><svg/onload=alert(1)>',
  '<!--',
];

/** The fields of an input; an input with a check over all fields has them too. */
const fieldsOf = ({ input }: Call): string[] =>
  'shape' in input._zod.def ? Object.keys(input._zod.def.shape as object) : [];

const fields = Object.entries<Call>(contract).flatMap(([callId, call]) =>
  fieldsOf(call)
    // A contact is read with its whole input; see below.
    .filter((field) => !SECRETS.test(field) && !(field === 'user_string' && CONTACTS.some((id) => id === callId)))
    .map((field) => ({ callId, call, field })),
);

test('the inputs of the contract have fields, free text among them', () => {
  expect(fields.length).toBeGreaterThan(100);
  const names = fields.map(({ callId, field }) => `${callId} ${field}`);
  for (const known of ['POST /wallet/charge_req account', 'POST /user/real name', 'POST /staff/queue/reject reason']) {
    expect(names).toContain(known);
  }
});

test.each(fields)('markup is no value of $field in $callId', ({ call, field }) => {
  const schema = (call.input._zod.def as unknown as { shape: Record<string, z.ZodMiniType> }).shape[field];
  for (const value of MARKUP) expect(schema?.safeParse(value).success, value).toBe(false);
});

test.each(MARKUP)('%s is no contact that an account is registered with or bound to', (user_string) => {
  for (const loginActive of ['email', 'mobile']) {
    const payload = {
      loginActive,
      user_string,
      code: '123456',
      password: 'a-decent-1',
      re_password: 'a-decent-1',
      terms: 'v1',
    };
    for (const callId of CONTACTS) {
      const reading = readInput<Call>(contract[callId], payload);
      expect(reading, callId).toMatchObject({ ok: false, problem: { field: 'user_string' } });
    }
  }
});

describe('free text', () => {
  test.each([
    'José O’Neil-Łukasz',
    '王小明',
    'นาย สมชาย',
    'T-account: 12 < 13, 5 <3 and a -> b',
    'bank@example.com & co, "quoted"',
    'first line\nsecond line',
  ])('takes %j', (value) => {
    expect(text(200).safeParse(value).success).toBe(true);
  });

  test.each(['\u202Egnp.exe', 'a\u2066b', 'a\u0000b', 'a\u001bb'])(
    'takes no character that hides others: %j',
    (value) => {
      expect(text(200).safeParse(value).success).toBe(false);
    },
  );

  test('is rejected with a code that a form shows', () => {
    const call = contract['POST /wallet/charge_req'];
    const account = MARKUP[0];
    const payload = {
      currency: '3',
      type: 'TRC20',
      amount: '10',
      voucher: `/api/uploads/${'a'.repeat(32)}.jpg`,
      account,
    };
    expect(readInput(call, payload)).toMatchObject({
      ok: false,
      problem: { code: 'field_special_characters', field: 'account' },
    });
  });
});
