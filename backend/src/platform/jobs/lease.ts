import type { Database, Sql } from '../db/database.ts';

/** How long a holder who says nothing more keeps it: the pause after a node is killed. */
const LASTS_MS = 5_000;

export type Lease = {
  readonly name: string;
  readonly token: string;
  /** How far the last holder had come, Unix ms; null before the first. */
  readonly reachedAt: number | null;
};

/** Takes or keeps the lease; null while another holds it. The database's clock decides, so nodes need not agree on one. */
export async function takeLease(
  database: Database,
  name: string,
  holder: string,
  reachedAt: number | null,
): Promise<Lease | null> {
  const [row] = await database.query<{ token: string; reached_at: number | null }>(
    `insert into lease as held (name, holder, token, until, reached_at)
     values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3), to_timestamp($4::double precision / 1000))
     on conflict (name) do update
        set token = case when held.holder = excluded.holder then held.token else held.token + 1 end,
            holder = excluded.holder, until = excluded.until,
            reached_at = coalesce(excluded.reached_at, held.reached_at)
      where held.holder = excluded.holder or held.until < clock_timestamp()
     returning token, (extract(epoch from reached_at) * 1000)::double precision as reached_at`,
    [name, holder, LASTS_MS / 1_000, reachedAt],
  );
  return row ? { name, token: row.token, reachedAt: row.reached_at } : null;
}

/** Lets others have it at once. */
export const dropLease = (database: Database, { name, token }: Lease): Promise<unknown> =>
  database.query('update lease set until = clock_timestamp() where name = $1 and token = $2', [name, token]);

/** Somebody else holds the lease by now: what was about to be committed must not be. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** To be asked within the transaction that does the work: a newer holder waits until it is over. */
export async function requireLease(tx: Sql, { name, token }: Lease): Promise<void> {
  const [row] = await tx.query('select 1 from lease where name = $1 and token = $2 for share', [name, token]);
  if (!row) throw new LeaseLost(name);
}
