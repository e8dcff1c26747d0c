import type { Output } from '@tessera/api/contract';
import {
  accrue,
  COLLATERALS,
  instalmentOf,
  LOAN_DAY,
  owedOf,
  priceAtRatio,
  RATE_SCALE,
  ratioOf,
} from '@tessera/api/loans/rules';
import { isPositive, mul, quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { userById } from '../identity/index.ts';
import { vipLevels } from '../vip/index.ts';
import { owedScale } from './money.ts';
import { type Prices, priceOf } from './prices.ts';
import {
  type ApplicationRow,
  applicationOf,
  applicationsOf,
  debtOfRow,
  type EventRow,
  eventsOf,
  isOpen,
  type LoanRow,
  loansOf,
} from './store.ts';
import { isMaker, offerOf, readAdvisors, readTerms, type TermsRow, termsOfVersion } from './terms.ts';

type Application = Output<'POST /user/jiedaisave'>;
type Loan = NonNullable<Application['loan']>;

/** Fraction digits of ratios and prices that are shown. */
const SHOWN_RATIO = 4;
const SHOWN_PRICE = 8;

const shownPrice = (ratio: string, debt: string, collateral: string): string =>
  isPositive(collateral) && isPositive(debt) ? quantize(priceAtRatio(ratio, debt, collateral), SHOWN_PRICE, 'up') : '0';

function nextInterest(row: LoanRow, now: number, scale: number): Loan['next_interest'] {
  const { instalment_at: at } = row;
  if (at === null || !isOpen(row)) return null;
  const days = Math.round((at - row.paid_at) / LOAN_DAY);
  const debt = accrue(debtOfRow(row), Math.max(now, at - 1));
  return { at, number: instalmentOf(debt, days, scale), unpaid: at <= now };
}

function wireLoan(row: LoanRow, terms: TermsRow, events: readonly EventRow[], prices: Prices): Loan {
  const now = prices.now();
  const scale = owedScale(prices.catalogue.current());
  const debt = isOpen(row) ? accrue(debtOfRow(row), now) : debtOfRow(row);
  const owed = owedOf(debt, scale);
  const { price, paused } = priceOf(prices, row.currency);
  const ratio = price === null || !isOpen(row) ? null : ratioOf(mul(row.collateral, price), owed);
  return {
    principal: debt.principal,
    interest: quantize(debt.interest, scale, 'up'),
    penalty: quantize(debt.penalty, scale, 'up'),
    owed,
    risk_rate: ratio && quantize(ratio, SHOWN_RATIO, 'down'),
    day_rate: row.day_rate,
    overdue_rate: row.overdue_rate,
    liquidation_ratio: terms.liquidation_ratio,
    liquidation_fee: terms.liquidation_fee,
    warnings: terms.warning_ratios.map((each) => ({ ratio: each, price: shownPrice(each, owed, row.collateral) })),
    liquidation_price: shownPrice(terms.liquidation_ratio, owed, row.collateral),
    paused: isOpen(row) ? paused : null,
    paid_at: row.paid_at,
    due_at: row.due_at,
    next_interest: nextInterest(row, now, scale),
    state: row.state,
    ended_at: row.ended_at,
    repaid: { principal: row.paid_principal, interest: row.paid_interest, penalty: row.paid_penalty },
    events: events.map(({ kind, at, amount, price: judged }) => ({
      kind,
      at,
      number: kind === 'warning' ? quantize(amount, SHOWN_RATIO, 'down') : amount,
      price: judged,
    })),
  };
}

/** Applications with their loans, as of now. */
export async function wireApplications(
  sql: Sql,
  rows: readonly ApplicationRow[],
  prices: Prices,
): Promise<Application[]> {
  const ids = rows.map(({ id }) => id);
  const loans = new Map((await loansOf(sql, ids)).map((loan) => [loan.id, loan]));
  const events = await eventsOf(sql, ids);
  const versions = new Map<number, TermsRow>();
  for (const { terms_version: version } of loans.values()) {
    if (!versions.has(version)) versions.set(version, await termsOfVersion(sql, version));
  }
  const snapshot = prices.catalogue.current();
  return rows.map((row) => {
    const loan = loans.get(row.id);
    const terms = loan && versions.get(loan.terms_version);
    return {
      id: row.id,
      status: row.status,
      reason: row.reason,
      created_at: row.created_at,
      reviewed_at: row.reviewed_at,
      money: row.money,
      margin_currency: row.currency,
      margin_scale: snapshot.heldCurrency(row.currency).scale,
      margin_number: loan ? loan.collateral : row.collateral,
      margin_price: priceOf(prices, row.currency).price,
      days: row.days,
      schedule: row.schedule,
      day_rate: row.day_rate,
      contact: row.contact,
      scale: owedScale(snapshot),
      loan:
        loan && terms
          ? wireLoan(
              loan,
              terms,
              events.filter(({ application_id }) => application_id === row.id),
              prices,
            )
          : null,
    };
  });
}

export async function listApplications(
  sql: Sql,
  userId: string,
  page: { readonly page: number; readonly limit: number },
  prices: Prices,
): Promise<Output<'GET /user/loans'>> {
  const { rows, total } = await applicationsOf(sql, userId, page);
  return { list: await wireApplications(sql, rows, prices), ...page, total };
}

/** One application of a user. Rejects with `not_found` for one of another user. */
export async function applicationView(sql: Sql, userId: string, id: string, prices: Prices): Promise<Application> {
  const [view] = await wireApplications(sql, [await applicationOf(sql, userId, id)], prices);
  if (!view) throw new Error(`the loan application ${id} is not there`);
  return view;
}

const wireOffer = (offer: { readonly limit: string; readonly dayRate: string } | null) =>
  offer && { limit: offer.limit, day_rate: offer.dayRate };

type Parts = Prices & Pick<Dependencies, 'ports'>;

export async function latest(sql: Sql, userId: string, parts: Parts): Promise<Output<'POST /user/jiedaiusernewone'>> {
  const { list } = await listApplications(sql, userId, { page: 1, limit: 1 }, parts);
  const benefits = parts.ports.vip().of(userId);
  const maker = await isMaker(sql, userId);
  const { verification_level: level } = await userById(sql, userId);
  return {
    application: list[0] ?? null,
    mine: {
      level: benefits.level,
      maker,
      verified: level >= 2,
      loan: wireOffer(offerOf(benefits, maker, await readTerms(sql))),
    },
  };
}

export const wireTerms = (terms: TermsRow) => ({
  min_amount: terms.min_amount,
  max_amount: terms.max_amount,
  min_days: terms.min_days,
  max_days: terms.max_days,
  initial_ratio: terms.initial_ratio,
  warning_ratios: [...terms.warning_ratios],
  liquidation_ratio: terms.liquidation_ratio,
  overdue_rate: terms.overdue_rate,
  liquidation_fee: terms.liquidation_fee,
  min_repayment: terms.min_repayment,
});

/** What every visitor may know of loans: terms, rates by level, prices of collateral. */
export async function publicTerms(sql: Sql, prices: Prices): Promise<Output<'GET /loan/terms'>> {
  const terms = await readTerms(sql);
  const snapshot = prices.catalogue.current();
  return {
    ...wireTerms(terms),
    version: terms.version,
    scale: owedScale(snapshot),
    currencies: COLLATERALS.flatMap((code) => {
      const currency = snapshot.currencyByCode(code);
      if (!currency?.open) return [];
      return [{ currency: code, currency_id: currency.id, scale: currency.scale, price: priceOf(prices, code).price }];
    }),
    levels: (await vipLevels(sql)).map(({ level, loan }) => ({
      level,
      loan: wireOffer(loan && offerOf({ loan: { limit: loan.limit, dayRate: loan.day_rate } }, false, terms)),
    })),
    maker: { limit: terms.max_amount, day_rate: quantize(terms.maker_day_rate, RATE_SCALE, 'down') },
    ...(await readAdvisors(sql)),
  };
}
