import { Badge } from '@tessera/ui';
import { Clock } from '@tessera/ui/icons';
import { formatDuration } from '../figures/format.ts';
import { useFigures } from '../registry/figures.ts';
import { texts } from '../texts.ts';
import styles from './Freshness.module.css';

export type FreshnessProps = { readonly old: boolean; readonly now: number };

/** Age of the figures. Hidden from screen readers because it ticks. */
export function Freshness({ old, now }: FreshnessProps) {
  const { status, readAt } = useFigures();
  if (!status) return null;
  const age = formatDuration(now - readAt);
  if (old) {
    return (
      <Badge tone="warn" icon={<Clock />}>
        {texts.figures.fresh(age)}
      </Badge>
    );
  }
  return (
    <span className={styles.fresh}>
      <span className={styles.dot} />
      {texts.figures.live(age)}
    </span>
  );
}
