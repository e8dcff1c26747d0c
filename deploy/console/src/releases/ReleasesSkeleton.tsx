import { Skeleton } from '@tessera/ui';
import { texts } from '../texts.ts';
import styles from './ReleasesScreen.module.css';
import card from './RemoteCard.module.css';

/** Placeholder cards until the first figures are loaded. */
export const ReleasesSkeleton = () => (
  <div role="status" aria-label={texts.releases.loading}>
    <div className={styles.remotes} aria-hidden="true">
      <Skeleton height="4rem" round />
      {['first', 'second', 'third', 'fourth'].map((each) => (
        <div key={each} className={card.card}>
          <Skeleton width="9rem" height="1.25rem" />
          <Skeleton height="3rem" />
        </div>
      ))}
    </div>
  </div>
);
