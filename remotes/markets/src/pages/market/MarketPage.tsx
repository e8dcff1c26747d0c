import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, ChipGroup, EmptyState, ErrorState, IconButton, Page, Tabs } from '@tessera/ui';
import { PullToRefresh, SwipePanel } from '@tessera/ui/content';
import { RefreshCw, Search } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { ASSET_CLASSES } from '../../instruments/asset-classes.ts';
import { optionPath } from '../../instruments/trade-path.ts';
import { ConnectionNotice } from '../../list/ConnectionNotice.tsx';
import { InstrumentList } from '../../list/InstrumentList.tsx';
import { ListSkeleton } from '../../list/ListSkeleton.tsx';
import type { Sort } from '../../list/order.ts';
import { SortHeader } from '../../list/SortHeader.tsx';
import { useFavourites } from '../../watchlist/use-favourites.ts';
import styles from './MarketPage.module.css';
import { type Tab, useListing } from './use-listing.ts';

const HeatMap = lazyPart(() => import(/* webpackChunkName: "heat" */ '../../list/HeatMap.tsx'));

/** Orders that are asked for most, and the map. */
const VIEWS = ['list', 'gainers', 'losers', 'volume', 'heat'] as const;
type View = (typeof VIEWS)[number];

const SORTS: Readonly<Record<View, Sort>> = {
  list: null,
  gainers: { key: 'change', descending: true },
  losers: { key: 'change', descending: false },
  volume: { key: 'volume', descending: true },
  heat: null,
};

/** The view that an order belongs to. */
const viewOf = (sort: Sort): View | null =>
  VIEWS.find(
    (view) => view !== 'heat' && SORTS[view]?.key === sort?.key && SORTS[view]?.descending === sort?.descending,
  ) ?? null;

const TABS: readonly Tab[] = ['favourites', ...ASSET_CLASSES];
const FIRST_TAB: Tab = 'crypto';

/** The tab lives in the address (`?tab=stocks`), so that other screens lead to one and going back finds it. */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [{ tab = FIRST_TAB }, replace] = useScreenParams('/pages/market/market', {
    tab: 'favourites|crypto|stocks|futures|intl_futures|forex|metals|options?',
  });
  return [tab, (next) => replace({ tab: next })];
}

function Nothing({ tab, onBrowse }: { readonly tab: Tab; readonly onBrowse: () => void }) {
  const t = useTexts('markets');
  const guest = useSession() === null;
  if (tab !== 'favourites') {
    return <EmptyState illustration="chart" title={t('empty.categoryTitle')} text={t('empty.category')} />;
  }
  const text = guest ? `${t('empty.favourites')} ${t('empty.favouritesGuest')}` : t('empty.favourites');
  return (
    <EmptyState
      illustration="chart"
      title={t('empty.favouritesTitle')}
      text={text}
      action={<Button onClick={onBrowse}>{t('empty.browse')}</Button>}
    />
  );
}

export default function MarketPage() {
  const t = useTexts('markets');
  const [tab, setTab] = useTab();
  const [sort, setSort] = useState<Sort>(null);
  const [refreshes, setRefreshes] = useState(0);
  const [heat, setHeat] = useState(false);
  const watchlist = useFavourites();
  const listing = useListing(tab, watchlist);
  const refresh = () => listing.reload().then(() => setRefreshes((count) => count + 1));
  const { instruments, failure } = listing;
  const filled = instruments !== undefined && instruments.length > 0;

  return (
    <Page
      title={t('routes.market')}
      heading={
        <ScreenLink className={styles.search} to={screenUrl('/pages/market/search')}>
          <Search />
          <span>{t('search.placeholder')}</span>
        </ScreenLink>
      }
      actions={
        <IconButton
          label={t('refresh')}
          icon={<RefreshCw />}
          onClick={() => void refresh()}
          aria-busy={listing.loading || undefined}
        />
      }
      header={
        <>
          <Tabs
            label={t('category.label')}
            items={TABS.map((id) => ({ id, label: t(`category.${id}`) }))}
            value={tab}
            onChange={setTab}
          />
          <div className={styles.views}>
            <ChipGroup<View>
              label={t('view.label')}
              options={VIEWS.map((view) => ({ value: view, label: t(`view.${view}`) }))}
              value={heat ? 'heat' : viewOf(sort)}
              onChange={(view) => {
                setHeat(view === 'heat');
                setSort(SORTS[view]);
              }}
            />
          </div>
          {!heat && <SortHeader sort={sort} onSort={setSort} />}
          <ConnectionNotice />
        </>
      }
      flush
    >
      <PullToRefresh refresh={refresh} button={false} />
      <SwipePanel ids={TABS} value={tab} onChange={setTab}>
        {failure && (
          <ErrorState
            title={t('error.title')}
            text={failure.text}
            onRetry={() => void refresh()}
            retrying={listing.loading}
          />
        )}
        {!failure && instruments === undefined && <ListSkeleton />}
        {!failure && instruments?.length === 0 && <Nothing tab={tab} onBrowse={() => setTab(FIRST_TAB)} />}
        {filled && (
          <>
            {listing.simulated && (
              <p className={styles.feed}>
                {t('simulated')}{' '}
                <ScreenLink className={styles.how} to={screenUrl('/pages/transaction/source', {})}>
                  {t('how')}
                </ScreenLink>
              </p>
            )}
            {heat && (
              <HeatMap
                props={{ label: t('view.heat'), instruments, path: tab === 'options' ? optionPath : undefined }}
                waiting={<ListSkeleton />}
              />
            )}
            {!heat && (
              <InstrumentList
                key={tab}
                label={t(`category.${tab}`)}
                instruments={instruments}
                sort={sort}
                question={`${sort?.key} ${sort?.descending} ${refreshes}`}
                ownOrder={tab === 'favourites'}
                watchlist={watchlist}
                path={tab === 'options' ? optionPath : undefined}
              />
            )}
          </>
        )}
      </SwipePanel>
    </Page>
  );
}
