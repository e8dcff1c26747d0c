import { type TraderDetail, useFollowing, useTrader, useTraderHistory } from '@tessera/api/copytrading';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDate, formatDateTime, formatPercent, formatRate } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import {
  Button,
  Change,
  classes,
  EmptyState,
  Heading,
  Inline,
  Loaded,
  Page,
  SkeletonRows,
  Span,
  Tabs,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained, formulaOf, PagedList, ShareButton } from '@tessera/ui/content';
import { useState } from 'react';
import styles from '../../copytrading/copytrading.module.css';
import { DayBars } from '../../copytrading/DayBars.tsx';
import { EquityCurve } from '../../copytrading/EquityCurve.tsx';
import { Cost, Figures, Profit, ProfitShare, Ratio, Share, useDuration } from '../../copytrading/Figures.tsx';
import { NoTrader } from '../../copytrading/NoTrader.tsx';
import { PositionRow } from '../../copytrading/PositionRow.tsx';
import { TraderName } from '../../copytrading/TraderName.tsx';

function Headline({ trader }: { readonly trader: TraderDetail }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const duration = useDuration();
  const usdt = (value: string) => `${formatAmount(value, 2, locale)} USDT`;
  // The curve begins with the capital.
  const capital = trader.curve[0]?.equity;
  if (trader.order_count === 0) {
    return <EmptyState compact illustration="chart" title={t('copy.list.noTrades')} text={t('copy.trader.notYet')} />;
  }
  return (
    <section className={styles.card}>
      <Inline gap={3} between above={3} below={3} at="end">
        <div>
          <Text>{t('copy.trader.return')}</Text>
          <span className={styles.large}>
            <Explained
              title={t('copy.trader.return')}
              value={<Change ratio={trader.return_rate} />}
              {...(capital !== undefined &&
                formulaOf({ label: t('copy.trader.return'), value: formatPercent(trader.return_rate, locale) }, [
                  { label: t('copy.trader.profit'), value: usdt(trader.total_profit) },
                  ...['÷', { label: t('copy.why.capital'), value: usdt(capital) }],
                ]))}
              note={t('copy.why.capitalNote')}
            />
          </span>
        </div>
        <div>
          <Text>{t('copy.trader.profit')}</Text>
          <Profit large value={trader.total_profit} />
        </div>
      </Inline>
      <EquityCurve points={trader.curve} />
      <Inline gap={3} between above={3} below={3} at="end">
        <Figures
          items={[
            {
              label: t('copy.trader.accuracy'),
              value: (
                <Explained
                  title={t('copy.trader.accuracy')}
                  value={<Share value={trader.accuracy} />}
                  {...formulaOf({ label: t('copy.trader.accuracy'), value: formatRate(trader.accuracy, locale, 1) }, [
                    { label: t('copy.why.won'), value: String(trader.profitable_count) },
                    ...['÷', { label: t('copy.trader.orders'), value: String(trader.order_count) }],
                  ])}
                />
              ),
            },
            { label: t('copy.trader.drawdown'), value: <Share value={trader.max_drawdown} /> },
            { label: t('copy.trader.holding'), value: duration(trader.mean_holding_ms) },
            { label: t('copy.trader.orders'), value: `${trader.profitable_count} / ${trader.order_count}` },
            { label: t('copy.trader.longs'), value: `${trader.long_success_count} / ${trader.long_count}` },
            { label: t('copy.trader.shorts'), value: `${trader.short_success_count} / ${trader.short_count}` },
          ]}
        />
      </Inline>
      <Heading tone="weak" size={12}>
        {t('copy.trader.days')}
      </Heading>
      <DayBars days={trader.profit_by_day} />
      <Text tone="normal" above={2}>
        {t('copy.trader.basis', {
          since: formatDate(trader.since, locale),
          time: trader.refreshed_at === null ? '–' : formatDateTime(trader.refreshed_at, locale),
        })}
      </Text>
    </section>
  );
}

/** What followers got, beside what the trader got, in the same measure. */
function Followers({ trader }: { readonly trader: TraderDetail }) {
  const t = useTexts('trading/copytrading');
  const locale = useLocale();
  const { followers } = trader;
  return (
    <>
      <Heading size={14} above={6} below={3}>
        {t('copy.trader.followersTitle')}
      </Heading>
      <section className={styles.card}>
        <Figures
          two
          items={[
            { label: t('copy.trader.traderMargin'), value: <Ratio value={trader.margin_return} /> },
            { label: t('copy.trader.followersMargin'), value: <Ratio value={followers.margin_return} /> },
            { label: t('copy.trader.followersGot'), value: <Profit value={followers.profit} /> },
            { label: t('copy.trader.copies'), value: followers.copy_count },
            { label: t('copy.trader.winning'), value: followers.winning },
            { label: t('copy.trader.losing'), value: followers.losing },
            { label: t('copy.trader.cost30'), value: <Cost value={trader.cost_30} /> },
            { label: t('copy.trader.cost90'), value: <Cost value={trader.cost_90} /> },
          ]}
        />
        <Text tone="normal" above={2}>
          {t('copy.trader.followersHelp')}
        </Text>
        <Text tone="normal" above={2}>
          {t('copy.trader.costHelp', { bound: formatRate(trader.cost_bound, locale, 3) })}
        </Text>
      </section>
    </>
  );
}

function Instruments({ trader }: { readonly trader: TraderDetail }) {
  const t = useTexts('trading/copytrading');
  if (trader.instruments.length === 0) return null;
  return (
    <>
      <Heading size={14} above={6} below={3}>
        {t('copy.trader.instruments')}
      </Heading>
      <ul className={styles.card}>
        {trader.instruments.map(({ symbol, count, profit }) => (
          <li key={symbol} className={styles.share}>
            <Span as="strong" weight="medium">
              {symbol}
            </Span>
            <span>{count}</span>
            <Profit value={profit} />
          </li>
        ))}
      </ul>
    </>
  );
}

function History({ traderId }: { readonly traderId: string }) {
  const t = useTexts('trading/copytrading');
  const query = useTraderHistory({ trader_user_id: traderId });
  return (
    <PagedList
      label={t('copy.trader.history')}
      query={query}
      row={(trade) => <PositionRow trade={trade} />}
      empty={<EmptyState compact illustration="orders" title={t('copy.none.history')} />}
    />
  );
}

type Shelf = 'open' | 'history';

function Positions({ trader }: { readonly trader: TraderDetail }) {
  const t = useTexts('trading/copytrading');
  const [shelf, setShelf] = useState<Shelf>('open');
  return (
    <>
      <Tabs<Shelf>
        label={t('copy.trader.positions')}
        value={shelf}
        onChange={setShelf}
        items={[
          { id: 'open', label: t('copy.trader.positions'), count: trader.positions.length },
          { id: 'history', label: t('copy.trader.history') },
        ]}
      />
      {shelf === 'history' && <History traderId={trader.trader_user_id} />}
      {shelf === 'open' && trader.positions.length === 0 && (
        <EmptyState compact illustration="orders" title={t('copy.none.open')} />
      )}
      {shelf === 'open' && trader.positions.length > 0 && (
        <>
          <Text tone="normal" above={2}>
            {t('copy.openResult')} <Profit value={trader.open_profit} />
          </Text>
          <ul>
            {trader.positions.map((trade) => (
              <PositionRow key={trade.id} trade={trade} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The way to copy this trader, or to what the user set; nothing for traders. */
function CopyButton({ trader }: { readonly trader: TraderDetail }) {
  const t = useTexts('trading/copytrading');
  const { data } = useFollowing();
  const { trader_user_id } = trader;
  const own = data?.list.find((follow) => follow.status === 'following' && follow.trader_user_id === trader_user_id);
  if (data?.is_trader) return <Text>{t('copy.isTrader')}</Text>;
  const full = !own && trader.follower_count >= trader.follower_limit;
  if (full) {
    return (
      <Button size="l" block disabled>
        {t('copy.fullShort')}
      </Button>
    );
  }
  return (
    <Button size="l" block to={screenUrl('/pages/follow/follow', { trader_user_id })}>
      {own ? t('copy.edit') : t('copy.start', { name: trader.nickname })}
    </Button>
  );
}

/** A trader's public page: the trader's figures, those of the followers beside them, positions. */
export default function TraderPage() {
  const t = useTexts('trading/copytrading');
  const [{ trader_user_id: traderId }] = useScreenParams('/pages/follow/trader', { trader_user_id: 'string?' });
  const query = useTrader(traderId === undefined ? null : { trader_user_id: traderId });
  const trader = query.data;
  const missing = traderId === undefined;
  return (
    <Page
      title={t('routes.follow.trader', { ns: 'trading' })}
      back
      actions={trader && <ShareButton title={trader.nickname} />}
      footer={trader && <CopyButton trader={trader} />}
    >
      {missing && <NoTrader />}
      {!missing && <Loaded query={query} waiting={<SkeletonRows count={8} />} />}
      {trader && (
        <>
          <TraderName
            trader={trader}
            text={t('copy.trader.followersOf', { count: trader.follower_count, limit: trader.follower_limit })}
          />
          {/* What a demonstration trader says of itself is its strategy, in the reader's language. */}
          {trader.signature && !trader.strategy && (
            <Text tone="normal" above={2}>
              {trader.signature}
            </Text>
          )}
          {trader.strategy && (
            <p className={classes(styles.notice, styles.more)}>{t(`copy.strategy.${trader.strategy}`)}</p>
          )}
          <Heading size={14} above={6} below={3}>
            {t('copy.trader.title')}
          </Heading>
          <Headline trader={trader} />
          <Followers trader={trader} />
          <Instruments trader={trader} />
          <Heading size={14} above={6} below={3}>
            {t('copy.trader.trades')}
          </Heading>
          <Positions trader={trader} />
          <Text tone="normal" above={2}>
            <ProfitShare rate={trader.profit_share} /> {t('copy.past')}
          </Text>
        </>
      )}
    </Page>
  );
}
