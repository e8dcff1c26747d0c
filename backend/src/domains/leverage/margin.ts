import { randomUUID } from 'node:crypto';
import { marginBounds } from '@tessera/api/leverage/rules';
import type { AccountName } from '@tessera/api/rules';
import { add, cmp, max, neg, scaleOf, sub } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { freezeEntries, userAccount } from '../../platform/ledger/index.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import { type Batch, markOf } from './batch.ts';
import { freeOf, requireTrading } from './open.ts';
import { referenceOf, riskOf } from './position.ts';

export type ChangeMargin = {
  readonly kind: 'margin';
  readonly userId: string;
  /** The position's. */
  readonly id: string;
  readonly direction: 'add' | 'remove';
  readonly amount: string;
};

/** Adds margin to an isolated position, or takes out what is beyond its required margin and its loss at the mark. */
export function changeMargin(engine: MarketEngine, command: ChangeMargin, batch: Batch, at: number): void {
  const { userId, id, direction, amount } = command;
  const position = batch.position(id);
  if (position?.userId !== userId || position.status !== 'open') {
    throw new DomainError('position_not_open', { field: 'id' });
  }
  if (position.mode !== 'isolated') throw new DomainError('isolated_only', { field: 'id' });
  const { currency } = position;
  const scale = batch.scaleOf(currency);
  if (scaleOf(amount) > scale) throw new DomainError('field_too_precise', { field: 'amount', params: { scale } });
  const mark = markOf(engine, position.symbol);
  if (mark === null) throw new DomainError('stale_price');
  if (direction === 'add') {
    if (cmp(amount, freeOf(engine, batch, userId, currency)) > 0) {
      throw new DomainError('insufficient_balance', { field: 'amount' });
    }
  } else {
    // By a mark that is known to be of now.
    requireTrading(engine, batch.instrument(position.symbol), at);
    const { remove } = marginBounds(
      riskOf(position, mark, batch.rateOf(engine, position)),
      batch.available(userId, currency),
      scale,
    );
    if (cmp(amount, remove) > 0) {
      throw new DomainError('margin_in_use', { field: 'amount', params: { max: remove, currency } });
    }
  }
  const more = direction === 'add' ? amount : neg(amount);
  batch.post({
    ref: `lever-margin:${id}:${randomUUID()}`,
    kind: 'margin',
    reference: referenceOf(position),
    at,
    entries: freezeEntries(userId, 'lever', currency, more),
  });
  batch.putPosition({ ...position, margin: add(position.margin, more), updatedAt: at });
  if (direction === 'remove') batch.dropUncovered(engine, id, at);
}

/** Money that leaves the leverage account for another account of its user. */
export type TransferOut = {
  readonly kind: 'transfer';
  readonly userId: string;
  readonly currency: string;
  readonly amount: string;
  readonly to: Exclude<AccountName, 'lever'>;
};

/** A transfer as it was posted. */
export type TransferredOut = { readonly ref: string; readonly at: number };

/** Rejects what the cross positions need, their margin and what they have lost at the mark, and what is kept for others. */
export function transferOut(
  engine: MarketEngine,
  { userId, currency, amount, to }: TransferOut,
  batch: Batch,
  at: number,
): TransferredOut {
  if (cmp(amount, batch.available(userId, currency)) > 0) {
    throw new DomainError('insufficient_balance', { field: 'number' });
  }
  const free = freeOf(engine, batch, userId, currency);
  if (cmp(amount, free) > 0) {
    throw new DomainError('margin_in_use', { field: 'number', params: { max: free, currency } });
  }
  const rest = max('0', sub(free, batch.kept(userId, currency)));
  if (cmp(amount, rest) > 0) {
    throw new DomainError('share_due', { field: 'number', params: { max: rest, currency } });
  }
  const ref = `transfer:${randomUUID()}`;
  batch.post({
    ref,
    kind: 'transfer',
    at,
    entries: [
      { account: userAccount(userId, 'lever'), currency, amount: neg(amount) },
      { account: userAccount(userId, to), currency, amount: sub(amount, '0') },
    ],
  });
  return { ref, at };
}
