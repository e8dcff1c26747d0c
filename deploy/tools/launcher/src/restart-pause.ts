/** A process that ran this long, in milliseconds, has recovered: its next crash counts as the first. */
export const RECOVERED_AFTER = 30_000;
const FIRST = 500;
const LONGEST = 15_000;

/** Milliseconds to wait before the next start after so many crashes in a row: 0.5 s, doubling up to 15 s. */
export const restartPause = (crashes: number): number => Math.min(FIRST * 2 ** Math.max(0, crashes - 1), LONGEST);
