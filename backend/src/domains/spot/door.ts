import type { ReadInput } from '@tessera/api/contract';
import { spotContract } from '@tessera/api/spot/contract';
import { placementFromWire, type placementToWire, type SpotOrder, type WireSpotOrder } from '@tessera/api/spot/wire';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type KeyUse, keyUseOf, knownOutput } from '../../platform/http/idempotency.ts';
import { cancelEach } from '../../platform/market/cancel-each.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { countryOfTrader } from '../instruments/index.ts';
import { spotListings } from './listing.ts';
import { spotOrderOf } from './order.ts';
import type { PlaceOrder } from './place.ts';
import { openAmong, ordersByIds } from './store.ts';

const CALL = 'POST /coin/trade';
/** As the page sends it. */
export type OrderInput = ReturnType<typeof placementToWire>;

/** The command of the call that places an order. */
export async function placementOf(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  { id: userId, level }: Pick<SignedIn, 'id' | 'level'>,
  input: ReadInput<typeof CALL>,
): Promise<PlaceOrder> {
  const listing = spotListings(catalogue).ofPair(input.currency_id, input.legal_id);
  const country = await countryOfTrader(sql, userId, listing?.instrument.countries ?? []);
  return { kind: 'place', userId, level, country, order: placementFromWire(input) };
}

/** Orders that a domain places for a user who asked for them before. */
export type OrderDoor = {
  /**
   * Places an order exactly as the call does: by its schema, its service that can be paused, its command and its key. No
   * user may know the key before. The same key returns the same order. Rejects with DomainError.
   */
  place(user: Pick<SignedIn, 'id' | 'level'>, input: OrderInput, key: string): Promise<WireSpotOrder>;
  /** The order that was placed under a key; null for none. */
  placed(sql: Sql, userId: string, input: OrderInput, key: string): Promise<WireSpotOrder | null>;
  /** Cancels those of these orders that are open. Rejects after all were tried where one could not be cancelled. */
  cancel(userId: string, ids: readonly string[]): Promise<void>;
  /** Orders with their fills, by id. */
  read(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, SpotOrder>>;
};

export function orderDoor({
  database,
  catalogue,
  market,
  ports,
}: Pick<Dependencies, 'database' | 'catalogue' | 'market' | 'ports'>): OrderDoor {
  const read = (input: OrderInput): ReadInput<typeof CALL> => {
    const parsed = spotContract[CALL].input.safeParse(input);
    if (!parsed.success) throw new DomainError('invalid_request');
    return parsed.data;
  };
  const useOf = (userId: string, key: string, input: object): KeyUse => keyUseOf({ userId, key, callId: CALL, input });
  return {
    async place(user, input, key) {
      const asked = read(input);
      await ports.requireRunning(CALL);
      const command = await placementOf(database, catalogue.current(), user, asked);
      return (await market.submit('spot', command, useOf(user.id, key, asked))) as WireSpotOrder;
    },
    placed: async (sql, userId, input, key) =>
      (await knownOutput<WireSpotOrder>(sql, useOf(userId, key, read(input))))?.output ?? null,
    cancel: async (userId, ids) =>
      cancelEach({ userId, ids: await openAmong(database, ids), callId: 'PUT /coin/trade' }, (id, use) =>
        market.submit('spot', { kind: 'cancel', userId, id }, use),
      ),
    async read(sql, ids) {
      const snapshot = catalogue.current();
      const stored = ids.length === 0 ? [] : await ordersByIds(sql, ids);
      return new Map(stored.map(({ order, fills }) => [order.id, spotOrderOf(order, fills, snapshot)]));
    },
  };
}
