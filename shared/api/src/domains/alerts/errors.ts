/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const alertsErrorCodes = ['too_many_alerts', 'alert_reached'] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly alerts: (typeof alertsErrorCodes)[number];
  }
}
