/** When one of these came first after a time, Unix ms; null where none did: `trades.first` of a market that a test makes up. */
export function firstAfter(booked: readonly { readonly at: number }[], after: number): number | null {
  const times = booked.flatMap(({ at }) => (at > after ? [at] : []));
  return times.length === 0 ? null : Math.min(...times);
}
