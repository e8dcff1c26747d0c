import { classes, Skeleton, Stack } from '@tessera/ui';
import styles from './TradePage.module.css';

/** The page's real layout while the pair is on its way. */
export const TradeSkeleton = () => (
  <div className={styles.trade}>
    <div className={classes(styles.chart, styles.chartGap)}>
      <Skeleton height="100%" />
    </div>
    <div className={styles.desk}>
      <Stack gap={2}>
        {['side', 'kind', 'price', 'amount', 'shares', 'total', 'button'].map((part) => (
          <Skeleton key={part} height="2.75rem" />
        ))}
      </Stack>
      <Skeleton height="26rem" />
    </div>
  </div>
);
