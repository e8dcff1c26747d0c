import { watchlistContract } from '@tessera/api/watchlist/contract';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';

async function watchlistOf(sql: Sql, catalogue: CatalogueSnapshot, userId: string): Promise<{ list: string[] }> {
  const rows = await execute(
    sql,
    db.selectFrom('watchlist_item').select('symbol').where('user_id', '=', userId).orderBy('position'),
  );
  // What is listed no longer is not shown, and comes back if it is listed again.
  return { list: rows.map(({ symbol }) => symbol).filter(catalogue.instrument) };
}

/** The instruments that a user follows. */
export const watchlist = defineDomain(watchlistContract, ({ catalogue }) => ({
  name: 'watchlist',
  userData: { watchlist_item: OWN_ROWS },
  onClose: async (tx, userId) => {
    await execute(tx, db.deleteFrom('watchlist_item').where('user_id', '=', userId));
  },
  calls: {
    'GET /optional/list': ({ database, user }) => watchlistOf(database, catalogue.current(), user.id),
    'POST /optional/add': async ({ database, user }, { symbol }) => {
      if (!catalogue.current().instrument(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
      return database.transaction(async (tx) => {
        const item = { user_id: user.id, symbol };
        await execute(
          tx,
          db
            .insertInto('watchlist_item')
            .values(item)
            .onConflict((conflict) => conflict.doNothing()),
        );
        tx.notify(user.id, { kind: 'watchlist' });
        return watchlistOf(tx, catalogue.current(), user.id);
      });
    },
    'POST /optional/del': ({ database, user }, { symbol }) =>
      database.transaction(async (tx) => {
        await execute(tx, db.deleteFrom('watchlist_item').where('user_id', '=', user.id).where('symbol', '=', symbol));
        tx.notify(user.id, { kind: 'watchlist' });
        return watchlistOf(tx, catalogue.current(), user.id);
      }),
  },
}));
