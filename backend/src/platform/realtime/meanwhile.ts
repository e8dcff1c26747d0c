import type { AccountEvent } from '@tessera/api/realtime';

/** Events that are kept at most. */
const MOST = 10_000;

/**
 * Account events while sessions are looked up whose user is not known yet: the user is told of them once that is known, and
 * no event of one user concerns the look-ups of all others.
 */
export class Meanwhile {
  readonly #most: number;
  /** By number, the oldest first. */
  readonly #events = new Map<number, string>();
  readonly #ofUser = new Map<string, { readonly number: number; readonly event: AccountEvent }[]>();
  #next = 0;
  #dropped = 0;
  #underWay = 0;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** A look-up begins: returns the number of the first event after it. Each is followed by `end`. */
  begin(): number {
    this.#underWay += 1;
    return this.#next;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#events.clear();
    this.#ofUser.clear();
    this.#dropped = this.#next;
  }

  note(userId: string, event: AccountEvent): void {
    if (this.#underWay === 0) return;
    const number = this.#next;
    this.#next += 1;
    this.#events.set(number, userId);
    const own = this.#ofUser.get(userId) ?? [];
    own.push({ number, event });
    this.#ofUser.set(userId, own);
    const [oldest] = this.#events;
    if (this.#events.size > this.#most && oldest) this.#drop(...oldest);
  }

  /** What happened to a user since then, the oldest first; null where that is not kept any more. */
  since(from: number, userId: string): readonly AccountEvent[] | null {
    if (from < this.#dropped) return null;
    return (this.#ofUser.get(userId) ?? []).filter(({ number }) => number >= from).map(({ event }) => event);
  }

  #drop(number: number, userId: string): void {
    this.#events.delete(number);
    this.#dropped = number + 1;
    const own = this.#ofUser.get(userId);
    own?.shift();
    if (own?.length === 0) this.#ofUser.delete(userId);
  }
}
