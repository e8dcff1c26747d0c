import { quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { tellLater } from '../../platform/mail/messages.ts';

/*
 * Interest that was paid, one message a user and day for all products together: demand deposits and locked positions are paid
 * by the thousand, each a small sum.
 */

const EVERY = 60_000;
const DAY = 86_400_000;
/** ms of the day, UTC, at which it is told: demand deposits are paid soon after midnight. */
const TOLD_AT = 30 * 60_000;
/** ms that a day is over before it is read: what was booked within it is committed by then. */
const SETTLED_AFTER = 60_000;
/** Users whose messages are added in one transaction. */
const BATCH = 500;
/** Currencies that a message names. */
const NAMED = 5;
/** Digits of an amount that is shown. */
const SHOWN = 8;

type Parts = Pick<Dependencies, 'database' | 'now'> & {
  readonly ports: Pick<Dependencies['ports'], 'yieldKinds' | 'automatic'>;
};
type Paid = { readonly userId: string; readonly sums: readonly (readonly [currency: string, amount: string])[] };

/** What users were paid by journals of some kinds after one time and up to another, Unix ms; the largest sum first. */
const paidBetween = (sql: Sql, kinds: readonly string[], after: number, until: number): Promise<Paid[]> =>
  sql.query<Paid>(
    `select user_id as "userId", jsonb_agg(jsonb_build_array(currency, amount::text) order by amount desc) as sums
       from (select a.user_id, e.currency, sum(e.amount) as amount
               from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
              where j.at > $1 and j.at <= $2 and j.kind = any ($3) and a.owner_kind = 'user' and e.amount > 0
              group by 1, 2) paid
      group by 1 order by 1`,
    [new Date(after), new Date(until), kinds],
  );

const listed = (sums: Paid['sums']): string => {
  const shown = sums.slice(0, NAMED).map(([currency, amount]) => `${quantize(amount, SHOWN, 'down')} ${currency}`);
  return [...shown, ...(sums.length > NAMED ? ['…'] : [])].join(', ');
};

/** The last time at or before one, Unix ms, at which a day's interest is told. */
export const lastTold = (at: number): number => Math.floor((at - TOLD_AT) / DAY) * DAY + TOLD_AT;

/** Tells users once a day what interest they were paid. */
export const interestJob = ({ database, ports, now }: Parts): RecurringJob => ({
  name: 'interest-messages',
  every: EVERY,
  exclusive: true,
  items: ['user'],
  async run({ since, fence, items, signal }) {
    const until = lastTold(now() - SETTLED_AFTER);
    // What was paid before the first run is in the records.
    const after = Math.max(since ?? until, until - DAY);
    if (after >= until) return until;
    const automatic = new Set(await ports.automatic(database));
    const paid = await paidBetween(database, ports.yieldKinds(), after, until);
    const people = paid.filter(({ userId }) => !automatic.has(userId));
    for (let from = 0; from < people.length && !signal.aborted; from += BATCH) {
      await items.together(
        'user',
        people.slice(from, from + BATCH),
        ({ userId }) => userId,
        (some) =>
          database.transaction(async (tx) => {
            await fence(tx);
            await tellLater(
              tx,
              some.map(({ userId, sums }) => ({
                userId,
                kind: 'interest_paid',
                named: { amount: listed(sums) },
                reference: new Date(until).toISOString().slice(0, 10),
                at: until,
              })),
            );
          }),
      );
    }
    return signal.aborted ? after : until;
  },
});
