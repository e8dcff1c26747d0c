import { setTimeout as pause } from 'node:timers/promises';
import { isPassing } from './s3-problem.ts';

/** Time and randomness, injected by tests. */
export type S3Timing = {
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Aborts one try of a call, including its body. */
  readonly deadline: () => AbortSignal;
};

/** Timeout of one try, in ms: enough for the largest file on a slow line. */
const RESPONDS_WITHIN = 30_000;
const TRIES = 4;
/** Maximum of the first pause, in ms. Pauses are random, and the maximum doubles each time. */
const FIRST_PAUSE = 200;

export const REAL_TIMING: S3Timing = {
  wait: (milliseconds) => pause(milliseconds),
  random: Math.random,
  deadline: () => AbortSignal.timeout(RESPONDS_WITHIN),
};

/**
 * Retries a call until it succeeds or fails permanently, at most four times. Retries are counted here and not by the S3
 * client, which considers a response successful before its body has arrived.
 */
export async function tried<T>(timing: S3Timing, call: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    const deadline = timing.deadline();
    try {
      return await call(deadline);
    } catch (failure) {
      const error = deadline.aborted ? new Error('there was no complete response in time') : failure;
      if (done === TRIES || !isPassing(error)) throw error;
      await timing.wait(timing.random() * FIRST_PAUSE * 2 ** (done - 1));
    }
  }
}
