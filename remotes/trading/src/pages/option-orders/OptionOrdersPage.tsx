import { useTexts } from '@tessera/i18n';
import { Page, Tabs } from '@tessera/ui';
import { useState } from 'react';
import { OptionList } from '../../options/OptionLists.tsx';

type Shelf = 'open' | 'settled';

/** All options of the user: in position, and those that are over. */
export default function OptionOrdersPage() {
  const t = useTexts('trading/options');
  const [shelf, setShelf] = useState<Shelf>('open');
  return (
    <Page
      title={t('routes.transaction.seconds_order', { ns: 'trading' })}
      back
      header={
        <Tabs<Shelf>
          label={t('routes.transaction.seconds_order', { ns: 'trading' })}
          value={shelf}
          onChange={setShelf}
          items={[
            { id: 'open', label: t('option.inPosition') },
            { id: 'settled', label: t('option.history') },
          ]}
        />
      }
    >
      <OptionList key={shelf} status={shelf} leads />
    </Page>
  );
}
