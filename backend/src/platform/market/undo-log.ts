/*
 * How a batch is undone: every change inside of it leaves its inverse here, and a rollback runs them, newest first.
 * Memory so follows what the database took, at the cost of what changed and not of what exists.
 *
 * Two batches may be open: one that the database is writing, and one that was applied on top of it meanwhile. The older
 * one is committed first; the newer one is rolled back first.
 */

/** Batches that may be open at once. */
const OPEN_AT_MOST = 2;

export class UndoLog {
  readonly #inverses: (() => void)[] = [];
  /** Where the inverses of each open batch begin, oldest first. */
  #begins: readonly number[] = [];
  #epoch = 0;
  /** Batches that have ended. */
  #ended = 0;

  /** Whether a batch is open; outside of one changes are final. */
  get isOpen(): boolean {
    return this.#begins.length > 0;
  }

  /**
   * Changes with every moment to which one can go back. Who keeps its state as a whole keeps it once an epoch, before its
   * first change.
   */
  get epoch(): number {
    return this.#epoch;
  }

  /** Throws where two batches are open. */
  begin(): void {
    if (this.#begins.length === OPEN_AT_MOST) throw new Error('two batches are open already');
    this.#begins = [...this.#begins, this.#inverses.length];
    this.#epoch++;
  }

  /** Called with what restores the state before a change. */
  push(inverse: () => void): void {
    if (this.isOpen) this.#inverses.push(inverse);
  }

  /** Returns what undoes the changes since this call; it may be called once, before a batch ends. */
  savepoint(): () => void {
    if (!this.isOpen) throw new Error('no batch is open');
    const kept = this.#inverses.length;
    const ended = this.#ended;
    this.#epoch++;
    return () => {
      if (this.#ended !== ended || this.#inverses.length < kept)
        throw new Error('the batch of the savepoint has ended');
      this.#undo(kept);
      this.#epoch++;
    };
  }

  /** Ends the oldest batch; its changes are final. */
  commit(): void {
    if (!this.isOpen) throw new Error('no batch is open');
    const [, ...newer] = this.#begins;
    const done = newer[0] ?? this.#inverses.length;
    this.#inverses.splice(0, done);
    this.#begins = newer.map((begin) => begin - done);
    this.#ended++;
  }

  /** Ends the newest batch; its changes are undone. */
  rollback(): void {
    const begin = this.#begins.at(-1);
    if (begin === undefined) throw new Error('no batch is open');
    this.#undo(begin);
    this.#begins = this.#begins.slice(0, -1);
    this.#ended++;
    this.#epoch++;
  }

  #undo(down: number): void {
    while (this.#inverses.length > down) this.#inverses.pop()?.();
  }
}
