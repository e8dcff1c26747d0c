import { followLimits } from '@tessera/api/copytrading/rules';
import { type Effort, measured, type Played, type Plays, type Terms } from '../cell.ts';
import { playCopyRing } from '../copy-ring.ts';
import { drawsOf } from '../draws.ts';
import { listedTerms } from '../venue-lead.ts';

/** Followers together, in depths of the house. */
const SIZES = [1, 5] as const;

/** A trader and two friends who sweep, rest orders and go in and out, by what followers trade. */
function* rings(_: Terms, { seed, copyRounds, copyOf }: Effort): Generator<Played> {
  const first = Math.floor(drawsOf(`${seed} copies`).unit() * copyOf);
  for (const { terms } of listedTerms('lever').filter((_each, place) => place % copyOf === first)) {
    for (const size of SIZES.slice(0, copyRounds)) {
      const gains = Array.from({ length: copyRounds }, (_each, round) => {
        const { ring, notional } = playCopyRing({
          ...{ symbol: terms.symbol, seed: `${seed} ${size} ${round}`, rounds: 1, size, followers: 3, index: 'still' },
          slippage: Number(followLimits.slippage.default),
        });
        return ring / Math.max(1, notional);
      });
      const of = { instrument: terms.symbol, term: `${size} depths` };
      yield { ...of, strategy: 'trader with two friends', ...measured(gains) };
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
