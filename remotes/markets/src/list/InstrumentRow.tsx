import { type DollarValue, fiatPrice } from '@tessera/api/fiat';
import { type Instrument, openingText, partsOf } from '@tessera/api/instruments';
import type { WatchlistChange } from '@tessera/api/watchlist';
import type { Fiat } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { formatCompact } from '@tessera/money';
import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { Change, Price, Span, useLocale } from '@tessera/ui';
import { Sparkline } from '@tessera/ui/content';
import { Clock, Star, TriangleAlert } from '@tessera/ui/icons';
import { memo } from 'react';
import { comparable } from '../instruments/figures.ts';
import { useFigures, useOpen } from '../instruments/live.ts';
import styles from './InstrumentRow.module.css';

/** px at 375 wide. */
const CURVE = { width: 48, height: 24 };

export type InstrumentRowProps = {
  readonly instrument: Instrument;
  readonly favourite: boolean;
  readonly onFavourite: (change: WatchlistChange) => void;
  readonly onOpen: (symbol: string) => void;
  /** Where a tap leads. */
  readonly path: (instrument: Instrument) => ScreenUrl;
  readonly value: DollarValue;
  readonly fiat: Fiat;
  /** Heights of the day's curve; undefined where there is none, or not yet. */
  readonly curve?: readonly string[] | undefined;
  /** Unix ms, to the minute: reference for the time until an opening. */
  readonly minute: number;
  /** Place in the list, from 1; a virtual list holds only a part of it in the page. */
  readonly place?: number | undefined;
  readonly size?: number | undefined;
  /** CSS `transform`: where a virtual list puts the row. */
  readonly transform?: string | undefined;
};

type PartProps = Pick<InstrumentRowProps, 'instrument' | 'value' | 'fiat' | 'minute'>;

function Title({ symbol }: { readonly symbol: string }) {
  const t = useTexts('markets');
  const { base, quote, perpetual } = partsOf(symbol);
  return (
    <span className={styles.title}>
      <Span tone="strong" size={16} weight="strong" tight>
        {base}
      </Span>
      {quote && <span className={styles.quote}>/{quote}</span>}
      {perpetual && <span className={styles.tag}>{t('row.perpetual')}</span>}
    </span>
  );
}

/** Volume while the market is open, with the name as far as there is room; while it is closed the name alone. */
function Underneath({ instrument, value }: Omit<PartProps, 'fiat' | 'minute'>) {
  const t = useTexts('markets');
  const figures = useFigures(instrument);
  const locale = useLocale();
  const name = instrument.name !== instrument.symbol && <span className={styles.name}>{instrument.name}</span>;
  if (!figures.open) return <span className={styles.under}>{name}</span>;
  if (figures.halted) {
    return (
      <span className={styles.under}>
        <span className={styles.closed}>
          <TriangleAlert />
          <span>{t('row.halted')}</span>
        </span>
        {name}
      </span>
    );
  }
  const volume = comparable(figures.turnover, instrument.quote, value);
  return (
    <span className={styles.under} data-both={volume !== null || undefined}>
      {volume !== null && (
        <span className={styles.volume}>{t('row.volume', { value: formatCompact(volume, locale) })}</span>
      )}
      {name}
    </span>
  );
}

/** The price with its fiat equivalent; of a closed market with when it opens. */
function Figure({ instrument, value, fiat, minute }: PartProps) {
  const t = useTexts('markets');
  const figures = useFigures(instrument);
  const locale = useLocale();
  if (figures.price === null) return <span className={styles.figure}>{t('row.noPrice')}</span>;
  const { next_open: opens } = instrument;
  const equivalent = figures.open && fiatPrice(figures.price, instrument.quote, value, fiat, locale);
  return (
    <span className={styles.figure}>
      <Price className={styles.price} value={figures.price} tick={instrument.tick} />
      {equivalent && <span>{equivalent}</span>}
      {!figures.open && (
        <span className={styles.closed} title={t('row.closed')}>
          <Clock />
          <span>{opens === null ? t('row.closed') : t('row.opens', { time: openingText(opens, minute, locale) })}</span>
        </span>
      )}
    </span>
  );
}

/** The day's curve; its place is kept while there is none. */
function Curve({ instrument, curve }: Pick<InstrumentRowProps, 'instrument' | 'curve'>) {
  const { change } = useFigures(instrument);
  const ratio = Number(change ?? 0);
  return (
    <span className={styles.curve}>
      {curve && (
        <Sparkline
          values={curve}
          width={CURVE.width}
          height={CURVE.height}
          direction={ratio > 0 ? 'up' : ratio < 0 ? 'down' : undefined}
        />
      )}
    </span>
  );
}

function ChangeCell({ instrument }: Pick<PartProps, 'instrument'>) {
  const { change, open } = useFigures(instrument);
  return <span className={styles.change}>{change !== null && <Change ratio={change} pill={open} />}</span>;
}

/**
 * An instrument of a list: star, name, price with its fiat equivalent, change. A tick renders the parts that hold
 * figures and nothing around them.
 */
export const InstrumentRow = memo(function InstrumentRow(props: InstrumentRowProps) {
  const { instrument, favourite, onFavourite, onOpen, path, value, fiat, curve, minute, place, size, transform } =
    props;
  const t = useTexts('markets');
  const open = useOpen(instrument);
  const { symbol } = instrument;
  return (
    <li
      className={styles.row}
      style={{ transform }}
      aria-posinset={place}
      aria-setsize={size}
      data-closed={!open || undefined}
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
      <ScreenLink className={styles.open} to={path(instrument)} onClick={() => onOpen(symbol)}>
        <span className={styles.main}>
          <Title symbol={symbol} />
          <Underneath instrument={instrument} value={value} />
        </span>
        <Curve instrument={instrument} curve={curve} />
        <Figure instrument={instrument} value={value} fiat={fiat} minute={minute} />
        <ChangeCell instrument={instrument} />
      </ScreenLink>
    </li>
  );
});
