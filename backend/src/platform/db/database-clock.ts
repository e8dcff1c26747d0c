import type { Sql } from './database.ts';

/** The database's clock as this process knows it, whatever its own clock says. */
export type DatabaseClock = {
  /** `asked` and `received` are of `monotonic`, around the moment at which the database read its clock. */
  set(database: number, asked: number, received: number): void;
  /** Reads the database's clock. */
  measure(sql: Sql): Promise<void>;
  /** Unix ms, never going back. Throws before the first measurement. */
  now(): number;
};

/** The database's clock, Unix ms. */
export async function readClock(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ now: number }>('select clock_timestamp() as now');
  return row?.now as number;
}

/** `monotonic` is in ms since any moment and never goes back. */
export function databaseClock(monotonic: () => number): DatabaseClock {
  let offset = Number.NaN;
  let latest = 0;
  const set = (database: number, asked: number, received: number): void => {
    offset = database - (asked + received) / 2;
  };
  return {
    set,
    async measure(sql) {
      const asked = monotonic();
      set(await readClock(sql), asked, monotonic());
    },
    now() {
      if (Number.isNaN(offset)) throw new Error("the database's clock was not read");
      latest = Math.max(latest, Math.floor(monotonic() + offset));
      return latest;
    },
  };
}
