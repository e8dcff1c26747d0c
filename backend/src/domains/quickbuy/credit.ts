import { bought, leastFor, owedRate } from '@tessera/api/quickbuy/rules';
import { add, cmp, div, isPositive, max, min, mul, neg, quantize, sub } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { creditRate, priceOf, type Shop } from './quote.ts';
import type { OrderRow } from './store.ts';

/** Coins are credited to the exchange account, as deposits are. */
const ACCOUNT = 'change';

/** What a payment buys: the coins of the user, and the fee in the coin. */
export type Credit = { readonly receive: string; readonly fee: string };

/** The payment would bring fewer coins than its order states. */
export class BelowLeast extends DomainError {
  readonly brings: string;

  constructor({ currency }: Pick<OrderRow, 'currency'>, brings: string, least: string) {
    super('buy_below_least', { params: { brings: `${brings} ${currency}`, least: `${least} ${currency}` } });
    this.brings = brings;
  }
}

/** ms after the pay-by time within which a transfer of that time has arrived. */
const ARRIVES_WITHIN = 3 * 86_400_000;

/**
 * Whether the rate of the order is not owed to a payment: it was late, it is more than was ordered, or it is confirmed so
 * long after the pay-by time that it was sent later, whatever screenshot came before.
 */
const losesRate = ({ late, amount, provider, pay_by }: OrderRow, paid: string, now: number): boolean =>
  late || cmp(paid, amount) > 0 || (provider === 'bank' && now > pay_by + ARRIVES_WITHIN);

/**
 * Coins for the fiat that came. The rate is that which is owed to the payment (`owedRate`), or the worse one of then and now
 * where the payment has lost it, so that waiting earns nothing. The price of a coin other than USDT is that of this moment.
 * Rejects where there is none, and with `BelowLeast` what would bring less than the order states; of a late payment it states
 * nothing but that it is credited at the worse rate.
 */
export async function creditOf(tx: Transaction, shop: Shop, row: OrderRow, paid: string): Promise<Credit> {
  const currency = shop.catalogue.heldCurrency(row.currency);
  const lost = losesRate(row, paid, shop.source.now);
  const now = await creditRate(tx, shop, row.fiat).catch((error: unknown) => {
    // A payment that kept its rate is credited by it also while the table of rates is too old to sell at.
    if (!lost && error instanceof DomainError && error.code === 'stale_price') return null;
    throw error;
  });
  const rate = now === null ? row.rate : lost ? max(row.rate, now) : owedRate(row.rate, now, row.fee_rate);
  const price = row.currency === 'USDT' ? '1' : await priceOf(tx, shop, currency);
  const { fee, receive } = bought(paid, { rate, feeRate: row.fee_rate, price, scale: row.scale });
  const least = row.least === null || row.late ? null : leastFor(row.least, { ...row, feeRate: row.fee_rate, paid });
  if (least !== null && cmp(receive, least) < 0) throw new BelowLeast(row, receive, least);
  if (!isPositive(receive)) throw new DomainError('amount_too_small', { field: 'amount', params: { min: '1' } });
  return { receive, fee: quantize(div(fee, price), row.scale, 'down') };
}

/** What a payment that goes back would have brought, where it goes back for being less than the order states. */
export async function bringsLess(tx: Transaction, shop: Shop, row: OrderRow, paid: string): Promise<string | null> {
  try {
    await creditOf(tx, shop, row, paid);
  } catch (error) {
    if (error instanceof BelowLeast) return error.brings;
    if (!(error instanceof DomainError)) throw error;
  }
  return null;
}

/** Books the coins of a locked order, once. The caller moves the order. */
export async function bookCredit(tx: Transaction, row: OrderRow, { receive, fee }: Credit, at: number): Promise<void> {
  const { id, currency, user_id: userId } = row;
  const posted = await postJournal(tx, {
    ref: `quick-buy:${id}:credit`,
    kind: 'quick_buy',
    reference: row.reference,
    at,
    entries: [
      { account: houseAccount('purchases'), currency, amount: neg(add(receive, fee)) },
      { account: houseAccount('fees'), currency, amount: fee },
      { account: userAccount(userId, ACCOUNT), currency, amount: receive },
    ],
  });
  if (!posted) throw new Error(`order ${id} was credited before`);
  await tx.query(
    'update quick_buy_order set credited = $2, credited_fee = $3, returned_before = returned where id = $1',
    [id, receive, fee],
  );
  tx.notify(userId, { kind: 'balance' });
}

/** Takes an amount of coins from a user's account as far as it has them; the account is locked. Returns what was taken. */
async function take(tx: Transaction, row: OrderRow, most: string, ref: string, at: number): Promise<string> {
  const { currency, user_id: userId, reference } = row;
  const [account] = await tx.query<{ balance: string }>(
    `select balance from ledger_account
      where user_id = $1 and name = $2 and currency = $3 and part = 'available' for update`,
    [userId, ACCOUNT, currency],
  );
  const amount = min(most, account?.balance ?? '0');
  if (!isPositive(amount)) return '0';
  const posted = await postJournal(tx, {
    ref,
    kind: 'quick_buy_return',
    reference,
    at,
    entries: [
      { account: userAccount(userId, ACCOUNT), currency, amount: neg(amount) },
      { account: houseAccount('purchases'), currency, amount },
    ],
  });
  // The order would count as taken back what the ledger left with the user.
  if (!posted) throw new Error(`${ref} was posted before`);
  tx.notify(userId, { kind: 'balance' });
  return amount;
}

/**
 * Takes coins back whose payment went back after they were credited: their share of what they were credited for, as far as
 * the account has them; the rest is owed. The order is locked.
 */
export async function takeBack(tx: Transaction, row: OrderRow, at: number): Promise<void> {
  const { id, currency, credited, credited_fee: fee, paid, returned, returned_before: before } = row;
  if (credited === null || fee === null || paid === null || cmp(paid, before) <= 0) return;
  const share = min('1', div(sub(returned, before), sub(paid, before)));
  const due = min(credited, quantize(mul(credited, share), row.scale, 'up'));
  const more = sub(due, add(row.taken_back, row.owed));
  if (!isPositive(more)) return;
  const taken = await take(tx, row, more, `quick-buy:${id}:return:${due}`, at);
  await tx.query('update quick_buy_order set taken_back = taken_back + $2, owed = owed + $3 where id = $1', [
    id,
    taken,
    sub(more, taken),
  ]);
  if (cmp(share, '1') < 0) return;
  await postJournal(tx, {
    ref: `quick-buy:${id}:fee-return`,
    kind: 'quick_buy_return',
    reference: row.reference,
    at,
    entries: [
      { account: houseAccount('fees'), currency, amount: neg(fee) },
      { account: houseAccount('purchases'), currency, amount: fee },
    ],
  });
}

/** Collects what a user owes of a returned payment from what the account has by now. The order is locked. */
export async function collectOwed(tx: Transaction, row: OrderRow, at: number): Promise<void> {
  if (!isPositive(row.owed)) return;
  // What was taken before makes it one of its kind: two returns can leave the same amount owed.
  const taken = await take(tx, row, row.owed, `quick-buy:${row.id}:collected:${row.taken_back}`, at);
  if (!isPositive(taken)) return;
  await tx.query('update quick_buy_order set taken_back = taken_back + $2, owed = owed - $2 where id = $1', [
    row.id,
    taken,
  ]);
}
