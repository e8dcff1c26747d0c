import { fetchTicks, type Instrument } from '@tessera/api/instruments';
import { CURRENT_RULES, type Option, priceStep } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatPrice } from '@tessera/money';
import { useQuery } from '@tessera/query';
import { serverNow } from '@tessera/realtime';
import { Price, Text, useLocale } from '@tessera/ui';
import { useEffect, useId, useState } from 'react';
import { useLive } from '../market/instrument/quote.ts';
import styles from './Options.module.css';

/** ms that the line shows at most, and at least. */
const SHOWN = 180_000;
const LEAST_SHOWN = 15_000;
const WIDTH = 360;
const HEIGHT = 128;
const MARGIN = 14;
/** Thousandths of a tick that the record counts the rest of an index in. */
const FRACTIONS = 1_000;

type Point = { readonly at: number; readonly price: number };

/** What was recorded before the panel was opened. Without it the line begins with the first price that comes. */
function useRecorded(symbol: string): readonly Point[] {
  const { data } = useQuery({
    queryKey: ['index before', symbol],
    queryFn: async () => {
      const now = serverNow();
      const { tick, earlier, ticks } = await fetchTicks({ symbol, from: now - SHOWN, to: now });
      // Of an instrument whose tick was changed in between, the former part is left out.
      if (earlier && earlier.length > 0) return [];
      return ticks.map(([at, , , , , , , index, , fraction = 0]) => ({
        at,
        price: (index + fraction / FRACTIONS) * Number(tick),
      }));
    },
    staleTime: SHOWN,
    retry: false,
  });
  return data ?? [];
}

/** The prices of the last three minutes. */
function usePoints(symbol: string, at: number | undefined, price: string | undefined): readonly Point[] {
  const recorded = useRecorded(symbol);
  const [points, setPoints] = useState<{ readonly of: string; readonly all: readonly Point[] }>({
    of: symbol,
    all: [],
  });
  useEffect(() => {
    if (at === undefined || price === undefined) return;
    const point = { at, price: Number(price) };
    setPoints(({ of, all }) => ({
      of: symbol,
      all: [...(of === symbol ? all : []).filter((each) => each.at > at - SHOWN && each.at < at), point],
    }));
  }, [symbol, at, price]);
  const live = points.of === symbol ? points.all : [];
  const [first] = live;
  const until = live.at(-1)?.at ?? serverNow();
  const before = recorded.filter((each) => each.at > until - SHOWN && (first === undefined || each.at < first.at));
  return [...before, ...live];
}

type IndexPanelProps = {
  readonly instrument: Instrument;
  /** The options whose strikes are drawn. */
  readonly open: readonly Option[];
};

/** The index of now and its last three minutes, with the strikes of the user's open options. */
export function IndexPanel({ instrument, open }: IndexPanelProps) {
  const t = useTexts('trading/options');
  const { symbol } = instrument;
  const locale = useLocale();
  const fill = useId();
  // As results are decided: a tick may be more than an option wins by.
  const step = priceStep(instrument.tick, CURRENT_RULES);
  const { quote } = useLive(instrument);
  const points = usePoints(symbol, quote?.at, quote?.index);
  const strikes = open.flatMap(({ id, direction, open_price }) =>
    open_price === null ? [] : [{ id, direction, price: Number(open_price) }],
  );
  const prices = [...points, ...strikes].map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  // Of a price that does not move, the line is in the middle.
  const range = Math.max(high - low, Number(step) * 10);
  const y = (price: number) => HEIGHT / 2 - ((price - (low + high) / 2) / range) * (HEIGHT - 2 * MARGIN);
  const until = points.at(-1)?.at ?? serverNow();
  const span = Math.max(LEAST_SHOWN, until - (points[0]?.at ?? until));
  const x = (at: number) => WIDTH - ((until - at) / span) * WIDTH;
  const curve = points.map(({ at, price }) => `${x(at)},${y(price)}`).join(' ');
  return (
    <section className={styles.index} aria-label={t('option.index')}>
      <div className={styles.indexTop}>
        <Text as="span" weight="normal">
          {t('option.index')}
        </Text>
        {quote && <Price className={styles.price} value={quote.index} tick={step} lively />}
      </div>
      <div className={styles.chart} aria-hidden="true">
        <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
            <stop className={styles.near} offset="0" />
            <stop className={styles.far} offset="1" />
          </linearGradient>
          {points.length > 1 && (
            <>
              <polygon
                fill={`url(#${fill})`}
                points={`${x(points[0]?.at ?? until)},${HEIGHT} ${curve} ${WIDTH},${HEIGHT}`}
              />
              <polyline className={styles.curve} points={curve} />
            </>
          )}
          {strikes.map(({ id, direction, price }) => (
            <line
              key={id}
              className={styles.strike}
              data-way={direction}
              x1={0}
              x2={WIDTH}
              y1={y(price)}
              y2={y(price)}
            />
          ))}
        </svg>
        {points.length > 1 && (
          <>
            <span className={styles.bound} data-at="high">
              {formatPrice(String(high), step, locale)}
            </span>
            <span className={styles.bound} data-at="low">
              {formatPrice(String(low), step, locale)}
            </span>
          </>
        )}
      </div>
    </section>
  );
}
