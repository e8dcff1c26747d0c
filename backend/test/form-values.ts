import type { Call } from '@tessera/api/kit';
import * as z from 'zod/mini';
import { START } from './test-app.ts';

/* What tests of every call put into its fields. */

export const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '1e309',
  '1e-400',
  '0x10',
  '1'.repeat(400),
  `0.${'0'.repeat(17)}1`,
  '99999999999999999999.999999999999999999',
  '9007199254740993',
  '2147483648',
  '999999999999999999',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  "'; drop table journal; --",
  '../../../../etc/passwd',
  '{"a":1}',
  '%',
  '\\u0000',
  'x'.repeat(10_000),
];

/** What gets past the first look, so that garbage meets the code behind it. */
const PLAUSIBLE = [
  '1',
  '2',
  '3',
  '1.5',
  '0.000000000000000001',
  'BTC/USDT',
  'AAPL',
  'change',
  'legal',
  'buy',
  'limit',
  'market',
  'email',
  'register',
  'forget',
  'pending',
  'approve',
  'en',
  'USD',
  'USDT',
  'TRC20',
  '123456',
  'somebody@example.com',
  '+4915112345678',
  String(START),
  '2026-11-20',
  '/api/uploads/aaaaaaaaaaaaaaaaaaaaaaaa.jpg',
  'a-decent-secret-81',
];

type JsonSchema = { readonly [key: string]: unknown };

/** The values that a schema names one by one: enumerations and literals, at any depth. */
function namedIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: listed = [], const: only, ...rest } = schema as JsonSchema & { readonly enum?: readonly unknown[] };
  const own = [...listed, ...(only === undefined ? [] : [only])].map(String);
  return [...own, ...Object.values(rest).flatMap(namedIn)];
}

const seen = new Map<string, readonly string[]>();

/** Values that a field of a call accepts, what its schema names first. */
export function accepted(call: Call, field: string): readonly string[] {
  const id = `${call.method} ${call.path} ${field}`;
  const known = seen.get(id);
  if (known) return known;
  const schema = call.input.shape[field];
  if (!schema) return [];
  const json = ['input', 'output'].map((io) =>
    z.toJSONSchema(schema, { io: io as 'input' | 'output', unrepresentable: 'any' }),
  );
  const values = [...new Set([...json.flatMap(namedIn), ...PLAUSIBLE])];
  const taken = values.filter((value) => z.safeParse(schema, value).success);
  seen.set(id, taken);
  return taken;
}

export const accepts = (call: Call, field: string, value: string | undefined): boolean => {
  const schema = call.input.shape[field];
  return schema !== undefined && z.safeParse(schema, value).success;
};

/** Every value that tests try by itself. */
export const TRIED: readonly string[] = [...NASTY, ...PLAUSIBLE];
