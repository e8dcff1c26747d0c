import type { Alert } from '@tessera/api/alerts';
import { cmp } from '@tessera/money';

/** From which side the market, now at `last`, comes to a price. */
export const directionTo = (price: string, last: string | null): Alert['direction'] =>
  last !== null && cmp(price, last) < 0 ? 'below' : 'above';
