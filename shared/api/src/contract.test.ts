import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { contract, type Input, type Output } from './contract.ts';
import type { Call } from './kit/contract.ts';
import { documentationOf } from './kit/documentation.ts';
import { readInput } from './kit/problem.ts';

const calls = Object.entries(contract);

describe('the contract', () => {
  test('keeps every call under its own method and path', () => {
    for (const [key, call] of calls) expect(key).toBe(`${call.method} ${call.path}`);
  });

  test('reads with GET: what moves money or may not be repeated is no GET, in a page or a link of another site neither', () => {
    const reads = Object.entries<Call>(contract).filter(([, { method }]) => method === 'GET');
    expect(reads.length).toBeGreaterThan(100);
    expect(reads.filter(([, { idempotent, value, opens }]) => idempotent || opens || value !== null)).toEqual([]);
    const reason = (staff: NonNullable<Call['staff']>) => (staff.members === 1 ? staff.because : 'of two members');
    expect(reads.filter(([, { staff }]) => staff && reason(staff) !== 'It reads.')).toEqual([]);
  });

  test.each(calls)('%s describes itself as JSON schema', (_key, call) => {
    expect(() => z.toJSONSchema(call.input, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(call.output, { io: 'output' })).not.toThrow();
    expect(call.summary).not.toBe('');
  });

  test.each(calls)('%s rejects or parses any form data, and never throws', (_key, call) => {
    const names = Object.keys(call.input.shape);
    const odd = ['', ' ', '\u0000', '-1', '1e9', 'NaN', '9'.repeat(400), ['a', 'b'], '{}', '__proto__'];
    for (const value of odd) {
      const raw = Object.fromEntries(names.map((name) => [name, value]));
      const reading = readInput(call, raw);
      if (!reading.ok && names.length > 0) expect(names).toContain(reading.problem.field);
    }
  });

  test('types what screens pass and get', () => {
    expectTypeOf<Input<'POST /news/list'>>().toEqualTypeOf<{
      c_id: 4 | 5 | 42;
      page?: number | undefined;
      limit?: number | undefined;
    }>();
    expectTypeOf<Output<'POST /optional/add'>>().toEqualTypeOf<{ list: string[] }>();
    expectTypeOf(contract['POST /coin/trade'].idempotent).toEqualTypeOf<true>();
    expectTypeOf(contract['POST /user/login'].idempotent).toEqualTypeOf<false>();
  });
});

describe('reading an input', () => {
  test('converts form text to values', () => {
    expect(readInput(contract['POST /news/list'], { c_id: '42', limit: '5' })).toEqual({
      ok: true,
      value: { c_id: 42, page: 1, limit: 5 },
    });
    const signIn = { user_string: 'ada@example.com', password: ' secret ', remember: 'false', lang: 'de' };
    expect(readInput(contract['POST /user/login'], signIn)).toEqual({
      ok: true,
      value: { user_string: 'ada@example.com', password: ' secret ', remember: false },
    });
  });

  test('takes a blank optional field as absent', () => {
    expect(readInput(contract['GET /coin/list'], { status: '', symbol: '' })).toEqual({
      ok: true,
      value: { page: 1, limit: 10 },
    });
  });

  test('names the field and its fault', () => {
    const order = { currency_id: '1', legal_id: '3', type: 'buy', target_price: '10', amount: '1' };
    const problem = (change: object) => {
      const reading = readInput(contract['POST /coin/trade'], { ...order, ...change });
      return reading.ok ? null : reading.problem;
    };
    expect(problem({})).toBeNull();
    expect(problem({ amount: '0.0' })).toEqual({ code: 'field_must_be_positive', field: 'amount', params: {} });
    expect(problem({ amount: '1e3' })).toEqual({ code: 'field_not_a_number', field: 'amount', params: {} });
    expect(problem({ amount: `0.${'1'.repeat(19)}` })).toEqual({
      code: 'field_too_precise',
      field: 'amount',
      params: { scale: 18 },
    });
    expect(problem({ amount: '' })).toEqual({ code: 'field_required', field: 'amount', params: {} });
    expect(problem({ type: 'hold' })).toEqual({ code: 'field_unknown_choice', field: 'type', params: {} });
    expect(problem({ currency_id: undefined })).toMatchObject({ code: 'field_required', field: 'currency_id' });
    expect(problem({ currency_id: '1.5' })).toMatchObject({ code: 'field_not_a_number', field: 'currency_id' });
    expect(problem({ kind: 'market' })).toMatchObject({ code: 'invalid_field', field: 'target_price' });
  });

  test('reports two different passwords at the second one', () => {
    const form = { loginActive: 'email', user_string: 'a@b.co', code: '123456', password: 'long enough', terms: 'v1' };
    expect(readInput(contract['POST /user/register'], { ...form, re_password: 'long enouhg' })).toEqual({
      ok: false,
      problem: { code: 'passwords_differ', field: 're_password', params: {} },
    });
    expect(readInput(contract['POST /user/register'], { ...form, password: 'short', re_password: 'short' })).toEqual({
      ok: false,
      problem: { code: 'field_too_short', field: 'password', params: { min: 7 } },
    });
  });

  test('rejects a foreign upload location', () => {
    const reading = readInput(contract['POST /user/uploadHeadPortrait'], { avatar: 'https://evil.example/a.png' });
    expect(reading).toMatchObject({ ok: false, problem: { field: 'avatar' } });
  });
});

test('the documentation of a call lists its access and possible responses', () => {
  expect(documentationOf(contract['PUT /coin/trade'], true)).toEqual({
    summary: 'Cancel what is left of a pending spot order and release its funds',
    description:
      'Needs a session; without one the response is 999. Needs an `Idempotency-Key` header. Errors: `not_found`, `order_not_open`, `stale_price`.',
    tags: ['coin'],
    consumes: ['application/x-www-form-urlencoded'],
    security: [{ token: [] }],
  });
});
