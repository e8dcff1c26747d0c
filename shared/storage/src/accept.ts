/* What `accept` of a stored value is usually made of. */

/** One of these values. */
export const oneOf =
  <const T extends readonly (string | number | boolean)[]>(...values: T) =>
  (stored: unknown): T[number] | undefined =>
    values.find((value) => value === stored);

/** Those of `values` that are stored, in the order of `values`. */
export const someOf =
  <T extends string>(values: readonly T[]) =>
  (stored: unknown): readonly T[] | undefined =>
    Array.isArray(stored) ? values.filter((value) => stored.includes(value)) : undefined;

/** Whatever `is` holds of. */
export const guarded =
  <T>(is: (stored: unknown) => stored is T) =>
  (stored: unknown): T | undefined =>
    is(stored) ? stored : undefined;

/** Yes or no; `1` is what some of them were stored as. */
export const flag = (stored: unknown): boolean | undefined => (stored === 1 ? true : oneOf(true, false)(stored));

/** Any text but an empty one. */
export const anyText = (stored: unknown): string | undefined =>
  typeof stored === 'string' && stored !== '' ? stored : undefined;

/** A list of texts. */
export const texts = guarded(
  (stored): stored is readonly string[] => Array.isArray(stored) && stored.every((each) => typeof each === 'string'),
);

/**
 * Whether a stored end, Unix ms, is ahead, and by no more than `most`, which is what its writer may set: others write to
 * storage too, and clocks are set. What is read from storage is compared with now by this alone.
 */
export const isAhead = (end: number, most: number, now: number = Date.now()): boolean => end > now && end - now <= most;
