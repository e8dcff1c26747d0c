import { cmp, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, houseBalance, postJournal } from '../../platform/ledger/index.ts';
import { type Campaign, insertCoupon } from './store.ts';

const DAY = 86_400_000;

/**
 * Issues a coupon of a locked campaign, once per user, and sets aside the most that it can pay. Returns its id. Rejects
 * with DomainError `sold_out` where there are no more or the house's account `promotions` does not cover it.
 */
export async function issue(tx: Transaction, userId: string, campaign: Campaign, at: number): Promise<string> {
  const { id: campaignId, supply, issued, currency, amount, valid_days } = campaign;
  if (issued >= supply) throw new DomainError('sold_out');
  // Coupons of a currency wait for each other: what is promised once is not promised again.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`promotions of ${currency}`]);
  if (cmp(await houseBalance(tx, 'promotions', currency), amount) < 0) throw new DomainError('sold_out');
  const id = await insertCoupon(tx, userId, campaign, { at, expiresAt: at + valid_days * DAY });
  if (id === null) throw new DomainError('coupon_taken');
  await postJournal(tx, {
    ref: `coupon:${id}:hold`,
    kind: 'coupon',
    reference: `campaign ${campaignId}`,
    at,
    entries: [
      { account: houseAccount('promotions'), currency, amount: neg(amount) },
      { account: houseAccount('coupons'), currency, amount },
    ],
  });
  tx.notify(userId, { kind: 'balance' });
  return id;
}
