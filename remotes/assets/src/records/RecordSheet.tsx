import type { AccountRecord } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, isZero, sub } from '@tessera/money';
import { KeyValue, Sheet, useLocale } from '@tessera/ui';
import { Explanation, formulaOf } from '@tessera/ui/content';
import { useState } from 'react';

function Detail({ record }: { readonly record: AccountRecord }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { id, kind, account, currency, scale, amount, frozen_amount, balance, at } = record;
  const figure = (value: string, signed = false) =>
    `${formatAmount(value, scale, locale, { zeros: 'trimmed', signed })} ${currency}`;
  return (
    <>
      <KeyValue
        items={[
          { label: t('record.kind'), value: t(`kind.${kind}`) },
          { label: t('record.account'), value: common(`account.${account}`) },
          { label: common('time'), value: formatDateTime(at, locale) },
          { label: t('record.number'), value: id },
          ...(isZero(frozen_amount) ? [] : [{ label: t('record.heldChange'), value: figure(frozen_amount, true) }]),
        ]}
      />
      <Explanation
        {...formulaOf({ label: t('record.after'), value: figure(balance) }, [
          { label: t('record.before'), value: figure(sub(balance, amount)) },
          '+',
          { label: t('record.change'), value: figure(amount) },
        ])}
      />
    </>
  );
}

type Props = { readonly record: AccountRecord | null; readonly onClose: () => void };

/** One entry: what it changed, and how the balance followed from it. */
export function RecordSheet({ record, onClose }: Props) {
  const t = useTexts('assets');
  // Stays while the sheet slides out.
  const [last, setLast] = useState(record);
  if (record !== null && record !== last) setLast(record);
  return (
    <Sheet open={record !== null} onClose={onClose} title={t('record.details')}>
      {last && <Detail record={last} />}
    </Sheet>
  );
}
