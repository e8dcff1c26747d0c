import { type Logger, pino } from 'pino';
import type { Settings } from '../settings.ts';

/** One JSON line an event, to standard output; tokens stay out of it. */
export const openLog = (level: Settings['logLevel']): Logger =>
  pino({ level, base: null, redact: ['req.headers.authorization', 'headers.authorization'] });
