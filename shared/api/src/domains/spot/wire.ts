import type { Input, Output } from '../../kit/contract.ts';
import type { SpotContract } from './contract.ts';
import type { Side } from './rules.ts';

/*
 * Translates the old names of the wire: `type` is the side of an order and `target_price` its limit price.
 * Page and backend use the names below; schemas are not imported, so this travels to the page.
 */

type WirePlacement = Input<SpotContract['POST /coin/trade']>;
type WireAmendment = Input<SpotContract['POST /coin/amend']>;
type WireFilter = Input<SpotContract['GET /coin/list']>;
export type WireSpotOrder = Output<SpotContract['POST /coin/trade']>;

type WithSide<Wire extends { readonly type: unknown }> = Omit<Wire, 'type'> & { readonly side: Side };

/** A spot order with its fills. */
export type SpotOrder = WithSide<WireSpotOrder>;
export type Fill = SpotOrder['fills'][number];

/** What an order is placed with. */
export type Placement = Omit<WirePlacement, 'type' | 'target_price'> & {
  readonly side: Side;
  /** Limit price; a market order has none. */
  readonly price?: string | undefined;
};

/** What of an order is changed. */
export type Amendment = Omit<WireAmendment, 'target_price'> & { readonly price?: string | undefined };

export type OrderFilter = Omit<WireFilter, 'type' | 'page' | 'limit'> & { readonly side?: Side | undefined };

export const orderFromWire = ({ type, ...order }: WireSpotOrder): SpotOrder => ({ ...order, side: type });
export const orderToWire = ({ side, ...order }: SpotOrder): WireSpotOrder => ({ ...order, type: side });

export const placementToWire = ({ side, price, ...placement }: Placement): WirePlacement => ({
  ...placement,
  type: side,
  target_price: price,
});

/** `Wire` is the input as the backend has read it, with its defaults. */
export const placementFromWire = <Wire extends WirePlacement>({ type, target_price, ...placement }: Wire) => ({
  ...placement,
  side: type,
  price: target_price,
});

export const amendmentToWire = ({ price, ...changes }: Amendment): WireAmendment => ({
  ...changes,
  target_price: price,
});

export const amendmentFromWire = <Wire extends WireAmendment>({ target_price, ...changes }: Wire) => ({
  ...changes,
  price: target_price,
});

export const filterToWire = ({ side, ...filter }: OrderFilter): Omit<WireFilter, 'page' | 'limit'> => ({
  ...filter,
  type: side,
});

const WIRE_FIELDS: Readonly<Record<string, string>> = { side: 'type', price: 'target_price' };

/** The field of an input that an error is about, as the wire calls it. */
export const fieldToWire = (field: string): string => WIRE_FIELDS[field] ?? field;
