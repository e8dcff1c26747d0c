import { isOnline } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { formatAge, formatDayTime } from '@tessera/money';
import { Clock, WifiOff } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useLocale } from '../locale.ts';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'success' | 'warn' | 'danger';

export type BadgeProps = {
  readonly tone?: BadgeTone | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {icon}
    <span>{children}</span>
  </span>
);

/** The figure shown is old. `age` in ms. */
export function StaleBadge({ age }: { readonly age: number }) {
  const t = useTexts('common');
  const locale = useLocale();
  return (
    <Badge tone="warn" icon={<Clock />}>
      {t('ui.stale', { age: formatAge(age, locale) })}
    </Badge>
  );
}

const watchNetwork = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/**
 * No live connection: offline only where the device says that it has no network. `age` of the shown data in ms, if known.
 */
export function OfflineBadge({ age }: { readonly age?: number | undefined }) {
  const t = useTexts('common');
  const locale = useLocale();
  const online = useSyncExternalStore(watchNetwork, isOnline);
  return (
    <Badge tone="warn" icon={online ? <Clock /> : <WifiOff />}>
      {t(online ? 'ui.slow' : 'ui.offline')}
      {age !== undefined && ` · ${t('ui.stale', { age: formatAge(age, locale) })}`}
    </Badge>
  );
}

/** `opensAt` in Unix ms, if the calendar has it. */
export function MarketClosedBadge({ opensAt }: { readonly opensAt?: number | undefined }) {
  const t = useTexts('common');
  const locale = useLocale();
  return (
    <Badge icon={<Clock />}>
      {opensAt === undefined ? t('ui.marketClosed') : t('ui.marketOpensAt', { time: formatDayTime(opensAt, locale) })}
    </Badge>
  );
}
