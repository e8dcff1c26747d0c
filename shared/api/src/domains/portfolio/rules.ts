/** UTC days of events, oldest first, each with its events in order. */
export function byDay<Event extends { readonly at: number }>(
  events: readonly Event[],
): readonly { readonly day: number; readonly events: readonly Event[] }[] {
  const DAY = 86_400_000;
  const days = new Map<number, Event[]>();
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    const day = Math.floor(event.at / DAY) * DAY;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, own]) => ({ day, events: own }));
}
