import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import type { Call } from './kit/contract.ts';

/*
 * What staff set is bounded by the schema of its call, before any rule of the domain: every field of every staff call that
 * takes a number refuses a huge and a negative one, and those that name a rate or ratio refuse 9.
 */

const HUGE = ['9'.repeat(20), '9'.repeat(16)];

/** Numbers that name something, or count what is there: they set no term. */
const NAMES = /^(?:id|staff_id|passkey|version|seq|seen|symbol|code|currency|network|product)$/;
/** Times, Unix ms; the domain holds them against each other and against now. */
const TIMES = /^(?:\w+_at|\w+_time|until)$/;
const RATES = /(?:rate|ratio|discount|rake|share|fee|threshold|spread)$/;

/** What its call does not bound by the schema, with the rule that does. */
const RULED: Readonly<Record<string, string>> = {
  'POST /staff/queue/approve amount': 'what a claim is credited with: above a bound two members approve it (`weigh`)',
  'POST /staff/chains/change fee_ceiling': 'in units of the chain, up to 10^18 of them for a coin: two members decide',
};
/** Distances from a price, which lie on either side of it. */
const SIGNED = new Set(['POST /staff/quiz/series offsets']);
/** Ratios that are above 1 by what they mean, and fees that are amounts. */
const ABOVE_ONE = new Set([
  'POST /staff/loans/terms initial_ratio',
  'POST /staff/loans/terms liquidation_ratio',
  'POST /staff/chains/network withdrawal_fee',
]);

const calls: Readonly<Record<string, Call>> = contract;

type Field = { readonly name: string; readonly call: string; readonly takes: (value: string) => boolean };

const fields: readonly Field[] = Object.entries(calls).flatMap(([call, { staff, input }]) => {
  if (!staff || call.startsWith('GET ')) return [];
  const shape: unknown = Reflect.get(input.def, 'shape') ?? {};
  return Object.entries(shape as Record<string, Call['input']>).map(([name, schema]) => ({
    name,
    call,
    takes: (value: string) => schema.safeParse(value).success,
  }));
});
const numeric = fields.filter(({ takes }) => ['1', '0.5', '0.05'].some(takes) && !takes('x y'));
const terms = numeric.filter(({ name }) => !NAMES.test(name) && !TIMES.test(name));

describe('the terms that staff set', () => {
  it('are found: fields of most domains', () => {
    expect(terms.length).toBeGreaterThan(80);
    expect(terms.filter(({ name }) => RATES.test(name)).length).toBeGreaterThan(15);
  });

  it('have no exception that is bounded by now', () => {
    const unbounded = terms.filter(({ takes }) => HUGE.some(takes));
    const named = new Set(unbounded.map(({ call, name }) => `${call} ${name}`));
    expect(Object.keys(RULED).filter((each) => !named.has(each))).toEqual([]);
  });

  it.each(terms.map((field) => [`${field.call} ${field.name}`, field] as const))(
    '%s is bounded',
    (id, { name, takes }) => {
      expect(['1e3', 'NaN', 'Infinity'].filter(takes)).toEqual([]);
      if (!SIGNED.has(id)) expect(['-1', '-0.1'].filter(takes)).toEqual([]);
      if (!(id in RULED)) expect(HUGE.filter(takes)).toEqual([]);
      if (RATES.test(name) && !ABOVE_ONE.has(id)) expect(['9', '100'].filter(takes)).toEqual([]);
    },
  );
});
