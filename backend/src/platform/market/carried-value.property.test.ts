import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coin, scriptedMarket } from '../../../test/scripted-market.ts';
import type { Fill } from './symbol-market.ts';

/*
 * What a trade carries from one user to another: its size times how far its price is from the index. It is the bound that
 * calls which trade declare: whatever two accounts do, they trade within the band of the breaker around the index of now, or
 * of when the order that rested had arrived.
 */

const JUMP = 0.05;

const order = fc.record({
  kind: fc.constant('order' as const),
  userId: fc.constantFrom('victim', 'thief'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  // Absurd ones as well; null at the market.
  price: fc.option(fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 9_300, max: 10_700 })), {
    nil: null,
  }),
  lots: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 500, max: 5_000 })),
  timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const),
});
// Within the band: beyond it the market halts, and orders are refused.
const move = fc.record({ kind: fc.constant('move' as const), mid: fc.integer({ min: 9_800, max: 10_200 }) });

type Act =
  typeof order extends fc.Arbitrary<infer O> ? (typeof move extends fc.Arbitrary<infer M> ? O | M : never) : never;

type Traded = { readonly price: number; readonly now: number; readonly arrived: number };

/** Trades between users of a run, with the index of now and the one at which the order that rested had arrived. */
function play(acts: readonly Act[]): Traded[] {
  const market = scriptedMarket([coin('A', { breaker: { jump: JUMP, spread: 0.02, age: 5_000, pause: 30_000 } })]);
  market.step(10);
  let now = 10_000;
  const arrivals = new Map<string, number>();
  const traded: Traded[] = [];
  const see = ({ maker, taker, price }: Fill) => {
    if (maker && taker) traded.push({ price, now, arrived: arrivals.get(maker.id) ?? now });
  };
  for (const act of acts) {
    if (act.kind === 'move') {
      now = act.mid;
      market.source.set('A', now);
      for (const fill of market.step()) see(fill);
      continue;
    }
    const { kind: _, ...wanted } = act;
    const { id, fills } = market.place('A', wanted);
    arrivals.set(id, now);
    for (const fill of fills) see(fill);
  }
  return traded;
}

test('a trade carries at most the share of its size that the band of the breaker allows', () => {
  let trades = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: order }, { weight: 1, arbitrary: move }), { maxLength: 30 }),
      (acts) => {
        for (const { price, now, arrived } of play(acts)) {
          trades += 1;
          // Orders are whole ticks.
          const away = Math.min(Math.abs(price - now) - now * JUMP, Math.abs(price - arrived) - arrived * JUMP);
          expect(away, `${price} at ${now}, rested since ${arrived}`).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 5_000 },
  );
  expect(trades).toBeGreaterThan(100);
});
