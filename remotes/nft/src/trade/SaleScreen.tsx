import { type ArtworkDetail, useWork } from '@tessera/api/nft';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, ErrorState, Page, Skeleton } from '@tessera/ui';
import type { ReactNode } from 'react';
import { useState } from 'react';
import styles from './Trade.module.css';

/** ms between two looks at a sale; in the last minutes of an auction every bid counts. */
const REFRESH_MS = 5_000;
const LIVELY_MS = 2_000;

type Props = {
  readonly code: string | undefined;
  readonly title: string;
  readonly children: (work: ArtworkDetail, refetch: () => void) => ReactNode;
};

const isLively = (work: ArtworkDetail | undefined): boolean =>
  work?.sale_type === 'auction' &&
  work.status === 'on_sale' &&
  work.end_time !== null &&
  work.end_time - work.now < work.terms.extension;

/** A screen about one sale, with its states: no code, loading, failed. */
export function SaleScreen({ code, title, children }: Props) {
  const t = useTexts('nft');
  const [lively, setLively] = useState(false);
  const { data, error, isFetching, refetch } = useWork(code === undefined ? null : { code }, {
    refetchInterval: lively ? LIVELY_MS : REFRESH_MS,
  });
  if (isLively(data) !== lively) setLively(isLively(data));
  return (
    <Page title={title} back>
      {code === undefined && (
        <EmptyState
          illustration="search"
          title={t('work.missing')}
          action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
        />
      )}
      {code !== undefined && !data && error && (
        <ErrorState text={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {code !== undefined && !data && !error && (
        <div className={styles.stack} aria-hidden="true">
          <Skeleton height="4.5rem" />
          <Skeleton height="8rem" />
          <Skeleton height="3rem" />
        </div>
      )}
      {data && children(data, () => void refetch())}
    </Page>
  );
}
