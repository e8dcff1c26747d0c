/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const plansErrorCodes = ['too_many_plans', 'same_prices'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly plans: (typeof plansErrorCodes)[number];
  }
}
