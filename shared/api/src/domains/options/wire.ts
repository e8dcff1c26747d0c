import type { Input, Output } from '../../kit/contract.ts';
import type { OptionsContract } from './contract.ts';
import type { Direction } from './rules.ts';

/*
 * Translates the old names of the wire: `type` is the direction of an option, `number` its stake, `sell_time` its expiry.
 * Page and backend use the names below; schemas are not imported, so this travels to the page.
 */

export type WireOption = Output<OptionsContract['POST /microtrade/submit']>;
type WirePlacement = Input<OptionsContract['POST /microtrade/submit']>;
type WireResult = Output<OptionsContract['GET /microtrade/get_result']>;
export type SettlementProof = Output<OptionsContract['GET /microtrade/proof']>;

type Renamed<Wire extends WireOption> = Omit<Wire, 'type' | 'number' | 'sell_time'> & {
  readonly direction: Direction;
  readonly stake: string;
  readonly expires_at: number;
};

/** An option on the index of an instrument. */
export type Option = Renamed<WireOption>;
/** The same with the prices that it was settled by. */
export type OptionResult = Renamed<WireResult>;

/** What an option is opened with. */
export type Placement = Omit<WirePlacement, 'type' | 'number' | 'key'> & {
  readonly direction: Direction;
  readonly stake: string;
  readonly payPassword: string;
};

const DIRECTIONS = { 1: 'up', 2: 'down' } as const;
export const typeOf = (direction: Direction): 1 | 2 => (direction === 'up' ? 1 : 2);
export const directionOf = (type: 1 | 2): Direction => DIRECTIONS[type];

export const optionFromWire = <Wire extends WireOption>({
  type,
  number,
  sell_time,
  ...option
}: Wire): Renamed<Wire> => ({
  ...option,
  direction: directionOf(type),
  stake: number,
  expires_at: sell_time,
});

export const optionToWire = ({ direction, stake, expires_at, ...option }: Option): WireOption => ({
  ...option,
  type: typeOf(direction),
  number: stake,
  sell_time: expires_at,
});

export const placementToWire = ({ direction, stake, payPassword, ...placement }: Placement): WirePlacement => ({
  ...placement,
  type: typeOf(direction),
  number: stake,
  key: payPassword,
});
