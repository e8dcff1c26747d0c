import { discountedRate, MOST_DISCOUNT } from '@tessera/api/vip/rules';
import { expect, test } from 'vitest';
import { createEngine } from '../../platform/market/engine.ts';
import type { SymbolFill } from '../../platform/market/engine-types.ts';
import { fillInBlocks } from '../../platform/market/fill-in-blocks.ts';
import type { PriceSource } from '../../platform/market/price-source.ts';
import { seededRandom } from '../../platform/market/random.ts';
import { createSimulatedSource } from '../../platform/market/simulated-source.ts';
import { seededCatalogue } from './seeded.ts';

/*
 * Why no strategy earns from the house, whatever it does: each fill against the house, by itself, is at a price that is no
 * better than the index of that moment once the fee is paid; and the index is expected to stay where it is. Here random
 * orders of every kind drive the house to both ends of its inventory in every instrument, at its own ticks, lots and
 * fees, at the highest VIP level, and every fill is held against the index.
 */

const STEP = 5_000;
/** A Wednesday, 15:00 UTC: New York, London and the futures are open. Hong Kong is not. */
const AMERICAN = Date.UTC(2026, 10, 18, 15);
/** 02:30 UTC: Hong Kong is. */
const ASIAN = Date.UTC(2026, 10, 18, 2, 30);
/** A lean of fee and half-spread together, at the very cap, is worth less than this: the product of both. */
const SECOND_ORDER = 1e-7;

/** Rates of an instrument at the highest VIP level. */
type Fees = { readonly maker: number; readonly taker: number };

test('no fill with the house is better than the index after the fee, in any instrument at any inventory', () => {
  const terms = seededCatalogue.marketTerms();
  const random = seededRandom('edge');
  const feesOf = new Map<string, Fees>(
    seededCatalogue.instruments.map(({ symbol, makerFeeRate, takerFeeRate }) => [
      symbol,
      {
        maker: Number(discountedRate(makerFeeRate, MOST_DISCOUNT)),
        taker: Number(discountedRate(takerFeeRate, MOST_DISCOUNT)),
      },
    ]),
  );
  const better: string[] = [];
  const left = new Set(terms.map(({ symbol }) => symbol));
  let fullest = 0;
  let fills = 0;
  for (const from of [AMERICAN, ASIAN]) {
    const source: PriceSource = createSimulatedSource({ terms, seed: `edge ${from}` });
    const engine = createEngine({ terms, source, overallCap: 1e15 });
    const inventories = new Map<string, number>();
    const judge = (symbol: string, made: readonly Omit<SymbolFill, 'symbol'>[]): void => {
      const index = source.price(symbol)?.mid as number;
      const fees = feesOf.get(symbol) as Fees;
      for (const { taker, maker, side, price, lots } of made) {
        if (taker && maker) continue;
        fills++;
        const userBuys = taker ? side === 'buy' : side === 'sell';
        const fee = taker ? fees.taker : fees.maker;
        // The fee is taken of what is received: lots of a buyer, money of a seller.
        const edge = userBuys ? (index / price) * (1 - fee) - 1 : (price / index) * (1 - fee) - 1;
        // An assertion of each fill takes longer than all fills.
        if (!(edge <= SECOND_ORDER))
          better.push(`${symbol} ${userBuys ? 'bought' : 'sold'} at ${price}, index ${index}`);
        inventories.set(symbol, (inventories.get(symbol) ?? 0) + (userBuys ? -lots : lots));
      }
    };
    for (let step = 0; step < 90; step++) {
      const at = from + step * STEP;
      for (const { symbol, ...fill } of engine.tick(at)) judge(symbol, [fill]);
      if (step < 10) continue;
      // Half of the time towards one end of the inventory, then towards the other.
      const drive = step < 50 ? 'buy' : 'sell';
      for (const { symbol, house } of terms) {
        if (engine.refusal(symbol, at)) continue;
        left.delete(symbol);
        const id = `${from} ${step} ${symbol}`;
        const lots = Math.max(1, Math.ceil((0.5 + random.unit()) * house.depth));
        const order = { id, userId: `user ${step}`, lots, price: null, timeInForce: 'IOC' } as const;
        const index = source.price(symbol)?.mid as number;
        const best = engine.prices(symbol);
        // Small orders against the drive meet the quotes that lean most.
        if (step % 5 === 4) {
          const side = drive === 'buy' ? 'sell' : 'buy';
          judge(
            symbol,
            engine.place(symbol, { ...order, side, lots: Math.max(1, Math.ceil(house.depth / 1_000)) }).fills,
          );
        } else if (step % 5 === 3 && best?.bid && best.ask) {
          // Rests inside of the spread, or as near to the index as it can.
          const side = random.unit() < 0.5 ? 'buy' : 'sell';
          const price =
            side === 'buy' ? Math.min(best.ask - 1, Math.floor(index)) : Math.max(best.bid + 1, Math.ceil(index));
          if (price >= 1) judge(symbol, engine.place(symbol, { ...order, side, price, timeInForce: 'GTC' }).fills);
        } else if (step % 5 === 1) {
          // Blocks as copies are filled in, which by themselves are no better than the index.
          const wanted = [{ lots, within: 0.01, worst: null }];
          fillInBlocks(engine, { symbol, side: drive }, wanted, (_, share, price) => {
            if (!(drive === 'buy' ? price > index : price < index))
              better.push(`${symbol} block at ${price}, index ${index}`);
            judge(symbol, engine.takeBlock(symbol, { id, userId: order.userId, side: drive, lots: share, price }));
          });
        } else judge(symbol, engine.place(symbol, { ...order, side: drive }).fills);
        fullest = Math.max(fullest, Math.abs(inventories.get(symbol) ?? 0) / (house.cap * house.depth));
      }
    }
  }
  expect(better).toEqual([]);
  expect([...left]).toEqual([]);
  expect(fills).toBeGreaterThan(50_000);
  expect(fullest).toBeGreaterThan(0.99);
});
