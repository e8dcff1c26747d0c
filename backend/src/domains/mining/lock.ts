import type { ReadInput } from '@tessera/api/contract';
import { dueAt, interestInAll, lockProblem } from '@tessera/api/mining/rules';
import { add, neg } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type Journal, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { isSold, lockedOf, productTermsAt, type Terms } from './products.ts';
import { countOpen, insertOrder, type StoredOrder } from './store.ts';

/** Positions that a user has open: all of them are read for the overview. */
export const MOST_OPEN = 200;

export type Parts = {
  readonly catalogue: CatalogueSnapshot;
  readonly ports: Pick<Ports, 'requireCover' | 'keepsMoney'>;
  /** Unix ms. */
  readonly at: number;
};

type Wanted = {
  readonly userId: string;
  readonly amount: string;
  readonly renew: boolean;
  /** When its first day begins, Unix ms. */
  readonly startsAt: number;
  /** The position that it continues. */
  readonly renews: StoredOrder | null;
};

/** Takes the amount out of the spot account; what a position holds stands in an account of its own. */
const lockJournal = ({ id, user_id, currency, amount, names }: StoredOrder, at: number): Journal => ({
  ref: `mining:${id}:lock`,
  kind: 'mining_lock',
  reference: names.en,
  at,
  entries: [
    { account: userAccount(user_id, 'change'), currency, amount: neg(amount) },
    { account: userAccount(user_id, 'mining'), currency, amount },
  ],
});

/** Makes a position at these terms. Rejects with DomainError what the product does not allow or the house cannot cover. */
export async function lockAt(tx: Transaction, terms: Terms, wanted: Wanted, parts: Parts): Promise<StoredOrder> {
  const { userId, amount, renew, startsAt, renews } = wanted;
  const { catalogue, ports, at } = parts;
  const { scale, open } = catalogue.heldCurrency(terms.currency);
  if (!open) throw new DomainError('currency_closed');
  if (!isSold(terms, startsAt)) throw new DomainError('sale_not_open');
  await requireNotFrozen(tx, userId);
  await ports.keepsMoney(tx, userId);
  const interest = interestInAll({ amount, rates: terms.day_rates, scale });
  // Sales in the currency wait for each other from here: so do those of the user that count against the limit.
  await ports.requireCover(tx, terms.currency, interest);
  // What is renewed takes the place of the former one.
  if (!renews && (await countOpen(tx, userId)) >= MOST_OPEN) {
    throw new DomainError('too_many_orders', { params: { max: MOST_OPEN } });
  }
  const locked = (await lockedOf(tx, userId)).get(terms.id) ?? '0';
  const problem = lockProblem(amount, {
    scale,
    min: terms.min_amount,
    limit: terms.purchase_limit,
    locked: renews && renews.product_id === terms.id ? add(locked, neg(renews.amount)) : locked,
  });
  if (problem) throw new DomainError(problem.code, problem);
  const order = await insertOrder(tx, {
    user_id: userId,
    product_id: terms.id,
    version: terms.version,
    currency: terms.currency,
    scale,
    amount,
    day_rates: terms.day_rates,
    penalty_ratio: terms.penalty_ratio,
    interest_total: interest,
    renew,
    created_at: startsAt,
    expires_at: dueAt(startsAt, terms.day_rates.length),
    next_at: dueAt(startsAt, 1),
    renews: renews?.id ?? null,
  });
  await postJournal(tx, lockJournal(order, at));
  tx.notify(userId, { kind: 'order', id: order.id, status: order.status });
  tx.notify(userId, { kind: 'balance' });
  return order;
}

/** Locks what a user asks for. */
export async function lock(
  tx: Transaction,
  userId: string,
  { config_id, amount, version, renew = false }: ReadInput<'POST /lh/deposit'>,
  parts: Parts,
): Promise<StoredOrder> {
  const terms = await productTermsAt(tx, config_id, parts.at);
  if (!terms) throw new DomainError('not_found', { field: 'config_id' });
  if (version !== undefined && version !== terms.version) throw new DomainError('terms_changed');
  return lockAt(tx, terms, { userId, amount: add(amount, '0'), renew, startsAt: parts.at, renews: null }, parts);
}
