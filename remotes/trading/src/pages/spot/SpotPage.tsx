import type { Instrument } from '@tessera/api/instruments';
import { useOpenOrders } from '@tessera/api/spot';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { IconButton, Loaded, Page, Tabs, useWide } from '@tessera/ui';
import { Bell, ChartCandlestick, ChevronDown } from '@tessera/ui/icons';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { ChartPanel } from '../../chart/ChartPanel.tsx';
import { chartOpen } from '../../chart/choices.ts';
import { DepthBook } from '../../market/book/DepthBook.tsx';
import { chartPath, ordersPath, rememberPair, useChosenPair } from '../../market/instrument/chosen-pair.ts';
import { FreshnessLine } from '../../market/instrument/FreshnessLine.tsx';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { MarketNotice } from '../../market/instrument/MarketNotice.tsx';
import { SourceLink } from '../../market/instrument/SourceLink.tsx';
import { NotTraded } from '../../market/pairs/NotTraded.tsx';
import { PairHeading } from '../../market/pairs/PairHeading.tsx';
import { Sections } from '../../market/sections/Sections.tsx';
import { TradeTape } from '../../market/trades/TradeTape.tsx';
import { useSpotChart } from '../../spot/chart/use-spot-chart.tsx';
import { OrderForm } from '../../spot/order-form/OrderForm.tsx';
import { spotForm } from '../../spot/order-form/spot-form.ts';
import { UnresolvedOrder } from '../../spot/order-form/UnresolvedOrder.tsx';
import { OpenOrders, PastOrders } from '../../spot/orders/OrderLists.tsx';
import { useFillToasts } from '../../spot/orders/use-fill-toasts.ts';
import styles from '../../ticket/TradePage.module.css';
import { TradeSkeleton } from '../../ticket/TradeSkeleton.tsx';

type Below = 'open' | 'history' | 'tape';

/** The user's orders and the trades of the market, under the form. */
function BelowTheForm({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const signedIn = useSession() !== null;
  const [tab, setTab] = useState<Below>('open');
  const open = useOpenOrders();
  return (
    <div className={styles.below}>
      <Tabs<Below>
        label={t('orders.loginTitle')}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'open', label: t('orders.open'), count: open.data?.total },
          { id: 'history', label: t('orders.history') },
          { id: 'tape', label: t('tape.title') },
        ]}
      >
        <div className={styles.panel}>
          {tab === 'open' && <OpenOrders />}
          {tab === 'history' && <PastOrders symbol={instrument.symbol} />}
          {tab === 'tape' && <TradeTape instrument={instrument} />}
          {signedIn && tab !== 'tape' && (
            <ScreenLink className={styles.all} to={ordersPath(instrument.symbol)}>
              {t('orders.all')}
            </ScreenLink>
          )}
        </div>
      </Tabs>
    </div>
  );
}

type DeskProps = {
  readonly instrument: Instrument;
  readonly side: 'buy' | 'sell';
  /** Filled in by the link that led here; it is sent by the user alone. */
  readonly amount: string | null;
};

function Desk({ instrument, side, amount }: DeskProps) {
  const t = useTexts('trading');
  const [form, dispatch] = spotForm.useForm(side);
  useEffect(() => {
    if (amount !== null) dispatch({ type: 'amount', draft: amount });
  }, [amount, dispatch]);
  const [charted, setCharted] = useAtom(chartOpen);
  const desk = useWide('desk');
  const { trades, dialog } = useSpotChart(instrument);
  return (
    <>
      <div className={styles.chart}>
        {charted || desk ? (
          <ChartPanel
            instrument={instrument}
            compact={!desk}
            onFold={desk ? undefined : () => setCharted(false)}
            trades={trades}
          />
        ) : (
          <button type="button" className={styles.fold} aria-expanded={false} onClick={() => setCharted(true)}>
            {t('chart.show')}
            <ChevronDown />
          </button>
        )}
      </div>
      {dialog}
      <div className={styles.notices}>
        <MarketNotice instrument={instrument} />
        <UnresolvedOrder instrument={instrument} />
      </div>
      <div className={styles.desk}>
        <OrderForm instrument={instrument} form={form} dispatch={dispatch} />
        <DepthBook instrument={instrument} onPrice={(price) => dispatch({ type: 'level', price })} />
      </div>
    </>
  );
}

/** The Trade tab: everything to trade one pair spot, on one screen. */
export default function SpotPage() {
  const t = useTexts('trading');
  const open = useOpenScreen();
  const { symbol, side, amount, choose } = useChosenPair();
  const { instrument, simulated, query } = useInstrument(symbol);
  const traded = instrument?.trades.includes('spot') ? instrument : null;
  useFillToasts();
  useEffect(() => {
    if (traded) rememberPair(traded.symbol);
  }, [traded]);

  return (
    <Page
      title={t('routes.spot')}
      flush
      heading={<PairHeading symbol={symbol} instrument={instrument} onChoose={choose} />}
      actions={
        <>
          <IconButton
            label={t('routes.alerts')}
            icon={<Bell />}
            onClick={() => open(screenUrl('/pages/transaction/alerts', { symbol }))}
          />
          <IconButton
            label={t('pair.openChart', { symbol })}
            icon={<ChartCandlestick />}
            onClick={() => open(chartPath(symbol))}
          />
        </>
      }
      header={<Sections current="spot" />}
    >
      <Loaded query={query} waiting={<TradeSkeleton />} />
      {instrument !== undefined && !traded && <NotTraded instrument={instrument} />}
      {traded && (
        <div className={styles.trade}>
          <Desk key={`${traded.symbol} ${side} ${amount}`} instrument={traded} side={side} amount={amount} />
          <div className={styles.rest}>
            <FreshnessLine instrument={traded} simulated={simulated} />
            <SourceLink instrument={traded} simulated={simulated} />
            <BelowTheForm instrument={traded} />
          </div>
        </div>
      )}
    </Page>
  );
}
