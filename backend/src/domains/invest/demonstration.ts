import { fairYield, MATURES_AT_MS, saleEndsAt, termYield } from '@tessera/api/invest/rules';
import { cmp, div, mul, quantize, sub, toStep } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, houseBalance, postJournals } from '../../platform/ledger/index.ts';
import { dayOf } from './days.ts';
import { type InvestMarket, liveIndex, valuedAt, volatilityOf } from './offer.ts';
import { isOpenHour } from './products.ts';
import {
  insertProduct,
  type NewProduct,
  offeredByJob,
  offeredCodes,
  type StoredProduct,
  setRate,
  setTerms,
} from './store.ts';

/*
 * Products of a demonstration. Each day at 08:00 UTC the sale of some ends and that of others begins, announced a day
 * before: so every state is there at any time. Terms follow the market by the same estimate that guards every sale.
 */

const DAY = 86_400_000;
/** ms between two runs. */
const EVERY = 30_000;

/** Instruments of dual products; a share, and how many. Days that they pay for. */
export const DUAL = [
  { section: 'blockchain', side: 'sell_high', symbol: 'BTC/USDT', share: '0.01', shares: 200 },
  { section: 'blockchain', side: 'buy_low', symbol: 'BTC/USDT', share: '100', shares: 1_500 },
  { section: 'blockchain', side: 'sell_high', symbol: 'ETH/USDT', share: '0.1', shares: 300 },
  { section: 'blockchain', side: 'buy_low', symbol: 'ETH/USDT', share: '100', shares: 1_000 },
  { section: 'metals', side: null, symbol: 'XAU/USD', share: '100', shares: 1_000 },
  { section: 'metals', side: null, symbol: 'XAG/USD', share: '100', shares: 500 },
] as const;
export const DUAL_DAYS = [1, 7] as const;

export const DEMAND = [
  { currency: 'USDT', rate: '0.03', share: '1', shares: 2_000_000 },
  { currency: 'USDC', rate: '0.028', share: '1', shares: 1_000_000 },
  { currency: 'BTC', rate: '0.005', share: '0.0001', shares: 200_000 },
  { currency: 'ETH', rate: '0.012', share: '0.001', shares: 500_000 },
  { currency: 'SOL', rate: '0.035', share: '0.01', shares: 500_000 },
  { currency: 'LTC', rate: '0.008', share: '0.01', shares: 500_000 },
] as const;

export const FIXED = [
  { currency: 'USDT', days: 7, rate: '0.04', penalty: '0.002', share: '100', shares: 2_000 },
  { currency: 'USDT', days: 30, rate: '0.055', penalty: '0.005', share: '100', shares: 2_000 },
  { currency: 'USDT', days: 90, rate: '0.07', penalty: '0.01', share: '100', shares: 1_000 },
  { currency: 'USDC', days: 30, rate: '0.052', penalty: '0.005', share: '100', shares: 1_000 },
  { currency: 'USDC', days: 90, rate: '0.065', penalty: '0.01', share: '100', shares: 500 },
  { currency: 'BTC', days: 30, rate: '0.01', penalty: '0.005', share: '0.01', shares: 300 },
  { currency: 'BTC', days: 90, rate: '0.015', penalty: '0.01', share: '0.01', shares: 300 },
  { currency: 'ETH', days: 30, rate: '0.022', penalty: '0.005', share: '0.1', shares: 500 },
  { currency: 'ETH', days: 90, rate: '0.028', penalty: '0.01', share: '0.1', shares: 500 },
  { currency: 'SOL', days: 30, rate: '0.055', penalty: '0.005', share: '1', shares: 1_000 },
] as const;

/** What the house holds to exchange; refilled once a day where it fell below a half. */
const FUNDS = [
  ['USDT', '5000000'],
  ['BTC', '60'],
  ['ETH', '1200'],
] as const;

/** The house offers this much of what the option is worth, and prices anew outside of these bounds. */
export const OFFERED = '0.8';
const LEAST = '0.6';
export const MOST = '0.95';
/**
 * By days: how far the pegged price is from the market, in standard deviations of the price until the exchange. At a
 * volatility of a half, yearly rates are about 10 to 60 %; they fall while a product is on sale.
 */
export const APART = { 1: 1.25, 7: 0.9 } as const satisfies Readonly<Record<(typeof DUAL_DAYS)[number], number>>;
const RATE_DIGITS = 4;
const MOST_RATE = '5';

export type DemonstrationParts = { readonly database: Database; readonly market: () => InvestMarket };

/** A round price near one: its first three digits. */
function roundPrice(price: string): string {
  const digits = Math.trunc(Math.log10(Number(price))) - 2;
  const step = digits >= 0 ? `1${'0'.repeat(digits)}` : `0.${'0'.repeat(-digits - 1)}1`;
  return toStep(price, step);
}

/** The pegged price of a product whose sale begins now or later: above the market where users sell, below it elsewhere. */
function peggedPrice(
  live: string,
  { side, volatility, days }: Pick<NewProduct, 'side' | 'volatility' | 'days'>,
): string {
  // Its sale takes a day.
  const apart = APART[days === 1 ? 1 : 7] * Number(volatility) * Math.sqrt(((days ?? 0) + 1) / 365);
  return roundPrice((Number(live) * Math.exp(side === 'sell_high' ? apart : -apart)).toFixed(8));
}

/** The yearly rate that the house offers for what the option is worth; null where it is worth nothing. */
function offeredRate(market: InvestMarket, product: StoredProduct | NewProduct, live: string): string | null {
  const { days, opens_at } = product;
  const valued = valuedAt(market, product, live, Math.max(market.now(), opens_at));
  if (!valued || days === null) return null;
  const rate = quantize(div(mul(mul(fairYield(valued), OFFERED), '365'), String(days)), RATE_DIGITS, 'down');
  if (cmp(rate, '0') <= 0) return null;
  return cmp(rate, MOST_RATE) > 0 ? MOST_RATE : rate;
}

/** The dual products of a sale that ends at a time, Unix ms. */
async function dualProducts(market: InvestMarket, closesAt: number, known: ReadonlySet<string>): Promise<NewProduct[]> {
  const { catalogue, now } = market;
  const products: NewProduct[] = [];
  for (const { section, side, symbol, share, shares } of DUAL) {
    const codeOf = (days: number): string =>
      `demonstration:dual:${symbol}:${side ?? 'metal'}:${days}:${dayOf(closesAt)}`;
    const missing = DUAL_DAYS.filter((days) => !known.has(codeOf(days)));
    const live = liveIndex(market, symbol);
    const instrument = catalogue.instrument(symbol);
    if (missing.length === 0 || live === null || !instrument) continue;
    const volatility = await volatilityOf(market, symbol);
    if (volatility === null || cmp(volatility, '0') <= 0) continue;
    const currency = side === 'sell_high' ? instrument.base : 'USDT';
    for (const days of missing) {
      const matures_at = closesAt + days * DAY;
      if (!isOpenHour(catalogue, symbol, matures_at)) continue;
      const product: NewProduct = {
        code: codeOf(days),
        rolled: true,
        section,
        side,
        symbol,
        currency,
        other_currency: side === null ? null : side === 'sell_high' ? 'USDT' : instrument.base,
        name: null,
        description: null,
        price: peggedPrice(live, { side, volatility, days }),
        annual_rate: '0',
        penalty_ratio: '0',
        days,
        matures_at,
        volatility,
        share_size: share,
        total_shares: shares,
        min_shares: 1,
        max_shares: null,
        opens_at: closesAt - DAY,
        closes_at: saleEndsAt(matures_at, days),
        open: true,
        created_at: now(),
      };
      const annual_rate = offeredRate(market, product, live);
      if (annual_rate !== null) products.push({ ...product, annual_rate });
    }
  }
  return products;
}

const deposit = (
  now: number,
  { currency, rate, share, shares }: { currency: string; rate: string; share: string; shares: number },
  more: Pick<NewProduct, 'code' | 'section' | 'days' | 'penalty_ratio'>,
): NewProduct => ({
  rolled: true,
  side: null,
  symbol: null,
  currency,
  other_currency: null,
  name: null,
  description: null,
  price: null,
  annual_rate: rate,
  matures_at: null,
  volatility: null,
  share_size: share,
  total_shares: shares,
  min_shares: 1,
  max_shares: null,
  opens_at: now,
  closes_at: null,
  open: true,
  created_at: now,
  ...more,
});

/** Deposits that are always offered; fixed ones anew each quarter of a year, so that they never sell out for good. */
function deposits(now: number): NewProduct[] {
  const date = new Date(now);
  const quarter = `${date.getUTCFullYear()}-${Math.trunc(date.getUTCMonth() / 3) + 1}`;
  const ends = Date.UTC(date.getUTCFullYear(), (Math.trunc(date.getUTCMonth() / 3) + 1) * 3, 1);
  return [
    ...DEMAND.map((each) =>
      deposit(now, each, {
        code: `demonstration:demand:${each.currency}`,
        section: 'demand',
        days: null,
        penalty_ratio: '0',
      }),
    ),
    ...FIXED.map((each) => ({
      ...deposit(now, each, {
        code: `demonstration:fixed:${each.currency}:${each.days}:${quarter}`,
        section: 'fixed',
        days: each.days,
        penalty_ratio: each.penalty,
      }),
      closes_at: ends,
    })),
  ];
}

/** Brings what the house holds to exchange up to its target, at most once a day. */
async function refill(tx: Transaction, now: number): Promise<void> {
  for (const [currency, target] of FUNDS) {
    const held = await houseBalance(tx, 'dual', currency);
    if (cmp(mul(held, '2'), target) >= 0) continue;
    const amount = sub(target, held);
    await postJournals(tx, [
      {
        ref: `house:dual:${currency}:demonstration:${dayOf(now)}`,
        kind: 'adjustment',
        reference: 'demonstration',
        at: now,
        entries: [
          { account: houseAccount('grants'), currency, amount: `-${amount}` },
          { account: houseAccount('dual'), currency, amount },
        ],
      },
    ]);
  }
}

/** Sets the terms anew of products whose yield has left its bounds; what is not on sale yet gets a new price too. */
async function reprice(sql: Sql, market: InvestMarket): Promise<void> {
  const at = market.now();
  const volatilities = new Map<string, string | null>();
  for (const product of await offeredByJob(sql, at)) {
    const { symbol, opens_at, days, price } = product;
    const live = symbol === null ? null : liveIndex(market, symbol);
    if (symbol === null || live === null || price === null) continue;
    if (!volatilities.has(symbol)) volatilities.set(symbol, await volatilityOf(market, symbol));
    const volatility = volatilities.get(symbol) ?? null;
    if (volatility === null || cmp(volatility, '0') <= 0) continue;
    const soon = opens_at > at;
    const near = soon ? peggedPrice(live, { side: product.side, volatility, days }) : price;
    const priced = { ...product, price: near, volatility };
    const rate = offeredRate(market, priced, live);
    if (rate === null) continue;
    const valued = valuedAt(market, priced, live, Math.max(at, opens_at));
    const fair = valued ? fairYield(valued) : '0';
    const offered = termYield(product.annual_rate, days ?? 0);
    const within = cmp(offered, mul(fair, LEAST)) >= 0 && cmp(offered, mul(fair, MOST)) <= 0;
    if (within && near === price) continue;
    await setTerms(sql, product.id, { price: near, annual_rate: rate, volatility });
  }
}

/** Offers the products of today and of tomorrow, and prices what is on sale. */
export const demonstrationJob = ({ database, market }: DemonstrationParts): RecurringJob => ({
  name: 'invest-demonstration',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  async run({ fence }) {
    const now = market().now();
    const closes = Math.floor((now - MATURES_AT_MS) / DAY + 1) * DAY + MATURES_AT_MS;
    // Prices are read before the transaction: it holds no lock while they come.
    const known = await offeredCodes(database, now);
    const products = [
      ...deposits(now).filter(({ code }) => !known.has(code)),
      ...(await dualProducts(market(), closes, known)),
      ...(await dualProducts(market(), closes + DAY, known)),
    ];
    await database.transaction(async (tx) => {
      await fence(tx);
      await refill(tx, now);
      for (const product of products) {
        const added = await insertProduct(tx, product);
        if (added?.section === 'demand') await setRate(tx, added.id, dayOf(now), added.annual_rate);
      }
    });
    await reprice(database, market());
  },
});
