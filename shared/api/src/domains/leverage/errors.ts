/** Error codes of this domain; the texts are in `i18n/`, one file a language. */
export const leverageErrorCodes = [
  'position_not_open',
  'leverage_not_offered',
  'leverage_limit',
  'share_limit',
  'stop_price_wrong',
  'stop_entry_wrong',
  'trigger_not_active',
  'too_many_triggers',
  'no_liquidity',
  'exposure_full',
  'open_interest_full',
  'multiple_reduced',
  'openings_paused',
  'would_liquidate',
  'isolated_only',
  'margin_in_use',
  'share_due',
] as const;

declare module '../../kit/errors/codes.ts' {
  interface DomainErrorCodes {
    readonly leverage: (typeof leverageErrorCodes)[number];
  }
}
