import { fillOf, mostFill, mostMultiple, type PositionSide } from '@tessera/api/leverage/rules';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { insuranceCapOf, openInterestOf } from '../instruments/index.ts';
import { isOpen, type Order, type Position } from './position.ts';

/*
 * What users hold on each side of an instrument, as far as it weighs when it is liquidated. Floating point: it is compared
 * with bounds, and nothing is booked by it.
 */

/** Notional value × multiple of what is open of a position, in the settlement currency. */
export const weightOf = (position: Position | undefined): number =>
  position && isOpen(position) ? Number(position.entryExact) * Number(position.rate) * position.multiple : 0;

/** The same of what an order would open that is pending. */
export function pendingWeightOf(order: Order | undefined, position: Position | undefined): number {
  if (order?.status !== 'pending' || order.purpose !== 'open' || !position) return 0;
  const price = Number(order.stopPrice ?? order.price ?? 0);
  return price * (Number(order.quantity) - Number(order.filledQuantity)) * Number(position.rate) * position.multiple;
}

/** The side of an instrument as a key. */
export const sideKey = (symbol: string, side: PositionSide): string => `${symbol} ${side}`;

/** Sums of weights by side, of rows that come, change and go. */
export class Weights {
  readonly #rows = new Map<string, { readonly side: string; readonly weight: number }>();
  readonly #sums = new Map<string, number>();

  clear(): void {
    this.#rows.clear();
    this.#sums.clear();
  }

  set(row: string, side: string, weight: number): void {
    const before = this.#rows.get(row);
    if (before) this.#sums.set(before.side, this.of(before.side) - before.weight);
    if (weight > 0) {
      this.#rows.set(row, { side, weight });
      this.#sums.set(side, this.of(side) + weight);
    } else {
      this.#rows.delete(row);
    }
  }

  of(side: string): number {
    return this.#sums.get(side) ?? 0;
  }
}

/** A day of UTC as a number. */
export const dayOf = (at: number): number => Math.floor(at / 86_400_000);

/** How full a side is, and the highest multiple that it still opens. `unit`: the price of the base in the settlement currency. */
export function sideOf(
  instrument: Instrument,
  weighted: number,
  unit: number,
): { readonly fill: number; readonly multiple: number | null } {
  const fill = fillOf(weighted, instrument.multiples, openInterestOf(instrument, unit));
  return { fill, multiple: mostMultiple(instrument.multiples, fill) };
}

/** What may weigh on a side, an opening at a multiple with it. */
export const mostWeight = (instrument: Instrument, multiple: number, unit: number): number =>
  mostFill(instrument.multiples, multiple) * Math.max(...instrument.multiples) * openInterestOf(instrument, unit);

/** Whether insurance has paid so much for an instrument today that nothing more is opened. */
export const isPaused = (instrument: Instrument, insured: number, unit: number): boolean =>
  insured >= insuranceCapOf(instrument, unit);

/** Rejects an opening that a side does not take any more, or not at this multiple. */
export function refuseOpening(
  instrument: Instrument,
  multiple: number,
  { weighted, insured, unit }: { readonly weighted: number; readonly insured: number; readonly unit: number },
): void {
  const { symbol } = instrument;
  if (isPaused(instrument, insured, unit)) throw new DomainError('openings_paused', { params: { symbol } });
  const { multiple: most } = sideOf(instrument, weighted, unit);
  if (most === null) throw new DomainError('open_interest_full', { params: { symbol } });
  if (multiple > most)
    throw new DomainError('multiple_reduced', { field: 'multiple', params: { symbol, multiple: most } });
}
