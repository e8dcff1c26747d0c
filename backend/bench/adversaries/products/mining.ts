import { interestOfDays, redemptionOf } from '@tessera/api/mining/rules';
import { computed, type Played, type Plays, type Terms } from '../cell.ts';

const AMOUNT = '100000';
const SCALE = 8;

/**
 * Redeemed after each day, by who waits for better rates: against shorter products of the same currency, one after the other
 * for as many days; where there are none, against what the product itself pays until then. Of the amount; the most of all
 * days.
 */
function* early({ mining }: Terms): Generator<Played> {
  const products = mining.map(({ currency, rates, penalty: penaltyRatio }) => ({
    currency,
    days: rates.length,
    terms: { amount: AMOUNT, rates, scale: SCALE, penaltyRatio },
  }));
  for (const { currency, days, terms } of products) {
    const gains = Array.from({ length: days - 1 }, (_, place) => {
      const day = place + 1;
      const shorter = products.filter((other) => other.currency === currency && other.days <= day);
      const rolled = shorter.map((other) => {
        return Math.floor(day / other.days) * Number(interestOfDays(other.terms, 0, other.days));
      });
      const honest = rolled.length > 0 ? Math.max(...rolled) : Number(interestOfDays(terms, 0, day));
      return (Number(redemptionOf(terms, day).result) - honest) / Number(AMOUNT);
    });
    yield { instrument: currency, term: `${days} d`, strategy: 'redeems early', ...computed(Math.max(...gains)) };
  }
}

export const miningPlays: Plays = {
  predictor: { cells: early },
  ring: {
    none: 'what is locked pays each account by its own amount: to split it or move it between accounts adds nothing',
  },
  friend: { none: 'no user is across' },
  leader: { none: 'pays in its own currency, whatever the price does' },
};
