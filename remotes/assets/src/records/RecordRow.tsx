import type { AccountRecord } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatMinute, isPositive, isZero } from '@tessera/money';
import { Amount, CoinIcon, ListRow, useLocale } from '@tessera/ui';
import { sentenceOf } from './record-text.ts';
import { useRecordTexts } from './use-record-texts.ts';

/** One change of an account: what it was, when and where, and what it left. Its day stands above; the sheet has the sentence. */
export function RecordRow({ record, onOpen }: { readonly record: AccountRecord; readonly onOpen: () => void }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { accountName } = useRecordTexts();
  const { kind, account, currency, scale, amount, frozen_amount, balance, at } = record;
  const trimmed = (value: string, signed = false) => formatAmount(value, scale, locale, { zeros: 'trimmed', signed });
  const told = sentenceOf(record);
  const where = told.text === 'moved' ? `${accountName(told.from)} → ${accountName(told.to)}` : accountName(account);
  // What is put on hold alone is the figure. What leaves from there left the balance with an earlier entry: as the figure it
  // would read as leaving twice.
  const held = isZero(amount) && isPositive(frozen_amount);
  const note = held
    ? common('frozen')
    : isZero(frozen_amount)
      ? t('record.balance', { amount: trimmed(balance) })
      : t('record.frozenChange', { amount: trimmed(frozen_amount, true) });
  return (
    <ListRow
      figure
      onClick={onOpen}
      chevron={false}
      start={<CoinIcon symbol={currency} />}
      title={t(`kind.${kind}`)}
      subtitle={`${where} · ${formatMinute(at, locale)}`}
      value={<Amount value={held ? frozen_amount : amount} scale={scale} unit={currency} signed={!held} trimmed />}
      note={note}
    />
  );
}
