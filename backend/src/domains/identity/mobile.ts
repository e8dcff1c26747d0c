import {
  getCountries,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** The library throws for other calling codes. */
const CALLING_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

/** A number as it is dialled inside a country; undefined where there is none. */
const national = (dialled: string, callingCode: string): PhoneNumber | undefined =>
  CALLING_CODES.has(callingCode) ? parsePhoneNumberFromString(dialled, { defaultCallingCode: callingCode }) : undefined;

const stored = ({ number }: PhoneNumber): string => digitsOf(number);

/**
 * A number as it is stored: E.164 digits without the plus sign. National prefixes differ: Russia dials 8, Hungary 06,
 * and Italy's zero is part of the number. `areaCode` precedes a national number; without it, the number is international.
 * Numbers of no numbering plan keep their digits, so that accounts from before are found.
 */
export function mobileOf(text: string, areaCode = ''): string {
  const callingCode = digitsOf(areaCode);
  const international = text.trim().startsWith('+') || callingCode === '';
  const number = international ? parsePhoneNumberFromString(`+${digitsOf(text)}`) : national(text, callingCode);
  if (number?.isPossible()) return stored(number);
  return international ? digitsOf(text) : callingCode + digitsOf(text).replace(/^0/, '');
}

/** Country of a stored number, ISO 3166-1 alpha-2; null for one of no numbering plan, or of none, such as +800. */
export const countryOfMobile = (mobile: string): string | null =>
  parsePhoneNumberFromString(`+${mobile}`)?.country ?? null;

/** Whether a stored number is a valid mobile number. */
export const isMobile = (mobile: string): boolean => parsePhoneNumberFromString(`+${mobile}`)?.isPossible() ?? false;

const LONGEST_CALLING_CODE = 3;

/**
 * The right form of a number that was stored without knowing its country's national prefix: with a Russian 8, without an
 * Italian zero, with the 6 of a Hungarian 06. Others are returned as they are.
 */
export function repairedMobile(mobile: string): string {
  const number = parsePhoneNumberFromString(`+${mobile}`);
  if (number?.isValid()) return stored(number);
  for (let length = 1; length <= LONGEST_CALLING_CODE; length += 1) {
    // The zero that every national number lost.
    const repaired = national(`0${mobile.slice(length)}`, mobile.slice(0, length));
    if (repaired?.isValid()) return stored(repaired);
  }
  return mobile;
}
