/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const quizErrorCodes = ['quiz_not_open', 'quiz_full', 'quiz_user_cap', 'quiz_same_member', 'quiz_step'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly quiz: (typeof quizErrorCodes)[number];
  }
}
