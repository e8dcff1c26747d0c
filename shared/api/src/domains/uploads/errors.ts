/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const uploadsErrorCodes = [
  'upload_missing',
  'upload_too_large',
  'upload_not_an_image',
  'upload_too_many_pixels',
  'upload_damaged',
  'upload_too_slow',
  'upload_unknown',
  'upload_quota',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly uploads: (typeof uploadsErrorCodes)[number];
  }
}
