import { describe, expect, it } from 'vitest';
import { type Direction, type IndexTick, resultOf, scheduleOf, settlementTicksOf, strikeOf } from './rules.ts';

/*
 * Who sees prices before others orders where the next one is far away. The strike must not be older than what can be known
 * when the order is accepted, by 100 ms or more: then nothing that is known tells the result.
 */

const STEP = 200;
const SECONDS = 30;
const MAX_AGE = 5_000;
const OPTIONS = 2_000;
/** Of a step of one standard deviation, what makes the trader order. */
const WORTH_IT = 2.5;
/** Share of wins from which an option of 30 s pays: 1 / 1.8. */
const BREAK_EVEN = 0.5556;

/** mulberry32: a fixed sequence, so that the test cannot be lucky. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A walk without drift, a step each fifth of a second, of 100 ticks standard deviation. */
function walk(count: number): IndexTick[] {
  const next = random(81);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  let index = 10_000_000;
  return Array.from({ length: count }, (_, number) => {
    index += Math.round(100 * normal());
    return { number: number + 1, at: number * STEP, index };
  });
}

const LIFE = (SECONDS * 1_000) / STEP + 20;
const prices = walk(OPTIONS * 30 * 2);

/** The share of wins of a trader who knows the price `lead` ms before it is published. */
function winsOf(lead: number, strikeAt: (place: number, acceptedAt: number) => IndexTick): number {
  let [won, decided] = [0, 0];
  for (let place = 1; place + LIFE < prices.length; place++) {
    const [now, coming] = [prices[place] as IndexTick, prices[place + 1] as IndexTick];
    if (Math.abs(coming.index - now.index) < WORTH_IT * 100) continue;
    // The order arrives before the price that its owner has seen.
    const acceptedAt = coming.at - lead;
    const direction: Direction = coming.index > now.index ? 'up' : 'down';
    const { entryAt, expiresAt } = scheduleOf(acceptedAt, SECONDS);
    const life = prices.slice(place, place + LIFE);
    const ticks = settlementTicksOf(life, { entryAt, expiresAt, maxAgeMs: MAX_AGE });
    if (!ticks) throw new Error('the walk has no gaps');
    const result = resultOf(
      direction,
      strikeAt(place, acceptedAt).index,
      ticks.map(({ index }) => index),
    );
    if (result === 'tied') continue;
    decided++;
    if (result === 'won') won++;
  }
  if (decided < 500) throw new Error(`only ${decided} options were opened`);
  return won / decided;
}

describe('a trader who sees prices 100 ms before others', () => {
  it('would live on a strike that was known when the order was accepted', () => {
    expect(winsOf(100, (place) => prices[place] as IndexTick)).toBeGreaterThan(BREAK_EVEN);
  });

  it.each([100, 500, 900])('wins as often as any user by the first price after the entry, %i ms ahead', (lead) => {
    const wins = winsOf(lead, (place, acceptedAt) => {
      const life = prices.slice(place, place + LIFE);
      const strike = strikeOf(life, { entryAt: scheduleOf(acceptedAt, SECONDS).entryAt, maxAgeMs: MAX_AGE });
      if (!strike) throw new Error('the walk has no gaps');
      return strike;
    });
    expect(wins).toBeLessThan(0.53);
    expect(wins).toBeGreaterThan(0.47);
  });
});
