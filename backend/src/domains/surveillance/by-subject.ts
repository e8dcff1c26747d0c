/** What there is of one subject, in the order of all. */
export type OfSubject<Event> = { readonly subject: string; readonly events: readonly Event[] };

/**
 * Events by the subjects that their users belong to. Each is looked at once for each subject of its user: to look through all of
 * them for each subject takes the square of what a crowd does, and holds the node up.
 */
export function bySubject<Event>(
  events: readonly Event[],
  userOf: (event: Event) => string,
  links: ReadonlyMap<string, ReadonlySet<string>>,
): readonly OfSubject<Event>[] {
  const placed = events.map((event, place) => ({ event, place, userId: userOf(event) }));
  const byUser = Map.groupBy(placed, ({ userId }) => userId);
  return [...links].map(([subject, users]) => {
    const own = [...users].flatMap((userId) => byUser.get(userId) ?? []);
    const ordered = users.size > 1 ? own.toSorted((one, other) => one.place - other.place) : own;
    return { subject, events: ordered.map(({ event }) => event) };
  });
}
