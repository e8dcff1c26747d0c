import type { ApiError } from '@tessera/api';
import type { OrderPayload } from './order.ts';

/**
 * One intention to place one order. However often it is sent, it goes as it is, under the one key: after silence a
 * repetition that was calculated anew could differ from an order that did arrive, and come on top of it.
 */
export type Attempt = { readonly order: OrderPayload; readonly key: string };

/** Did the exchange perhaps take the order although no proper answer came? */
export const isUnresolved = (code: ApiError['code']): boolean =>
  code === 'network' || code === 'timeout' || code === 'server';
