import { cmp, div } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { carriedSince, FREE_CARRIED } from '../../platform/market/carried.ts';
import { areLinked } from '../copytrading/index.ts';
import { linksOf } from './links.ts';
import { raiseFlag } from './watch.ts';

/*
 * What trades carried from one account to another: from a linked one, or one whose withdrawals are paused, a tenth of a
 * day's free amount is enough. Who gained by it lets nothing go until staff have looked at it.
 */

const LINKED_AT = div(FREE_CARRIED, '10');
const EVERY = 60_000;
/** ms for which it is kept: staff look back at it. */
const KEPT = 90 * 86_400_000;

type Pair = {
  readonly payer_id: string;
  readonly payee_id: string;
  /** USDT, less what came back. */
  readonly net: string;
  /** USDT, in both directions. */
  readonly traded: string;
  readonly paused: boolean;
  /** The payee came by the payer's invitation, or has paid them before: what a payer does alone links no other account. */
  readonly known: boolean;
};

const subjectOf = ({ payer_id, payee_id }: Pick<Pair, 'payer_id' | 'payee_id'>): string =>
  `pair:${payer_id}:${payee_id}`;

/** Pairs from the free amount of linked ones on, to one user or all; what staff have dismissed does not count again. */
const pairsOf = (sql: Sql, payeeId: string | null, now: number): Promise<Pair[]> =>
  sql.query<Pair>(
    `with since as (
       select c.payer_id, c.payee_id, c.value, c.traded
         from value_carried c
        where c.hour >= $2 and ($1::bigint is null or c.payee_id = $1 or c.payer_id = $1)
          and not exists (select from market_flag f where f.status = 'rejected' and f.reviewed_at > c.hour
                             and f.subject in ('pair:' || c.payer_id || ':' || c.payee_id,
                                               'pair:' || c.payee_id || ':' || c.payer_id))),
     pair as (select payer_id, payee_id, sum(value) as value, sum(traded) as traded from since group by 1, 2),
     lost as (
       select p.payer_id, p.payee_id, p.value - coalesce(b.value, 0) as net, p.traded + coalesce(b.traded, 0) as traded
         from pair p left join pair b on b.payer_id = p.payee_id and b.payee_id = p.payer_id)
     select l.payer_id, l.payee_id, l.net, l.traded,
            coalesce(u.withdrawals_blocked_until > $4, false) as paused,
            coalesce(o.invited_by = l.payer_id, false)
              or exists (select from value_out v where v.user_id = l.payee_id and v.payee_id = l.payer_id) as known
       from lost l join user_account u on u.id = l.payer_id join user_account o on o.id = l.payee_id
      where l.net > $3 and ($1::bigint is null or l.payee_id = $1)
      order by l.payer_id, l.payee_id`,
    [payeeId, new Date(carriedSince(now)), LINKED_AT, new Date(now)],
  );

/** Whether something links them: one person, a device, an inbox or an address, an invitation, a payment. */
async function linked(sql: Sql, { payer_id, payee_id, known }: Pair): Promise<boolean> {
  if (known || (await areLinked(sql, payer_id, payee_id))) return true;
  const subjects = await linksOf(sql, [payer_id, payee_id]);
  return [...subjects.values()].some((users) => users.size > 1);
}

async function isTooMuch(sql: Sql, pair: Pair): Promise<boolean> {
  return cmp(pair.net, FREE_CARRIED) > 0 || pair.paused || (await linked(sql, pair));
}

/** Throws while what trades carried to this user is not reviewed, or was found to be no trade. */
export async function requireReviewed(tx: Transaction, userId: string, now: number): Promise<void> {
  const [flagged] = await tx.query(
    `select from market_flag where user_id = $1 and subject like 'pair:%' and status <> 'rejected' limit 1`,
    [userId],
  );
  let held = flagged !== undefined;
  // The job has not come by since the last trade.
  for (const pair of held ? [] : await pairsOf(tx, userId, now)) held ||= await isTooMuch(tx, pair);
  if (held) throw new DomainError('trades_under_review');
}

async function judge(tx: Transaction, now: number): Promise<void> {
  for (const pair of await pairsOf(tx, null, now)) {
    if (!(await isTooMuch(tx, pair))) continue;
    const { payee_id, net, traded } = pair;
    const subject = subjectOf(pair);
    const figures = { carried: { fills: 0, t: 0, edge: Number(div(net, traded)), results: { USDT: net } } };
    const [found] = await tx.query(`select from market_flag where subject = $1 and status = 'approved'`, [subject]);
    if (!found) await raiseFlag(tx, { subject, userId: payee_id }, Number(net), figures, now);
  }
}

/** Shows staff who gained by trades of another account, each minute. */
export const carriedJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'market-carried',
  every: EVERY,
  exclusive: true,
  run: ({ fence }) =>
    database.transaction(async (tx) => {
      await fence(tx);
      await judge(tx, now());
      await tx.query('delete from value_carried where hour < $1', [new Date(now() - KEPT)]);
    }),
});
