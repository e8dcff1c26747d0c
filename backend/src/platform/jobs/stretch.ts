/**
 * Until when a job that follows a time in transactions of at most `length` ms goes with the next one, Unix ms, from `after`,
 * and not beyond `limit`: `first` is when something happened first after `after`, null where nothing did. Time in which
 * nothing happened is gone through at once, however long it was.
 */
export const stretchEnd = (after: number, limit: number, length: number, first: number | null): number =>
  first === null || first > limit ? limit : Math.min(limit, Math.max(after, first - 1) + length);

/** The earlier one of two times, each null where there is none. */
export const earlier = (one: number | null, other: number | null): number | null =>
  one === null || (other !== null && other < one) ? other : one;
