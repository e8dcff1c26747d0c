import {
  type Brake,
  type Brakes,
  dayOf,
  type LimitName,
  type Limits,
  NO_BRAKES,
  NO_RESULTS,
  type Results,
  type TradeResult,
} from '@tessera/api/brakes/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';

/** Brakes and results of one user. */
export type Held = { readonly brakes: Brakes; readonly results: Results };

export const NOTHING_HELD: Held = { brakes: NO_BRAKES, results: NO_RESULTS };

/** Of these users; without an entry of those who have neither. */
export async function heldOf(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, Held>> {
  const rows = await sql.query<{
    user_id: string;
    brakes: Readonly<Record<string, { value: unknown; next_value: unknown; next_at: number | null }>> | null;
    day: number | null;
    result: string | null;
    losses: number | null;
    last_loss_at: number | null;
  }>(
    `select u.user_id, b.brakes, r.day, r.result, r.losses, r.last_loss_at
       from unnest($1::bigint[]) as u (user_id)
       left join lateral (
         select jsonb_object_agg(name, jsonb_build_object('value', value, 'next_value', next_value, 'next_at',
                                                          (extract(epoch from next_at) * 1000)::bigint)) as brakes
           from brake where user_id = u.user_id) b on true
       left join trading_result r on r.user_id = u.user_id
      where b.brakes is not null or r.user_id is not null`,
    [userIds],
  );
  return new Map(
    rows.map(({ user_id, brakes, day, result, losses, last_loss_at }) => {
      const brakeOf = <Name extends LimitName>(name: Name): Brake<Limits[Name]> => {
        const row = brakes?.[name];
        if (!row) return NO_BRAKES[name];
        const value = row.value as Limits[Name];
        const next = row.next_at === null ? null : { value: row.next_value as Limits[Name], at: row.next_at };
        return { value, next };
      };
      return [
        user_id,
        {
          brakes: {
            dailyLoss: brakeOf('dailyLoss'),
            maxMultiple: brakeOf('maxMultiple'),
            coolOff: brakeOf('coolOff'),
            excludedUntil: brakeOf('excludedUntil'),
          },
          results:
            day === null ? NO_RESULTS : { day, result: result ?? '0', losses: losses ?? 0, lastLossAt: last_loss_at },
        },
      ];
    }),
  );
}

/** Who has changed a limit since a time, Unix ms, and when last. */
export const changedSince = (sql: Sql, since: number): Promise<{ readonly userId: string; readonly at: number }[]> =>
  sql.query<{ userId: string; at: number }>(
    'select user_id as "userId", max(changed_at) as at from brake where changed_at >= $1 group by 1',
    [new Date(since)],
  );

/** Stores the brakes that are not as before. */
export async function writeBrakes(
  tx: Transaction,
  userId: string,
  before: Brakes,
  after: Brakes,
  at: number,
): Promise<void> {
  const names = (Object.keys(after) as LimitName[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return;
  await tx.query(
    `insert into brake (user_id, name, value, next_value, next_at, changed_at)
     select $1, name, value, next_value, next_at, $6
       from unnest($2::text[], $3::jsonb[], $4::jsonb[], $5::timestamptz[]) as b (name, value, next_value, next_at)
     on conflict (user_id, name) do update
        set value = excluded.value, next_value = excluded.next_value, next_at = excluded.next_at,
            changed_at = excluded.changed_at`,
    [
      userId,
      names,
      names.map((name) => JSON.stringify(after[name].value)),
      names.map((name) => (after[name].next ? JSON.stringify(after[name].next.value) : null)),
      names.map((name) => (after[name].next ? new Date(after[name].next.at) : null)),
      new Date(at),
    ],
  );
}

/** A trade's result of a user. */
export type UserResult = TradeResult & { readonly userId: string };

/** Books results in this order, in the transaction that books the trades. */
export async function bookResults(tx: Transaction, results: readonly UserResult[]): Promise<void> {
  if (results.length === 0) return;
  await tx.query('select book_trading_results($1, $2, $3, $4, $5)', [
    results.map(({ userId }) => userId),
    results.map(({ at }) => new Date(dayOf(at))),
    results.map(({ amount }) => amount),
    results.map(({ outcome }) => outcome),
    results.map(({ at }) => new Date(at)),
  ]);
}
