import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Settings } from '../settings.ts';

/** What PostgreSQL's errors quote of rows, parameters and statements: `Failing row contains (…)` has all columns. */
const QUOTING = ['detail', 'where', 'internalQuery'];

/** Takes what quotes rows out of an error as it is written, and out of those within it. */
function withoutRows<T extends object>(written: T): T {
  for (const key of QUOTING) Reflect.deleteProperty(written, key);
  for (const inner of Object.values(written).flat()) {
    // As the serializer wrote it: what is no error is the error's own, and stays as it is.
    if (inner instanceof Object && 'stack' in inner && 'message' in inner) withoutRows(inner);
  }
  return written;
}

/** An error for the log: code, constraint, table and message of one of the database's, and no value of a row. */
const errorOf = (error: unknown): unknown => (error instanceof Error ? withoutRows(stdSerializers.err(error)) : error);

/** One JSON line an event, to standard output or where it is told to; tokens and rows stay out of it. */
export function openLog(level: Settings['logLevel'], to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: ['req.headers.authorization', 'headers.authorization'],
    serializers: { err: errorOf },
  };
  return to ? pino(options, to) : pino(options);
}
