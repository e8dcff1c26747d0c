import { useBarredIn } from '@tessera/api/identity';
import type { Instrument } from '@tessera/api/instruments';
import { findInstruments } from '@tessera/api/instruments';
import { useWatchlist, type WatchlistChange } from '@tessera/api/watchlist';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { Change, Loaded, Sheet, SkeletonRows, Tabs, Text, useLocale } from '@tessera/ui';
import { SearchInput } from '@tessera/ui/forms';
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { type PairKind, usePairs } from '../instrument/instruments.ts';
import { useLive } from '../instrument/quote.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import styles from './Pairs.module.css';
import { useRowsInView } from './use-rows-in-view.ts';

type PairRowProps = {
  readonly instrument: Instrument;
  readonly current: boolean;
  readonly onChoose: (symbol: string) => void;
  readonly favourite: boolean;
  readonly onFavourite: (change: WatchlistChange) => void;
  /** Residents of the user's country may not trade it. */
  readonly restricted: boolean;
};

function PairRow({ instrument, current, onChoose, favourite, onFavourite, restricted }: PairRowProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { symbol, base, quote, name, tick } = instrument;
  const live = useLive(instrument).quote;
  return (
    <li className={styles.row} data-current={current || undefined} data-restricted={restricted || undefined}>
      <FavouriteButton symbol={symbol} favourite={favourite} onChange={onFavourite} />
      <button
        type="button"
        className={styles.choice}
        aria-current={current || undefined}
        onClick={() => onChoose(symbol)}
      >
        <span className={styles.name}>
          <span>
            <strong>{base}</strong>
            <Text as="span">/{quote}</Text>
          </span>
          <Text as="span">{restricted ? t('pair.restricted') : name}</Text>
        </span>
        <span className={styles.figures}>
          <span>{live ? formatPrice(live.last, tick, locale) : '–'}</span>
          {live && <Change ratio={live.change24h} />}
        </span>
      </button>
    </li>
  );
}

type PairRowsProps = {
  readonly pairs: readonly Instrument[];
  readonly row: (instrument: Instrument) => ReactNode;
};

/** Only what is in view is in the page, and only its prices are listened to; room stands for the rest. */
function PairRows({ pairs, row }: PairRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to } = useRowsInView(list, pairs.length);
  const room = (rows: number) =>
    rows > 0 && <li className={styles.room} aria-hidden="true" style={{ '--rows': rows } as CSSProperties} />;
  return (
    <ul ref={list}>
      {room(from)}
      {pairs.slice(from, to).map(row)}
      {room(pairs.length - to)}
    </ul>
  );
}

export type PairSheetProps = {
  readonly kind: PairKind;
  readonly open: boolean;
  readonly current: string;
  readonly onClose: () => void;
  readonly onChoose: (symbol: string) => void;
};

type Shelf = 'favourites' | 'all';

/** Every pair of a kind with its live price, to search and to choose from. */
export default function PairSheet({ kind, open, current, onClose, onChoose }: PairSheetProps) {
  const t = useTexts('trading');
  const { pairs, query: listed } = usePairs(kind, open);
  const { has, change } = useWatchlist();
  const isBarred = useBarredIn(pairs);
  const [query, setQuery] = useState('');
  const [shelf, setShelf] = useState<Shelf>('all');
  const shown = useMemo(() => {
    if (!pairs) return null;
    // A search looks at every pair, whatever shelf is open.
    if (query.trim() !== '') return findInstruments(pairs, query);
    return shelf === 'all' ? pairs : pairs.filter(({ symbol }) => has(symbol));
  }, [pairs, query, shelf, has]);

  const nothing = () => {
    if (query.trim() !== '') return t('pair.none', { query: query.trim() });
    return t('pair.noFavourites');
  };

  return (
    <Sheet open={open} onClose={onClose} title={t('pair.title')} tall>
      <div className={styles.finder}>
        <SearchInput label={t('pair.search')} value={query} onChange={setQuery} />
        <Tabs<Shelf>
          label={t('pair.title')}
          value={shelf}
          onChange={setShelf}
          items={[
            { id: 'favourites', label: t('pair.favourites') },
            { id: 'all', label: t('pair.all') },
          ]}
        />
      </div>
      <Loaded query={listed} compact waiting={<SkeletonRows count={8} />} />
      {shown?.length === 0 && (
        <Text size="inherit" align="center" below={8} above={8}>
          {nothing()}
        </Text>
      )}
      {shown && shown.length > 0 && (
        <PairRows
          pairs={shown}
          row={(instrument) => (
            <PairRow
              key={instrument.symbol}
              instrument={instrument}
              current={instrument.symbol === current}
              onChoose={onChoose}
              favourite={has(instrument.symbol)}
              restricted={isBarred(instrument.countries)}
              onFavourite={change}
            />
          )}
        />
      )}
    </Sheet>
  );
}
