import { guarded, isAhead, storedValue } from '@tessera/storage';

/** ms for which a version that failed here is not tried again. */
const LASTS = 6 * 3_600_000;

type Until = Readonly<Record<string, number>>;

const isUntil = (value: unknown): value is Until =>
  typeof value === 'object' && value !== null && Object.values(value).every((end) => typeof end === 'number');

const stored = storedValue<Until>({ name: 'host.quarantine', initial: {}, accept: guarded(isUntil) });

const kept = new Map<string, number>();

function read(now: number): Map<string, number> {
  for (const [reference, end] of Object.entries(stored.read())) kept.set(reference, end);
  for (const [reference, end] of kept) if (!isAhead(end, LASTS, now)) kept.delete(reference);
  return kept;
}

/** Whether a version (`name@version`) failed in this browser of late. */
export const isQuarantined = (reference: string, now: number = Date.now()): boolean => read(now).has(reference);

/** Quarantines a version in this browser for a limited time. */
export function quarantine(reference: string, now: number = Date.now()): void {
  const all = read(now);
  all.set(reference, now + LASTS);
  stored.write(Object.fromEntries(all));
}
