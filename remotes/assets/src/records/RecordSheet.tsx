import type { AccountRecord } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, isZero, neg, sub } from '@tessera/money';
import { Heading, KeyValue, Text, useLocale } from '@tessera/ui';
import { DetailSheet, Explanation, formulaOf } from '@tessera/ui/content';
import { useState } from 'react';
import { netOf } from './record-text.ts';
import { useRecordTexts } from './use-record-texts.ts';

function Detail({ record }: { readonly record: AccountRecord }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { sentence, accountName } = useRecordTexts();
  const { id, kind, account, currency, scale, amount, frozen_amount, balance, at, journal, lines, reference } = record;
  const figure = (value: string, signed = false) =>
    `${formatAmount(value, scale, locale, { zeros: 'trimmed', signed })} ${currency}`;
  const signed = (of: { readonly currency: string; readonly scale: number }, value: string) =>
    `${formatAmount(value, of.scale, locale, { zeros: 'trimmed', signed: true })} ${of.currency}`;
  return (
    <>
      <Text tone="strong" size={16} weight="strong" below={3}>
        {sentence(record)}
      </Text>
      <KeyValue
        items={[
          { label: t('record.kind'), value: t(`kind.${kind}`) },
          { label: t('record.account'), value: accountName(account) },
          { label: common('time'), value: formatDateTime(at, locale) },
          { label: t('record.number'), value: id },
          { label: t('record.journalNumber'), value: journal },
          ...(reference === null ? [] : [{ label: t('record.reference'), value: reference }]),
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
      <Heading as="h3" size={14} above={4} below={2}>
        {t('record.journal')}
      </Heading>
      <KeyValue
        items={[
          ...lines.flatMap((line) => [
            ...(isZero(line.amount) ? [] : [{ label: accountName(line.account), value: signed(line, line.amount) }]),
            ...(isZero(line.frozen_amount)
              ? []
              : [
                  {
                    label: t('record.held', { account: accountName(line.account) }),
                    value: signed(line, line.frozen_amount),
                  },
                ]),
          ]),
          ...netOf(lines).map((net) => ({
            label: t('record.otherSide', { currency: net.currency }),
            value: signed(net, neg(net.amount)),
          })),
        ]}
      />
      <Text above={2}>{t('record.zero')}</Text>
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
    <DetailSheet open={record !== null} onClose={onClose} title={t('record.details')}>
      {last && <Detail record={last} />}
    </DetailSheet>
  );
}
