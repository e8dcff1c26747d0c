import { setTimeout as pause } from 'node:timers/promises';
import { isPassing } from './s3-problem.ts';

/** Time and chance, which a test gives itself. */
export type S3Timing = {
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Ends one try of a call, its body included. */
  readonly deadline: () => AbortSignal;
};

/** ms that one try may take; the largest file has to come through a slow line in it. */
const RESPONDS_WITHIN = 30_000;
const TRIES = 4;
/** ms: the longest first pause. Each is of random length and up to twice as long as the one before. */
const FIRST_PAUSE = 200;

export const REAL_TIMING: S3Timing = {
  wait: (milliseconds) => pause(milliseconds),
  random: Math.random,
  deadline: () => AbortSignal.timeout(RESPONDS_WITHIN),
};

/**
 * Makes a call until it goes well or is refused for good, four times at most. The tries are counted here and not by the
 * client of the service: that one takes a response's body for a success before it has come.
 */
export async function tried<T>(timing: S3Timing, call: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    const deadline = timing.deadline();
    try {
      return await call(deadline);
    } catch (failure) {
      const error = deadline.aborted ? new Error('there was no whole response in time') : failure;
      if (done === TRIES || !isPassing(error)) throw error;
      await timing.wait(timing.random() * FIRST_PAUSE * 2 ** (done - 1));
    }
  }
}
