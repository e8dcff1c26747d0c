/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const staffErrorCodes = [
  'already_reviewed',
  'claimed_by_other',
  'second_member_required',
  'factor_enrolment_required',
  'deposits_not_halted',
  'change_expired',
  'member_left',
  'removal_open',
  'removal_stopped',
  'removal_unverified',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly staff: (typeof staffErrorCodes)[number];
  }
}
