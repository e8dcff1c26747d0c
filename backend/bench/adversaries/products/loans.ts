import { COLLATERALS, LOAN_CURRENCY, type LoanTerms, liquidate } from '@tessera/api/loans/rules';
import { quantize } from '@tessera/money';
import { priceProcess } from '../../../src/platform/market/price-process.ts';
import type { Random } from '../../../src/platform/market/random.ts';
import { type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { drawsOf } from '../draws.ts';
import { indexAt, leadPath, listedAs } from '../venue-lead.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

/** What a borrower of 1 who leaves the collateral behind gains where the price falls by a gap from a ratio, fee included. */
export function walkAway(terms: LoanTerms, ratio: number, gap: number): number {
  const owed = '1000000';
  const collateral = quantize(String(Number(owed) * ratio), 8, 'up');
  const price = (1 - gap).toFixed(12);
  const { shortfall, fee } = liquidate({
    ...{ collateral, scale: 8, price, owed, owedScale: 8, feeRate: terms.liquidation_fee },
  });
  return (Number(shortfall) - Number(fee)) / Number(owed);
}

/** The fall at once, a ratio, from just above liquidation at which a borrower who walks away begins to gain. */
export function turningGap(terms: LoanTerms): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (walkAway(terms, Number(terms.liquidation_ratio), middle) > 0) high = middle;
    else low = middle;
  }
  return high;
}

/** Loans that stand a thousandth above liquidation, for a day of prices that are looked at each minute. */
function loanGains(symbol: string, terms: Terms, random: Random, paths: number): number[] {
  const { parts } = listedAs(symbol).simulation;
  const [liquidation, interest] = [Number(terms.loans.liquidation_ratio), Number(terms.dayRate)];
  const ratio = liquidation * 1.001;
  return Array.from({ length: paths }, () => {
    const volatility = Object.fromEntries(
      parts.map(({ key }) => [key, [0.4, 0.35, 0.5, 0.4].map((deviation) => deviation * random.normal())]),
    );
    const process = priceProcess([{ symbol, parts }], random, () => 0, { volatility, log: {} });
    for (let minute = 1; minute <= DAY_MINUTES; minute++) {
      process.step(Date.UTC(2026, 10, 23) + minute * MINUTE, MINUTE, () => true);
      const gap = 1 - Math.exp(process.log(0));
      if (ratio * (1 - gap) < liquidation) return walkAway(terms.loans, ratio, gap) - interest;
    }
    return -interest;
  });
}

/** What secures a loan and has a price. */
const secured = () =>
  COLLATERALS.filter((code) => code !== LOAN_CURRENCY).map((code) => listedAs(`${code}/${LOAN_CURRENCY}`));

function* walkers(terms: Terms, { seed, loanPaths }: Effort): Generator<Played> {
  for (const { symbol } of secured()) {
    const gains = loanGains(symbol, terms, drawsOf(`${seed} loans ${symbol}`), loanPaths);
    yield { instrument: symbol, term: '1 day', strategy: 'walks away at a gap', ...measured(gains) };
  }
}

/** Borrows against what the venue has already sold, as much as is lent, and leaves it. */
function* leaders({ loans }: Terms, { seed, leadSteps, leads }: Effort): Generator<Played> {
  for (const terms of secured()) {
    for (const lead of leads) {
      const path = leadPath(terms, seed, leadSteps, { lead, hold: lead });
      const gains = Array.from(path.venue, (price, step) =>
        walkAway(loans, Number(loans.initial_ratio), 1 - price / indexAt(path, step)),
      );
      const term = `leads ${lead / 1_000} s`;
      yield { instrument: terms.symbol, term, strategy: 'borrows on what has fallen', ...measured(gains) };
    }
  }
}

export const loanPlays: Plays = {
  predictor: { cells: walkers },
  ring: { none: 'what is borrowed may not leave the account, to an own account neither (`keepsMoney`)' },
  friend: { none: 'the house lends at the index, which no order moves' },
  leader: { cells: leaders },
};
