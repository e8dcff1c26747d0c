import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Sql } from '../db/database.ts';
import { countAttempt, uncountAttempt } from '../limits/attempts.ts';

/*
 * How many short messages a day go to the numbers of a country. Each costs the house, in some countries much, and who has a
 * share in what they cost asks for as many as there are numbers: limits of a number, an account or a network do not end that.
 */

/**
 * A code that goes to any number, to sign up or to bind it; one that a guest asks for to the number of an account, from where
 * that is not used; one that an account asks for from where it is used; and all else. Each has a bound of its own: strangers
 * use up neither what owners need nor the notices of what strangers do.
 */
export const SMS_KINDS = ['stranger', 'account', 'owner', 'notice'] as const;
export type SmsKind = (typeof SMS_KINDS)[number];

/** Of a kind, to a country, within a day of UTC; the setting `sms_per_country_and_day` replaces it. */
export const SMS_PER_COUNTRY_AND_DAY = 2_500;
export const SMS_SETTING = 'sms_per_country_and_day';

const DAY = 86_400_000;
const CALLING_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));
const LONGEST_CALLING_CODE = 3;

/** The country of a number in digits, or its calling code where the number is of none of its countries. */
export function countryOfNumber(digits: string): string {
  const country = parsePhoneNumberFromString(`+${digits}`)?.country;
  if (country !== undefined) return country;
  for (let length = 1; length <= LONGEST_CALLING_CODE; length += 1) {
    if (CALLING_CODES.has(digits.slice(0, length))) return `+${digits.slice(0, length)}`;
  }
  return 'none';
}

type Sent = {
  /** Digits with the calling code. */
  readonly to: string;
  readonly kind: SmsKind;
  /** Unix ms. */
  readonly now: number;
};

/** What the column holds. */
const MOST = 2 ** 31 - 1;

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

async function mostOf(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ value: string }>('select value from setting where keyword = $1', [SMS_SETTING]);
  // What is no number stops no codes.
  const most = row === undefined || row.value.trim() === '' ? Number.NaN : Math.floor(Number(row.value));
  return Number.isFinite(most) ? Math.min(most, MOST) : SMS_PER_COUNTRY_AND_DAY;
}

/** ms until another one may be sent; 0 for now. */
export async function smsWait(sql: Sql, { to, kind, now }: Sent): Promise<number> {
  const [row] = await sql.query<{ sent: number }>(
    'select sent from sms_sent where day = $1 and country = $2 and kind = $3',
    [dayOf(now), countryOfNumber(to), kind],
  );
  return (row?.sent ?? 0) < (await mostOf(sql)) ? 0 : DAY - (now % DAY);
}

/** Counts a short message where there is room for it, exactly over all nodes; false where there is none. */
export async function countSms(sql: Sql, { to, kind, now }: Sent): Promise<boolean> {
  const most = await mostOf(sql);
  if (most < 1) return false;
  const rows = await sql.query(
    `insert into sms_sent as s (day, country, kind, sent) values ($1, $2, $3, 1)
     on conflict (day, country, kind) do update set sent = s.sent + 1 where s.sent < $4 returning sent`,
    [dayOf(now), countryOfNumber(to), kind, most],
  );
  return rows.length > 0;
}

/**
 * Notices by SMS to one number within a day, by what they tell of: without them one account would use up the notices of its
 * whole country. Each has a count of its own, so that who causes many of one hides none of another: a log-in costs who has the
 * password nothing; what concerns the account takes a proof of its owner; what staff do, such as a removal of factors with the
 * link that stops it, takes members; `service` is orders and tickets, `payee` where money may go, `money` what left.
 */
export const NOTICES_A_DAY = { log_in: 5, service: 15, payee: 15, account: 15, money: 15, staff: 15 } as const;
export type NoticeOf = keyof typeof NOTICES_A_DAY;

/** What a notice is: `kind` stands in the log where it was not sent. */
export type SmsNotice = { readonly of: NoticeOf; readonly kind: string };

/**
 * Counts a notice where its number and its country have room for it, or for neither: `over_number` or `over_bound`, of the
 * country, where one of them has none.
 */
export async function countNotice(
  sql: Sql,
  { of, ...sent }: Omit<Sent, 'kind'> & Pick<SmsNotice, 'of'>,
): Promise<'counted' | 'over_number' | 'over_bound'> {
  const { to, now } = sent;
  const counted = { scope: 'notice by sms', subject: `${to}\n${of}` };
  const windows = [{ most: NOTICES_A_DAY[of], within: DAY }];
  if (!(await countAttempt(sql, { ...counted, windows, now })).allowed) return 'over_number';
  if (await countSms(sql, { ...sent, kind: 'notice' })) return 'counted';
  await uncountAttempt(sql, { ...counted, at: now });
  return 'over_bound';
}

/** Deletes the counts of days that are over; the last ones stay, so that operators see what a day has. */
export const dropOldSmsCounts = (sql: Sql, before: number): Promise<unknown> =>
  sql.query('delete from sms_sent where day < $1', [dayOf(before)]);
