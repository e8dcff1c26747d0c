import { Skeleton } from '@tessera/ui';
import styles from './ListSkeleton.module.css';

const ROWS = ['92%', '74%', '83%', '66%', '88%', '71%', '79%', '94%', '69%', '85%'];

/** Rows in the layout of the real ones, so that nothing shifts when they come. */
export const ListSkeleton = () => (
  <div aria-hidden="true">
    {ROWS.map((width) => (
      <div key={width} className={styles.row}>
        <span className={styles.star}>
          <Skeleton width="1rem" height="1rem" round />
        </span>
        <span className={styles.main} style={{ inlineSize: width }}>
          <Skeleton width="55%" height="1rem" />
          <Skeleton width="38%" height="0.625rem" />
        </span>
        <span className={styles.figure}>
          <Skeleton width="5rem" height="1rem" />
          <Skeleton width="3.5rem" height="0.625rem" />
        </span>
        <Skeleton width="5.25rem" height="1.75rem" />
      </div>
    ))}
  </div>
);
