/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const convertErrorCodes = [
  'same_currency',
  'quote_expired',
  'quote_early',
  'conversion_limit',
  'conversion_capped',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly convert: (typeof convertErrorCodes)[number];
  }
}
