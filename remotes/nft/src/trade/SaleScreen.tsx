import type { ArtworkDetail } from '@tessera/api/nft';
import type { LiveAuction } from '@tessera/api/nft/wire';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, Skeleton } from '@tessera/ui';
import type { ReactNode } from 'react';
import { useLiveWork } from '../works/use-live-work.ts';
import styles from './Trade.module.css';

const POLLING = { every: 5_000, lively: 2_000 };

type Props = {
  readonly code: string | undefined;
  readonly title: string;
  readonly children: (work: ArtworkDetail, refetch: () => void, live: LiveAuction | null) => ReactNode;
};

/** A screen about one sale, with its states: no code, loading, failed. */
export function SaleScreen({ code, title, children }: Props) {
  const t = useTexts('nft');
  const query = useLiveWork(code, POLLING);
  return (
    <Page title={title} back>
      {code === undefined && (
        <EmptyState
          illustration="search"
          title={t('work.missing')}
          action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
        />
      )}
      {code !== undefined && (
        <Loaded
          query={query}
          waiting={
            <div className={styles.stack} aria-hidden="true">
              <Skeleton height="4.5rem" />
              <Skeleton height="8rem" />
              <Skeleton height="3rem" />
            </div>
          }
        >
          {(data) => children(data, () => void query.refetch(), query.live)}
        </Loaded>
      )}
    </Page>
  );
}
