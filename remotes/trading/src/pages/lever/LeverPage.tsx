import type { Instrument } from '@tessera/api/instruments';
import type { PositionSide } from '@tessera/api/leverage';
import { useDeal } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { IconButton, Loaded, Page, Tabs, useWide } from '@tessera/ui';
import { ChartCandlestick, ChevronDown } from '@tessera/ui/icons';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { ChartPanel } from '../../chart/ChartPanel.tsx';
import { chartOpen } from '../../chart/choices.ts';
import { AccountSummary } from '../../leverage/account/AccountSummary.tsx';
import { type Book, useBook } from '../../leverage/account/use-book.ts';
import { useChartTrades } from '../../leverage/chart/use-chart-trades.tsx';
import { LeverOrderForm } from '../../leverage/form/LeverOrderForm.tsx';
import { leverForm } from '../../leverage/form/lever-form.ts';
import { sizeUnit } from '../../leverage/form/setting.ts';
import { UnresolvedPosition } from '../../leverage/form/UnresolvedPosition.tsx';
import { ContractStats } from '../../leverage/instrument/ContractStats.tsx';
import {
  categoryOf,
  contractPath,
  leverOrdersPath,
  rememberContract,
  useChosenContract,
} from '../../leverage/instrument/chosen-contract.ts';
import { LeverOrders } from '../../leverage/orders/LeverOrders.tsx';
import { PositionHistory } from '../../leverage/orders/PositionHistory.tsx';
import { PositionList } from '../../leverage/positions/PositionList.tsx';
import { usePositionToasts } from '../../leverage/positions/use-position-toasts.ts';
import { DepthBook } from '../../market/book/DepthBook.tsx';
import { FreshnessLine } from '../../market/instrument/FreshnessLine.tsx';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { MarketNotice } from '../../market/instrument/MarketNotice.tsx';
import { SourceLink } from '../../market/instrument/SourceLink.tsx';
import { NotTraded } from '../../market/pairs/NotTraded.tsx';
import { PairHeading } from '../../market/pairs/PairHeading.tsx';
import { Sections } from '../../market/sections/Sections.tsx';
import styles from '../../ticket/TradePage.module.css';
import { TradeSkeleton } from '../../ticket/TradeSkeleton.tsx';
import lever from './LeverPage.module.css';

type Below = 'positions' | 'open' | 'history';

/** Positions and orders of all instruments, under the form. */
function BelowTheForm({ book, symbol }: { readonly book: Book; readonly symbol: string }) {
  const t = useTexts('trading/leverage');
  const signedIn = useSession() !== null;
  const [tab, setTab] = useState<Below>('positions');
  const orders = useDeal({ symbol }).data?.orders;
  return (
    <div className={styles.below}>
      <Tabs<Below>
        label={t('lever.positions.title')}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'positions', label: t('lever.positions.title'), count: book.rows?.length },
          { id: 'open', label: t('orders.open', { ns: 'trading' }), count: orders?.length },
          { id: 'history', label: t('orders.history', { ns: 'trading' }) },
        ]}
      >
        <div className={styles.panel}>
          {tab === 'positions' && signedIn && <AccountSummary book={book} />}
          {tab === 'positions' && <PositionList book={book} />}
          {tab === 'open' && <LeverOrders status="pending" />}
          {tab === 'history' && <PositionHistory symbol={symbol} />}
          {signedIn && (
            <ScreenLink className={styles.all} to={leverOrdersPath(symbol)}>
              {t('orders.all', { ns: 'trading' })}
            </ScreenLink>
          )}
        </div>
      </Tabs>
    </div>
  );
}

type DeskProps = { readonly instrument: Instrument; readonly book: Book; readonly side: PositionSide };

function Desk({ instrument, book, side }: DeskProps) {
  const t = useTexts('trading/leverage');
  const [unit] = useAtom(sizeUnit);
  const [form, dispatch] = leverForm.useForm({ side, unit });
  const [charted, setCharted] = useAtom(chartOpen);
  const desk = useWide('desk');
  const orders = useDeal({ symbol: instrument.symbol }).data?.orders;
  const { trades, dialog } = useChartTrades(instrument, book, orders);
  usePositionToasts(book, orders);
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
            {t('chart.show', { ns: 'trading' })}
            <ChevronDown />
          </button>
        )}
      </div>
      {dialog}
      <div className={styles.notices}>
        <MarketNotice instrument={instrument} />
        <UnresolvedPosition instrument={instrument} />
      </div>
      <div className={styles.desk}>
        <LeverOrderForm instrument={instrument} book={book} form={form} dispatch={dispatch} />
        <div className={lever.book}>
          <DepthBook instrument={instrument} onPrice={(price) => dispatch({ type: 'level', price })} />
        </div>
      </div>
    </>
  );
}

/** Leverage and contracts: everything to open and to hold a position, on one screen. */
export default function LeverPage() {
  const t = useTexts('trading/leverage');
  const open = useOpenScreen();
  const { symbol, category, side, choose } = useChosenContract();
  const { instrument, simulated, query } = useInstrument(symbol);
  const traded = instrument?.trades.includes('lever') ? instrument : null;
  const book = useBook();
  useEffect(() => {
    if (traded) rememberContract(traded.symbol);
  }, [traded]);

  return (
    <Page
      title={
        category === 'contract' ? t('sections.contracts', { ns: 'trading' }) : t('sections.lever', { ns: 'trading' })
      }
      back
      flush
      heading={<PairHeading kind={category} symbol={symbol} instrument={instrument} onChoose={choose} />}
      actions={
        <IconButton
          label={t('pair.openChart', { ns: 'trading', symbol })}
          icon={<ChartCandlestick />}
          onClick={() => open(contractPath(symbol))}
        />
      }
      header={<Sections current={categoryOf(symbol)} />}
    >
      <Loaded query={query} waiting={<TradeSkeleton />} />
      {instrument !== undefined && !traded && <NotTraded instrument={instrument} />}
      {traded && (
        <div className={styles.trade}>
          <div className={styles.stats}>
            <ContractStats instrument={traded} />
          </div>
          <Desk key={`${traded.symbol} ${side}`} instrument={traded} book={book} side={side} />
          <div className={styles.rest}>
            <FreshnessLine instrument={traded} simulated={simulated} />
            <SourceLink instrument={traded} simulated={simulated} />
            <BelowTheForm book={book} symbol={traded.symbol} />
          </div>
        </div>
      )}
    </Page>
  );
}
