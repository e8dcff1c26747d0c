import type { Trader } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Change, Inline, Text } from '@tessera/ui';
import styles from './copytrading.module.css';
import { SmallCurve } from './EquityCurve.tsx';
import { Cost, Figures, Profit, Share } from './Figures.tsx';
import { TraderName } from './TraderName.tsx';

/** A trader in the list: the headline, and what followers got beside it. */
export function TraderCard({ trader }: { readonly trader: Trader }) {
  const t = useTexts('trading/copytrading');
  const { follower_count: count, follower_limit: limit, followers } = trader;
  const traded = trader.order_count > 0;
  return (
    <li>
      <ScreenLink
        className={styles.link}
        to={screenUrl('/pages/follow/trader', { trader_user_id: trader.trader_user_id })}
      >
        <div className={styles.card}>
          <TraderName
            trader={trader}
            text={
              count < limit ? t('copy.trader.followersOf', { count, limit }) : t('copy.list.full', { count, limit })
            }
          />
          <Inline gap={3} between above={3} below={3} at="end">
            <div>
              <Text>{t('copy.trader.return')}</Text>
              <span className={styles.large}>
                {traded ? <Change ratio={trader.return_rate} /> : t('copy.list.noTrades')}
              </span>
            </div>
            <SmallCurve points={trader.curve} />
          </Inline>
          <Figures
            items={[
              { label: t('copy.trader.profit'), value: <Profit value={trader.total_profit} /> },
              { label: t('copy.trader.accuracy'), value: traded ? <Share value={trader.accuracy} /> : '–' },
              { label: t('copy.trader.drawdown'), value: traded ? <Share value={trader.max_drawdown} /> : '–' },
              { label: t('copy.trader.followersGot'), value: <Profit value={followers.profit} /> },
              { label: t('copy.trader.orders'), value: trader.order_count },
              { label: t('copy.trader.cost30'), value: <Cost value={trader.cost_30} /> },
              { label: t('copy.trader.shareShort'), value: <Share value={trader.profit_share} /> },
            ]}
          />
        </div>
      </ScreenLink>
    </li>
  );
}
