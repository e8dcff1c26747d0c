import { ask } from './ask.ts';

/**
 * The device's time zone by its name in the tz database. UTC where the browser states none, or one that it does not take
 * itself ("undefined", "Etc/Unknown").
 */
export function deviceTimeZone(): string {
  const stated: unknown = ask(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, undefined);
  if (typeof stated !== 'string' || stated === '' || stated === 'Etc/Unknown') return 'UTC';
  return ask(() => new Intl.DateTimeFormat('en', { timeZone: stated }) && stated, 'UTC');
}
