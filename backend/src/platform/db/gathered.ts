/** Keys of one read at most. */
const MOST = 200;
/** Reads in progress at most: while PostgreSQL works on one, the answers of the other are encoded. */
const AT_ONCE = 2;

type Waiting<Value> = {
  readonly key: string;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * One read for all who ask at once: those who ask while two are in progress share the next one, so every answer is of a
 * read that began after it was asked for. Where a read fails, it fails for all who waited for it.
 */
export function gathered<Value>(
  read: (keys: readonly string[]) => Promise<(key: string) => Value>,
): (key: string) => Promise<Value> {
  let waiting: Waiting<Value>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      try {
        const answerOf = await read([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(answerOf(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.push({ key, resolve, reject });
    if (running < AT_ONCE) {
      running += 1;
      // Requests that came in together are handled before it.
      setImmediate(() => void run());
    }
    return promise;
  };
}
