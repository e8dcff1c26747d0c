import type { Follow } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Badge, Inline } from '@tessera/ui';
import styles from './copytrading.module.css';
import { Figures, Profit, Usdt } from './Figures.tsx';
import { TraderName } from './TraderName.tsx';

/** A trader whom the user copies, with the results so far. */
export function FollowCard({ follow }: { readonly follow: Follow }) {
  const t = useTexts('trading/copytrading');
  return (
    <li>
      <ScreenLink
        className={styles.link}
        to={screenUrl('/pages/copytrade/trader', { trader_user_id: follow.trader_user_id })}
      >
        <div className={styles.card}>
          <TraderName
            trader={follow}
            end={
              <Badge tone={follow.ended === null ? 'accent' : 'neutral'}>
                {follow.ended === null ? t('copy.following') : t(`copy.ended.${follow.ended}`)}
              </Badge>
            }
          />
          <Inline gap={3} between above={3} below={3} at="end">
            <Figures
              items={[
                { label: t('copy.booked'), value: <Profit value={follow.profit} /> },
                { label: t('copy.openResult'), value: <Profit value={follow.open_profit} /> },
                { label: t('copy.inCopies'), value: <Usdt value={follow.in_use} /> },
              ]}
            />
          </Inline>
        </div>
      </ScreenLink>
    </li>
  );
}
