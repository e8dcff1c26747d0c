/** Clean-up actions of a run, executed however it ends. */
export type Cleanup = {
  /** Registers how to undo an action; call it immediately after the action. */
  add(undo: () => unknown): void;
  /** Undoes everything in reverse order; failures do not stop it. Rejects with the failures. */
  run(): Promise<void>;
};

export function createCleanup(): Cleanup {
  const undos: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
  const undoAll = async () => {
    const failures: unknown[] = [];
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    running = undefined;
    if (failures.length > 0) throw new AggregateError(failures, 'the run could not be cleaned up completely');
  };
  return {
    add: (undo) => void undos.push(undo),
    run() {
      running ??= undoAll();
      return running;
    },
  };
}
