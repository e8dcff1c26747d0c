import {
  accrue,
  LOAN_CURRENCY,
  liquidate,
  owedOf,
  REARM,
  ratioOf,
  splitPayment,
  warningsBelow,
} from '@tessera/api/loans/rules';
import { add, cmp, isPositive, mul, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { houseAccount, type Journal, userAccount } from '../../platform/ledger/index.ts';
import { ACCOUNT, LOCKED, owedScale, post } from './money.ts';
import { sendLoanNotice } from './notices.ts';
import { watchRatio } from './pay-out.ts';
import { type Prices, priceOf } from './prices.ts';
import { paymentJournals } from './repay.ts';
import { addEvent, debtOfRow, isOpen, type LoanRow, lockLoan, saveLoan, withDebt } from './store.ts';
import { type TermsRow, termsOfVersion } from './terms.ts';

/** An index price of the collateral. */
export type Point = { readonly price: string; readonly at: number };

const percent = (ratio: string): string => String(Math.floor(Number(ratio) * 1_000) / 10);

/**
 * Sells collateral to the house at the index less the fee, repays the loan, and returns the rest. No order reaches the
 * market: the book of the moment decides nothing, so there is nothing to gain by emptying it or by standing in it.
 */
async function sell(tx: Transaction, row: LoanRow, terms: TermsRow, { price }: Point, ratio: string, prices: Prices) {
  const at = prices.now();
  const snapshot = prices.catalogue.current();
  const scale = owedScale(snapshot);
  const owed = owedOf(debtOfRow(row), scale);
  const { currency, user_id: userId } = row;
  const outcome = liquidate({
    collateral: row.collateral,
    scale: snapshot.heldCurrency(currency).scale,
    price,
    owed,
    owedScale: scale,
    // Nothing is exchanged where the collateral is what is owed.
    feeRate: currency === LOAN_CURRENCY ? '0' : terms.liquidation_fee,
  });
  const { sold, value, fee, shortfall, returned, surplus } = outcome;
  const { split } = splitPayment(debtOfRow(row), owed, scale);
  const ref = `loan:${row.id}:liquidation`;
  const locked = (code: string, amount: string) => ({ account: userAccount(userId, LOCKED), currency: code, amount });
  const free = (code: string, amount: string) => ({ account: userAccount(userId, ACCOUNT), currency: code, amount });
  const house = (name: 'counterparty' | 'insurance', code: string, amount: string) => ({
    account: houseAccount(name),
    currency: code,
    amount,
  });
  const sale: Journal = {
    ref: `${ref}:sale`,
    kind: 'liquidation',
    reference: row.id,
    at,
    entries: [
      locked(currency, neg(sold)),
      house('counterparty', currency, sold),
      house('counterparty', LOAN_CURRENCY, neg(value)),
      house('insurance', LOAN_CURRENCY, fee),
      locked(LOAN_CURRENCY, add(value, neg(fee))),
    ],
  };
  const back: Journal = {
    ref: `${ref}:return`,
    kind: 'collateral',
    reference: row.id,
    at,
    entries: [
      locked(currency, neg(returned)),
      free(currency, returned),
      locked(LOAN_CURRENCY, neg(surplus)),
      free(LOAN_CURRENCY, surplus),
    ],
  };
  const journals = [
    ...(currency === LOAN_CURRENCY ? [] : [sale]),
    ...paymentJournals(userId, ref, split, at, { account: LOCKED, shortfall }).map((journal) => ({
      ...journal,
      reference: row.id,
    })),
    ...(isPositive(returned) || isPositive(surplus) ? [back] : []),
  ];
  await post(tx, journals);
  await saveLoan(tx, {
    ...row,
    collateral: '0',
    principal: '0',
    interest: '0',
    penalty: '0',
    paid_principal: add(row.paid_principal, split.principal),
    paid_interest: add(row.paid_interest, split.interest),
    paid_penalty: add(row.paid_penalty, split.penalty),
    state: 'liquidated',
    late: true,
    ended_at: at,
  });
  await addEvent(tx, row.id, { kind: 'liquidated', at, amount: owed, price });
  tx.notify(userId, { kind: 'balance' });
  await sendLoanNotice(
    tx,
    { userId, loanId: row.id },
    {
      kind: 'liquidated',
      at,
      values: {
        ratio: percent(ratio),
        price: `${price} ${LOAN_CURRENCY}`,
        sold: `${sold} ${currency}`,
        amount: `${owed} ${LOAN_CURRENCY}`,
        returned: `${returned} ${currency}`,
      },
    },
  );
}

/** Warns once for each level that the ratio falls below, the deepest only where it passes several at once. */
async function warn(
  tx: Transaction,
  row: LoanRow,
  terms: TermsRow,
  { price }: Point,
  ratio: string,
  warned: number,
  at: number,
) {
  const level = terms.warning_ratios[warned - 1] ?? '1';
  await saveLoan(tx, {
    ...row,
    warned,
    watch_ratio: watchRatio(terms, warned),
    rearm_ratio: add(level, REARM),
  });
  await addEvent(tx, row.id, { kind: 'warning', at, amount: ratio, price });
  tx.notify(row.user_id, { kind: 'balance' });
  await sendLoanNotice(
    tx,
    { userId: row.user_id, loanId: row.id },
    {
      kind: 'warning',
      at,
      values: {
        ratio: percent(ratio),
        level: percent(level),
        liquidation: percent(terms.liquidation_ratio),
        price: `${price} ${LOAN_CURRENCY}`,
      },
    },
  );
}

/** The price of now, read once the loan is locked: no change of the borrower comes between. Empty where none judges. */
function priceOfNow(prices: Prices, currency: string): readonly Point[] {
  const { price, at, paused } = priceOf(prices, currency);
  return paused !== null || price === null ? [] : [{ price, at }];
}

/**
 * Judges a loan by the price of now, or by recorded ones in the order in which they were: the first at which its ratio is
 * below the threshold liquidates it at that price. Recorded prices from before the borrower's last change do not count, so
 * that a repayment or collateral that came first is never too late. The price of now always does: a borrower who changes
 * something each moment, on a node whose clock is ahead, puts nothing off. Returns what was done.
 */
export async function judge(
  tx: Transaction,
  id: string,
  given: readonly Point[] | 'now',
  prices: Prices,
): Promise<'liquidated' | 'warned' | 'rearmed' | null> {
  const locked = await lockLoan(tx, id);
  if (!locked || !isOpen(locked)) return null;
  const path =
    given === 'now' ? priceOfNow(prices, locked.currency) : given.filter(({ at }) => at >= locked.judged_from);
  const terms = await termsOfVersion(tx, locked.terms_version);
  const scale = owedScale(prices.catalogue.current());
  let row = locked;
  let lowest: { readonly point: Point; readonly ratio: string } | null = null;
  let last: string | null = null;
  for (const point of path) {
    row = withDebt(row, accrue(debtOfRow(row), point.at));
    const ratio = ratioOf(mul(row.collateral, point.price), owedOf(debtOfRow(row), scale));
    if (ratio === null) continue;
    if (cmp(ratio, terms.liquidation_ratio) < 0) {
      await sell(tx, row, terms, point, ratio, prices);
      return 'liquidated';
    }
    if (lowest === null || cmp(ratio, lowest.ratio) < 0) lowest = { point, ratio };
    last = ratio;
  }
  if (lowest === null || last === null) return null;
  const below = warningsBelow(lowest.ratio, terms.warning_ratios);
  if (below > row.warned) {
    await warn(tx, row, terms, lowest.point, lowest.ratio, below, prices.now());
    return 'warned';
  }
  const level = terms.warning_ratios[row.warned - 1];
  if (level !== undefined && cmp(last, add(level, REARM)) >= 0) {
    const warned = warningsBelow(last, terms.warning_ratios);
    const above = terms.warning_ratios[warned - 1];
    await saveLoan(tx, {
      ...row,
      warned,
      watch_ratio: watchRatio(terms, warned),
      rearm_ratio: above === undefined ? null : add(above, REARM),
    });
    return 'rearmed';
  }
  return null;
}
