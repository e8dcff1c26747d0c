import type { Instrument } from '@tessera/api/instruments';
import { useDeal } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { Button, Loaded, Page, SkeletonRows, Stack, Tabs } from '@tessera/ui';
import { useState } from 'react';
import { ChartPanel } from '../../chart/ChartPanel.tsx';
import { useBook } from '../../leverage/account/use-book.ts';
import { useChartTrades } from '../../leverage/chart/use-chart-trades.tsx';
import { ContractStats } from '../../leverage/instrument/ContractStats.tsx';
import { categoryOf, leverPath, useContractInAddress } from '../../leverage/instrument/chosen-contract.ts';
import { PositionList } from '../../leverage/positions/PositionList.tsx';
import { usePositionToasts } from '../../leverage/positions/use-position-toasts.ts';
import { DepthBook } from '../../market/book/DepthBook.tsx';
import { FreshnessLine } from '../../market/instrument/FreshnessLine.tsx';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { MarketNotice } from '../../market/instrument/MarketNotice.tsx';
import { SourceLink } from '../../market/instrument/SourceLink.tsx';
import { NotTraded } from '../../market/pairs/NotTraded.tsx';
import { PairHeading } from '../../market/pairs/PairHeading.tsx';
import pair from '../../market/pairs/PairPage.module.css';
import { PairStats } from '../../market/pairs/PairStats.tsx';
import { TradeTape } from '../../market/trades/TradeTape.tsx';

type Below = 'positions' | 'book' | 'tape';

function Market({ instrument, simulated }: { readonly instrument: Instrument; readonly simulated: boolean }) {
  const t = useTexts('trading/leverage');
  const { symbol } = instrument;
  const [tab, setTab] = useState<Below>('positions');
  const book = useBook();
  const orders = useDeal({ symbol }).data?.orders;
  const { trades, dialog } = useChartTrades(instrument, book, orders);
  usePositionToasts(book, orders);
  const own = book.rows?.filter(({ position }) => position.symbol === symbol);
  return (
    <>
      <PairStats instrument={instrument} />
      <ContractStats instrument={instrument} />
      <FreshnessLine instrument={instrument} simulated={simulated} />
      <SourceLink instrument={instrument} simulated={simulated} />
      <MarketNotice instrument={instrument} />
      <ChartPanel instrument={instrument} trades={trades} />
      {dialog}
      <Tabs<Below>
        label={t('lever.positions.title')}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'positions', label: t('lever.positions.title'), count: own?.length },
          { id: 'book', label: t('book.title', { ns: 'trading' }) },
          { id: 'tape', label: t('tape.title', { ns: 'trading' }) },
        ]}
      >
        <div className={pair.panel}>
          {tab === 'positions' && <PositionList book={book} symbol={symbol} />}
          {tab === 'book' && <DepthBook instrument={instrument} />}
          {tab === 'tape' && <TradeTape instrument={instrument} />}
        </div>
      </Tabs>
    </>
  );
}

/** One contract in full: figures of the day, the chart with the user's positions and stops, book and trades. */
export default function ContractPage() {
  const t = useTexts('trading/leverage');
  const { symbol, choose } = useContractInAddress();
  const { instrument, simulated, query } = useInstrument(symbol);
  const traded = instrument?.trades.includes('lever') ? instrument : null;
  return (
    <Page
      title={`${symbol} · ${t('routes.pair', { ns: 'trading' })}`}
      back
      flush
      heading={<PairHeading kind={categoryOf(symbol)} symbol={symbol} instrument={instrument} onChoose={choose} />}
      footer={
        traded && (
          <Stack gap={3} pairs>
            <Button block variant="buy" to={leverPath(symbol, 'long')}>
              {t('lever.open.long')}
            </Button>
            <Button block variant="sell" to={leverPath(symbol, 'short')}>
              {t('lever.open.short')}
            </Button>
          </Stack>
        )
      }
    >
      <Loaded query={query} waiting={<SkeletonRows count={8} />} />
      {instrument !== undefined && !traded && <NotTraded instrument={instrument} />}
      {traded && <Market key={symbol} instrument={traded} simulated={simulated} />}
    </Page>
  );
}
