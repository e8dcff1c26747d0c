import type { ClaimInput, DepositCoin } from '@tessera/api/deposits';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useLocale } from '@tessera/ui';

type Props = { readonly claim: ClaimInput; readonly coins: readonly DepositCoin[] };

/** Decimal places while those of a currency are not known. */
const USUAL_SCALE = 8;

/** A claim in a few words, with every number. */
export function WholeClaim({ claim: { currency_id, network, amount }, coins }: Props) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { currency = '', scale = USUAL_SCALE } = coins.find((coin) => coin.currency_id === currency_id) ?? {};
  return t('deposit.whole', {
    amount: formatAmount(amount, scale, locale, { zeros: 'trimmed' }),
    currency,
    network,
  });
}
