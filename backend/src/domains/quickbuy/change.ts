import type { Output, ReadInput } from '@tessera/api/contract';
import { checkBic, isIban } from '@tessera/api/payees/rules';
import { isBuyCountry } from '@tessera/api/quickbuy/rules';
import { fiatCodes } from '@tessera/api/rules';
import { cmp } from '@tessera/money';
import { type Database, type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';
import { move } from './states.ts';
import { lockOrder, orderIdOf } from './store.ts';
import { type AccountRow, accountsOf, type MethodRow, methodsOf } from './terms.ts';

/*
 * What staff change about buying coins. It holds for orders that are made later: an order keeps its terms and the account
 * it was made with. Each change is recorded with its reason.
 */

type MethodChange = ReadInput<'POST /staff/quickbuy/method'>;
type AccountChange = ReadInput<'POST /staff/quickbuy/account'>;
const record = (
  tx: Transaction,
  { staffId, at }: By,
  { action, subject, reason }: { readonly action: string; readonly subject: string; readonly reason: string },
) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    action,
    subject,
    reason,
    new Date(at),
  ]);

const before = (reason: string, was: object | null): string =>
  `${reason} (before: ${was === null ? 'none' : JSON.stringify(was)})`;

/** Everything about buying coins that staff change. */
export async function staffView(sql: Sql, checkout: boolean): Promise<Output<'GET /staff/quickbuy'>> {
  const [methods, accounts] = await Promise.all([methodsOf(sql), accountsOf(sql)]);
  return {
    checkout,
    methods: methods.map(({ countries, fiats, ...row }) => ({ ...row, countries: [...countries], fiats: [...fiats] })),
    accounts,
  };
}

const known = (codes: readonly string[], field: string, isKnown: (code: string) => boolean): readonly string[] => {
  if (!codes.every(isKnown)) throw new DomainError('field_unknown_choice', { field });
  return [...new Set(codes)];
};

const listOf = (text: string): readonly string[] => text.split(' ').filter(Boolean);
const isFiat = (code: string): boolean => fiatCodes.some((each) => each === code);

/** Changes a way to pay; what is not sent stays. */
export const changeMethod = (database: Database, change: MethodChange, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const was = (await methodsOf(tx, true)).find(({ method }) => method === change.method);
    if (!was) throw new Error(`the method ${change.method} is not there`);
    const { fee_rate = was.fee_rate, min = was.min, max = was.max } = change;
    if (cmp(fee_rate, '1') >= 0) throw new DomainError('field_too_large', { field: 'fee_rate', params: { max: '1' } });
    if (cmp(max, min) < 0) throw new DomainError('field_too_small', { field: 'max', params: { min } });
    const after: MethodRow = {
      ...was,
      fee_rate,
      min,
      max,
      open: change.open ?? was.open,
      pay_within: change.pay_within ?? was.pay_within,
      countries:
        change.countries === undefined ? was.countries : known(listOf(change.countries), 'countries', isBuyCountry),
      fiats: change.fiats === undefined ? was.fiats : known(listOf(change.fiats), 'fiats', isFiat),
    };
    await tx.query(
      `update quick_buy_method
          set open = $2, countries = $3, fiats = $4, fee_rate = $5, min = $6, max = $7, pay_within = $8
        where method = $1`,
      [after.method, after.open, after.countries, after.fiats, fee_rate, min, max, after.pay_within],
    );
    await record(tx, by, {
      action: 'quickbuy.method',
      subject: `quick_buy_method:${after.method}`,
      reason: before(change.reason, was),
    });
  });

type AccountFields = Omit<AccountRow, 'id' | 'demonstration'>;

/** Rejects an account that money would not reach. */
function checkAccount(account: Partial<AccountFields>): AccountFields {
  const { fiat, account_name, beneficiary_country, swift, bank_name, bank_address } = account;
  const { iban = null, account_number = null, open = true } = account;
  const needed = { fiat, account_name, beneficiary_country, swift, bank_name, bank_address };
  const missing = Object.entries(needed).find(([, value]) => value === undefined);
  if (missing) throw new DomainError('field_required', { field: missing[0] });
  if (iban === null && account_number === null) throw new DomainError('field_required', { field: 'account_number' });
  if (!isFiat(fiat ?? '')) throw new DomainError('invalid_field', { field: 'fiat' });
  if (iban !== null && !isIban(iban)) throw new DomainError('invalid_field', { field: 'iban' });
  if (checkBic(swift ?? '') !== null) throw new DomainError('invalid_field', { field: 'swift' });
  return { ...(needed as Record<keyof typeof needed, string>), iban, account_number, open };
}

/** Writes an account and returns its id. An account number is there once for each currency. */
async function writeAccount(tx: Transaction, id: number | null, values: readonly unknown[]): Promise<number> {
  try {
    const [row] =
      id === null
        ? await tx.query<{ id: number }>(
            `insert into quick_buy_account (fiat, account_name, iban, account_number, beneficiary_country, swift,
               bank_name, bank_address, open) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
            values,
          )
        : await tx.query<{ id: number }>(
            `update quick_buy_account
                set fiat = $1, account_name = $2, iban = $3, account_number = $4, beneficiary_country = $5, swift = $6,
                    bank_name = $7, bank_address = $8, open = $9
              where id = $10 returning id`,
            [...values, id],
          );
    if (!row) throw new DomainError('not_found', { field: 'id' });
    return row.id;
  } catch (error) {
    if (violates(error, 'quick_buy_account_number'))
      throw new DomainError('invalid_field', { field: 'account_number', cause: error });
    throw error;
  }
}

/** Changes an account that transfers go to, or adds one; what is not sent stays. */
export const changeAccount = (database: Database, { id, reason, ...change }: AccountChange, by: By): Promise<void> =>
  database.transaction(async (tx) => {
    const was = id === undefined ? null : ((await accountsOf(tx)).find((each) => each.id === id) ?? null);
    if (id !== undefined && was === null) throw new DomainError('not_found', { field: 'id' });
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after = checkAccount({ ...was, ...given });
    const values = [
      after.fiat,
      after.account_name,
      after.iban?.replace(/\s/g, '').toUpperCase() ?? null,
      after.account_number,
      after.beneficiary_country,
      after.swift.toUpperCase(),
      after.bank_name,
      after.bank_address,
      after.open,
    ];
    const written = await writeAccount(tx, id ?? null, values);
    await record(tx, by, {
      action: 'quickbuy.account',
      subject: `quick_buy_account:${written}`,
      reason: before(reason, was),
    });
  });

/** Money came by the bank for an order that was cancelled: puts it into the queue of reviews, and notifies the user. */
export const matchLate = (
  database: Database,
  { reference, reason }: ReadInput<'POST /staff/quickbuy/late'>,
  by: By,
): Promise<{ readonly id: string }> =>
  database.transaction(async (tx) => {
    const id = await orderIdOf(tx, reference);
    const row = id && (await lockOrder(tx, id));
    if (!row) throw new DomainError('not_found', { field: 'reference' });
    if (row.provider !== 'bank' || row.status !== 'cancelled')
      throw new DomainError('order_not_payable', { field: 'reference' });
    await move(tx, row, { status: 'under_review', at: by.at, late: true, reviewerId: by.staffId });
    await record(tx, by, { action: 'quickbuy.late', subject: `quickbuy:${row.id}`, reason });
    return { id: row.id };
  });
