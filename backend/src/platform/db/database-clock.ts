import type { Sql } from './database.ts';

/** The database's clock as this process knows it, whatever its own clock says. */
export type DatabaseClock = {
  /** `asked` and `received` are of `monotonic`, around the moment at which the database read its clock. */
  set(database: number, asked: number, received: number): void;
  /** Reads the database's clock. */
  measure(sql: Sql): Promise<void>;
  /** Unix ms, never going back. Throws before the first measurement. */
  now(): number;
  /** Nothing is earlier than this any more, Unix ms. */
  reach(time: number): void;
};

/** The database's clock, Unix ms. */
export async function readClock(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ now: number }>('select clock_timestamp() as now');
  return row?.now as number;
}

/**
 * How fast the time goes on while the database's clock is behind what was said before: it was set back. Standing still, it would
 * let nothing end and no price grow old until that clock has come up again.
 */
const WHILE_AHEAD = 0.5;

/** `monotonic` is in ms since any moment and never goes back. */
export function databaseClock(monotonic: () => number): DatabaseClock {
  let offset = Number.NaN;
  let latest = 0;
  let asked = 0;
  const set = (database: number, before: number, received: number): void => {
    offset = database - (before + received) / 2;
  };
  function now(): number {
    if (Number.isNaN(offset)) throw new Error("the database's clock was not read");
    const at = monotonic();
    latest = Math.max(at + offset, latest + Math.max(0, at - asked) * WHILE_AHEAD);
    asked = at;
    return Math.floor(latest);
  }
  return {
    set,
    async measure(sql) {
      const before = monotonic();
      set(await readClock(sql), before, monotonic());
    },
    now,
    reach(time) {
      latest = Math.max(now(), time);
    },
  };
}
