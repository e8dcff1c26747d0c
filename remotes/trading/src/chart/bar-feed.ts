import { fetchBars } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import { type LiveBar, subscribeKline } from '@tessera/realtime';
import type { DataLoader, KLineData } from 'klinecharts';
import { candleOf, candleOfLive } from './bars.ts';

/** Bars a page of history holds. */
const PAGE = 300;
/** Time between drawings while a dialog dims the page, ms: on a slow phone each takes a frame from what lies above. */
const DIMMED_EVERY = 1_000;
const isDimmed = () => document.querySelector('dialog[open]') !== null;

export type BarFeed = {
  readonly loader: DataLoader;
  /** Lets go of the live bars; a response still under way is not drawn any more. */
  close(): void;
};

/** What there is of the past. */
export type History = {
  /** Opening of the oldest bar, Unix ms; null without a bar. */
  readonly since: number | null;
  /** Bars of the newest page. */
  readonly count: number;
};

type Watch = {
  /** The newest bars are there; again with the first live bar where there were none. */
  onReady(history: History): void;
  onFailure(error: unknown): void;
  /** Bars were missed while there was no connection. */
  onResync(): void;
  /** Bars have changed. */
  onBar?: (() => void) | undefined;
};

/** The bars of one instrument in one interval: history page by page backwards, then the states of the forming bar. */
export function barFeed(symbol: string, interval: Interval, { onReady, onFailure, onResync, onBar }: Watch): BarFeed {
  const leaving = new AbortController();
  let stopLive: () => void = () => {};
  let empty = false;

  async function page(to: number | null): Promise<KLineData[]> {
    const ask = { symbol, interval, limit: PAGE, ...(to !== null && { to }) };
    const { bars } = await fetchBars(ask, { signal: leaving.signal, quiet: true });
    return bars.map(candleOf);
  }

  return {
    loader: {
      async getBars({ type, timestamp, callback }) {
        const older = type === 'forward';
        // Ends of history: nothing is newer than what the live bars bring.
        if (type !== 'init' && !older) return callback([], false);
        try {
          // Both ends count, so a page ends just before the oldest bar that is known.
          const bars = await page(older && timestamp !== null ? timestamp - 1 : null);
          if (leaving.signal.aborted) return;
          callback(bars, { forward: bars.length === PAGE, backward: false });
          onBar?.();
          if (older) return;
          empty = bars.length === 0;
          onReady({ since: bars[0]?.timestamp ?? null, count: bars.length });
        } catch (error) {
          if (leaving.signal.aborted) return;
          if (older) callback([], { forward: true, backward: false });
          else onFailure(error);
        }
      },
      subscribeBar({ callback }) {
        stopLive();
        const waiting = new Map<number, LiveBar>();
        let frame = 0;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let drawnAt = Number.NEGATIVE_INFINITY;
        const draw = () => {
          cancelAnimationFrame(frame);
          clearTimeout(timer);
          frame = 0;
          drawnAt = performance.now();
          for (const bar of waiting.values()) {
            callback(candleOfLive(bar));
            if (empty) onReady({ since: bar.t, count: 1 });
            empty = false;
          }
          waiting.clear();
          onBar?.();
        };
        const stop = subscribeKline(
          symbol,
          interval,
          (bar) => {
            waiting.set(bar.t, bar);
            if (isDimmed() && performance.now() - drawnAt < DIMMED_EVERY) return;
            // After the next frame, whose layout is done: the chart reads sizes, which would lay the page out once more
            // where price and book have just changed it.
            frame ||= requestAnimationFrame(() => {
              timer = setTimeout(draw);
            });
          },
          onResync,
        );
        const catchUp = () => {
          if (waiting.size > 0 && !isDimmed()) draw();
        };
        // The event does not bubble.
        document.addEventListener('close', catchUp, { capture: true });
        stopLive = () => {
          stop();
          document.removeEventListener('close', catchUp, { capture: true });
          cancelAnimationFrame(frame);
          clearTimeout(timer);
        };
      },
      unsubscribeBar: () => stopLive(),
    },
    close() {
      leaving.abort();
      stopLive();
    },
  };
}
