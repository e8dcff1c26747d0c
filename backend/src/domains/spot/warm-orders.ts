import type { Sql } from '../../platform/db/database.ts';
import type { Order } from './order.ts';
import { type OpenOrder, openOrders, openVersions } from './store.ts';

/** Beyond so many rows that changed, all are read: one scan costs less than as many look-ups. */
const MOST_LOOKED_UP = 5_000;

export type WarmOrders = {
  /** Reads what has changed since the last time. */
  read(sql: Sql): Promise<void>;
  /** All open orders of now, oldest first; from then on nothing is kept. */
  take(sql: Sql): Promise<readonly Order[]>;
};

/**
 * The open orders that a node knows before it holds the market. The version of a row changes with every update, so that
 * what is read again is what has changed, exactly.
 */
export function warmOrders(): WarmOrders {
  let known = new Map<string, OpenOrder>();
  /** One read at a time: they change the same map. */
  let reading: Promise<unknown> = Promise.resolve();

  async function update(sql: Sql): Promise<readonly Order[]> {
    const versions = await openVersions(sql);
    const changed = [...versions.keys()].filter((id) => known.get(id)?.version !== versions.get(id));
    const fresh = new Map(known);
    if (changed.length > 0) {
      const rows = await openOrders(sql, changed.length > MOST_LOOKED_UP ? null : changed);
      for (const row of rows) fresh.set(row.order.id, row);
    }
    known = new Map();
    const orders: Order[] = [];
    for (const id of versions.keys()) {
      // One that has ended between the two statements is missing, or is as it was before.
      const row = fresh.get(id);
      if (!row) continue;
      known.set(id, row);
      orders.push(row.order);
    }
    return orders;
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = reading.then(work, work);
    reading = done.catch(() => undefined);
    return done;
  };

  return {
    read: (sql) => inTurn(async () => void (await update(sql))),
    take: (sql) =>
      inTurn(async () => {
        const orders = await update(sql);
        known = new Map();
        return orders;
      }),
  };
}
