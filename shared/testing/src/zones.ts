import { vi } from 'vitest';

/** West of UTC a day begins as the day before, east of it it ends as the next; Kolkata is half an hour off. */
export const ZONES = ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

/**
 * Moves the page into a time zone, until the end of the file. Modules keep their formats, so that what is imported from then
 * on is evaluated anew: import within `load`.
 */
export function inZone<Loaded>(zone: (typeof ZONES)[number], load: () => Promise<Loaded>): Promise<Loaded> {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  // Names have aliases (Asia/Calcutta), so that a moment is compared.
  const there = new Date(0).toLocaleString('en', { timeZone: zone });
  if (new Date(0).toLocaleString('en') !== there) throw new Error(`the page is not in ${zone}`);
  return load();
}
