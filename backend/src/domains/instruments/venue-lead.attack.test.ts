import { randomBytes, randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earns, measured, playedTerms, type Terms } from '../../../bench/adversaries/cell.ts';
import { PAYS, playQuotes } from '../../../bench/adversaries/products/convert.ts';
import { leadDual } from '../../../bench/adversaries/products/invest.ts';
import { leadPayment } from '../../../bench/adversaries/products/launchpad.ts';
import { leadOptions, optionTerms } from '../../../bench/adversaries/products/options.ts';
import { leadRounds } from '../../../bench/adversaries/products/quiz.ts';
import { type Lead, listedAs, listedTerms, playLead } from '../../../bench/adversaries/venue-lead.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { userBalance } from '../../platform/ledger/index.ts';

/*
 * A venue is ahead of our index, and traders see it. What they send waits for as long as the venue may be ahead
 * (`FEED_LEAD_MS`); without that every product with an index price pays them.
 */

const random = process.env.ADVERSARIES_SEED ?? randomBytes(6).toString('hex');
/** Steps of 200 ms. */
const STEPS = 1_500;

let app: TestApp;
let terms: Terms;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  terms = await playedTerms(app.database);
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '100000', BTC: '1' } } });
});
afterAll(() => app.close());

const every = <T>(all: readonly T[], so: number): readonly T[] => all.filter((_, place) => place % so === 0);
const pooled = <T>(all: readonly T[], play: (each: T) => readonly number[]) => measured(all.flatMap(play));

type Play = (lead: Lead, seed: string) => ReturnType<typeof measured>;

/** Gains of a product over some of its instruments, at a lead and a hold. */
const PRODUCTS: Readonly<Record<string, Play>> = {
  spot: (lead, seed) => pooled(every(listedTerms('spot'), 6), (each) => taken(each, lead, seed)),
  leverage: (lead, seed) => pooled(every(listedTerms('lever'), 8), (each) => taken(each, lead, seed)),
  options: (lead, seed) =>
    pooled(every(optionTerms(), 2), (each) => {
      return leadOptions(each, terms.options.slice(0, 1), { seed, steps: 3 * STEPS, ...lead })[0] ?? [];
    }),
  conversions: (lead, seed) =>
    pooled(every(listedTerms('spot'), 7), ({ terms: each }) => {
      if (!each.symbol.endsWith('/USDT')) return [];
      return playQuotes(each, terms.conversion, { seed, steps: 2 * STEPS, uses: PAYS, ...lead });
    }),
  dual: (lead, seed) =>
    pooled(['buy_low', 'sell_high'] as const, (side) => {
      return leadDual({ terms: listedAs('BTC/USDT'), side, days: 1 }, { seed, steps: 3 * STEPS, ...lead });
    }),
  sales: (lead, seed) =>
    pooled(['BTC', 'ETH'], (coin) => leadPayment(coin, terms.conversion.spread, { seed, steps: 8 * STEPS, ...lead })),
  quiz: (lead, seed) =>
    pooled(terms.quiz.slice(0, 3), (series) =>
      leadRounds(series, { seed, rounds: lead.hold === 0 ? 250 : 25, ...lead }),
    ),
};

function taken(
  { terms: each, fees }: ReturnType<typeof listedTerms>[number],
  lead: Lead,
  seed: string,
): readonly number[] {
  return playLead(each, fees, { seed, steps: STEPS, ...lead }).flatMap(({ trader, gains }) =>
    trader === 'takes it up to a limit' || lead.hold > 0 ? gains : [],
  );
}

test.each(Object.keys(PRODUCTS))('%s pays who sees the venue 5 s before, where nothing waits', (name) => {
  // Of one seed, since it is a control.
  expect(earns((PRODUCTS[name] as Play)({ lead: 5_000, hold: 0 }, 'control'))).toBe(true);
});

test.each(Object.keys(PRODUCTS))(`%s does not where it waits (ADVERSARIES_SEED=${random})`, (name) => {
  expect(earns((PRODUCTS[name] as Play)({ lead: 5_000, hold: 5_000 }, random))).toBe(false);
});

const waiting = Object.entries<Call>(contract).filter(
  ([, { followsVenues, access }]) => followsVenues && access !== 'staff',
);

test('all that moves money or reaches the market waits, whatever it is', async () => {
  let waited = 0;
  app.meanwhile(() => waited++);
  const acted = new Map<string, number>();
  for (const [callId] of waiting) {
    const before = waited;
    await app.call(callId as CallId, {}, { token: ann.token, idempotencyKey: randomUUID() });
    acted.set(callId, waited - before);
  }
  app.meanwhile(() => undefined);
  expect(acted.size).toBeGreaterThan(40);
  expect([...acted.keys()]).toContain('POST /plans/stop');
  expect([...acted].filter(([, times]) => times !== 1)).toEqual([]);
});

test('a market order trades at the index that came while it waited', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  app.meanwhile(async () => {
    app.feed.setPrice('BTC/USDT', '51000');
    app.advance(400);
    await app.turn();
  });
  const order = { currency_id: 1, legal_id: 3, type: 'buy', kind: 'market', amount: '0.01' };
  const before = Number(await userBalance(app.database, ann.id, 'change', 'USDT'));
  const placed = await app.call('POST /coin/trade', order, { token: ann.token, idempotencyKey: randomUUID() });
  app.meanwhile(() => undefined);
  expect(placed, JSON.stringify(placed)).toMatchObject({ type: 'ok' });
  const paid = before - Number(await userBalance(app.database, ann.id, 'change', 'USDT'));
  expect(paid).toBeGreaterThan(509);
});

test('a quote that a venue has left behind is used too late', async () => {
  app.feed.setPrice('BTC/USDT', '50000');
  const pair = { from_currency_id: 3, to_currency_id: 1, number: '1000' };
  const { quote_id } = await app.ok('POST /user/getTransferFee', pair, { token: ann.token });
  app.advance(1_500);
  app.feed.setPrice('BTC/USDT', '50000');
  app.meanwhile(() => app.feed.setPrice('BTC/USDT', '51000'));
  const used = await app.call(
    'POST /user/Transfer',
    { ...pair, quote_id },
    { token: ann.token, idempotencyKey: randomUUID() },
  );
  app.meanwhile(() => undefined);
  expect(used).toMatchObject({ error: 'price_moved' });
});
