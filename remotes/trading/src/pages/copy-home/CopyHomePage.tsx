import { useFollowing } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Heading, List, ListRow, Loaded, LogInFirst, Page, SkeletonRows } from '@tessera/ui';
import { BecomeTrader } from '../../copytrading/ApplySheet.tsx';
import styles from '../../copytrading/copytrading.module.css';
import { Figures, Profit, Usdt } from '../../copytrading/Figures.tsx';
import { FollowCard } from '../../copytrading/FollowCard.tsx';

function Own() {
  const t = useTexts('trading/copytrading');
  const query = useFollowing();
  const { data } = query;
  if (!data) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
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
      {signedIn ? <Own /> : <LogInFirst compact />}
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
