import { watchlistContract } from '@tessera/api/watchlist/contract';
import { inOrder, inOrderBy, MOST_FOLLOWED, MOST_GROUPS } from '@tessera/api/watchlist/rules';
import type { Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import {
  arrange,
  arrangeGroups,
  changeGroup,
  eraseWatchlist,
  follow,
  followedBy,
  groupsOf,
  insertGroup,
  isNameTaken,
  lockWatchlist,
  removeGroup,
  unfollow,
} from './store.ts';

/** The instruments that a user follows, in the user's order and groups. */
export const watchlist = defineDomain(watchlistContract, ({ database, catalogue }) => {
  // What is listed no longer is not shown, and comes back if it is listed again.
  const listed = (symbols: readonly string[]): string[] => symbols.filter(catalogue.current().instrument);

  /** A change of one user's watchlist, after the one before. */
  const change = <Result>(userId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    database.transaction(async (tx) => {
      await lockWatchlist(tx, userId);
      tx.notify(userId, { kind: 'watchlist' });
      return work(tx);
    });

  async function refuseTaken(tx: Transaction, userId: string, name: string, id: string | null): Promise<void> {
    if (await isNameTaken(tx, userId, name, id)) throw new DomainError('group_exists', { field: 'name' });
  }

  return {
    name: 'watchlist',
    userData: { watchlist_item: OWN_ROWS, watchlist_group: OWN_ROWS },
    onClose: eraseWatchlist,
    calls: {
      'GET /optional/list': async ({ database: sql, user }) => {
        const [symbols, groups] = await Promise.all([followedBy(sql, user.id), groupsOf(sql, user.id)]);
        return { list: listed(symbols), groups: groups.map((each) => ({ ...each, symbols: listed(each.symbols) })) };
      },
      'POST /optional/add': async ({ user }, { symbol }) => {
        if (!catalogue.current().instrument(symbol)) throw new DomainError('instrument_unknown', { field: 'symbol' });
        return change(user.id, async (tx) => {
          const before = await followedBy(tx, user.id);
          if (before.includes(symbol)) return { list: listed(before) };
          if (before.length >= MOST_FOLLOWED) {
            throw new DomainError('watchlist_full', { params: { max: MOST_FOLLOWED } });
          }
          await follow(tx, user.id, symbol);
          return { list: listed([...before, symbol]) };
        });
      },
      'POST /optional/del': ({ user }, { symbol }) =>
        change(user.id, async (tx) => {
          await unfollow(tx, user.id, symbol);
          return { list: listed(await followedBy(tx, user.id)) };
        }),
      'POST /optional/order': ({ user }, { symbols }) =>
        change(user.id, async (tx) => {
          const arranged = inOrder(await followedBy(tx, user.id), symbols);
          await arrange(tx, user.id, arranged);
          return { list: listed(arranged) };
        }),
      'POST /optional/group': ({ user }, { name }) =>
        change(user.id, async (tx) => {
          if ((await groupsOf(tx, user.id)).length >= MOST_GROUPS) {
            throw new DomainError('too_many_groups', { params: { max: MOST_GROUPS } });
          }
          await refuseTaken(tx, user.id, name, null);
          return insertGroup(tx, user.id, name);
        }),
      'PUT /optional/group': ({ user }, { id, name }) =>
        change(user.id, async (tx) => {
          await refuseTaken(tx, user.id, name, id);
          const changed = await changeGroup(tx, user.id, id, { name });
          if (!changed) throw new DomainError('not_found', { field: 'id' });
          return { ...changed, symbols: listed(changed.symbols) };
        }),
      'POST /optional/group/symbols': ({ user }, { id, symbols = [] }) =>
        change(user.id, async (tx) => {
          const followed = new Set(await followedBy(tx, user.id));
          const kept = [...new Set(symbols)].filter((symbol) => followed.has(symbol));
          const changed = await changeGroup(tx, user.id, id, { symbols: kept });
          if (!changed) throw new DomainError('not_found', { field: 'id' });
          return { ...changed, symbols: listed(changed.symbols) };
        }),
      'POST /optional/group/order': ({ user }, { ids }) =>
        change(user.id, async (tx) => {
          const arranged = inOrderBy(await groupsOf(tx, user.id), ids, ({ id }) => id);
          await arrangeGroups(
            tx,
            user.id,
            arranged.map(({ id }) => id),
          );
          return { list: arranged.map((each) => ({ ...each, symbols: listed(each.symbols) })) };
        }),
      'POST /optional/group/del': ({ user }, { id }) =>
        change(user.id, async (tx) => {
          if (!(await removeGroup(tx, user.id, id))) throw new DomainError('not_found', { field: 'id' });
          return { id };
        }),
    },
  };
});
