/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const payeesErrorCodes = ['payment_method_required'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly payees: (typeof payeesErrorCodes)[number];
  }
}
