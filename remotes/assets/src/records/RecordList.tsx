import { type AccountRecord, type RecordFilter, useRecords } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { EmptyState, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { RecordRow } from './RecordRow.tsx';
import { RecordSheet } from './RecordSheet.tsx';

/** The records that a filter leaves; a tap opens one. */
export function RecordList({ filter, label }: { readonly filter: RecordFilter; readonly label: string }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const query = useRecords(filter);
  const [opened, setOpened] = useState<AccountRecord | null>(null);
  return (
    <>
      <PagedList
        label={label}
        query={query}
        heading={({ at }) => formatDate(at, locale)}
        row={(record) => <RecordRow record={record} onOpen={() => setOpened(record)} />}
        empty={<EmptyState illustration="orders" title={t('record.emptyTitle')} text={t('record.empty')} />}
      />
      <RecordSheet record={opened} onClose={() => setOpened(null)} />
    </>
  );
}
