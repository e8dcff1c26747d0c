import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatCompact, formatPrice, scaleOf, toStep } from '@tessera/money';
import { useDepth } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { BookAwaited } from '../market/book/BookAwaited.tsx';
import { BookPause } from '../market/book/BookPause.tsx';
import styles from './DepthChart.module.css';
import { type DepthCurve, type DepthPoint, depthCurve, reached } from './depth-curve.ts';

/** Units of the drawing; it is stretched to its frame. */
const WIDTH = 1_000;
const HEIGHT = 400;
const KEY_STEP = 0.02;

/** Steps from the middle outwards, closed at the lower edge. */
function area(points: readonly DepthPoint[], { low, high, most }: DepthCurve): { line: string; fill: string } {
  const x = (price: number) => (((price - low) / (high - low)) * WIDTH).toFixed(1);
  const y = (total: number) => (HEIGHT - (total / most) * HEIGHT * 0.92).toFixed(1);
  const [first] = points;
  if (!first) return { line: '', fill: '' };
  const edge = first.price < (low + high) / 2 ? 0 : WIDTH;
  const steps = points.map(({ price, total }) => `H${x(price)}V${y(total)}`).join('');
  const line = `M${x(first.price)} ${HEIGHT}${steps}H${edge}`;
  return { line, fill: `${line}V${HEIGHT}Z` };
}

/** How much is on offer up to each price, with the figures of the price under the finger. */
export default function DepthChart({ instrument }: { readonly instrument: Instrument }) {
  const t = useTexts('trading/chart');
  const locale = useLocale();
  const { symbol, tick, lot, base } = instrument;
  const depth = useDepth(symbol);
  const curve = useMemo(() => depth && depthCurve(depth), [depth]);
  const [at, setAt] = useState<number | null>(null);
  if (!curve) {
    return <div className={styles.empty}>{depth ? <BookPause instrument={instrument} /> : <BookAwaited />}</div>;
  }
  const [bids, asks] = [area(curve.bids, curve), area(curve.asks, curve)];
  const price = (value: number) => formatPrice(toStep(value.toFixed(scaleOf(tick)), tick), tick, locale);
  const amount = (value: number) =>
    value >= 10_000
      ? formatCompact(String(Math.round(value)), locale)
      : formatAmount(value.toFixed(Math.min(scaleOf(lot), 4)), Math.min(scaleOf(lot), 4), locale);
  const shown = at === null ? null : reached(curve, at);
  const text = (point: DepthPoint & { side: 'bids' | 'asks' }) =>
    t(`depth.${point.side}`, { price: price(point.price), amount: amount(point.total), base });
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    setAt(Math.max(0, Math.min(1, (clientX - box.left) / box.width)));
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setAt(null);
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(1, (at ?? 0.5) + (event.key === 'ArrowLeft' ? -KEY_STEP : KEY_STEP))));
  };
  const [lastBid, lastAsk] = [curve.bids.at(-1), curve.asks.at(-1)];
  return (
    <div className={styles.depth}>
      <p className={styles.figures} role="status">
        {shown ? text(shown) : t('depth.hint')}
      </p>
      <div
        className={styles.plot}
        // Bids are left of asks in every script.
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t('depth.title', { symbol })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((at ?? 0.5) * 100)}
        aria-valuetext={
          shown
            ? text(shown)
            : [lastBid && text({ ...lastBid, side: 'bids' }), lastAsk && text({ ...lastAsk, side: 'asks' })].join('. ')
        }
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        onKeyDown={key}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.bidFill} d={bids.fill} />
          <path className={styles.askFill} d={asks.fill} />
          <path className={styles.bidLine} d={bids.line} />
          <path className={styles.askLine} d={asks.line} />
        </svg>
        {at !== null && <span className={styles.cross} style={{ insetInlineStart: `${at * 100}%` }} />}
        <span className={styles.most}>{amount(curve.most)}</span>
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{price(curve.low)}</span>
        <span>{price((curve.low + curve.high) / 2)}</span>
        <span>{price(curve.high)}</span>
      </p>
    </div>
  );
}
