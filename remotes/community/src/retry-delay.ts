/** ms; the first delay is at least this, and no delay exceeds `LONGEST`. */
const SHORTEST = 1_000;
const LONGEST = 30_000;

/**
 * ms to wait before a read that failed is repeated: 1 s to 2 s after the first failure, doubled with each further one up
 * to 15 s to 30 s. Drawn each time, so that pages that failed together do not ask together.
 */
export const retryDelay = (failures: number, random: () => number = Math.random): number =>
  (Math.min(LONGEST, 2 * SHORTEST * 2 ** (failures - 1)) / 2) * (1 + random());
