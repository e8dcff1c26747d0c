import { mayOpenSocket } from '@tessera/api/kit/capacity';
import type { Charged } from './work-time.ts';

export type PlaceLimits = {
  /** Connections of a node. */
  readonly connections: number;
  /** Signed-in connections of one account: devices and tabs. */
  readonly ofAccount: number;
};

type Place = { readonly address: string; userId: string | null };

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/**
 * The connections of a node: guests are counted by address, signed-in users by account, so that neither fills the
 * places of the other, and a carrier's address is no bound for those who have signed in.
 */
export class Places<Connection> {
  readonly #limits: PlaceLimits;
  readonly #places = new Map<Connection, Place>();
  readonly #guests = new Map<string, number>();
  readonly #accounts = new Map<string, number>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get open(): number {
    return this.#places.size;
  }

  /** Takes a place for a guest; false if there is none for the address. */
  enter(connection: Connection, address: string): boolean {
    const held = this.#guests.get(address) ?? 0;
    if (!mayOpenSocket({ held, open: this.open, most: this.#limits.connections })) return false;
    this.#places.set(connection, { address, userId: null });
    change(this.#guests, address, 1);
    return true;
  }

  /** Counts a connection for a user, or for its address again; false if the account has too many. */
  identify(connection: Connection, userId: string | null): boolean {
    const place = this.#places.get(connection);
    if (!place || place.userId === userId) return true;
    if (userId !== null && (this.#accounts.get(userId) ?? 0) >= this.#limits.ofAccount) return false;
    this.#count(place, -1);
    place.userId = userId;
    this.#count(place, 1);
    return true;
  }

  /** Whom what a connection asks for is charged to: its address, and its user or the guests of the address. */
  chargedOf(connection: Connection): readonly Charged[] {
    const place = this.#places.get(connection);
    if (!place) return [];
    const { address, userId } = place;
    const own: Charged = userId === null ? { kind: 'guests', id: address } : { kind: 'user', id: userId };
    return [own, { kind: 'address', id: address }];
  }

  leave(connection: Connection): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#places.delete(connection);
    this.#count(place, -1);
  }

  #count({ address, userId }: Place, by: 1 | -1): void {
    if (userId === null) change(this.#guests, address, by);
    else change(this.#accounts, userId, by);
  }
}
