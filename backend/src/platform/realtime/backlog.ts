const KIB = 1024;

/** Bytes that may wait for one connection. What a page gets when it connects is some tens of KiB. */
const MOST_OF_ONE = 256 * KIB;
/** Bytes that may wait for all connections of a node; beyond, each may hold no more than its share. */
const MOST_OF_ALL = 64 * KIB * KIB;
const SHARE = 16 * KIB;

/** Bytes that wait for slow clients, over all connections of a node. */
export class Backlog {
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Takes in that a connection's bytes changed; returns whether it may hold that many. */
  change(from: number, to: number): boolean {
    this.#waiting += to - from;
    return to <= (this.#waiting > MOST_OF_ALL ? SHARE : MOST_OF_ONE);
  }
}
