import type { ReadInput } from '@tessera/api/contract';
import { isSameName, leastOf, type Payer, payerName, payerProblem, shownTaxId } from '@tessera/api/quickbuy/rules';
import { add } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { newReference } from '../../platform/reference.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { useUpload } from '../../platform/uploads/uses.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { verifiedName } from '../kyc/index.ts';
import { requireAllowance, requireBuyer, requireMethod, type Shop, takeQuote } from './quote.ts';
import { move, noteStep } from './states.ts';
import { lockOrder, type OrderRow, orderOfUser, owes, takesVoucher } from './store.ts';
import { readBuyConfiguration } from './terms.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/**
 * An order that is not paid is an option that costs nothing: rejects who has some open, or let several go unpaid in 24
 * hours. The caller has locked the user.
 */
async function requireRoom(tx: Transaction, userId: string, now: number): Promise<void> {
  const { maxOpen, maxUnpaid } = await readBuyConfiguration(tx);
  const open = `quick_buy_order where user_id = $1 and status in ('to_be_paid', 'under_review')`;
  if ((await countOf(tx, open, [userId])) >= maxOpen) throw new DomainError('too_many_buys');
  const [unpaid] = await tx.query<{ count: number; first: number | null }>(
    `select count(*)::int as count, min(created_at) as first from quick_buy_order
      where user_id = $1 and created_at > $2 and status = 'cancelled'`,
    [userId, new Date(now - DAY)],
  );
  if (unpaid && unpaid.count >= maxUnpaid && unpaid.first !== null)
    throw new DomainError('unpaid_buys', {
      params: { hours: Math.max(1, Math.ceil((unpaid.first + DAY - now) / HOUR)) },
    });
  if (await owes(tx, userId)) throw new DomainError('refund_owed');
}

/** Rejects unless the form is complete and names the verified owner of the account: others' payments are sent back. */
async function requirePayer(tx: Transaction, userId: string, country: OrderRow['country'], payer: Payer) {
  const problem = payerProblem(await requireBuyer(tx, userId, country), payer);
  if (problem) throw new DomainError(problem.code, problem);
  const name = payerName(payer);
  const verified = await verifiedName(tx, userId);
  if (verified !== null && !isSameName(verified, name)) {
    throw new DomainError('payer_differs', { field: payer.full_name === undefined ? 'last_name' : 'full_name' });
  }
  return { name, taxId: country === 'BR' && payer.tax_id ? shownTaxId(payer.tax_id) : null };
}

/** Orders at a quote of this user: what was shown is what the order says. Nothing is credited before the money has come. */
export async function placeOrder(
  tx: Transaction,
  user: SignedIn,
  { quote_id, bank_id, ...payer }: ReadInput<'POST /quickbuy/order'>,
  shop: Shop,
): Promise<OrderRow> {
  const { now } = shop.source;
  // One order of a user after the other, so that those at once are counted. The row of the idempotency key refers to the
  // user already: a stronger lock would wait for it in a circle.
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  await requireNotFrozen(tx, user.id);
  const quote = await takeQuote(tx, user.id, quote_id, now);
  const currency = shop.catalogue.currencyByCode(quote.currency);
  if (!currency?.open) throw new DomainError('currency_closed', { field: 'quote_id' });
  const method = await requireMethod(tx, shop, quote);
  const { name, taxId } = await requirePayer(tx, user.id, quote.country, payer);
  await requireRoom(tx, user.id, now);
  await requireAllowance(tx, user, add(quote.net, quote.fee), now);
  const { bank, demonstration } = await shop.providers[method.provider].instructions(tx, {
    fiat: quote.fiat,
    bankId: bank_id,
  });
  const [row] = await tx.query<{ id: string }>(
    `insert into quick_buy_order
       (user_id, reference, country, method, provider, currency, scale, fiat, amount, rate, fee_rate, fee, net, price,
        receive, payer, email, phone, tax_id, bank, demonstration, created_at, pay_by, least)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
     returning id`,
    [
      user.id,
      newReference(),
      quote.country,
      quote.method,
      method.provider,
      quote.currency,
      currency.scale,
      quote.fiat,
      quote.amount,
      quote.rate,
      quote.fee_rate,
      quote.fee,
      quote.net,
      quote.price,
      quote.receive,
      name,
      payer.email,
      payer.phone,
      taxId,
      bank && JSON.stringify(bank),
      demonstration,
      new Date(now),
      new Date(now + method.pay_within * MINUTE),
      leastOf({ ...quote, scale: currency.scale }, method.provider),
    ],
  );
  if (!row) throw new Error('the order is not there');
  await noteStep(tx, row.id, 'to_be_paid', now);
  tx.notify(user.id, { kind: 'deposit' });
  return orderOfUser(tx, user.id, row.id);
}

/** The user's order, locked. Rejects with `not_found` for one of another user. */
async function lockOwn(tx: Transaction, userId: string, id: string): Promise<OrderRow> {
  const row = await lockOrder(tx, id);
  if (row?.user_id !== userId) throw new DomainError('not_found', { field: 'id' });
  return row;
}

/** Sends the proof of a bank transfer to staff, also of one that was late. */
export async function sendVoucher(
  tx: Transaction,
  user: SignedIn,
  { id, voucher }: ReadInput<'POST /quickbuy/order/voucher'>,
  now: number,
): Promise<OrderRow> {
  const row = await lockOwn(tx, user.id, id);
  if (!takesVoucher(row, now)) throw new DomainError('order_not_payable', { field: 'id' });
  const picture = await useUpload(tx, user.id, { location: voucher, field: 'voucher' });
  const [other] = await tx.query('select 1 from quick_buy_order where voucher = $1', [picture]);
  if (other) throw new DomainError('upload_unknown', { field: 'voucher' });
  await tx.query('update quick_buy_order set voucher = $2 where id = $1', [id, picture]);
  await move(tx, row, { status: 'under_review', at: now, late: row.late || now >= row.pay_by });
  return orderOfUser(tx, user.id, id);
}

/** Cancels what was not paid. A payment that comes all the same goes back. */
export async function cancelOrder(tx: Transaction, user: SignedIn, id: string, now: number): Promise<OrderRow> {
  const row = await lockOwn(tx, user.id, id);
  if (row.status !== 'to_be_paid') throw new DomainError('order_not_payable', { field: 'id' });
  await move(tx, row, { status: 'cancelled', cause: 'user', at: now });
  return orderOfUser(tx, user.id, id);
}

/** The provider's page of an order. The provider is asked outside of a transaction, and gives one page for one order. */
export async function checkoutPage(database: Database, user: SignedIn, id: string, { providers, source }: Shop) {
  const row = await orderOfUser(database, user.id, id);
  const { page } = providers[row.provider];
  if (!page || row.status !== 'to_be_paid' || source.now >= row.pay_by)
    throw new DomainError('order_not_payable', { field: 'id' });
  if (row.session_url !== null) return { url: row.session_url };
  const { session, url } = await page(row);
  const kept = await database.query(
    `update quick_buy_order set session = $2, session_url = $3
      where id = $1 and status = 'to_be_paid' and (session is null or session = $2) returning 1`,
    [id, session, url],
  );
  if (kept.length === 0) throw new DomainError('order_not_payable', { field: 'id' });
  return { url };
}
