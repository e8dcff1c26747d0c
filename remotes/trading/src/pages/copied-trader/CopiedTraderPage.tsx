import { type Follow, useFollowing } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatRate } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import {
  Badge,
  Button,
  EmptyState,
  Heading,
  Inline,
  KeyValue,
  Loaded,
  LogInFirst,
  Page,
  Tabs,
  useLocale,
} from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { useState } from 'react';
import { CopyList, type Shelf } from '../../copytrading/CopyLists.tsx';
import styles from '../../copytrading/copytrading.module.css';
import { Figures, Profit, Usdt } from '../../copytrading/Figures.tsx';
import { NoTrader } from '../../copytrading/NoTrader.tsx';
import { TraderName } from '../../copytrading/TraderName.tsx';
import { exactText } from '../../market/exact-text.ts';

const SHELVES = ['open', 'history', 'skipped'] as const;

function Terms({ follow }: { readonly follow: Follow }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const { trader_user_id } = follow;
  const number = exactText(follow.number, locale);
  return (
    <section className={styles.card}>
      <TraderName
        trader={follow}
        text={t('copy.since', { date: formatDate(follow.started_at, locale) })}
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
            {
              label: t('copy.shareDue'),
              value: (
                <Explained
                  title={t('copy.shareDue')}
                  value={<Usdt value={follow.share_due} />}
                  note={t('copy.why.share')}
                  link={{ to: screenUrl('/pages/copytrade/my'), label: t('copy.shelf.statements') }}
                />
              ),
            },
          ]}
        />
      </Inline>
      <KeyValue
        items={[
          {
            label: t('copy.form.size'),
            value:
              follow.type === 'multiple' ? `${t('copy.form.multiple')} ${number}×` : `${t('copy.form.lots')} ${number}`,
          },
          { label: t('copy.form.most'), value: <Usdt value={follow.max_amount} /> },
          { label: t('copy.inCopies'), value: <Usdt value={follow.in_use} /> },
          { label: t('copy.form.slippage'), value: formatRate(follow.slippage, locale) },
          { label: t('copy.form.dayCost'), value: formatRate(follow.day_cost, locale) },
          { label: t('copy.costToday'), value: <Usdt value={follow.cost_today} /> },
          {
            label: t('lever.stop.loss', { ns: 'trading' }),
            value: follow.stop_loss === null ? '–' : <Usdt value={follow.stop_loss} />,
          },
          { label: t('copy.sharePaid'), value: <Usdt value={follow.share_paid} /> },
        ]}
      />
      <div className={styles.actions}>
        <Button variant="secondary" to={screenUrl('/pages/follow/trader', { trader_user_id })}>
          {t('copy.traderPage')}
        </Button>
        <Button to={screenUrl('/pages/follow/follow', { trader_user_id })}>
          {follow.status === 'following' ? t('copy.edit') : t('copy.again')}
        </Button>
      </div>
    </section>
  );
}

function Own({ traderId }: { readonly traderId: string }) {
  const t = useTexts('trading/copytrading');
  const [shelf, setShelf] = useState<Shelf>('open');
  const query = useFollowing();
  if (!query.data) return <Loaded query={query} />;
  const follow = query.data.list.find(({ trader_user_id }) => trader_user_id === traderId);
  if (!follow) {
    return (
      <EmptyState
        illustration="chart"
        title={t('copy.notFollowed')}
        action={
          <Button to={screenUrl('/pages/follow/trader', { trader_user_id: traderId })}>{t('copy.traderPage')}</Button>
        }
      />
    );
  }
  return (
    <>
      <Terms follow={follow} />
      <Heading size={14} above={6} below={3}>
        {t('copy.myCopies')}
      </Heading>
      <Tabs<Shelf>
        label={t('copy.myCopies')}
        value={shelf}
        onChange={setShelf}
        items={SHELVES.map((id) => ({ id, label: t(`copy.shelf.${id}`) }))}
      />
      <CopyList shelf={shelf} traderId={traderId} />
    </>
  );
}

/** The user's copies of one trader, with the terms and the results. */
export default function CopiedTraderPage() {
  const t = useTexts('trading/copytrading');
  const signedIn = useSession() !== null;
  const [{ trader_user_id: traderId }] = useScreenParams('/pages/copytrade/trader', { trader_user_id: 'string?' });
  return (
    <Page title={t('routes.copytrade.trader', { ns: 'trading' })} back>
      {traderId === undefined && <NoTrader />}
      {traderId !== undefined && signedIn && <Own traderId={traderId} />}
      {traderId !== undefined && !signedIn && <LogInFirst />}
    </Page>
  );
}
