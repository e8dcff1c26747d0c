import { followLimits } from '@tessera/api/copytrading/rules';
import { computed, type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { playCopyRing } from '../copy-ring.ts';
import { listedTerms } from '../venue-lead.ts';

/** Followers together, in depths of the house. */
const SIZES = [1, 5] as const;

/** A trader and two friends who sweep, rest orders and go in and out, or wait for liquidations, by what followers trade. */
function* rings(_: Terms, { seed, copyRounds }: Effort): Generator<Played> {
  for (const { terms } of listedTerms('lever')) {
    for (const size of SIZES) {
      for (const liquidated of [false, true]) {
        const gains = Array.from({ length: copyRounds }, (_each, round) => {
          const { ring, notional } = playCopyRing({
            ...{
              symbol: terms.symbol,
              seed: `${seed} ${size} ${round}`,
              rounds: 1,
              size,
              followers: 3,
              index: 'still',
            },
            slippage: Number(followLimits.slippage.default),
            liquidated,
          });
          return ring / Math.max(1, notional);
        });
        const strategy = liquidated ? 'friends at the liquidation of copies' : 'trader with two friends';
        // The index stands still: a single round trip that gains is a gain.
        const [only] = gains;
        const gained = only !== undefined && gains.length === 1 ? computed(only) : measured(gains);
        yield { instrument: terms.symbol, term: `${size} depths`, strategy, ...gained };
      }
    }
  }
}

export const copyPlays: Plays = {
  predictor: { none: 'copies follow their trader; what the trader foretells is played with leverage' },
  ring: {
    none: 'an account that is linked to a trader cannot follow the trader (`areLinked`); unlinked ones are the friends',
  },
  friend: { cells: rings },
  leader: {
    none: 'copies are filled at the index of the step in which they are filled; the trader is played with leverage',
  },
};
