import { ruleText, useTexts } from '@tessera/i18n';

/** Rules of payees and withdrawals, worded here: every other screen does without their texts. */
const OWN = [
  'address_invalid',
  'address_unchecked',
  'address_burns',
  'request_unclear',
  'iban_invalid',
  'bic_invalid',
  'aba_invalid',
  'account_number_invalid',
  'address_required',
  'amount_too_small',
] as const;

type Failure = Parameters<typeof ruleText>[0];

/** Why a field is rejected, to stand below that field. */
export function useRuleText(): (failure: Failure) => string {
  const t = useTexts('assets');
  return (failure) => {
    const own = OWN.find((code) => code === failure.code);
    return own ? t(`payout.rule.${own}`, failure.params ?? {}) : ruleText(failure);
  };
}
