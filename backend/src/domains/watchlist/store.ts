import type { WatchlistGroup } from '@tessera/api/watchlist/contract';
import type { Sql } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';

/* The tables of the watchlist and of its groups: no other file contains their SQL. */

/** Changes of one user's watchlist are made one after the other. */
export const lockWatchlist = (tx: Sql, userId: string): Promise<unknown> =>
  tx.query('select from user_account where id = $1 for no key update', [userId]);

/** Symbols that a user follows, in the user's order. */
export async function followedBy(sql: Sql, userId: string): Promise<string[]> {
  const rows = await execute(
    sql,
    db.selectFrom('watchlist_item').select('symbol').where('user_id', '=', userId).orderBy('position'),
  );
  return rows.map(({ symbol }) => symbol);
}

export const follow = (tx: Sql, userId: string, symbol: string): Promise<unknown> =>
  execute(tx, db.insertInto('watchlist_item').values({ user_id: userId, symbol }));

/** Takes a symbol off the list and out of every group. */
export async function unfollow(tx: Sql, userId: string, symbol: string): Promise<void> {
  await execute(tx, db.deleteFrom('watchlist_item').where('user_id', '=', userId).where('symbol', '=', symbol));
  await tx.query(
    'update watchlist_group set symbols = array_remove(symbols, $2) where user_id = $1 and $2 = any(symbols)',
    [userId, symbol],
  );
}

/** Writes the list anew in this order, which has each of its symbols once. */
export async function arrange(tx: Sql, userId: string, symbols: readonly string[]): Promise<void> {
  await execute(tx, db.deleteFrom('watchlist_item').where('user_id', '=', userId));
  await tx.query(
    `insert into watchlist_item (user_id, symbol)
     select $1, symbol from unnest($2::text[]) with ordinality as item (symbol, place) order by place`,
    [userId, symbols],
  );
}

const GROUP = ['id', 'name', 'symbols'] as const;

export const groupsOf = (sql: Sql, userId: string): Promise<WatchlistGroup[]> =>
  execute(sql, db.selectFrom('watchlist_group').select(GROUP).where('user_id', '=', userId).orderBy('position'));

/** Whether another group of the user has this name, in whatever case. */
export async function isNameTaken(tx: Sql, userId: string, name: string, id: string | null): Promise<boolean> {
  const taken = await tx.query(
    `select from watchlist_group
      where user_id = $1 and lower(name) = lower($2) and ($3::bigint is null or id <> $3)`,
    [userId, name, id],
  );
  return taken.length > 0;
}

export async function insertGroup(tx: Sql, userId: string, name: string): Promise<WatchlistGroup> {
  const [made] = await execute(tx, db.insertInto('watchlist_group').values({ user_id: userId, name }).returning(GROUP));
  if (!made) throw new Error('the group has no row');
  return made;
}

export async function changeGroup(
  tx: Sql,
  userId: string,
  id: string,
  changes: { readonly name: string } | { readonly symbols: string[] },
): Promise<WatchlistGroup | null> {
  const [changed] = await execute(
    tx,
    db.updateTable('watchlist_group').set(changes).where('user_id', '=', userId).where('id', '=', id).returning(GROUP),
  );
  return changed ?? null;
}

/** Writes the places of all groups of a user, whose ids these are. Those made later have higher ones. */
export const arrangeGroups = (tx: Sql, userId: string, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `update watchlist_group set position = item.place
       from unnest($2::bigint[]) with ordinality as item (id, place)
      where watchlist_group.user_id = $1 and watchlist_group.id = item.id`,
    [userId, ids],
  );

export async function removeGroup(tx: Sql, userId: string, id: string): Promise<boolean> {
  const removed = await execute(
    tx,
    db.deleteFrom('watchlist_group').where('user_id', '=', userId).where('id', '=', id).returning('id'),
  );
  return removed.length > 0;
}

export async function eraseWatchlist(tx: Sql, userId: string): Promise<void> {
  await execute(tx, db.deleteFrom('watchlist_item').where('user_id', '=', userId));
  await execute(tx, db.deleteFrom('watchlist_group').where('user_id', '=', userId));
}
