import { setTimeout as wait } from 'node:timers/promises';

/** ms between two runs: a light load, so that what is measured beside it is not its own queue. */
const PACE = 20;

/** Runs `each` again and again beside what is measured. Returns what ends that, once the last run is over. */
export function beside(each: () => Promise<void>): () => Promise<void> {
  let going = true;
  const done = (async () => {
    while (going) {
      await each();
      await wait(PACE);
    }
  })();
  return () => {
    going = false;
    return done;
  };
}
