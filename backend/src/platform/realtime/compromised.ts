import * as z from 'zod/mini';
import type { Sql, Transaction } from '../db/database.ts';
import type { Dependencies } from '../domain.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../jobs/queued-job.ts';
import type { TakenOut } from '../ports.ts';
import type { CompromisedWindow } from '../session/compromised.ts';
import { endSessions, endSessionsOf, endStaffSessions } from '../session/sessions.ts';

const takeOutTask = defineTask('take-out-compromised', z.object({ from: z.int(), until: z.int() }), {
  turn: 'first',
});

const WINDOW = 'live_from = $1 and live_until = $2';
const valuesOf = ({ from, until }: CompromisedWindow) => [new Date(from), new Date(until)];

/** Has what was added in the window taken out, where it was not announced before. */
async function takeOutOnce(tx: Sql, window: CompromisedWindow, now: number): Promise<void> {
  const first = await tx.query(
    `insert into compromised_window (live_from, live_until, announced_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [...valuesOf(window), new Date(now)],
  );
  if (first.length > 0) await enqueue(tx, takeOutTask, window, { jobKey: `${window.from}-${window.until}` });
}

type Parts = Pick<Dependencies, 'database' | 'log' | 'now' | 'ports'>;

/**
 * Ends the sessions that compromised code could use while it was live. What it added is taken out by a job: an error there
 * leaves none of the sessions in use, and is tried again.
 */
export async function endCompromised({ database, log, now }: Parts, window: CompromisedWindow): Promise<void> {
  const { users, staff } = await database.transaction(async (tx) => {
    await takeOutOnce(tx, window, now());
    return endSessionsOf(tx, window, now());
  });
  if (users + staff > 0)
    log.warn({ users, staff, ...window }, 'sessions_ended: compromised code of a page could use them');
}

/** Ends sessions that were opened since, with a factor that was taken out: they began after the time of that code. */
async function endOpenedSince(tx: Transaction, taken: readonly TakenOut[], now: number): Promise<void> {
  const ids = (of: TakenOut['owner']['kind']) => [
    ...new Set(taken.flatMap(({ owner, logsIn }) => (logsIn && owner.kind === of ? [owner.id] : []))),
  ];
  for (const userId of ids('user')) await endSessions(tx, userId, { except: null }, now);
  await endStaffSessions(tx, ids('staff'), now);
}

/** Takes out what compromised code added, once for each time that it was live. */
export const takeOutJob = ({ database, log, now, ports }: Parts): QueuedJob =>
  handle(takeOutTask, async (window) => {
    const taken = await database.transaction(async (tx) => {
      const open = await tx.query(
        `update compromised_window set taken_out_at = $3 where ${WINDOW} and taken_out_at is null returning 1`,
        [...valuesOf(window), new Date(now())],
      );
      if (open.length === 0) return [];
      const all = await ports.takeOut(tx, window, now());
      await endOpenedSince(tx, all, now());
      return all;
    });
    for (const { owner, what } of taken) {
      log.warn(
        { [owner.kind]: owner.id, what, ...window },
        'taken_out: added while compromised code of a page was live',
      );
    }
  });
