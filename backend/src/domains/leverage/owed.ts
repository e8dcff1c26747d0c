import { FUNDING_EVERY, nextDue, OVERNIGHT_EVERY, worstFundingRate } from '@tessera/api/leverage/rules';
import { div, mul } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { ChargeKind, Uncharged } from './holding-store.ts';

/*
 * Funding and overnight fees are charged a minute after their instant, by the record. Until then the account keeps what
 * they may come to: who closes and moves the money away in between would leave them to the insurance account.
 */

/** What is kept at most: `size` times the mark, in the settlement currency. */
export type Owed = {
  readonly userId: string;
  readonly currency: string;
  readonly symbol: string;
  readonly size: string;
};

/**
 * How far the mark of the instant may be above the mark of now: within the minutes that it takes to charge, the breakers
 * halt what falls further.
 */
const FALLEN = '1.1';
const DAYS_OF_RATE = '360';

/** The instants in `(after, until]` that are due, oldest first. */
export function dueBetween(after: number, until: number): { readonly kind: ChargeKind; readonly due: number }[] {
  const found: { kind: ChargeKind; due: number }[] = [];
  for (let due = nextDue(after, FUNDING_EVERY); due <= until; due = nextDue(due, FUNDING_EVERY)) {
    found.push({ kind: 'funding', due });
    if (due % OVERNIGHT_EVERY === 0) found.push({ kind: 'overnight_fee', due });
  }
  return found;
}

/** The most that a charge may come to, by what of its hours is known. */
export function owedOf(position: Uncharged, catalogue: CatalogueSnapshot): Owed {
  const { kind, userId, currency, symbol, side, quantity, conversion, premiums, known, unknown } = position;
  const rate =
    kind === 'funding'
      ? worstFundingRate(side, premiums, known, unknown)
      : div(catalogue.instrument(symbol)?.overnightRate ?? '0', DAYS_OF_RATE);
  return { userId, currency, symbol, size: mul(mul(mul(quantity, conversion), rate), FALLEN) };
}
