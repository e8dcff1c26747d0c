import { cmp, div } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { carriedSince } from '../../platform/market/carried.ts';
import { showsSamePerson } from '../copytrading/index.ts';
import { linksOf, type Subject } from './links.ts';
import { type Figures, raiseFlag } from './watch.ts';

/*
 * What trades carried from one account to another: from a linked one a tenth of a day's free amount is enough. Who gained by
 * it lets nothing go until staff have looked at it. What a payer does alone (a pause of their withdrawals, a payout address,
 * card or document number of another among theirs) links no other account: a stranger's money would be held for a few dollars.
 */

const EVERY = 60_000;
/**
 * USDT from which it is looked at: to one user, from a linked account, and of a payer to all. Nine tenths of what the market
 * lets go (`FREE_CARRIED`, `LITTLE_CARRIED`, `MOST_TO_ALL`): where the next lot carries more than is left, it stops before that.
 */
const TO_ONE = '180';
const TO_LINKED = '18';
const TO_ALL = '900';
/** ms for which it is kept: staff look back at it. */
const KEPT = 90 * 86_400_000;

type Pair = {
  readonly payer_id: string;
  readonly payee_id: string;
  /** USDT, less what came back. */
  readonly net: string;
  /** USDT, in both directions. */
  readonly traded: string;
  /** The payee came by the payer's invitation, or has paid them before: what a payer does alone links no other account. */
  readonly known: boolean;
};

const subjectOf = ({ payer_id, payee_id }: Pick<Pair, 'payer_id' | 'payee_id'>): string =>
  `pair:${payer_id}:${payee_id}`;

/** Pairs from the free amount of linked ones on, to one user or all; what staff have found harmless does not count again. */
const pairsOf = (sql: Sql, payeeId: string | null, now: number): Promise<Pair[]> =>
  sql.query<Pair>(
    `with pair as (
       select payer_id, payee_id, sum(value) as value, sum(traded) as traded
         from value_counted
        where hour >= $2 and ($1::bigint is null or payee_id = $1 or payer_id = $1) group by 1, 2),
     lost as (
       select p.payer_id, p.payee_id, p.value - coalesce(b.value, 0) as net, p.traded + coalesce(b.traded, 0) as traded
         from pair p left join pair b on b.payer_id = p.payee_id and b.payee_id = p.payer_id)
     select l.payer_id, l.payee_id, l.net, l.traded,
            coalesce(o.invited_by = l.payer_id, false)
              or exists (select from value_out v where v.user_id = l.payee_id and v.payee_id = l.payer_id) as known
       from lost l join user_account o on o.id = l.payee_id
      where l.net >= $3 and ($1::bigint is null or l.payee_id = $1)
      order by l.payer_id, l.payee_id`,
    [payeeId, new Date(carriedSince(now)), TO_LINKED],
  );

/** Payers whose trades carried as much to all others together as the market lets go. */
const payersOf = (sql: Sql, now: number) =>
  sql.query<{ payer_id: string; net: string; traded: string }>(
    `with pair as (
       select payer_id, payee_id, sum(value) as value, sum(traded) as traded
         from value_counted where hour >= $1 group by 1, 2)
     select p.payer_id, sum(p.value - coalesce(b.value, 0)) as net, sum(p.traded + coalesce(b.traded, 0)) as traded
       from pair p left join pair b on b.payer_id = p.payee_id and b.payee_id = p.payer_id
      where p.value > coalesce(b.value, 0)
      group by 1
     having sum(p.value - coalesce(b.value, 0)) >= $2
      order by 1`,
    [new Date(carriedSince(now)), TO_ALL],
  );

/** Whether something links them: one person, a device, an inbox or an address, an invitation, a payment. */
async function linked(sql: Sql, { payer_id, payee_id, known }: Pair): Promise<boolean> {
  if (known || (await showsSamePerson(sql, payee_id, payer_id))) return true;
  const subjects = await linksOf(sql, [payer_id, payee_id]);
  return [...subjects.values()].some((users) => users.size > 1);
}

async function isTooMuch(sql: Sql, pair: Pair): Promise<boolean> {
  return cmp(pair.net, TO_ONE) >= 0 || (await linked(sql, pair));
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

/** Those of these users whose findings are not dismissed: the job raises one within a minute of the trade. */
export async function underReview(sql: Sql, userIds: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    `select distinct user_id as id from market_flag
      where user_id = any($1) and subject like 'pair:%' and status <> 'rejected'`,
    [userIds],
  );
  return rows.map(({ id }) => id);
}

const figuresOf = (net: string, traded: string): Figures => ({
  carried: { fills: 0, t: 0, edge: Number(div(net, traded)), results: { USDT: net } },
});

async function raise(tx: Transaction, subject: Subject, net: string, traded: string, now: number): Promise<void> {
  const [found] = await tx.query(`select from market_flag where subject = $1 and status = 'approved'`, [
    subject.subject,
  ]);
  if (!found) await raiseFlag(tx, subject, Number(net), figuresOf(net, traded), now);
}

async function judge(tx: Transaction, { items }: JobRun, now: number): Promise<void> {
  await items.within(tx, 'pair', await pairsOf(tx, null, now), subjectOf, async (some) => {
    for (const pair of some) {
      if (!(await isTooMuch(tx, pair))) continue;
      await raise(tx, { subject: subjectOf(pair), userId: pair.payee_id }, pair.net, pair.traded, now);
    }
  });
  // Whom the market stops for small sums to many has no pair that staff could dismiss.
  const payerOf = (payer: { readonly payer_id: string }) => payer.payer_id;
  await items.within(tx, 'payer', await payersOf(tx, now), payerOf, async (some) => {
    for (const { payer_id, net, traded } of some) {
      await raise(tx, { subject: `payer:${payer_id}`, userId: payer_id }, net, traded, now);
    }
  });
}

/**
 * What trades carried until this moment counts no more: between the two of a pair, or from a payer to all. By amount, as the
 * hour goes on.
 */
export async function excuse(tx: Transaction, subject: string): Promise<void> {
  const [kind, payer, payee] = subject.split(':');
  if (kind !== 'pair' && kind !== 'payer') return;
  await tx.query(
    `insert into value_excused (payer_id, payee_id, hour, value, traded)
     select payer_id, payee_id, hour, value, traded
       from value_carried
      where payer_id = $1 and ($2::bigint is null or payee_id = $2)
         or payer_id = $2 and payee_id = $1
     on conflict (payer_id, payee_id, hour) do update set value = excluded.value, traded = excluded.traded`,
    [payer, payee ?? null],
  );
}

/**
 * USDT that trades carried to others within a day, what was dismissed included: of the payer, or of the one of a pair who lost
 * more, as a dismissal excuses what went either way. Null of other findings.
 */
export async function carriedBy(tx: Transaction, subject: string, now: number): Promise<string | null> {
  const [kind, ...users] = subject.split(':');
  if (kind !== 'pair' && kind !== 'payer') return null;
  const [row] = await tx.query<{ value: string }>(
    `select coalesce(max(value), 0) as value
       from (select sum(value) as value from value_carried
              where payer_id = any($1::bigint[]) and hour >= $2 group by payer_id) lost`,
    [users, new Date(carriedSince(now))],
  );
  return row?.value ?? '0';
}

/** Whether a dismissal excuses what another finding holds that was confirmed: of the same two, or of the same payer. */
export async function excusesConfirmed(tx: Transaction, subject: string): Promise<boolean> {
  const [kind, payer, payee] = subject.split(':');
  if (kind !== 'pair' && kind !== 'payer') return false;
  const [confirmed] = await tx.query(
    `select from market_flag where status = 'approved' and (subject = any($1) or $2 and subject like $3) limit 1`,
    [[subject, `pair:${payee}:${payer}`], kind === 'payer', `pair:${payer}:%`],
  );
  return confirmed !== undefined;
}

/** Shows staff who gained by trades of another account, each minute. */
export const carriedJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'market-carried',
  every: EVERY,
  exclusive: true,
  items: ['pair', 'payer'],
  run: (run) =>
    database.transaction(async (tx) => {
      await run.fence(tx);
      await judge(tx, run, now());
      const kept = new Date(now() - KEPT);
      await tx.query('delete from value_carried where hour < $1', [kept]);
      await tx.query('delete from value_excused where hour < $1', [kept]);
    }),
});
