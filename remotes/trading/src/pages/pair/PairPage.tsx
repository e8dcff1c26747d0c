import type { Instrument } from '@tessera/api/instruments';
import { useWatchlist } from '@tessera/api/watchlist';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, SkeletonRows, Stack, Tabs } from '@tessera/ui';
import { ShareButton } from '@tessera/ui/content';
import { useState } from 'react';
import { ChartPanel } from '../../chart/ChartPanel.tsx';
import { DepthBook } from '../../market/book/DepthBook.tsx';
import { spotPath, useChosenPair } from '../../market/instrument/chosen-pair.ts';
import { FreshnessLine } from '../../market/instrument/FreshnessLine.tsx';
import { useInstrument } from '../../market/instrument/instruments.ts';
import { MarketNotice } from '../../market/instrument/MarketNotice.tsx';
import { SourceLink } from '../../market/instrument/SourceLink.tsx';
import { FavouriteButton } from '../../market/pairs/FavouriteButton.tsx';
import { PairHeading } from '../../market/pairs/PairHeading.tsx';
import styles from '../../market/pairs/PairPage.module.css';
import { PairStats } from '../../market/pairs/PairStats.tsx';
import { TradeTape } from '../../market/trades/TradeTape.tsx';
import { useSpotChart } from '../../spot/chart/use-spot-chart.tsx';

type Below = 'book' | 'tape';

function Favourite({ symbol }: { readonly symbol: string }) {
  const { has, change } = useWatchlist();
  return <FavouriteButton symbol={symbol} favourite={has(symbol)} onChange={change} />;
}

/** Where the instrument is traded from here. */
function Actions({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading');
  const { symbol, base, trades } = instrument;
  if (!trades.includes('spot')) {
    if (!trades.includes('lever')) return null;
    return (
      <Button block to={screenUrl('/pages/transaction/index2', { symbol })}>
        {t('trade.contract')}
      </Button>
    );
  }
  return (
    <Stack gap={3} pairs>
      <Button block variant="buy" to={spotPath(symbol, 'buy')}>
        {t('form.buy', { base })}
      </Button>
      <Button block variant="sell" to={spotPath(symbol, 'sell')}>
        {t('form.sell', { base })}
      </Button>
    </Stack>
  );
}

function Market({ instrument, simulated }: { readonly instrument: Instrument; readonly simulated: boolean }) {
  const t = useTexts('trading');
  const [tab, setTab] = useState<Below>('book');
  const { trades, dialog } = useSpotChart(instrument);
  return (
    <>
      <PairStats instrument={instrument} />
      <FreshnessLine instrument={instrument} simulated={simulated} />
      <SourceLink instrument={instrument} simulated={simulated} />
      <MarketNotice instrument={instrument} />
      <ChartPanel instrument={instrument} trades={trades} />
      {dialog}
      <Tabs<Below>
        label={t('book.title')}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'book', label: t('book.title') },
          { id: 'tape', label: t('tape.title') },
        ]}
      >
        <div className={styles.panel}>
          {tab === 'book' ? <DepthBook instrument={instrument} /> : <TradeTape instrument={instrument} />}
        </div>
      </Tabs>
    </>
  );
}

/** One instrument in full: figures of the day, the big chart, the book and the trades. */
export default function PairPage() {
  const t = useTexts('trading');
  const { symbol, choose } = useChosenPair();
  const { instrument, simulated, query } = useInstrument(symbol);
  return (
    <Page
      title={`${symbol} · ${t('routes.pair')}`}
      back
      flush
      heading={<PairHeading symbol={symbol} instrument={instrument} onChoose={choose} />}
      actions={
        <>
          <ShareButton title={symbol} />
          <Favourite symbol={symbol} />
        </>
      }
      footer={instrument && <Actions instrument={instrument} />}
    >
      <Loaded query={query} waiting={<SkeletonRows count={8} />} />
      {instrument === null && (
        <EmptyState illustration="search" title={t('pair.missing')} text={t('pair.missingHelp')} />
      )}
      {instrument && <Market key={instrument.symbol} instrument={instrument} simulated={simulated} />}
    </Page>
  );
}
