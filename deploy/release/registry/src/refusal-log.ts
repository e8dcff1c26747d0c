import type { FastifyBaseLogger } from 'fastify';

const MINUTE = 60_000;
/** Lines a minute; the rest of them is counted, so that a flood does not fill the log. */
export const LINES_A_MINUTE = 60;

export type Refused = {
  readonly code: string;
  /** Method and path of the call. */
  readonly call: string;
  readonly requestId: string;
  /** The right that is missing: `rollback markets`. */
  readonly right?: string;
  /** The member who lacks it; null without a session. */
  readonly account: string | null;
};

/** Logs who was refused what, as warnings: the shipped settings show them. `now` is Unix ms. */
export function refusalLog(log: FastifyBaseLogger, now: () => number): (refused: Refused) => void {
  let minute = 0;
  let count = 0;
  return (refused) => {
    const at = Math.floor(now() / MINUTE);
    if (at !== minute) {
      const repeated = count - LINES_A_MINUTE;
      if (repeated > 0) log.warn({ event: 'security', code: 'repeated', repeated }, 'security outcomes');
      [minute, count] = [at, 0];
    }
    count += 1;
    if (count <= LINES_A_MINUTE) log.warn({ event: 'security', ...refused }, 'security');
  };
}
