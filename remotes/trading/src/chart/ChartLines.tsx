import { add, formatPrice, isPositive, sub } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import { ArrowUpDown } from '@tessera/ui/icons';
import type { Chart, YAxis } from 'klinecharts';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import styles from './ChartLines.module.css';
import type { ChartLine, ChartTrades, LineMove } from './chart-line.ts';
import { drawMarks } from './fill-mark.ts';
import type { Palette } from './palette.ts';
import { type TagLayout, tagLayout } from './tag-layout.ts';
import { drawLine, eraseLine } from './trade-line.ts';
import { priceAt } from './use-long-press.ts';
import { usePalette } from './use-palette.ts';

const TONES = { up: 'upFill', down: 'downFill', warn: 'warn', neutral: 'text' } as const satisfies Record<
  ChartLine['tone'],
  keyof Palette
>;

type Place = { readonly y: number; readonly height: number; readonly axis: YAxis };

/** px from which a chart has room for both columns of handles right of its candles. Also in the style sheet. */
const WIDE = 600;
/** px right of the last candle: usually, and with both columns of handles. */
const BESIDE = { free: 40, handles: 180 } as const;

type TagProps = {
  readonly chart: Chart;
  readonly layout: TagLayout;
  readonly line: ChartLine;
  readonly tick: string;
  readonly palette: Palette;
  readonly asked: LineMove | null;
  /** So many handles that their prices would cover the axis. */
  readonly crowded: boolean;
  readonly onMove: (move: LineMove) => void;
};

/** One line with its tag. The tag of a line that can be dragged is its handle, for fingers, mouse and arrow keys. */
function LineTag({ chart, layout, line, tick, palette, asked, crowded, onMove }: TagProps) {
  const locale = useLocale();
  const tag = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);
  /** Distance between the finger and the line when it was taken hold of. */
  const grip = useRef<number | null>(null);
  const [draft, setDraft] = useState<string | null>(null);
  /** The same at once: a finger may be lifted before the move is rendered. */
  const dragged = useRef<string | null>(null);
  const drag = (to: string | null) => {
    dragged.current = to;
    setDraft(to);
  };
  const { id, tone, dashed, label, handle } = line;
  const price = draft ?? (asked?.id === id ? asked.price : line.price);
  const text = formatPrice(price, tick, locale);

  const movable = handle !== undefined;
  const put = useCallback(
    (y: number, height: number, axis: YAxis) => {
      place.current = { y, height, axis };
      const { current } = tag;
      if (current) layout.put(id, { element: current, y, height, handle: movable });
    },
    [layout, id, movable],
  );

  const onAxis = crowded && movable && draft === null ? null : text;
  useEffect(() => {
    drawLine(chart, id, Number(price), { color: palette[TONES[tone]], dashed, text: onAxis, palette, place: put });
  }, [chart, id, price, tone, dashed, onAxis, palette, put]);
  useEffect(
    () => () => {
      eraseLine(chart, id);
      layout.remove(id);
    },
    [chart, layout, id],
  );

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (!place.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = event.clientY - Math.max(0, Math.min(place.current.height, place.current.y));
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (grip.current === null || !place.current) return;
    drag(priceAt(place.current.axis.convertFromPixel(event.clientY - grip.current), tick));
  };
  const letGo = () => {
    if (grip.current === null) return;
    grip.current = null;
    const { current } = dragged;
    if (current !== null && current !== line.price) onMove({ id, price: current });
    drag(null);
  };
  const abandon = () => {
    grip.current = null;
    drag(null);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const { current } = place;
    if (event.key === 'Escape') return abandon();
    if (event.key === 'Enter' && draft !== null) {
      onMove({ id, price: draft });
      return drag(null);
    }
    if (!current || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // As far as a pixel, and at least a tick.
    const up = event.key === 'ArrowUp';
    const next = priceAt(current.axis.convertFromPixel(current.y + (up ? -1 : 1)), tick);
    const step = up ? add(price, tick) : sub(price, tick);
    drag(next === price ? (isPositive(step) ? step : price) : next);
  };

  const content = (
    <>
      {movable && <ArrowUpDown />}
      <span>{label}</span>
      {movable && <span>{text}</span>}
    </>
  );
  if (!movable) {
    return (
      <div ref={tag} className={styles.tag} data-tone={tone} data-aside={line.aside || undefined} aria-hidden="true">
        {content}
      </div>
    );
  }
  return (
    <div
      ref={tag}
      className={styles.tag}
      data-tone={tone}
      data-handle=""
      data-held={draft !== null || undefined}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={handle}
      aria-valuenow={Number(price)}
      aria-valuetext={text}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={abandon}
      onKeyDown={key}
      onBlur={abandon}
    >
      {content}
    </div>
  );
}

type ChartLinesProps = Omit<ChartTrades, 'onAlert'> & { readonly chart: Chart; readonly tick: string };

/** The user's positions, orders and stops over the candles, and their fills. */
export function ChartLines({ chart, tick, lines, marks, asked, onMove }: ChartLinesProps) {
  const palette = usePalette();
  const layer = useRef<HTMLDivElement>(null);
  /** The chart that has room for handles right of its candles. */
  const roomy = useRef<Chart | null>(null);
  const [crowded, setCrowded] = useState(false);
  const [layout] = useState(() => tagLayout((columns) => setCrowded(columns > 1)));
  useEffect(() => {
    const make = (room: boolean) => {
      if (room === (roomy.current === chart)) return;
      chart.setOffsetRightDistance(room ? BESIDE.handles : BESIDE.free);
      roomy.current = room ? chart : null;
    };
    const { current } = layer;
    if (!crowded || !current) return make(false);
    const observer = new ResizeObserver(() => make(current.clientWidth >= WIDE));
    observer.observe(current);
    return () => observer.disconnect();
  }, [chart, crowded]);
  useEffect(() => {
    if (marks) drawMarks(chart, marks, palette);
  }, [chart, marks, palette]);
  return (
    <div ref={layer} className={styles.layer}>
      {lines.map((line) => (
        <LineTag key={line.id} {...{ chart, layout, line, tick, palette, asked, crowded, onMove }} />
      ))}
    </div>
  );
}
