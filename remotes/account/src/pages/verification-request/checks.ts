import type { RuleFailure } from '@tessera/api/rules';

/** Lengths count characters as people do. */
export function lengthOf(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): RuleFailure | null {
  const { length } = [...text];
  if (length < min) return { code: 'field_too_short', params: { min } };
  return length > max ? { code: 'field_too_long', params: { max } } : null;
}

export const pictureRequired = (location: string): RuleFailure | null =>
  location === '' ? { code: 'field_required' } : null;
