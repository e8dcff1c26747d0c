import { useDollarValue } from '@tessera/api/fiat';
import { findInstruments, type Instrument, partsOf, useInstruments } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { CoinIcon, EmptyState, IconButton, Loaded, Page, Text } from '@tessera/ui';
import { SearchInput, useSearchText } from '@tessera/ui/forms';
import { Trash2 } from '@tessera/ui/icons';
import { useMemo, useState } from 'react';
import { comparable, valueAmong } from '../../instruments/figures.ts';
import { hottest } from '../../instruments/hottest.ts';
import { tradePath } from '../../instruments/trade-path.ts';
import { ConnectionNotice } from '../../list/ConnectionNotice.tsx';
import { ListSkeleton } from '../../list/ListSkeleton.tsx';
import { useRow } from '../../list/use-row.tsx';
import { VirtualRows } from '../../list/VirtualRows.tsx';
import { rememberViewed, useRecentlyViewed } from '../../watchlist/recent.ts';
import { useFavourites } from '../../watchlist/use-favourites.ts';
import { OtherRows, useOtherResults } from './OtherResults.tsx';
import styles from './SearchPage.module.css';
import { useArrowKeys } from './use-arrow-keys.ts';

const HOT = 10;

type RowsProps = {
  readonly label: string;
  readonly symbols: readonly string[];
  readonly instruments: readonly Instrument[];
};

/** The instruments opened last, as shortcuts. */
function Recent({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const t = useTexts('markets');
  const [viewed, forget] = useRecentlyViewed();
  const shown = viewed.flatMap((symbol) => instruments.find((each) => each.symbol === symbol) ?? []);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <div className={styles.heading}>
        <h2 id="recent">{t('search.recent')}</h2>
        <IconButton className={styles.forget} label={t('search.forget')} icon={<Trash2 />} onClick={forget} />
      </div>
      <ul className={styles.chips}>
        {shown.map((instrument) => {
          const { base, quote, perpetual } = partsOf(instrument.symbol);
          return (
            <li key={instrument.symbol}>
              <ScreenLink
                className={styles.chip}
                to={tradePath(instrument)}
                onClick={() => rememberViewed(instrument.symbol)}
              >
                <CoinIcon symbol={instrument.symbol} size="s" />
                <span>{base}</span>
                <span className={styles.quote}>
                  {quote && `/${quote}`}
                  {perpetual && ` ${t('row.perpetual')}`}
                </span>
              </ScreenLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Rows({ label, symbols, instruments }: RowsProps) {
  const row = useRow(instruments, useFavourites());
  return <VirtualRows label={label} symbols={symbols} row={row} />;
}

function Hot({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const t = useTexts('markets');
  const rates = useDollarValue();
  const value = valueAmong(instruments, rates);
  // Chosen once: the ranking must not move while it is read.
  const [hot] = useState(() =>
    hottest(instruments, ({ latest, quote }) => comparable(latest?.turnover_24h ?? null, quote, value), HOT).map(
      ({ symbol }) => symbol,
    ),
  );
  return (
    <section aria-labelledby="hot">
      <div className={styles.heading}>
        <h2 id="hot">{t('search.hot')}</h2>
        <Text as="span">{t('search.hotBy')}</Text>
      </div>
      <Rows label={t('search.hot')} symbols={hot} instruments={instruments} />
    </section>
  );
}

function Results({ query, instruments }: { readonly query: string; readonly instruments: readonly Instrument[] }) {
  const t = useTexts('markets');
  const others = useOtherResults(query, instruments);
  const found = useMemo(() => findInstruments(instruments, query).map(({ symbol }) => symbol), [instruments, query]);
  return (
    <>
      <p className={styles.count} role="status">
        {found.length > 0 && t('search.results', { count: found.length })}
      </p>
      <OtherRows results={others} />
      {found.length === 0 && others.length === 0 && (
        <EmptyState illustration="search" title={t('search.noneTitle', { query })} text={t('search.none')} />
      )}
      {found.length > 0 && (
        <Rows label={t('search.results', { count: found.length })} symbols={found} instruments={instruments} />
      )}
    </>
  );
}

export default function SearchPage() {
  const t = useTexts('markets');
  const { query, input } = useSearchText();
  useArrowKeys();
  const listed = useInstruments();
  const { data } = listed;
  return (
    <Page
      title={t('routes.search')}
      back
      heading={<SearchInput label={t('routes.search')} placeholder={t('search.placeholder')} {...input} autoFocus />}
      header={<ConnectionNotice />}
      flush
    >
      <Loaded query={listed} title={t('error.title')} waiting={<ListSkeleton />} />
      {data && query !== '' && <Results query={query} instruments={data.list} />}
      {data && query === '' && (
        <>
          <Recent instruments={data.list} />
          <Hot instruments={data.list} />
        </>
      )}
    </Page>
  );
}
