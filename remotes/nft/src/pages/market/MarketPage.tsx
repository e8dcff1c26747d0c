import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { IconButton, Page, Stack, Tabs } from '@tessera/ui';
import { SearchInput, useSearchText } from '@tessera/ui/forms';
import { Search, Wallet } from '@tessera/ui/icons';
import { useState } from 'react';
import { NO_FILTERS } from '../../works/filters.ts';
import { ArtistList } from './ArtistList.tsx';
import { CollectionList } from './CollectionList.tsx';
import { WorkList } from './WorkList.tsx';

const TABS = ['works', 'artists', 'boxes', 'collections'] as const;
type Tab = (typeof TABS)[number];

/** The marketplace: works, artists, blind boxes and collections, searched and filtered. */
export default function MarketPage() {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const [{ tab: chosen, collection_id }, replace] = useScreenParams('/pages/nft/nft', {
    tab: 'works|artists|boxes|collections?',
    collection_id: 'number?',
  });
  const tab: Tab = chosen ?? 'works';
  const [searching, setSearching] = useState(false);
  const { query: keyword, input } = useSearchText();
  const [filters, setFilters] = useState(NO_FILTERS);
  const stop = () => {
    setSearching(false);
    input.onChange('');
  };
  return (
    <Page
      title={t('routes.nft.nft')}
      back={searching ? stop : true}
      {...(searching && {
        heading: <SearchInput label={t('market.search')} {...input} autoFocus />,
      })}
      actions={
        searching ? undefined : (
          <>
            <IconButton label={t('market.search')} icon={<Search />} onClick={() => setSearching(true)} />
            <IconButton
              label={t('routes.nft.mine')}
              icon={<Wallet />}
              onClick={() => open(screenUrl('/pages/nft/mine'))}
            />
          </>
        )
      }
      header={
        <Tabs
          label={t('routes.nft.nft')}
          items={TABS.map((id) => ({ id, label: t(`market.tabs.${id}`) }))}
          value={tab}
          onChange={(next) => replace({ tab: next })}
        />
      }
    >
      <Stack gap={3} below={6}>
        {tab === 'artists' && <ArtistList keyword={keyword} />}
        {tab === 'collections' && <CollectionList keyword={keyword} />}
        {(tab === 'works' || tab === 'boxes') && (
          <WorkList
            key={tab}
            boxes={tab === 'boxes'}
            keyword={keyword}
            collection={tab === 'works' ? collection_id : undefined}
            filters={filters}
            onFilter={setFilters}
            onLeaveCollection={() => replace({ tab })}
          />
        )}
      </Stack>
    </Page>
  );
}
