import type { Output, ReadInput } from '@tessera/api/contract';
import { accrue, COLLATERALS, LOAN_CURRENCY, owedOf, ratioOf } from '@tessera/api/loans/rules';
import { cmp, mul, quantize } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseBalance } from '../../platform/ledger/index.ts';
import type { By } from '../../platform/staff-command.ts';
import { owedScale } from './money.ts';
import { type Prices, priceOf } from './prices.ts';
import { debtOfRow, loansOf } from './store.ts';
import { readTerms, type TermsRow } from './terms.ts';
import { wireTerms } from './view.ts';

/** Open loans that are shown: those nearest to their liquidation. */
const SHOWN = 100;

const record = (tx: Transaction, { staffId, at }: By, subject: string, reason: string): Promise<unknown> =>
  tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'loans.change', $2, $3, $4)`, [
    staffId,
    subject,
    reason,
    new Date(at),
  ]);

/** Terms, funds, market makers and the open loans that are nearest to their liquidation. */
export async function staffView(sql: Sql, prices: Prices): Promise<Output<'GET /staff/loans'>> {
  const terms = await readTerms(sql);
  const [sums] = await sql.query<{ lent: string; open: number }>(
    `select coalesce(sum(principal), 0) as lent, count(*)::int as open from loan where state in ('running', 'overdue')`,
  );
  const makers = await sql.query<{ uid: string; at: number; reason: string }>(
    'select u.uid, m.at, m.reason from market_maker m join user_account u on u.id = m.user_id order by m.at desc',
  );
  const worth = COLLATERALS.map((code) => priceOf(prices, code).price ?? '0');
  const open = await sql.query<{ id: string; uid: string }>(
    `select l.id, u.uid
       from loan l join user_account u on u.id = l.user_id
       left join unnest($1::text[], $2::numeric[]) as p (currency, price) using (currency)
      where l.state in ('running', 'overdue')
      order by l.collateral * coalesce(p.price, 0) / (l.principal + l.interest + l.penalty), l.id limit $3`,
    [[...COLLATERALS], worth, SHOWN],
  );
  const uids = new Map(open.map(({ id, uid }) => [id, uid]));
  const scale = owedScale(prices.catalogue.current());
  const rows = await loansOf(sql, [...uids.keys()]);
  const list = rows.map((row) => {
    const owed = owedOf(accrue(debtOfRow(row), prices.now()), scale);
    const { price } = priceOf(prices, row.currency);
    const ratio = price === null ? null : ratioOf(mul(row.collateral, price), owed);
    return {
      id: row.id,
      uid: uids.get(row.id) ?? '',
      state: row.state === 'overdue' ? ('overdue' as const) : ('running' as const),
      owed,
      margin_currency: row.currency,
      margin_number: row.collateral,
      risk_rate: ratio && quantize(ratio, 4, 'down'),
      due_at: row.due_at,
    };
  });
  return {
    version: terms.version,
    terms: { ...wireTerms(terms), maker_day_rate: terms.maker_day_rate },
    funds: await houseBalance(sql, 'loans', LOAN_CURRENCY),
    lent: sums?.lent ?? '0',
    open: sums?.open ?? 0,
    makers,
    list: list.sort((a, b) => cmp(a.risk_rate ?? '0', b.risk_rate ?? '0')),
  };
}

/** Rejects terms on which a loan would be liquidated before it is warned of, or with its payout. */
function requireSafeTerms(terms: TermsRow): void {
  const [highest = '0'] = terms.warning_ratios;
  const lowest = terms.warning_ratios.at(-1) ?? '0';
  const tooSmall = (field: string, min: string): never => {
    throw new DomainError('field_too_small', { field, params: { min } });
  };
  const tooLarge = (field: string, max: string): never => {
    throw new DomainError('field_too_large', { field, params: { max } });
  };
  if (cmp(terms.initial_ratio, highest) <= 0) tooSmall('initial_ratio', highest);
  if (cmp(terms.liquidation_ratio, '1') <= 0) tooSmall('liquidation_ratio', '1');
  if (cmp(terms.liquidation_ratio, lowest) >= 0) tooLarge('liquidation_ratio', lowest);
  if (cmp(terms.min_amount, terms.max_amount) > 0) tooLarge('min_amount', terms.max_amount);
  if (terms.min_days > terms.max_days) tooLarge('min_days', String(terms.max_days));
  if (cmp(terms.overdue_rate, '0.05') > 0) tooLarge('overdue_rate', '0.05');
  if (cmp(terms.liquidation_fee, '0.05') > 0) tooLarge('liquidation_fee', '0.05');
  if (cmp(terms.maker_day_rate, '0.01') > 0) tooLarge('maker_day_rate', '0.01');
}

/** Adds a version of the terms; it holds for applications from then on, and what is not sent stays. */
export const changeTerms = (
  database: Database,
  { reason, ...change }: ReadInput<'POST /staff/loans/terms'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query('lock table loan_terms in share row exclusive mode');
    const before = await readTerms(tx);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: TermsRow = { ...before, ...given };
    requireSafeTerms(after);
    await tx.query(`insert into loan_terms values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`, [
      before.version + 1,
      after.min_amount,
      after.max_amount,
      after.min_days,
      after.max_days,
      after.initial_ratio,
      after.warning_ratios,
      after.liquidation_ratio,
      after.overdue_rate,
      after.liquidation_fee,
      after.min_repayment,
      after.maker_day_rate,
      new Date(by.at),
      by.staffId,
    ]);
    await record(tx, by, `loan_terms:${before.version + 1}`, `${reason} (before: ${JSON.stringify(before)})`);
  });

/** Marks a user as market maker, or takes the mark away. */
export const markMaker = (
  database: Database,
  { uid, marked, reason }: ReadInput<'POST /staff/loans/maker'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const [user] = await tx.query<{ id: string }>('select id from user_account where uid = $1', [uid]);
    if (!user) throw new DomainError('not_found', { field: 'uid' });
    if (marked) {
      await tx.query(
        `insert into market_maker (user_id, staff_id, reason, at) values ($1, $2, $3, $4)
         on conflict (user_id) do nothing`,
        [user.id, by.staffId, reason, new Date(by.at)],
      );
    } else await tx.query('delete from market_maker where user_id = $1', [user.id]);
    await record(tx, by, `market_maker:${uid}:${marked ? 'on' : 'off'}`, reason);
    tx.notify(user.id, { kind: 'profile' });
  });
