import type { ApiError } from '@tessera/api';
import type { OrderPayload } from './order.ts';

/** One intention to place one order. However often it is sent, it goes under the one key. */
export type Attempt = { readonly order: OrderPayload; readonly key: string };

const same = (a: OrderPayload, b: OrderPayload): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The attempt to send now. An earlier one whose fate is unknown goes on under its key while the order is the same;
 * for another order `newKey` begins another attempt.
 */
export const attemptFor = (order: OrderPayload, unresolved: Attempt | null, newKey: () => string): Attempt =>
  unresolved && same(unresolved.order, order) ? unresolved : { order, key: newKey() };

/** Did the exchange perhaps take the order although no proper answer came? */
export const isUnresolved = (code: ApiError['code']): boolean =>
  code === 'network' || code === 'timeout' || code === 'server';
