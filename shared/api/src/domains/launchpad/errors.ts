/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const launchpadErrorCodes = [
  'sale_not_open',
  'sold_out',
  'quantity_required',
  'quantity_not_whole',
  'quantity_limit',
  'sale_begun',
  'sale_settling',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly launchpad: (typeof launchpadErrorCodes)[number];
  }
}
