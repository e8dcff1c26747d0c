/*
 * How a batch is undone: every change inside of it leaves its inverse here, and a rollback runs them, newest first.
 * Memory so follows what the database took, at the cost of what changed and not of what exists.
 */
export class UndoLog {
  #inverses: (() => void)[] | null = null;
  #epoch = 0;

  /** Whether a batch is open; outside of one changes are final. */
  get isOpen(): boolean {
    return this.#inverses !== null;
  }

  /**
   * Changes with every moment to which one can go back. Who keeps its state as a whole keeps it once an epoch, before its
   * first change.
   */
  get epoch(): number {
    return this.#epoch;
  }

  /** Throws where a batch is open. */
  begin(): void {
    if (this.#inverses) throw new Error('a batch is open already');
    this.#inverses = [];
    this.#epoch++;
  }

  /** Called with what restores the state before a change. */
  push(inverse: () => void): void {
    this.#inverses?.push(inverse);
  }

  /** Returns what undoes the changes since this call; it may be called once, before the batch ends. */
  savepoint(): () => void {
    const inverses = this.#inverses;
    if (!inverses) throw new Error('no batch is open');
    const kept = inverses.length;
    this.#epoch++;
    return () => {
      if (this.#inverses !== inverses || inverses.length < kept)
        throw new Error('the batch of the savepoint has ended');
      undo(inverses, kept);
      this.#epoch++;
    };
  }

  commit(): void {
    if (!this.#inverses) throw new Error('no batch is open');
    this.#inverses = null;
  }

  rollback(): void {
    if (!this.#inverses) throw new Error('no batch is open');
    undo(this.#inverses, 0);
    this.#inverses = null;
    this.#epoch++;
  }
}

function undo(inverses: (() => void)[], down: number): void {
  while (inverses.length > down) inverses.pop()?.();
}
