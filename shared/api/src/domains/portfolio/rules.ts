import { type UtcDay, utcDayOf } from '@tessera/money';

/** UTC days of events, oldest first, each with its events in order. */
export function byDay<Event extends { readonly at: number }>(
  events: readonly Event[],
): readonly { readonly day: UtcDay; readonly events: readonly Event[] }[] {
  const days = new Map<UtcDay, Event[]>();
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    const day = utcDayOf(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, own]) => ({ day, events: own }));
}
