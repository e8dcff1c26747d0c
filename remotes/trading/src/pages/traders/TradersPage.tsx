import { type TraderFilter, useTraders } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { ChipGroup, EmptyState, Page, Text } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import styles from '../../copytrading/copytrading.module.css';
import { TraderCard } from '../../copytrading/TraderCard.tsx';

type Sort = NonNullable<TraderFilter['sort']>;
type Status = NonNullable<TraderFilter['status']>;

const SORTS = [
  'return_rate',
  'profit',
  'accuracy',
  'drawdown',
  'followers',
  'followers_profit',
] as const satisfies readonly Sort[];
const STATUSES = ['all', 'free', 'profitable', 'people'] as const satisfies readonly Status[];

/** Traders to copy, in an order and by a filter. */
export default function TradersPage() {
  const t = useTexts('trading/copytrading');
  const [sort, setSort] = useState<Sort>('return_rate');
  const [status, setStatus] = useState<Status>('all');
  const query = useTraders({ sort, status });
  return (
    <Page
      title={t('routes.follow.index', { ns: 'trading' })}
      back
      header={
        <>
          <div className={styles.filters}>
            <ChipGroup<Sort>
              label={t('copy.list.sort')}
              value={sort}
              onChange={setSort}
              options={SORTS.map((value) => ({ value, label: t(`copy.sort.${value}`) }))}
            />
          </div>
          <div className={styles.filters}>
            <ChipGroup<Status>
              label={t('copy.list.filter')}
              value={status}
              onChange={setStatus}
              options={STATUSES.map((value) => ({ value, label: t(`copy.filter.${value}`) }))}
            />
          </div>
        </>
      }
    >
      <div className={styles.cards}>
        <PagedList
          label={t('routes.follow.index', { ns: 'trading' })}
          query={query}
          row={(trader) => <TraderCard trader={trader} />}
          empty={<EmptyState illustration="search" title={t('copy.list.none')} text={t('copy.list.noneHelp')} />}
        />
      </div>
      <Text tone="normal" above={2}>
        {t('copy.past')}
      </Text>
    </Page>
  );
}
