import { MOST_DISCOUNT } from '@tessera/api/vip/rules';
import { seededCatalogue } from '../../src/domains/instruments/index.ts';
import { opposite, type Side } from '../../src/platform/market/order-book.ts';
import { priceProcess } from '../../src/platform/market/price-process.ts';
import type { Random } from '../../src/platform/market/random.ts';
import { SymbolMarket } from '../../src/platform/market/symbol-market.ts';
import type { MarketTerms } from '../../src/platform/market/terms.ts';
import { drawsOf } from './draws.ts';

/*
 * A venue whose price our index follows some time later, and those who see it at once. What they send acts after the hold
 * of the deployment (`FEED_LEAD_MS`). The hour is one of news: volatility is at the 95th percentile of its law, and there is
 * a jump of the process's own size each minute.
 */

export const STEP = 200;
/** Log volatility terms of an agitated hour. */
const AGITATED = 1.645;
const DEVIATIONS = [0.4, 0.35, 0.5, 0.4] as const;
const VARIANCE = DEVIATIONS.reduce((sum, deviation) => sum + deviation ** 2, 0);
const JUMPS_A_STEP = STEP / 60_000;
const JUMP_SCALE = 0.002;
/** A Wednesday, 15:00 UTC. */
const START = Date.UTC(2026, 10, 18, 15);

export type Lead = {
  /** How far the venue is ahead of the index, ms. */
  readonly lead: number;
  /** After which time what a user sends acts, ms. */
  readonly hold: number;
};

/** Prices of the venue at steps of 200 ms, in ticks, and those of the index, which is behind by the lead. */
export type LeadPath = { readonly venue: Float64Array; readonly behind: number; readonly held: number };

export const timeOf = (step: number): number => START + step * STEP;

/** The index of a step, in ticks with fractions. */
export const indexAt = ({ venue, behind }: LeadPath, step: number): number =>
  venue[Math.max(0, step - behind)] as number;

/**
 * An hour of news on an instrument; of one seed the venue's prices are the same whatever the lead is. `skipped` steps, from
 * one to before another, are drawn as one: their prices are not looked at.
 */
export function leadPath(
  { symbol, tick, simulation }: Pick<MarketTerms, 'symbol' | 'tick' | 'simulation'>,
  seed: string,
  steps: number,
  { lead, hold }: Lead,
  skipped: readonly [from: number, to: number] = [0, 0],
): LeadPath {
  const random = drawsOf(`${seed} lead ${symbol}`);
  const agitated = DEVIATIONS.map((deviation) => (AGITATED * deviation ** 2) / Math.sqrt(VARIANCE));
  const volatility = Object.fromEntries(simulation.parts.map(({ key }) => [key, agitated]));
  const process = priceProcess(
    [{ symbol, parts: simulation.parts }],
    random,
    () => Math.log(simulation.start / Number(tick)),
    { volatility, log: {} },
  );
  const weight = Math.sqrt(simulation.parts.reduce((sum, part) => sum + part.weight ** 2, 0));
  let jumped = 0;
  const venue = Float64Array.from({ length: steps }, (_, step) => {
    const [from, to] = skipped;
    if (step < from || step >= to) process.step(timeOf(step), STEP, () => true);
    else if (step === from) process.step(timeOf(to - 1), (to - from) * STEP, () => true);
    if (random.unit() < JUMPS_A_STEP) jumped += jumpOf(random, JUMP_SCALE * weight);
    return Math.exp(process.log(0) + jumped);
  });
  return { venue, behind: Math.round(lead / STEP), held: Math.round(hold / STEP) };
}

/** A jump whose factor is expected to be 1. */
function jumpOf(random: Random, scale: number): number {
  const u = random.unit() - 0.5;
  const size = -scale * Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  return size + Math.log1p(-scale * scale);
}

/** Steps within which what a trader does counts as one sample: 10 s. */
const EPISODE = 50;

/** Adds up gains and notional values by episodes; each is a sample. */
export function episodes() {
  const found = new Map<number, { gain: number; notional: number }>();
  return {
    add(step: number, gain: number, notional: number): void {
      const place = Math.floor(step / EPISODE);
      const before = found.get(place) ?? { gain: 0, notional: 0 };
      found.set(place, { gain: before.gain + gain, notional: before.notional + notional });
    },
    /** Of a notional value of 1. */
    gains: (): number[] => [...found.values()].map(({ gain, notional }) => gain / notional),
  };
}

export type Fees = { readonly maker: number; readonly taker: number };

/** Lots of the book that a trader takes at once, in depths. */
const SIZE = 1;

type Sent = { readonly at: number; readonly act: () => void };

/** The market of one instrument with the ladder of the house, and what traders have sent that does not act yet. */
class LeadMarket {
  readonly market: SymbolMarket;
  readonly path: LeadPath;
  readonly terms: MarketTerms;
  readonly episodes = episodes();
  readonly #fees: Fees;
  readonly #sent: Sent[] = [];
  step = 0;
  #ids = 0;

  constructor(terms: MarketTerms, fees: Fees, path: LeadPath) {
    this.terms = terms;
    this.#fees = fees;
    this.path = path;
    this.market = new SymbolMarket(terms.house);
  }

  /** Fair as those who see the venue know it. */
  get seen(): number {
    return this.path.venue[this.step] as number;
  }

  /** A position is closed at the taker's fee, which is kind: the ladder costs more. */
  #count(side: Side, price: number, lots: number, fee: number): void {
    const sign = side === 'buy' ? 1 : -1;
    const gain = (sign * (this.seen - price)) / price - fee - this.#fees.taker;
    this.episodes.add(this.step, gain * lots, lots);
  }

  send(act: () => void): void {
    this.#sent.push({ at: this.step + this.path.held, act });
    this.#deliver();
  }

  #deliver(): void {
    while (this.#sent[0] && this.#sent[0].at <= this.step) this.#sent.shift()?.act();
  }

  pass(): void {
    this.step++;
    for (const { maker, side, price, lots } of this.market.move(indexAt(this.path, this.step), timeOf(this.step))) {
      if (maker) this.#count(opposite(side), price, lots, this.#fees.maker);
    }
    this.#deliver();
  }

  take(side: Side, price: number | null): void {
    const lots = Math.max(1, Math.floor(this.terms.house.depth * SIZE));
    const order = { id: `t${this.#ids++}`, userId: 'leader', side, lots, price, timeInForce: 'IOC' as const };
    for (const fill of this.market.place(order).fills) this.#count(side, fill.price, fill.lots, this.#fees.taker);
  }

  /** Rests an order; returns its id. */
  rest(side: Side, price: number): string {
    const id = `r${this.#ids++}`;
    const lots = Math.max(1, Math.floor(this.terms.house.depth / 10));
    this.market.place({ id, userId: 'leader', side, lots, price, timeInForce: 'GTC', postOnly: true });
    return id;
  }
}

/** A strategy: called on each step, after the market has moved. */
type LeadTrader = { readonly name: string; readonly enter: (market: LeadMarket, fees: Fees) => () => void };

/** Where the venue is beyond what both fees and the half-spread cost, the side to take; null elsewhere. */
function worthTaking(market: LeadMarket, { taker }: Fees): Side | null {
  const move = market.seen / indexAt(market.path, market.step) - 1;
  return Math.abs(move) > 2 * taker + market.terms.house.halfSpread ? (move > 0 ? 'buy' : 'sell') : null;
}

export const LEAD_TRADERS: readonly LeadTrader[] = [
  {
    name: 'takes what the venue has left behind',
    enter: (market, fees) => () => {
      const side = worthTaking(market, fees);
      if (side) market.send(() => market.take(side, null));
    },
  },
  {
    name: 'takes it up to a limit',
    enter: (market, fees) => () => {
      const side = worthTaking(market, fees);
      if (!side) return;
      const sign = side === 'buy' ? 1 : -1;
      const limit = market.seen * (1 - sign * 2 * fees.taker);
      market.send(() => market.take(side, side === 'buy' ? Math.floor(limit) : Math.ceil(limit)));
    },
  },
  {
    name: 'rests and cancels in time',
    enter: (market, fees) => {
      let resting: { readonly id: string; readonly side: Side; readonly price: number } | null = null;
      let side: Side = 'buy';
      return () => {
        const sign = side === 'buy' ? 1 : -1;
        const holds = (price: number) => sign * (market.seen / price - 1) > fees.maker + fees.taker;
        if (resting && !market.market.order(resting.id)) resting = null;
        if (resting && !holds(resting.price)) {
          const { id } = resting;
          market.send(() => market.market.cancel(id));
          resting = null;
        }
        if (resting) return;
        side = opposite(side);
        const turned = side === 'buy' ? 1 : -1;
        const near = indexAt(market.path, market.step) * (1 - turned * market.terms.house.halfSpread);
        const price = side === 'buy' ? Math.floor(near) : Math.ceil(near);
        if (turned * (market.seen / price - 1) <= fees.maker + fees.taker) return;
        const placed = { id: '', side, price };
        market.send(() => {
          placed.id = market.rest(placed.side, price);
        });
        resting = placed;
      };
    },
  },
];

/** The gains of each trader who sees the venue of an instrument, of a notional value of 1. */
export function playLead(
  terms: MarketTerms,
  fees: Fees,
  { seed, steps, ...lead }: Lead & { readonly seed: string; readonly steps: number },
): readonly { readonly trader: string; readonly gains: readonly number[] }[] {
  const path = leadPath(terms, seed, steps, lead);
  return LEAD_TRADERS.map(({ name, enter }) => {
    const market = new LeadMarket(terms, fees, path);
    const turn = enter(market, fees);
    while (market.step + 1 < steps) {
      market.pass();
      // Half a minute in which the ladder fills.
      if (market.step > 150) turn();
    }
    return { trader: name, gains: market.episodes.gains() };
  });
}

const lowest = (rate: string): number => Number(rate) * (1 - Number(MOST_DISCOUNT));

const listedBy = new Map(seededCatalogue.marketTerms().map((terms) => [terms.symbol, terms]));

/** Terms of a listed instrument. */
export function listedAs(symbol: string): MarketTerms {
  const found = listedBy.get(symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  return found;
}

/** Instruments that are traded so, with the lowest fees of all VIP levels. */
export const listedTerms = (trades: 'spot' | 'lever') =>
  seededCatalogue.instruments
    .filter((instrument) => instrument.trades.includes(trades))
    .map((instrument) => ({
      instrument,
      terms: listedAs(instrument.symbol),
      fees: { maker: lowest(instrument.makerFeeRate), taker: lowest(instrument.takerFeeRate) },
    }));
