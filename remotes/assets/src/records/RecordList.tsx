import { type RecordFilter, useRecords } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { EmptyState } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { RecordRow } from './RecordRow.tsx';

/** The records that a filter leaves, read on by a button. */
export function RecordList({ filter, label }: { readonly filter: RecordFilter; readonly label: string }) {
  const t = useTexts('assets');
  const query = useRecords(filter);
  return (
    <PagedList
      label={label}
      query={query}
      row={(record) => <RecordRow record={record} />}
      problem={query.error ? problemText(query.error) : undefined}
      empty={<EmptyState illustration="orders" title={t('record.emptyTitle')} text={t('record.empty')} />}
    />
  );
}
