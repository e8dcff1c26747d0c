import type { TransferInput, Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { holdingOf, USUAL_SCALE } from './transfer-form.ts';

type Props = { readonly transfer: TransferInput; readonly wallets: Wallets };

/** A transfer in one sentence, with every number. */
export function WholeTransfer({ transfer: { currency_id, from, to, amount }, wallets }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { currency = '', scale = USUAL_SCALE } = holdingOf(wallets, from, currency_id) ?? {};
  return t('transfer.whole', {
    amount: formatAmount(amount, scale, locale, { zeros: 'trimmed' }),
    currency,
    from: common(`account.${from}`),
    to: common(`account.${to}`),
  });
}
