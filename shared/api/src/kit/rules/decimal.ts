import type { RuleFailure } from './failure.ts';

/** Range of NUMERIC(38,18). */
export const decimalRules = { wholeDigits: 20, scale: 18 } as const;

/** A decimal string: digits and at most one point, no sign, no exponent, no grouping. */
export const checkDecimal = (text: string): RuleFailure | null => {
  if (text === '') return { code: 'field_required' };
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return { code: 'field_not_a_number' };
  const [, whole = '', fraction = ''] = parts;
  if (whole.length > decimalRules.wholeDigits) return { code: 'invalid_field' };
  if (fraction.length > decimalRules.scale) return { code: 'field_too_precise', params: { scale: decimalRules.scale } };
  return null;
};

export const checkPositiveDecimal = (text: string): RuleFailure | null =>
  checkDecimal(text) ?? (/[1-9]/.test(text) ? null : { code: 'field_must_be_positive' });
