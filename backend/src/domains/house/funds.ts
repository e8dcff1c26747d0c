import type { Output, ReadInput } from '@tessera/api/contract';
import { cmp, isNegative, neg, scaleOf, sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, houseBalance, postJournal, postJournals } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import type { By } from '../../platform/staff-command.ts';

type Fund = ReadInput<'POST /staff/house/fund'>;

/** What a demonstration starts with for interest and for loans: money without an owner, so that its products can be tried. */
const DEMONSTRATION = [
  ['interest', 'USDT', '2000000'],
  ['interest', 'USDC', '500000'],
  ['interest', 'BTC', '20'],
  ['interest', 'ETH', '500'],
  ['interest', 'SOL', '5000'],
  ['interest', 'LTC', '5000'],
  ['loans', 'USDT', '100000000'],
  ['promotions', 'USDT', '50000'],
] as const;

/** Funds the accounts of a demonstration, once. */
export const seedDemonstration = (database: Database, now: number): Promise<unknown> =>
  database.transaction((tx) =>
    postJournals(
      tx,
      DEMONSTRATION.map(([account, currency, amount]) => ({
        ref: `house:${account}:${currency}:demonstration`,
        kind: 'adjustment',
        reference: 'demonstration',
        at: now,
        entries: [
          { account: houseAccount('grants'), currency, amount: `-${amount}` },
          { account: houseAccount(account), currency, amount },
        ],
      })),
    ),
  );

/** Accounts that hold or held something, by currency. */
export async function fundsView(
  sql: Sql,
  { promises, dualPromises }: Pick<Ports, 'promises' | 'dualPromises'>,
): Promise<Output<'GET /staff/house'>['list']> {
  const of = { interest: promises, dual: dualPromises };
  const accounts = await sql.query<{ account: Fund['account']; currency: string }>(
    `select name as account, currency from ledger_account
      where owner_kind = 'house' and name in ('interest', 'insurance', 'dual', 'loans', 'promotions') order by currency, name`,
  );
  return Promise.all(
    accounts.map(async ({ account, currency }) => {
      const balance = await houseBalance(sql, account, currency);
      const promised = account === 'interest' || account === 'dual' ? await of[account](sql, currency) : '0';
      const free = sub(balance, promised);
      return { account, currency, balance, promised, free: isNegative(free) ? '0' : free };
    }),
  );
}

/** Funds an account; a reference that funded already funds nothing, and another amount under it is a conflict. */
export const fundAccount = (
  database: Database,
  catalogue: CatalogueSnapshot,
  { account, currency: code, amount, from, reference, reason }: Fund,
  { staffId, at }: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const currency = catalogue.currencyByCode(code);
    if (!currency) throw new DomainError('currency_unknown', { field: 'currency' });
    if (scaleOf(amount) > currency.scale) {
      throw new DomainError('field_too_precise', { field: 'amount', params: { scale: currency.scale } });
    }
    const source = from === 'fees' ? 'fees' : 'deposits';
    // Fundings of a currency wait for each other: the fees are spent once.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`house funds of ${code}`]);
    const ref = `house:${account}:${code}:${reference}`;
    const [before] = await tx.query<{ amount: string }>(
      `select e.amount from journal j join ledger_entry e on e.journal_id = j.id where j.ref = $1 and e.amount > 0`,
      [ref],
    );
    if (before && cmp(before.amount, amount) !== 0) throw new DomainError('idempotency_conflict');
    if (before) return;
    const earned = await houseBalance(tx, 'fees', code);
    if (from === 'fees' && cmp(earned, amount) < 0) {
      throw new DomainError('field_too_large', {
        field: 'amount',
        params: { max: isNegative(earned) ? '0' : earned },
      });
    }
    await postJournal(tx, {
      ref,
      kind: 'adjustment',
      reference,
      at,
      entries: [
        { account: houseAccount(source), currency: code, amount: neg(amount) },
        { account: houseAccount(account), currency: code, amount },
      ],
    });
    await tx.query(
      `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'house.fund', $2, $3, $4)`,
      [staffId, `${account}:${code}`, `${reason} (${amount} from ${from}, ${reference})`, new Date(at)],
    );
  });
