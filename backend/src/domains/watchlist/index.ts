import { watchlistContract } from '@tessera/api/watchlist/contract';
import type { Sql } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { catalogue } from '../instruments/index.ts';

/** What can be watched. */
const symbols: ReadonlySet<string> = new Set(catalogue.map(({ symbol }) => symbol));

async function watchlistOf(sql: Sql, userId: string): Promise<{ list: string[] }> {
  const rows = await sql.query<{ symbol: string }>(
    'select symbol from watchlist_item where user_id = $1 order by position',
    [userId],
  );
  // What is listed no longer is not shown, and comes back if it is listed again.
  return { list: rows.map(({ symbol }) => symbol).filter((symbol) => symbols.has(symbol)) };
}

/** The instruments that a user follows. */
export const watchlist = defineDomain(watchlistContract, () => ({
  name: 'watchlist',
  calls: {
    'GET /optional/list': ({ database, user }) => watchlistOf(database, user.id),
    'POST /optional/add': async ({ database, user }, { symbol }) => {
      if (!symbols.has(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
      return database.transaction(async (tx) => {
        await tx.query('insert into watchlist_item (user_id, symbol) values ($1, $2) on conflict do nothing', [
          user.id,
          symbol,
        ]);
        tx.notify(user.id, { kind: 'watchlist' });
        return watchlistOf(tx, user.id);
      });
    },
    'POST /optional/del': ({ database, user }, { symbol }) =>
      database.transaction(async (tx) => {
        await tx.query('delete from watchlist_item where user_id = $1 and symbol = $2', [user.id, symbol]);
        tx.notify(user.id, { kind: 'watchlist' });
        return watchlistOf(tx, user.id);
      }),
  },
}));
