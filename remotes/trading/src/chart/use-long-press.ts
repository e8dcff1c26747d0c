import { isPositive, max, scaleOf, toStep } from '@tessera/money';
import type { Chart } from 'klinecharts';
import { useEffect, useRef } from 'react';

const CANDLE_PANE = 'candle_pane';
/** Ms; as long as the system's own long press. */
const LONG = 500;
/** CSS px that a finger may move and still rest. */
const STILL = 10;

/** The price in ticks at a place, rounded down; at least one tick. */
export const priceAt = (value: number, tick: string): string => {
  const exact = value.toFixed(scaleOf(tick) + 2);
  return isPositive(exact) ? max(tick, toStep(exact, tick)) : tick;
};

export type Pressed = {
  readonly price: string;
  /** CSS px from the upper edge of the chart. */
  readonly y: number;
  /** On the axis of prices, not on the candles. */
  readonly onAxis: boolean;
};

/** Calls back where a finger rests on the candles or their axis, and on a right click. */
export function useLongPress(
  chart: Chart | null,
  host: HTMLElement | null,
  tick: string,
  onPress: ((pressed: Pressed) => void) | undefined,
): void {
  // A press outlives the renders of the ticks that come while the finger rests.
  const latest = useRef(onPress);
  latest.current = onPress;
  const listens = onPress !== undefined;
  useEffect(() => {
    if (!chart || !host || !listens) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    const at = (x: number, y: number) => {
      const box = host.getBoundingClientRect();
      const pane = chart.getSize(CANDLE_PANE, 'main');
      const place = y - box.top;
      if (!pane || place > pane.height) return;
      const [point] = [chart.convertFromPixel([{ x: 0, y: place }], { paneId: CANDLE_PANE })].flat();
      if (point?.value === undefined) return;
      latest.current?.({ price: priceAt(point.value, tick), y: place, onAxis: x - box.left > pane.width });
    };
    const stop = () => clearTimeout(timer);
    const down = ({ clientX: x, clientY: y, pointerType, isPrimary }: PointerEvent) => {
      stop();
      if (pointerType === 'mouse' || !isPrimary) return;
      start = { x, y };
      timer = setTimeout(() => at(x, y), LONG);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > STILL) stop();
    };
    const menu = (event: MouseEvent) => {
      event.preventDefault();
      // A touch that rests raises it too.
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') at(event.clientX, event.clientY);
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: stop, pointercancel: stop } as const;
    for (const [name, listener] of Object.entries(listeners))
      host.addEventListener(name, listener as EventListener, { capture: true });
    host.addEventListener('contextmenu', menu);
    return () => {
      stop();
      for (const [name, listener] of Object.entries(listeners))
        host.removeEventListener(name, listener as EventListener, { capture: true });
      host.removeEventListener('contextmenu', menu);
    };
  }, [chart, host, tick, listens]);
}
