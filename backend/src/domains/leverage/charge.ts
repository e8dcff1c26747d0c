import { charged, fundingOf, overnightOf, type PositionSide } from '@tessera/api/leverage/rules';
import { add, isPositive, isZero, mul, neg, sub } from '@tessera/money';
import { type Entry, freezeEntries, houseAccount, userAccount } from '../../platform/ledger/index.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import type { Batch } from './batch.ts';
import { type ChargeKind, chargeKey } from './holding-store.ts';
import { isOpen, referenceOf } from './position.ts';

/** What a user's positions cost for one instant. */
export type Charge = {
  readonly kind: 'charge';
  readonly userId: string;
  readonly charge: ChargeKind;
  /** Unix ms. */
  readonly due: number;
  readonly positions: readonly {
    readonly id: string;
    readonly currency: string;
    readonly side: PositionSide;
    /** Open at that instant. */
    readonly quantity: string;
    /** One unit of the quote currency in the settlement currency. */
    readonly conversion: string;
    /** Of that instant. */
    readonly mark: string;
    readonly rate: string;
  }[];
};

/**
 * Books the charges that were not booked yet: from the account, then from the margin of the position, then from the
 * insurance account. What a position receives goes to the account. Returns how many were booked.
 */
export function chargePositions(
  engine: MarketEngine,
  { userId, charge: kind, due, positions }: Charge,
  batch: Batch,
  at: number,
): number {
  let booked = 0;
  for (const { id, currency, side, quantity, conversion, mark, rate } of positions) {
    const position = batch.position(id);
    if (position?.userId !== userId || batch.isCharged(chargeKey(kind, due, id))) continue;
    const scale = batch.scaleOf(currency);
    const size = mul(quantity, conversion);
    const amount =
      kind === 'funding' ? fundingOf(side, mark, size, rate, scale) : overnightOf(mark, size, rate, 1, scale);
    if (isZero(amount)) continue;
    const common = { kind, reference: referenceOf(position), at } as const;
    const ref = `lever-charge:${kind}:${due}:${id}`;
    const house = houseAccount(kind === 'funding' ? 'counterparty' : 'interest');
    const available = userAccount(userId, 'lever');
    const paid = isPositive(amount)
      ? charged(amount, batch.available(userId, currency), isOpen(position) ? position.margin : '0')
      : { available: amount, margin: '0', shortfall: '0' };
    if (isPositive(paid.margin)) {
      batch.post({
        ...common,
        kind: 'margin',
        ref: `${ref}:margin`,
        entries: freezeEntries(userId, 'lever', currency, neg(paid.margin)),
      });
    }
    const entries: Entry[] = [
      { account: available, currency, amount: neg(add(paid.available, paid.margin)) },
      { account: houseAccount('insurance'), currency, amount: neg(paid.shortfall) },
      { account: house, currency, amount },
    ];
    batch.post({ ...common, ref, entries });
    batch.insure(position.symbol, paid.shortfall, at);
    const total = kind === 'funding' ? 'fundingFee' : 'overnightFee';
    batch.putPosition({
      ...position,
      margin: sub(position.margin, paid.margin),
      [total]: add(position[total], amount),
      updatedAt: at,
    });
    if (isPositive(paid.margin)) batch.dropUncovered(engine, id, at);
    batch.charge({
      ...{ positionId: id, kind, due, userId, quantity, at },
      ...{ charge: amount, fromMargin: paid.margin, shortfall: paid.shortfall },
    });
    batch.bring(engine, position, { amount: neg(amount), outcome: null, at });
    booked++;
  }
  return booked;
}
