import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

export type SkeletonProps = {
  /** CSS lengths; a line of text at full width unless given. */
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly round?: boolean | undefined;
};

/** Placeholder for loading content, in its final size. */
export const Skeleton = ({ width, height, round }: SkeletonProps) => {
  const size: CSSProperties = { inlineSize: width, blockSize: height };
  return (
    <span className={styles.skeleton} style={size} data-round={round || undefined} data-skeleton aria-hidden="true" />
  );
};

/** Rows of a list, as a ListRow is laid out. */
export const SkeletonRows = ({ count = 5 }: { readonly count?: number }) => (
  <div aria-hidden="true">
    {Array.from({ length: count }, (_, row) => (
      <div key={`row-${row + 1}`} className={styles.row}>
        <Skeleton width="2rem" height="2rem" round />
        <span className={styles.lines}>
          <Skeleton width="38%" />
          <Skeleton width="24%" height="0.625rem" />
        </span>
        <Skeleton width="22%" />
      </div>
    ))}
  </div>
);
