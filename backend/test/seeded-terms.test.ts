import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../src/platform/http/domain-error.ts';
import { tryOut } from '../src/platform/staff-changes/propose.ts';
import { readAs } from '../src/platform/staff-changes/run.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { signInStaff } from './staff-people.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/*
 * What a start seeds is inside the bounds that staff have: each entry that a staff call changes is sent back through it as
 * it is, by every call of two members that replaces values.
 */

const calls: Readonly<Record<string, Call>> = contract;
const BOUNDS = new Set(['field_too_large', 'field_too_small', 'field_too_precise', 'field_too_long']);

type Values = Readonly<Record<string, unknown>>;
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every entry at the place, with the fields of what it is in; `keys` are what the input names it by. */
function entriesAt(
  output: unknown,
  at: readonly { readonly list: string; readonly by: Readonly<Record<string, string>> }[],
): { readonly values: Values; readonly keys: Values }[] {
  let found: { values: Values; keys: Values; place: unknown }[] = [{ values: {}, keys: {}, place: output }];
  if (isValues(output)) found = [{ values: output, keys: {}, place: output }];
  for (const { list, by } of at) {
    found = found.flatMap(({ values, keys, place }) => {
      const inside = isValues(place) ? place[list] : undefined;
      return (Array.isArray(inside) ? inside : [inside]).filter(isValues).map((entry) => ({
        values: { ...values, ...entry },
        keys: { ...keys, ...Object.fromEntries(Object.entries(by).map(([from, to]) => [from, entry[to]])) },
        place: entry,
      }));
    });
  }
  return found;
}

const read = (schema: Call['input'], value: unknown): unknown =>
  [value, String(value), Array.isArray(value) ? value.join(',') : value].find((each) => schema.safeParse(each).success);

let app: TestApp;
let jobs: ReturnType<typeof recurringJobsOf>;
let by: { readonly staffId: string; readonly at: number };
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1' });
  jobs = recurringJobsOf(app);
  // Products with dates are offered by jobs.
  for (const job of ['invest-demonstration', 'launchpad-demonstration']) expect(await jobs.turn(job)).toBe('done');
  const member = await signInStaff(app, 'admin');
  by = { staffId: member.id, at: app.now() };
  // No start seeds what is agreed about the treasury.
  const agree = (kind: 'limit' | 'cold' | 'sweep' | 'elsewhere', input: object) =>
    app.ok(`POST /staff/treasury/${kind}`, { currency: 'USDT', reason: 'Agreed', ...input }, member);
  await agree('limit', { chain: 'ethereum', low: '20000', high: '100000.5' });
  await agree('sweep', { chain: 'ethereum', amount: '0' });
  await agree('elsewhere', { amount: '250000', reference: 'Custodian A' });
  await agree('cold', { chain: 'ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

/** What bound the entry is beyond; null for none. What only a new entry is given is left out when the call refuses it. */
async function problemOf(
  { call, callId }: { readonly call: Call; readonly callId: string },
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const parsed = call.input.safeParse(input);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path);
  try {
    await tryOut(app, { call, callId, input: parsed.data }, by);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, field, params } = error;
    if (code === 'invalid_field' && field !== undefined && field in input) {
      const { [field]: _, ...others } = input;
      return problemOf({ call, callId }, others);
    }
    return BOUNDS.has(code) ? { code, field, params } : null;
  }
}

/** They take what one person has, which no start seeds, and set no values. */
const OF_ONE_PERSON = new Set(['POST /staff/members/remove_passkey', 'POST /staff/users/remove_factors']);

const replacing = Object.entries(calls).flatMap(([callId, call]) =>
  call.staff?.members === 2 && call.staff.current !== null && !OF_ONE_PERSON.has(callId)
    ? [{ callId, call, current: call.staff.current }]
    : [],
);

describe('what a start seeds', () => {
  it.each(replacing)('is within the bounds of $callId', async ({ callId, call, current }) => {
    const output = await readAs(app, current.read, { id: by.staffId, role: 'admin' }, by.at);
    const shape = call.input.def.shape as Readonly<Record<string, Call['input']>>;
    const wrong: unknown[] = [];
    const entries = entriesAt(output, current.at);
    expect(entries.length).toBeGreaterThan(0);
    for (const { values, keys } of entries) {
      const renamed = Object.entries(current.as ?? {}).map(([name, path]) => [
        name,
        path.split('.').reduce<unknown>((place, field) => (isValues(place) ? place[field] : undefined), values),
      ]);
      const known: Values = { ...values, ...Object.fromEntries(renamed), ...keys };
      const input: Record<string, unknown> = { reason: 'As it is' };
      for (const [name, schema] of Object.entries(shape)) {
        const value = known[name];
        if (name === 'reason' || value === undefined || value === null) continue;
        const sent = read(schema, value);
        if (sent !== undefined) input[name] = sent;
        else if (typeof value !== 'object') wrong.push([keys, name, value, 'not taken by the schema']);
      }
      const problem = await problemOf({ call, callId }, input);
      if (problem) wrong.push([keys, problem]);
    }
    expect(wrong).toEqual([]);
  });
});
