import type { Sql } from '../db/database.ts';

/** An instrument whose new tick or lot does not fit what rests in its book; the market halts it. */
export type Misfit = { readonly symbol: string; readonly reason: string };

/** What the market could not follow when it last took new terms. */
export const readMisfits = (sql: Sql): Promise<Misfit[]> =>
  sql.query<Misfit>('select symbol, reason from market_misfit order by symbol');

/** Replaces what was reported before. */
export async function storeMisfits(sql: Sql, misfits: readonly Misfit[]): Promise<void> {
  const symbols = misfits.map(({ symbol }) => symbol);
  await sql.query(
    `with fits as (delete from market_misfit where symbol <> all($1))
     insert into market_misfit as m (symbol, reason) select * from unnest($1::text[], $2::text[])
     on conflict (symbol) do update set reason = excluded.reason where m.reason <> excluded.reason`,
    [symbols, misfits.map(({ reason }) => reason)],
  );
}
