/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const convertErrorCodes = ['recipient_unknown', 'recipient_is_self', 'same_currency'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly convert: (typeof convertErrorCodes)[number];
  }
}
