import { DomainError } from '../../platform/http/domain-error.ts';

/*
 * Where a list is read on: the values by which it is sorted, of its last row. What comes and goes before that row neither
 * repeats nor hides one.
 */

const LENGTH = 100;

export const writeCursor = (...values: readonly string[]): string =>
  Buffer.from(values.join(' ')).toString('base64url');

/** The values of a cursor, each a decimal number; null without one. Throws for what no list has returned. */
export function readCursor(cursor: string | undefined, count: number): readonly string[] | null {
  if (cursor === undefined) return null;
  const values = Buffer.from(cursor, 'base64url').toString('utf8').slice(0, LENGTH).split(' ');
  if (values.length !== count || !values.every((value) => /^\d{1,20}(?:\.\d{1,18})?$/.test(value))) {
    throw new DomainError('invalid_field', { field: 'after' });
  }
  return values;
}
