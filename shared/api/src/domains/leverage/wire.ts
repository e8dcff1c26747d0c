import type { Input, Output } from '../../kit/contract.ts';
import type { LeverageContract } from './contract.ts';

/*
 * Translates the old names of the wire: `type` is the side of a position as 1 or 2, `status` a number, `target_price` the
 * limit or stop price. Page and backend use the names below; schemas are not imported, so this travels to the page.
 */

export type PositionSide = 'long' | 'short';
export type PositionStatus = 'pending' | 'open' | 'closing' | 'closed' | 'cancelled';

export type WirePosition = Output<LeverageContract['POST /lever/submit']>;
export type WireOrder = Output<LeverageContract['GET /lever/orders']>['list'][number];
export type LeverTrigger = Output<LeverageContract['POST /lever/trigger']>;
export type LeverAccount = Output<LeverageContract['POST /lever/deal']>['account'];
type WireDeal = Output<LeverageContract['POST /lever/deal']>;
type WirePlacement = Input<LeverageContract['POST /lever/submit']>;
type WireFilter = Input<LeverageContract['POST /lever/my_trade']>;

/** A position with what waits to close it. */
export type Position = Omit<WirePosition, 'type' | 'status'> & {
  readonly side: PositionSide;
  readonly status: PositionStatus;
};

/** An order that opens or closes a position; `side` is the position's. */
export type LeverOrder = Omit<WireOrder, 'type'> & { readonly side: PositionSide };

/** What a position is opened with. */
export type LeverPlacement = Omit<WirePlacement, 'type' | 'target_price'> & {
  readonly side: PositionSide;
  /** The limit price of a limit order, the stop price of a stop order. */
  readonly price?: string | undefined;
};

/** All that the order form of an instrument needs. */
export type Deal = Omit<WireDeal, 'positions' | 'orders'> & {
  readonly positions: readonly Position[];
  readonly orders: readonly LeverOrder[];
};

export type PositionFilter = Omit<WireFilter, 'status' | 'page' | 'limit'> & {
  readonly status?: PositionStatus | undefined;
};

const STATUSES = ['pending', 'open', 'closing', 'closed', 'cancelled'] as const;

export const sideFromWire = (type: 1 | 2): PositionSide => (type === 1 ? 'long' : 'short');
export const sideToWire = (side: PositionSide): 1 | 2 => (side === 'long' ? 1 : 2);

export const statusFromWire = (status: WirePosition['status']): PositionStatus => STATUSES[status];
export const statusToWire = (status: PositionStatus): WirePosition['status'] =>
  STATUSES.indexOf(status) as WirePosition['status'];

export const positionFromWire = ({ type, status, ...position }: WirePosition): Position => ({
  ...position,
  side: sideFromWire(type),
  status: statusFromWire(status),
});
export const positionToWire = ({ side, status, ...position }: Position): WirePosition => ({
  ...position,
  type: sideToWire(side),
  status: statusToWire(status),
});

export const leverOrderFromWire = ({ type, ...order }: WireOrder): LeverOrder => ({
  ...order,
  side: sideFromWire(type),
});
export const leverOrderToWire = ({ side, ...order }: LeverOrder): WireOrder => ({ ...order, type: sideToWire(side) });

export const dealFromWire = ({ positions, orders, ...deal }: WireDeal): Deal => ({
  ...deal,
  positions: positions.map(positionFromWire),
  orders: orders.map(leverOrderFromWire),
});

export const leverPlacementToWire = ({ side, price, ...placement }: LeverPlacement): WirePlacement => ({
  ...placement,
  type: sideToWire(side),
  target_price: price,
});

/** `Wire` is the input as the backend has read it, with its defaults. */
export const leverPlacementFromWire = <Wire extends WirePlacement>({ type, target_price, ...placement }: Wire) => ({
  ...placement,
  side: sideFromWire(type),
  price: target_price,
});

export const positionFilterToWire = ({ status, ...filter }: PositionFilter): Omit<WireFilter, 'page' | 'limit'> => ({
  ...filter,
  ...(status !== undefined && { status: statusToWire(status) }),
});

const WIRE_FIELDS: Readonly<Record<string, string>> = {
  side: 'type',
  price: 'target_price',
  take_profit: 'target_profit_price',
  stop_loss: 'stop_loss_price',
};

/** The field of an input that an error is about, as the wire calls it. */
export const leverFieldToWire = (field: string): string => WIRE_FIELDS[field] ?? field;
