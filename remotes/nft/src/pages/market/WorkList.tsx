import { useCollections, useWorks } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useHere, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, Chip, EmptyState } from '@tessera/ui';
import { SlidersHorizontal, X } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import type { FilterSheetProps } from '../../works/FilterSheet.tsx';
import { type Filters, filterCount, inputOf, NO_FILTERS } from '../../works/filters.ts';
import { WorkGrid } from '../../works/WorkGrid.tsx';
import styles from './Market.module.css';

const FilterSheet = lazyPart<FilterSheetProps>(() => import('../../works/FilterSheet.tsx'));

type Props = {
  readonly boxes: boolean;
  readonly keyword: string;
  readonly collection: number | undefined;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly onLeaveCollection: () => void;
};

/** The collection that the list is narrowed to, with the way out of it. */
function CollectionChip({ id, onLeave }: { readonly id: number; readonly onLeave: () => void }) {
  const t = useTexts('nft');
  const { rows } = useCollections();
  const name = rows?.find((collection) => collection.id === String(id))?.name ?? t('market.collection');
  return (
    <Chip selected onClick={onLeave}>
      <span className={styles.chip}>
        {name}
        <X />
      </span>
    </Chip>
  );
}

/** Works or blind boxes, filtered and in order. */
export function WorkList({ boxes, keyword, collection, filters, onFilter, onLeaveCollection }: Props) {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const here = useHere();
  const signedIn = useSession() !== null;
  const [choosing, setChoosing] = useState(false);
  const query = useWorks({
    ...inputOf(filters),
    ...(boxes && { sale_type: 'blind_box' as const }),
    ...(keyword !== '' && { keyword }),
    ...(collection !== undefined && { collection_id: collection }),
  });
  // Favourites have a chip of their own only, and boxes a tab.
  const count = filterCount({ ...filters, collected: null, ...(boxes && { sale_type: null }) });
  const marked = filters.collected !== null;
  const narrowed = count > 0 || keyword !== '' || collection !== undefined;
  return (
    <>
      <div className={styles.filters}>
        <Chip
          aria-haspopup="dialog"
          selected={count > 0}
          onPointerEnter={FilterSheet.preload}
          onClick={() => setChoosing(true)}
        >
          <span className={styles.chip}>
            <SlidersHorizontal />
            {count > 0 ? t('filter.count', { count }) : t('filter.title')}
          </span>
        </Chip>
        <Chip
          selected={filters.status === 'on_sale'}
          onClick={() => onFilter({ ...filters, status: filters.status === 'on_sale' ? null : 'on_sale' })}
        >
          {t('status.on_sale')}
        </Chip>
        {!boxes && (
          <Chip
            selected={filters.sale_type === 'auction'}
            onClick={() => onFilter({ ...filters, sale_type: filters.sale_type === 'auction' ? null : 'auction' })}
          >
            {t('saleType.auction')}
          </Chip>
        )}
        <Chip
          selected={filters.sort === 'ending'}
          onClick={() => onFilter({ ...filters, sort: filters.sort === 'ending' ? 'newest' : 'ending' })}
        >
          {t('sort.ending')}
        </Chip>
        <Chip
          selected={marked}
          onClick={() => {
            if (!signedIn) return open(screenUrl('/pages/common/login', { from: here }));
            onFilter({ ...filters, collected: marked ? null : true });
          }}
        >
          <span className={styles.chip}>
            <Heart />
            {t('mine.tabs.favourites')}
          </span>
        </Chip>
        {collection !== undefined && <CollectionChip id={collection} onLeave={onLeaveCollection} />}
      </div>
      <WorkGrid
        label={t(boxes ? 'market.tabs.boxes' : 'market.tabs.works')}
        query={query}
        empty={
          marked && !narrowed ? (
            <EmptyState illustration="box" title={t('mine.none.favourites')} text={t('mine.noneText.favourites')} />
          ) : narrowed ? (
            <EmptyState
              illustration="search"
              title={t('market.noMatch')}
              text={t('market.noMatchText')}
              action={
                count > 0 && (
                  <Button variant="secondary" onClick={() => onFilter(NO_FILTERS)}>
                    {t('filter.reset')}
                  </Button>
                )
              }
            />
          ) : (
            <EmptyState illustration="box" title={t('market.empty')} text={t('market.emptyText')} />
          )
        }
      />
      {choosing && (
        <FilterSheet
          props={{
            filters,
            boxes,
            onApply(next) {
              setChoosing(false);
              onFilter(next);
            },
            onClose: () => setChoosing(false),
          }}
        />
      )}
    </>
  );
}
