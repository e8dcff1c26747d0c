/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const miningErrorCodes = ['terms_changed'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly mining: (typeof miningErrorCodes)[number];
  }
}
