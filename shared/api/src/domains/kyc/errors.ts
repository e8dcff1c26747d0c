/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const kycErrorCodes = [
  'already_under_review',
  'already_verified',
  'basic_level_first',
  'document_used',
  'limit_exceeded',
  'send_limit',
  'pictures_required',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly kyc: (typeof kycErrorCodes)[number];
  }
}
