import { ruleText, useTexts } from '@tessera/i18n';

type Failure = { readonly code: string };
type Bounds = { readonly scale: number; readonly min?: string; readonly max?: string };

/** Why a bid or an offer is rejected, to stand below its field. `min` and `max` as they are shown. */
export function useSaleRules(): (failure: Failure, bounds: Bounds) => string {
  const t = useTexts('nft');
  return ({ code }, { scale, min = '', max = '' }) => {
    switch (code) {
      case 'bid_too_low':
        return ruleText({ code: 'field_too_small', params: { min } });
      case 'bid_too_high':
        return ruleText({ code: 'field_too_large', params: { max } });
      case 'wrong_price':
        return t('rule.wrong_price', { scale });
      case 'wrong_increment':
        return t('resell.incrementHelp');
      case 'ends_before_start':
        return t('rule.ends_before_start');
      case 'wrong_duration':
        return t('rule.wrong_duration');
      default:
        return ruleText({ code });
    }
  };
}
