/** Error codes of this domain; the texts are in `i18n/`, one file a language. Domains that trade reject with them. */
export const brakesErrorCodes = [
  'brake_excluded',
  'brake_daily_loss',
  'brake_cool_off',
  'brake_multiple',
  'trades_off_market',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly brakes: (typeof brakesErrorCodes)[number];
  }
}
