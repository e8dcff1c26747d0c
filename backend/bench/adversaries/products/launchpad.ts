import { allocate, type Commitment, costOf, leastPrice, settle } from '@tessera/api/launchpad/rules';
import { add } from '@tessera/money';
import { seededCatalogue } from '../../../src/domains/instruments/index.ts';
import { priceProcess } from '../../../src/platform/market/price-process.ts';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { episodes, indexAt, type Lead, leadPath, listedAs } from '../venue-lead.ts';

const PRICE = '0.5';
const WANTED = '10000';
const DILUTES = '190000';
const SALE = { supply: '1000000', cap: '10000', scale: 6 };
const USDT_DIGITS = 6;
const COIN_DIGITS = 8;
const BID_DIGITS = 16;

/** What a sale may be paid with besides USDT, as staff set it: any coin with a market against USDT. */
const COINS = seededCatalogue.currencies
  .filter(({ code, kind }) => kind === 'crypto' && code !== 'USDT')
  .map(({ code }) => code);

const coinTerms = (coin: string) => listedAs(`${coin}/USDT`);

/** A subscription that is paid in a coin, which the house buys at its bid: coins given, and the subscription in USDT. */
function paidIn(bid: number, amount = WANTED): { readonly coins: number; readonly order: Commitment } {
  const coins = Number(costOf(amount, leastPrice(PRICE, bid.toFixed(BID_DIGITS)), COIN_DIGITS));
  const paid = costOf(amount, PRICE, USDT_DIGITS);
  return { coins, order: { id: '1', amount, payCurrency: 'USDT', payScale: USDT_DIGITS, price: PRICE, paid } };
}

/** What these subscriptions come to: tokens at the price of the sale, and what goes back. */
function worthOf(orders: readonly Commitment[], others: string): number {
  const own = orders.reduce((total, { amount }) => add(total, amount), '0');
  const [allotted = '0'] = allocate(SALE, [own, others]);
  return settle(orders, allotted, SALE.scale).reduce((total, { allotted: tokens, returned }) => {
    return total + Number(tokens) * Number(PRICE) + Number(returned);
  }, 0);
}

const HOUR = 3_600_000;

/** Pays in a coin, waits for two days, and dilutes it by a later subscription in USDT where the coin has risen. */
function* dilutes({ conversion }: Terms, { seed, paths }: Effort): Generator<Played> {
  for (const coin of COINS) {
    const { symbol, simulation } = coinTerms(coin);
    const random = drawsOf(`${seed} launchpad ${coin}`);
    const gains = Array.from({ length: paths }, () => {
      const process = priceProcess([{ symbol, parts: simulation.parts }], random, () => 0);
      for (let hour = 1; hour <= 48; hour++) process.step(hour * HOUR, HOUR, () => true);
      const rose = process.log(0) > 0;
      const { coins, order } = paidIn(simulation.start * (1 - Number(conversion.spread)));
      const late = { ...paidIn(1).order, id: '2', amount: DILUTES, paid: costOf(DILUTES, PRICE, USDT_DIGITS) };
      const spent = coins * simulation.start + (rose ? Number(late.paid) : 0);
      return (worthOf(rose ? [order, late] : [order], '1000000') - spent) / (coins * simulation.start);
    });
    yield { instrument: `${coin}/USDT`, term: '2 d', strategy: 'dilutes what was paid in a coin', ...measured(gains) };
  }
}

/** Subscribes at once, in USDT and in each coin, at the least price that is taken. */
function* subscribes({ conversion }: Terms): Generator<Played> {
  for (const coin of COINS) {
    const { start } = coinTerms(coin).simulation;
    const { coins, order } = paidIn(start * (1 - Number(conversion.spread)));
    const gain = worthOf([order], '1000000') / (coins * start) - 1;
    yield { instrument: `${coin}/USDT`, term: 'at once', strategy: 'pays in a coin', ...computed(gain) };
  }
  const { order } = paidIn(1);
  const gain = worthOf([order], '1000000') / Number(order.paid) - 1;
  yield { instrument: 'USDT', term: 'at once', strategy: 'pays in USDT', ...computed(gain) };
}

/** Pays in a coin that the venue has already sold: the house buys it at the bid of the index that is behind. */
export function leadPayment(
  coin: string,
  spread: string,
  { seed, steps, ...lead }: Lead & { readonly seed: string; readonly steps: number },
): number[] {
  const terms = coinTerms(coin);
  const path = leadPath(terms, seed, steps, lead);
  const tick = Number(terms.tick);
  const cost = Number(spread) + terms.house.halfSpread;
  const samples = episodes();
  for (let step = path.behind; step + path.held < steps; step++) {
    const bidAt = (at: number) => indexAt(path, at) * tick * (1 - cost);
    if ((path.venue[step] as number) * tick >= bidAt(step)) continue;
    const acts = step + path.held;
    // The price that was seen is taken while it is no lower than the least one.
    if (bidAt(acts) < bidAt(step)) continue;
    const { coins, order } = paidIn(bidAt(step));
    samples.add(step, Number(order.paid) - coins * (path.venue[acts] as number) * tick, Number(order.paid));
  }
  return samples.gains();
}

function* leaders({ conversion }: Terms, { seed, leadSteps, leads }: Effort): Generator<Played> {
  for (const coin of COINS) {
    for (const lead of leads) {
      const gains = leadPayment(coin, conversion.spread, { seed, steps: leadSteps, lead, hold: lead });
      const term = `leads ${lead / 1_000} s`;
      yield { instrument: `${coin}/USDT`, term, strategy: 'pays in what has fallen', ...measured(gains) };
    }
  }
}

export const launchpadPlays: Plays = {
  predictor: { cells: subscribes },
  ring: { cells: dilutes },
  friend: { none: 'the house sells, at a price that no user sets' },
  leader: { cells: leaders },
};
