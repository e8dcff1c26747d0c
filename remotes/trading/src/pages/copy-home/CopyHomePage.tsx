import { type Following, useFollowing, useTraders } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { isZero } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Heading, List, ListRow, Loaded, Page, SkeletonRows, Text } from '@tessera/ui';
import { BecomeTrader } from '../../copytrading/ApplySheet.tsx';
import styles from '../../copytrading/copytrading.module.css';
import { Figures, Profit, Usdt } from '../../copytrading/Figures.tsx';
import { FollowCard } from '../../copytrading/FollowCard.tsx';
import { TraderCard } from '../../copytrading/TraderCard.tsx';

/** Traders shown to one who copies none. */
const SHOWN = 5;

/** The traders with the highest returns, for one who copies none yet. */
function BestTraders() {
  const t = useTexts('trading/copytrading');
  const query = useTraders({ sort: 'return_rate', status: 'all' });
  const { rows } = query;
  if (!rows) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
  return (
    <>
      <Text tone="normal" below={3}>
        {t('copy.nobodyHelp')}
      </Text>
      <ul className={styles.cards}>
        {rows.slice(0, SHOWN).map((trader) => (
          <TraderCard key={trader.trader_user_id} trader={trader} />
        ))}
      </ul>
      <Text tone="normal" above={2}>
        {t('copy.past')}
      </Text>
    </>
  );
}

/** Whether a user has copied nothing ever: their figures would be zeros. */
const isNew = ({ list, profit, in_use, is_trader }: Following): boolean =>
  list.length === 0 && !is_trader && isZero(profit) && isZero(in_use);

function Own() {
  const t = useTexts('trading/copytrading');
  const query = useFollowing();
  const { data } = query;
  if (!data) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
  if (isNew(data)) return <BestTraders />;
  return (
    <>
      <section className={styles.card}>
        <Figures
          two
          items={[
            { label: t('copy.booked'), value: <Profit value={data.profit} large /> },
            { label: t('copy.openResult'), value: <Profit value={data.open_profit} large /> },
            { label: t('copy.inCopies'), value: <Usdt value={data.in_use} /> },
            { label: t('copy.free'), value: <Usdt value={data.available} /> },
            ...(data.is_trader
              ? [{ label: t('copy.shareReceived'), value: <Usdt value={data.share_received} /> }]
              : []),
          ]}
        />
        <div className={styles.actions}>
          <Button variant="secondary" to={screenUrl('/pages/copytrade/my')}>
            {t('copy.myCopies')}
          </Button>
          <Button variant="secondary" to={screenUrl('/pages/fund/transfer', { from: 'change', to: 'lever' })}>
            {t('copy.fund')}
          </Button>
        </div>
      </section>
      <Heading size={14} above={6} below={3}>
        {t('copy.myTraders')}
      </Heading>
      {data.list.length === 0 ? (
        <EmptyState compact illustration="chart" title={t('copy.nobody')} text={t('copy.nobodyHelp')} />
      ) : (
        <ul className={styles.cards}>
          {data.list.map((follow) => (
            <FollowCard key={follow.id} follow={follow} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The user's home of copy trading: results, traders, and the ways to more. */
export default function CopyHomePage() {
  const t = useTexts('trading/copytrading');
  const signedIn = useSession() !== null;
  return (
    <Page
      title={t('routes.copytrade.copy', { ns: 'trading' })}
      back
      footer={
        <Button size="l" block to={screenUrl('/pages/follow/index')}>
          {t('copy.find')}
        </Button>
      }
    >
      {signedIn ? <Own /> : <BestTraders />}
      <Heading size={14} above={6} below={3}>
        {t('copy.about')}
      </Heading>
      <List card>
        <ListRow title={t('copy.agreementEn')} to={screenUrl('/pages/follow/agreement_en')} />
        <ListRow title={t('copy.agreementZh')} to={screenUrl('/pages/follow/agreement_zh')} />
      </List>
      {signedIn && (
        <>
          <Heading size={14} above={6} below={3}>
            {t('copy.traders')}
          </Heading>
          <BecomeTrader />
        </>
      )}
    </Page>
  );
}
