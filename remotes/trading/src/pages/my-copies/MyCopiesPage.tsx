import { useTexts } from '@tessera/i18n';
import { Page, Tabs } from '@tessera/ui';
import { useState } from 'react';
import { CopyList, type Shelf, Statements } from '../../copytrading/CopyLists.tsx';

const SHELVES = ['open', 'history', 'skipped', 'statements'] as const;

/** All copies of the user: open, past, skipped; and the weekly settlements. */
export default function MyCopiesPage() {
  const t = useTexts('trading/copytrading');
  const [shelf, setShelf] = useState<Shelf | 'statements'>('open');
  return (
    <Page
      title={t('routes.copytrade.my', { ns: 'trading' })}
      back
      header={
        <Tabs
          label={t('routes.copytrade.my', { ns: 'trading' })}
          value={shelf}
          onChange={setShelf}
          items={SHELVES.map((id) => ({ id, label: t(`copy.shelf.${id}`) }))}
        />
      }
    >
      {shelf === 'statements' ? <Statements /> : <CopyList shelf={shelf} />}
    </Page>
  );
}
