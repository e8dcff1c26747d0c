import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, ChipGroup, EmptyState, ErrorState, IconButton, Page, Tabs, useWide } from '@tessera/ui';
import { PullToRefresh, SwipePanel } from '@tessera/ui/content';
import { Pencil, RefreshCw, Search } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useMemo, useState } from 'react';
import type { Sector } from '../../instruments/sectors.ts';
import { chartPath, optionPath } from '../../instruments/trade-path.ts';
import { ConnectionNotice } from '../../list/ConnectionNotice.tsx';
import { InstrumentList } from '../../list/InstrumentList.tsx';
import { ListSkeleton } from '../../list/ListSkeleton.tsx';
import { SortHeader } from '../../list/SortHeader.tsx';
import { useFavourites } from '../../watchlist/use-favourites.ts';
import styles from './MarketPage.module.css';
import { choosing, FIRST_CHOICE, FIRST_TAB, groupIn, inSector, TABS, VIEWS, type View, viewOf } from './market-view.ts';
import { type Tab, useListing, useNewListing } from './use-listing.ts';

const EditFavourites = lazyPart(
  () => import(/* webpackChunkName: "favourites" */ '../../watchlist/EditFavourites.tsx'),
);
const HeatMap = lazyPart(() => import(/* webpackChunkName: "heat" */ '../../list/HeatMap.tsx'));

const ALL = 'all';

/** The tab lives in the address (`?tab=stocks`), so that other screens lead to one and going back finds it. */
function useTab(wide: boolean): readonly [Tab, (tab: Tab) => void] {
  const [{ tab = FIRST_TAB }, replace] = useScreenParams('/pages/market/market', {
    tab: 'favourites|crypto|stocks|futures|intl_futures|forex|metals|options?',
  });
  // Beside a chart the address is the chart's.
  const [own, setOwn] = useState({ of: tab, tab });
  return wide
    ? [own.of === tab ? own.tab : tab, (next) => setOwn({ of: tab, tab: next })]
    : [tab, (next) => replace({ tab: next })];
}

type NothingProps = {
  readonly tab: Tab;
  readonly view: View;
  readonly grouped: boolean;
  readonly onBrowse: () => void;
};

function Nothing({ tab, view, grouped, onBrowse }: NothingProps) {
  const t = useTexts('markets');
  const guest = useSession() === null;
  if (view === 'new') return <EmptyState illustration="chart" title={t('empty.newTitle')} text={t('empty.new')} />;
  if (grouped) return <EmptyState illustration="chart" title={t('empty.groupTitle')} text={t('empty.group')} />;
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
  const wide = useWide();
  const [tab, setTab] = useTab(wide);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const choose = (changes: Partial<typeof choice>) => setChoice((before) => ({ ...before, ...changes }));
  const { sort, place } = choice;
  const [refreshes, setRefreshes] = useState(0);
  const [editing, setEditing] = useState(false);
  const watchlist = useFavourites();
  const own = tab === 'favourites';
  const chosen = groupIn(tab, choice, watchlist.groups);
  const ofTab = useListing(tab, watchlist, chosen);
  const lately = useNewListing(place === 'new');
  const listing = place === 'new' ? lately : ofTab;
  const refresh = () => listing.reload().then(() => setRefreshes((count) => count + 1));
  const { failure } = listing;
  const {
    sectors,
    chosen: sector,
    instruments,
  } = useMemo(() => inSector(tab, choice, listing.instruments), [tab, choice, listing.instruments]);
  const filled = instruments !== undefined && instruments.length > 0;
  // The list follows when the user arranges it, and holds still otherwise.
  const ordered = own && sort === null ? (instruments ?? []).map(({ symbol }) => symbol).join() : '';
  const heat = place === 'heat';
  const path = tab === 'options' ? optionPath : wide ? chartPath : undefined;
  const view = viewOf(choice);
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
              value={view}
              onChange={(next) => choose(choosing(next))}
            />
          </div>
          {own && place !== 'new' && (watchlist.symbols?.length ?? 0) > 0 && (
            <div className={styles.groups}>
              <ChipGroup
                label={t('groups.label')}
                options={[
                  { value: ALL, label: t('groups.all') },
                  ...watchlist.groups.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen ?? ALL}
                onChange={(id) => choose({ group: id === ALL ? null : id })}
              />
              <IconButton label={t('groups.edit')} icon={<Pencil />} onClick={() => setEditing(true)} />
            </div>
          )}
          {sectors.length > 1 && (
            <div className={styles.views}>
              <ChipGroup<Sector | typeof ALL>
                label={t('sector.label')}
                options={[
                  { value: ALL, label: t('sector.all') },
                  ...sectors.map((each) => ({ value: each, label: t(`sector.${each}`) })),
                ]}
                value={sector ?? ALL}
                onChange={(next) => choose({ sector: next === ALL ? null : next })}
              />
            </div>
          )}
          {!heat && <SortHeader sort={sort} onSort={(next) => choose({ sort: next })} />}
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
        {!failure && instruments?.length === 0 && (
          <Nothing tab={tab} view={view ?? 'list'} grouped={chosen !== null} onBrowse={() => setTab(FIRST_TAB)} />
        )}
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
            {heat && <HeatMap props={{ label: t('view.heat'), instruments, path }} waiting={<ListSkeleton />} />}
            {!heat && (
              <InstrumentList
                key={`${tab} ${place} ${chosen}`}
                label={t(`category.${tab}`)}
                instruments={instruments}
                sort={sort}
                question={`${sort?.key} ${sort?.descending} ${refreshes} ${ordered}`}
                ownOrder={own || place === 'new'}
                watchlist={watchlist}
                path={path}
              />
            )}
          </>
        )}
      </SwipePanel>
      {editing && (
        <EditFavourites
          props={{ group: chosen, onClose: () => setEditing(false), onGroup: (next) => choose({ group: next }) }}
        />
      )}
    </Page>
  );
}
