import type { FailureKind } from './telemetry.ts';

/*
 * The gateway marks the 404 that it sends for a file of a version itself. A page counts a failed load against a version
 * only by that mark: the 404 of a cache, a proxy or a network in between has none. It names the version, and repeats the
 * id that the page has made up for its question: the mark of a former response, kept by a cache, proves nothing.
 */

/** Request header with the id of the question. */
export const ASKED_HEADER = 'x-tessera-asked';
/** Response header with the mark. */
export const ABSENT_HEADER = 'x-tessera-absent';

/** `load`: the store has no such file, or no version; `integrity`: it has other bytes than were published. */
export type Absence = Extract<FailureKind, 'load' | 'integrity'>;

const ID = /^[0-9a-f]{32}$/;
/** What can be in a header: names and versions are no more than that. */
const REFERENCE = /^[\w-]+@[\w.+-]+$/;

/** The mark; undefined for a question without an id, and for what cannot be the name of a version. */
export const absentMark = (reference: string, why: Absence, asked: unknown): string | undefined =>
  typeof asked === 'string' && ID.test(asked) && REFERENCE.test(reference) ? `${reference} ${why} ${asked}` : undefined;

/** Why the gateway has no such file of a version; undefined where the mark is missing, of another version, or of another question. */
export function readAbsent(mark: string | null, reference: string, asked: string): Absence | undefined {
  return (['load', 'integrity'] as const).find((why) => mark === absentMark(reference, why, asked));
}
