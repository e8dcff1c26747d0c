/** Things by whose they are: what concerns one user is worked through for that user's alone. */
export class Owners<T> {
  readonly #ofUser = new Map<string, Set<T>>();

  /** Null is no user. */
  move(thing: T, from: string | null, to: string | null): void {
    const before = from === null ? undefined : this.#ofUser.get(from);
    before?.delete(thing);
    if (from !== null && before?.size === 0) this.#ofUser.delete(from);
    if (to === null) return;
    const after = this.#ofUser.get(to) ?? new Set<T>();
    this.#ofUser.set(to, after.add(thing));
  }

  /** Those of a user as of now. */
  of(userId: string): readonly T[] {
    return [...(this.#ofUser.get(userId) ?? [])];
  }

  /** How many users own something. */
  get users(): number {
    return this.#ofUser.size;
  }
}
