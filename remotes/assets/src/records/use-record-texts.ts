import type { AccountRecord } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { ACCOUNT_ORDER } from '../wallets/account-order.ts';
import { type Moved, sentenceOf } from './record-text.ts';

/** Texts of records in the user's language: the sentence of one, and the name of an account or product. */
export function useRecordTexts() {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const units = ({ currency, scale, amount }: Moved) =>
    `${formatAmount(amount, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`;
  const accountName = (name: string): string => {
    const account = ACCOUNT_ORDER.find((each) => each === name);
    // The ledger's own name stands for a product that has no text yet.
    return account ? common(`account.${account}`) : t(`product.${name}` as 'product.mining', { defaultValue: name });
  };
  const sentence = (record: AccountRecord): string => {
    const told = sentenceOf(record);
    switch (told.text) {
      case 'bought':
      case 'sold':
      case 'converted':
        return t(`record.told.${told.text}`, { got: units(told.got), gave: units(told.gave) });
      case 'moved':
        return t('record.told.moved', {
          what: units(told.what),
          from: accountName(told.from),
          to: accountName(told.to),
        });
      case 'other':
        return t('record.told.other', {
          kind: t(`kind.${record.kind}`),
          what: `${told.came ? '+' : '−'}${units(told.what)}`,
        });
      default:
        return t(`record.told.${told.text}`, { what: units(told.what) });
    }
  };
  return { sentence, accountName, units };
}
