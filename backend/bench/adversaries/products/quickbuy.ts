import { bought, owedRate } from '@tessera/api/quickbuy/rules';
import { add } from '@tessera/money';
import { agedSpread } from '../../../src/domains/fiat/index.ts';
import { configurationDefaults } from '../../../src/domains/site/configuration.ts';
import { priceProcess } from '../../../src/platform/market/price-process.ts';
import { type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { tableMoves } from '../table-moves.ts';
import { listedAs, listedTerms } from '../venue-lead.ts';

const MINUTE = 60_000;
const STEP = 20 * MINUTE;
const AMOUNT = '100000';
const SCALE = 6;

const forex = new Set(listedTerms('lever').map(({ terms }) => terms.symbol));
const isListed = (symbol: string): boolean => forex.has(symbol);

/** What moves a fiat currency; where no market of it is listed, as the euro moves. */
const partsOf = (fiat: string) => listedAs([`${fiat}/USD`, `USD/${fiat}`].find(isListed) ?? 'EUR/USD');

type Method = Terms['buying'][number];

/**
 * Orders at the rate of the moment, and pays at the last one if the currency has fallen by more than the fee meanwhile: what
 * the coins are worth more than the money. `holds`: the rate of the order is owed whatever happened. Who does not pay
 * loses nothing.
 */
export function waits(
  { fee_rate: feeRate, pay_within }: Pick<Method, 'fee_rate' | 'pay_within'>,
  fiat: string,
  { seed, paths, holds }: { readonly seed: string; readonly paths: number; readonly holds: boolean },
): number[] {
  const { symbol, simulation } = partsOf(fiat);
  const random = drawsOf(`${seed} quickbuy ${fiat} ${pay_within}`);
  const process = priceProcess([{ symbol, parts: simulation.parts }], random, () => 0);
  let now = 0;
  return Array.from({ length: paths }, () => {
    const before = process.log(0);
    for (const end = now + pay_within * MINUTE; now < end; now += STEP) process.step(now, STEP, () => true);
    const live = Math.exp(process.log(0) - before).toFixed(SCALE);
    const owed = holds ? '1' : owedRate('1', live, feeRate);
    const { net } = bought(AMOUNT, { rate: owed, feeRate, price: '1', scale: SCALE });
    const gain = (Number(net) * Number(live)) / Number(AMOUNT) - 1;
    return Number(live) * (1 - Number(feeRate)) > 1 ? gain : 0;
  });
}

/**
 * Buys at a table of up to two days before only where the currency has fallen by more than fee and spread since: what the
 * coins are worth more than the money. `daily`: the spread that a day of the table costs (`agedSpread`).
 */
export function dealsLate(
  { fee_rate: feeRate }: Pick<Method, 'fee_rate'>,
  fiat: string,
  { seed, paths, daily }: { readonly seed: string; readonly paths: number; readonly daily: string },
): number[] {
  return tableMoves(fiat, { seed, paths }).map(({ age, live }) => {
    const rate = add('1', agedSpread(daily, age));
    const { net } = bought(AMOUNT, { rate, feeRate, price: '1', scale: SCALE });
    return Math.max(0, (Number(net) * live) / Number(AMOUNT) - 1);
  });
}

function* predictors({ buying }: Terms, { seed, paths }: Effort): Generator<Played> {
  for (const method of buying) {
    for (const fiat of method.fiats.filter((each) => each !== 'USD')) {
      const term = method.method;
      const gains = waits(method, fiat, { seed, paths, holds: false });
      yield { instrument: fiat, term, strategy: 'pays where its money has fallen', ...measured(gains) };
      if ([`${fiat}/USD`, `USD/${fiat}`].some(isListed)) continue;
      const late = dealsLate(method, fiat, { seed, paths, daily: configurationDefaults.conversion_daily_rate_spread });
      yield { instrument: fiat, term, strategy: 'buys at the table of before', ...measured(late) };
    }
  }
}

export const quickbuyPlays: Plays = {
  predictor: { cells: predictors },
  ring: {
    none: 'the money comes from a bank or a provider: accounts of one person have nothing to do with each other',
  },
  friend: { none: 'the house alone is across' },
  leader: {
    none: 'the price of a coin is that of the moment in which the money was confirmed, which the payer does not set',
  },
};
