/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const chatErrorCodes = [
  'chat_banned',
  'chat_closed',
  'chat_deleted',
  'chat_fast',
  'chat_repeated',
  'chat_slow',
  'chat_too_late',
  'chat_unreadable',
  'chat_waiting',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly chat: (typeof chatErrorCodes)[number];
  }
}
