import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { RuleFailure } from '../../kit/rules/failure.ts';

/** Begins like an IBAN (ISO 13616): country and two check digits. No account number of ours does. */
const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}/.test(text);

/** An account number without blanks and hyphens, in capitals. */
export const accountNumberOf = (text: string): string => electronicFormatIBAN(text) ?? '';

export const isIban = (text: string): boolean => isValidIBAN(accountNumberOf(text));

/** An IBAN with its check digits (ISO 7064 MOD 97-10) and its country's length, or an account number of 8 to 34 signs. */
export function checkAccountNumber(text: string): RuleFailure | null {
  const number = accountNumberOf(text);
  if (number === '') return { code: 'field_required' };
  if (looksLikeIban(number)) return isValidIBAN(number) ? null : { code: 'iban_invalid' };
  return /^[A-Z0-9]{8,34}$/.test(number) ? null : { code: 'account_number_invalid' };
}

/** Number of a card or an account in one's own country: 8 to 34 digits, blanks between groups allowed. */
export function checkCardNumber(text: string): RuleFailure | null {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return { code: 'field_required' };
  return /^[0-9]{8,34}$/.test(digits) ? null : { code: 'account_number_invalid' };
}

/** A BIC (ISO 9362) of 8 or 11 characters with a country that exists. */
export const checkBic = (text: string): RuleFailure | null =>
  isValidBIC(text.trim().toUpperCase()) ? null : { code: 'bic_invalid' };

const ABA_WEIGHTS = [3, 7, 1];

/**
 * A routing number of the American Bankers Association: nine digits, 3(d₁+d₄+d₇) + 7(d₂+d₅+d₈) + (d₃+d₆+d₉) a multiple
 * of 10, the first two digits within the ranges in use (ABA Key to Routing Numbers: 00–12, 21–32, 61–72, 80).
 */
export function checkAba(text: string): RuleFailure | null {
  const digits = text.trim();
  if (!/^[0-9]{9}$/.test(digits)) return { code: 'aba_invalid' };
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (ABA_WEIGHTS[index % 3] ?? 0), 0);
  const prefix = Number(digits.slice(0, 2));
  const inUse = prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
  return sum > 0 && sum % 10 === 0 && inUse ? null : { code: 'aba_invalid' };
}
