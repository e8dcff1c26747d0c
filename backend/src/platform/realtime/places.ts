import { mayOpenSocket } from '@tessera/api/kit/capacity';
import type { Charged } from './work-time.ts';

export type PlaceLimits = {
  /** Connections of a node. */
  readonly connections: number;
  /** Signed-in connections of one account: devices and tabs. */
  readonly ofAccount: number;
  /** Channels that the connections of a node have, each counted as often as it is listened to. */
  readonly channels?: number;
};

/** A hundred of each connection. */
const CHANNELS = 2_000_000;
/** Channels that an address may always have, as far as they are free, and its share of what is free besides. */
const ALWAYS = 50_000;
const SHARE = 0.25;

type Place = { readonly address: string; userId: string | null; channels: number };

function change(counts: Map<string, number>, key: string, by: number): void {
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
  /** Channels of the connections of an address, of guests and users. */
  readonly #channels = new Map<string, number>();
  #allChannels = 0;

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
    this.#places.set(connection, { address, userId: null, channels: 0 });
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

  /** Counts another channel of a connection; false if its address, or the node, has too many. */
  hold(connection: Connection): boolean {
    const place = this.#places.get(connection);
    if (!place) return false;
    const free = (this.#limits.channels ?? CHANNELS) - this.#allChannels;
    if (free < 1 || (this.#channels.get(place.address) ?? 0) >= ALWAYS + free * SHARE) return false;
    this.#hold(place, 1);
    return true;
  }

  /** Counts channels that a connection has left. */
  letGo(connection: Connection, channels: number): void {
    const place = this.#places.get(connection);
    if (place) this.#hold(place, -Math.min(channels, place.channels));
  }

  leave(connection: Connection): void {
    const place = this.#places.get(connection);
    if (!place) return;
    this.#hold(place, -place.channels);
    this.#places.delete(connection);
    this.#count(place, -1);
  }

  #hold(place: Place, by: number): void {
    place.channels += by;
    this.#allChannels += by;
    change(this.#channels, place.address, by);
  }

  #count({ address, userId }: Place, by: 1 | -1): void {
    if (userId === null) change(this.#guests, address, by);
    else change(this.#accounts, userId, by);
  }
}
