/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const referralErrorCodes = ['referral_minimum'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly referral: (typeof referralErrorCodes)[number];
  }
}
