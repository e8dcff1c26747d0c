import { useInvestProducts } from '@tessera/api/invest';
import { useMiningProducts } from '@tessera/api/mining';
import { bothOf } from '@tessera/ui';
import { coinsOf } from './terms.ts';

/** ms between two looks at what is sold. */
const LOOK_EVERY = 10_000;

/** What can be earned, by coin, with the products of a price beside it. */
export function useCoins() {
  const options = { refetchInterval: LOOK_EVERY };
  const query = bothOf(useMiningProducts({}, options), useInvestProducts({}, options));
  const [mining, invest] = query.data ?? [];
  const data = mining && invest && { coins: coinsOf(mining.list, invest.list), products: invest.list };
  return { ...query, data };
}
