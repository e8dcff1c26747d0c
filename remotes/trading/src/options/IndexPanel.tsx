import type { Instrument } from '@tessera/api/instruments';
import { CURRENT_RULES, type Option, priceStep } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { Price, Text } from '@tessera/ui';
import { useEffect, useState } from 'react';
import { useLive } from '../market/instrument/quote.ts';
import styles from './Options.module.css';

/** ms that the line shows at most, and at least. */
const SHOWN = 120_000;
const LEAST_SHOWN = 15_000;
const WIDTH = 360;
const HEIGHT = 72;
const MARGIN = 6;

type Point = { readonly at: number; readonly price: number };

/** The prices since the panel was opened, of the last two minutes. */
function usePoints(symbol: string, at: number | undefined, price: string | undefined): readonly Point[] {
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
  return points.of === symbol ? points.all : [];
}

type IndexPanelProps = {
  readonly instrument: Instrument;
  /** The options whose strikes are drawn. */
  readonly open: readonly Option[];
};

/** The index of now and its last two minutes, with the strikes of the user's open options. */
export function IndexPanel({ instrument, open }: IndexPanelProps) {
  const t = useTexts('trading/options');
  const { symbol } = instrument;
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
  return (
    <section className={styles.index} aria-label={t('option.index')}>
      <div className={styles.indexTop}>
        <Text as="span" weight="normal">
          {t('option.index')}
        </Text>
        {quote && <Price className={styles.price} value={quote.index} tick={step} lively />}
      </div>
      <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {strikes.map(({ id, direction, price }) => (
          <line key={id} className={styles.strike} data-way={direction} x1={0} x2={WIDTH} y1={y(price)} y2={y(price)} />
        ))}
        {points.length > 1 && (
          <polyline className={styles.curve} points={points.map(({ at, price }) => `${x(at)},${y(price)}`).join(' ')} />
        )}
      </svg>
    </section>
  );
}
