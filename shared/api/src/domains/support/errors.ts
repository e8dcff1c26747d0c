/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const supportErrorCodes = [
  'audio_error',
  'conversation_not_over',
  'conversation_moved',
  'conversation_replaced',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly support: (typeof supportErrorCodes)[number];
  }
}
