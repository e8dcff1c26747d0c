import { expect, test } from 'vitest';
import { compete } from '../../../bench/adversaries/arena.ts';
import { FEE, TERMS } from '../../../bench/adversaries/terms.ts';
import { TRADERS } from '../../../bench/adversaries/traders.ts';
import { checkTerms } from './house.ts';
import { seededRandom } from './random.ts';

/* The bench `adversaries` plays a month of each second by second; here are four days in steps of 20 s. */
const SHORT = { days: 4, step: 20_000, crowd: 0.1 };

test.each(TRADERS)('a trader that $name earns nothing', (trader) => {
  const random = seededRandom(`adversary ${trader.name}`);
  const { t, inventory } = compete(trader, { ...SHORT, terms: TERMS, fee: FEE, random });
  expect(t).toBeLessThan(3);
  expect(inventory).toBeLessThanOrEqual(TERMS.cap);
});

test('terms that can be exploited are recognised by the traders and refused', () => {
  const weak = { ...TERMS, skew: 0.01, cap: 1.5, width: 0.000_5 };
  const sweeper = TRADERS.find(({ name }) => name.startsWith('sweeps a side'));
  if (!sweeper) throw new Error('no trader sweeps');
  const random = seededRandom('weak terms');
  expect(compete(sweeper, { ...SHORT, crowd: 0, terms: weak, fee: 0, random }).t).toBeGreaterThan(10);
  expect(() => checkTerms(weak, 0)).toThrow('skew');
  expect(() => checkTerms({ ...TERMS, width: 0.000_1 }, FEE)).toThrow('width of the ladder');
  expect(() => checkTerms({ ...TERMS, depth: 3 }, FEE)).toThrow('must be positive');
  expect(() => checkTerms(TERMS, FEE)).not.toThrow();
});
