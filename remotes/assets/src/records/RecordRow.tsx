import type { AccountRecord } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, isZero } from '@tessera/money';
import { Amount, ListRow, useLocale } from '@tessera/ui';
import { useRecordTexts } from './use-record-texts.ts';

/** One change of an account: what happened in a sentence, when, and what it left. */
export function RecordRow({ record, onOpen }: { readonly record: AccountRecord; readonly onOpen: () => void }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { sentence, accountName } = useRecordTexts();
  const { account, currency, scale, amount, frozen_amount, balance, at } = record;
  const signed = (value: string) => formatAmount(value, scale, locale, { zeros: 'trimmed', signed: true });
  return (
    <ListRow
      onClick={onOpen}
      chevron={false}
      title={sentence(record)}
      subtitle={`${accountName(account)} · ${formatDateTime(at, locale)}`}
      value={<Amount value={amount} scale={scale} unit={currency} signed trimmed />}
      note={
        isZero(frozen_amount)
          ? t('record.balance', { amount: formatAmount(balance, scale, locale, { zeros: 'trimmed' }) })
          : t('record.frozenChange', { amount: signed(frozen_amount) })
      }
    />
  );
}
