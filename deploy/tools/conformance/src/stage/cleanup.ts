/** What a run puts into the world and has to take away again, however it ends. */
export type Cleanup = {
  /** Takes note of how to undo something, right when it was done. */
  add(undo: () => unknown): void;
  /** Undoes everything, last first; what fails does not keep the rest from being undone. Rejects with the failures. */
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
    if (failures.length > 0) throw new AggregateError(failures, 'not everything of the run could be taken away');
  };
  return {
    add: (undo) => void undos.push(undo),
    run() {
      running ??= undoAll();
      return running;
    },
  };
}
