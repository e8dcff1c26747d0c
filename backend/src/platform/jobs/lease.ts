import type { Database, Sql } from '../db/database.ts';

export type Lease = {
  readonly name: string;
  readonly token: string;
  /** Progress of the last holder, Unix ms; null before the first. */
  readonly reachedAt: number | null;
};

export type HeldLease = Lease & {
  /** The database's clock when the lease was taken or renewed, Unix ms. */
  readonly now: number;
};

export type LeaseRequest = {
  readonly name: string;
  readonly holder: string;
  /** Progress of the holder, Unix ms; null keeps the stored value. */
  readonly reachedAt?: number | null;
  /** ms until others may take the lease, unless the holder renews it. */
  readonly lasts: number;
};

/**
 * ms by which the database's clock may be set back before a lease is no longer believed: one that would last this much longer
 * than it can was taken by a clock that was ahead. Its holder renews it at once; of one that is gone it would be an hour.
 */
const SET_BACK = 60_000;

/** Takes or renews a lease; null while another node holds it. Uses the database's clock: clocks of nodes may differ. */
export async function takeLease(
  database: Database,
  { name, holder, reachedAt = null, lasts }: LeaseRequest,
): Promise<HeldLease | null> {
  const [row] = await database.query<{ token: string; reached_at: number | null; now: number }>(
    `insert into lease as held (name, holder, token, until, reached_at)
     values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3), $4)
     on conflict (name) do update
        set token = case when held.holder = excluded.holder then held.token else held.token + 1 end,
            holder = excluded.holder, until = excluded.until,
            reached_at = coalesce(excluded.reached_at, held.reached_at)
      where held.holder = excluded.holder or held.until < clock_timestamp()
         or held.until > clock_timestamp() + make_interval(secs => $3::float8 + ${SET_BACK / 1_000})
     returning token, reached_at, clock_timestamp() as now`,
    [name, holder, lasts / 1_000, reachedAt === null ? null : new Date(reachedAt)],
  );
  return row ? { name, token: row.token, reachedAt: row.reached_at, now: row.now } : null;
}

/** ms until others may take the lease unless its holder renews it; 0 where they may now. By the database's clock. */
export async function leaseLeft(sql: Sql, name: string): Promise<number> {
  const [row] = await sql.query<{ left: number }>(
    `select ceil(greatest(extract(epoch from until - clock_timestamp()), 0) * 1000)::int as left
       from lease where name = $1`,
    [name],
  );
  return row?.left ?? 0;
}

/** Frees the lease for other nodes. */
export const dropLease = (database: Database, { name, token }: Lease): Promise<unknown> =>
  database.query('update lease set until = clock_timestamp() where name = $1 and token = $2', [name, token]);

/** Another node holds the lease: the transaction must not commit. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Called within the transaction that does the work: a newer holder waits until that transaction is over. */
export async function requireLease(tx: Sql, { name, token }: Lease): Promise<void> {
  const [row] = await tx.query('select 1 from lease where name = $1 and token = $2 for share', [name, token]);
  if (!row) throw new LeaseLost(name);
}
