import { ApiError } from '@tessera/api';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';

const words = texts.machines;

/** What is wrong, at the field that the backend names. */
export function problemOf(error: Error, fields: Readonly<Record<string, string>>): string {
  if (!(error instanceof ApiError)) return problemText(error);
  if (error.code === 'forbidden' && error.field === 'rights') return words.notHeld;
  const field = error.field === undefined ? undefined : fields[error.field];
  return field === undefined ? problemText(error) : words.at(field, problemText(error));
}
