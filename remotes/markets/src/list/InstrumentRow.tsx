import type { Fiat } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { formatCompact } from '@tessera/money';
import { Link } from '@tessera/router';
import { Change, Price, useLocale } from '@tessera/ui';
import { Clock, Star } from '@tessera/ui/icons';
import { memo } from 'react';
import { comparableTurnover, type Figures } from '../instruments/figures.ts';
import type { Instrument } from '../instruments/instruments.ts';
import { useFigures } from '../instruments/live.ts';
import { nameOf, tradePath } from '../instruments/naming.ts';
import { openingText } from '../instruments/opening.ts';
import { type DollarValue, fiatPrice } from '../instruments/valuation.ts';
import type { Change as FavouriteChange } from '../watchlist/watchlist.ts';
import styles from './InstrumentRow.module.css';

export type InstrumentRowProps = {
  readonly instrument: Instrument;
  readonly favourite: boolean;
  readonly onFavourite: (change: FavouriteChange) => void;
  readonly onOpen: (symbol: string) => void;
  readonly value: DollarValue;
  readonly fiat: Fiat;
  /** Unix ms, to the minute: says how far ahead an opening is. */
  readonly minute: number;
  /** Place in the list, from 1; a virtual list holds only a part of it in the page. */
  readonly place?: number | undefined;
  readonly size?: number | undefined;
  /** CSS `translate`: where a virtual list puts the row. */
  readonly translate?: string | undefined;
};

type PartProps = Pick<InstrumentRowProps, 'instrument' | 'value' | 'fiat' | 'minute'> & { readonly figures: Figures };

function Title({ symbol }: { readonly symbol: string }) {
  const t = useTexts('markets');
  const { base, quote, perpetual } = nameOf(symbol);
  return (
    <span className={styles.title}>
      <span className={styles.base}>{base}</span>
      {quote && <span className={styles.quote}>{quote}</span>}
      {perpetual && <span className={styles.tag}>{t('row.perpetual')}</span>}
    </span>
  );
}

/** Volume and full name while the market is open, else when it opens. */
function Underneath({ instrument, figures, value, minute }: PartProps) {
  const t = useTexts('markets');
  const locale = useLocale();
  if (!figures.open) {
    const { next_open: opens } = instrument;
    return (
      <span className={styles.closed} title={t('row.closed')}>
        <Clock />
        <span>{opens === null ? t('row.closed') : t('row.opens', { time: openingText(opens, minute, locale) })}</span>
      </span>
    );
  }
  const volume = comparableTurnover(figures.turnover, instrument.quote, value);
  return (
    <span className={styles.under}>
      {volume !== null && (
        <span className={styles.volume}>{t('row.volume', { value: formatCompact(volume, locale) })}</span>
      )}
      {instrument.name !== instrument.symbol && <span className={styles.name}>{instrument.name}</span>}
    </span>
  );
}

function Figure({ instrument, figures, value, fiat }: PartProps) {
  const t = useTexts('markets');
  const locale = useLocale();
  if (figures.price === null) return <span className={styles.figure}>{t('row.noPrice')}</span>;
  const equivalent = fiatPrice(figures.price, instrument.quote, value, fiat, locale);
  return (
    <span className={styles.figure}>
      <Price className={styles.price} value={figures.price} tick={instrument.tick} />
      {equivalent && <span className={styles.fiat}>{equivalent}</span>}
    </span>
  );
}

/** An instrument of a list: star, name, price with its fiat equivalent, change. The only part that ticks. */
export const InstrumentRow = memo(function InstrumentRow(props: InstrumentRowProps) {
  const { instrument, favourite, onFavourite, onOpen, value, fiat, minute, place, size, translate } = props;
  const t = useTexts('markets');
  const figures = useFigures(instrument);
  const { symbol } = instrument;
  const parts = { instrument, figures, value, fiat, minute };
  return (
    <li
      className={styles.row}
      style={{ translate }}
      aria-posinset={place}
      aria-setsize={size}
      data-closed={!figures.open || undefined}
    >
      <button
        type="button"
        className={styles.star}
        aria-pressed={favourite}
        aria-label={t(favourite ? 'favourite.remove' : 'favourite.add', { symbol })}
        onClick={() => onFavourite({ symbol, favourite: !favourite })}
      >
        <Star />
      </button>
      <Link className={styles.open} to={tradePath(instrument)} onClick={() => onOpen(symbol)}>
        <span className={styles.main}>
          <Title symbol={symbol} />
          <Underneath {...parts} />
        </span>
        <Figure {...parts} />
        <span className={styles.change}>
          {figures.change !== null && <Change ratio={figures.change} pill={figures.open} />}
        </span>
      </Link>
    </li>
  );
});
