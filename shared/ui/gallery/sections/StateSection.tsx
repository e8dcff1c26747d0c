import {
  Badge,
  type BadgeTone,
  Button,
  EmptyState,
  ErrorState,
  type IllustrationName,
  MarketClosedBadge,
  OfflineBadge,
  Skeleton,
  SkeletonRows,
  Stack,
  StaleBadge,
} from '@tessera/ui';
import styles from '../Gallery.module.css';

const PICTURES: readonly IllustrationName[] = ['chart', 'wallet', 'orders', 'search', 'message', 'box', 'shield'];
const TONES: readonly BadgeTone[] = ['neutral', 'accent', 'up', 'down', 'success', 'warn', 'danger'];

export const StateSection = () => (
  <Stack gap={3} shrinks>
    <div className={styles.line}>
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <StaleBadge age={12_000} />
      <OfflineBadge />
      <OfflineBadge age={180_000} />
      <MarketClosedBadge />
      <MarketClosedBadge opensAt={Date.UTC(2026, 10, 23, 14, 30)} />
    </div>
    <div className={styles.bleed}>
      <SkeletonRows count={3} />
    </div>
    <Skeleton width="60%" height="2.25rem" />
    {PICTURES.map((illustration) => (
      <EmptyState key={illustration} illustration={illustration} title={`Nothing here (${illustration})`} compact />
    ))}
    <EmptyState
      illustration="orders"
      title="No open orders"
      text="Orders that wait for their price stand here until they fill or you cancel them."
      action={<Button>Place an order</Button>}
    />
    <ErrorState onRetry={() => undefined} details="assets 1.4.2 · chunk 218 · HTTP 503" />
  </Stack>
);
