/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const supportErrorCodes = ['audio_error', 'conversation_not_over'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly support: (typeof supportErrorCodes)[number];
  }
}
