import { add, type DecimalString, div } from '@tessera/money';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { type CurvePoint, curveShape, nearestPoint } from './curve-shape.ts';
import styles from './ValueCurve.module.css';

/** Units of the drawing, which is stretched to its frame. */
const WIDTH = 1_000;
const HEIGHT = 400;

export type ValueCurveProps = {
  readonly label: string;
  /** In the order of time; nothing is drawn of fewer than two. */
  readonly points: readonly CurvePoint[];
  readonly direction: 'up' | 'down';
  /** Places in `points` that are marked with a dot. */
  readonly marked?: readonly number[] | undefined;
  /** Text of a value at the axis. */
  readonly axis: (value: DecimalString) => string;
  /** Text of a time below the curve. */
  readonly time: (at: number) => string;
  /** Describes the point at this place in `points`; with null, while no point is selected, the whole curve. */
  readonly spoken: (place: number | null) => string;
  /** Figures of the same, above the curve. */
  readonly children?: ((place: number | null) => ReactNode) | undefined;
};

/**
 * A value over time with its axis. The point under the finger, or that the arrow keys choose, is read out; Escape ends it.
 * Time runs to the right in every script, as in charts of prices.
 */
export function ValueCurve({ label, points, direction, marked = [], axis, time, spoken, children }: ValueCurveProps) {
  const shape = useMemo(() => curveShape(points, WIDTH, HEIGHT), [points]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (!shape || !first || !last) return null;
  const end = points.length - 1;
  const middle = div(add(shape.low, shape.high), '2');
  // The points may have become fewer meanwhile.
  const at = chosen === null ? null : Math.min(chosen, end);
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(nearestPoint(shape, width > 0 ? (clientX - left) / width : 1));
  };
  // The first key reads the newest point.
  const step = (by: number) => (at === null ? end : at + by);
  const key = (event: KeyboardEvent) => {
    const to = { ArrowLeft: step(-1), ArrowDown: step(-1), ArrowRight: step(1), ArrowUp: step(1), Home: 0, End: end }[
      event.key
    ];
    if (event.key === 'Escape') setChosen(null);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(end, to)));
  };
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  const dot = (place: number, kind: 'mark' | 'chosen') => {
    const { x, y } = shape.places[place] ?? { x: 0, y: 0 };
    return <span key={place} className={styles.dot} data-kind={kind} style={{ left: percent(x), top: percent(y) }} />;
  };
  return (
    <div className={styles.curve} data-way={direction}>
      {children?.(at)}
      <div className={styles.frame} dir="ltr">
        <div
          className={styles.plot}
          data-swipe="own"
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerUp={({ pointerType }) => pointerType !== 'mouse' && setChosen(null)}
          onPointerCancel={() => setChosen(null)}
          onPointerLeave={() => setChosen(null)}
        >
          {/* Of the platform, so that screen readers on phones move it. Fingers meet the plot around it. */}
          <input
            className={styles.keys}
            type="range"
            aria-label={label}
            min={0}
            max={end}
            value={at ?? end}
            aria-valuetext={spoken(at)}
            onChange={({ currentTarget }) => setChosen(currentTarget.valueAsNumber)}
            onKeyDown={key}
            onBlur={() => setChosen(null)}
          />
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path className={styles.area} d={shape.area} />
            <path className={styles.line} d={shape.line} />
          </svg>
          {marked.map((place) => dot(place, 'mark'))}
          {at !== null && (
            <>
              <span className={styles.cross} style={{ left: percent(shape.places[at]?.x ?? 0) }} />
              {dot(at, 'chosen')}
            </>
          )}
        </div>
        <p className={styles.values} aria-hidden="true" translate="no">
          {(shape.high === shape.low ? [shape.high] : [shape.high, middle, shape.low]).map((value) => (
            <span key={value}>{axis(value)}</span>
          ))}
        </p>
        <p className={styles.times} aria-hidden="true">
          <span>{time(first.at)}</span>
          <span>{time(last.at)}</span>
        </p>
      </div>
    </div>
  );
}
