import { isOnline } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { formatAge } from '@tessera/money';
import { useRealtimeState } from '@tessera/session';
import { useLocale } from '@tessera/ui';
import { WifiOff } from '@tessera/ui/icons';
import { useEffect, useState } from 'react';
import styles from './ConnectionNotice.module.css';

/** A connection that comes back within this time, in ms, is not worth a word. */
const GRACE_MS = 2_000;
const SECOND_MS = 1_000;

/** The present while `running`, to the second; nothing runs otherwise. */
function useSeconds(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** Shows that prices are not updated, and since when. */
export function ConnectionNotice() {
  const t = useTexts('markets');
  const common = useTexts('common');
  const locale = useLocale();
  const { status, since } = useRealtimeState();
  const lost = status !== 'open' && since > 0;
  const now = useSeconds(lost);
  if (!lost || now - since < GRACE_MS) return null;
  return (
    <p className={styles.notice} role="status">
      <WifiOff />
      {status === 'offline'
        ? `${common(isOnline() ? 'ui.slow' : 'ui.offline')} · ${t('stale', { age: formatAge(now - since, locale) })}`
        : t('reconnecting')}
    </p>
  );
}
